import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CallOptions, call, DEPOSIT, depositFields, hmac, MERCHANT } from '../harness.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const LIST = '/v1/transactions?limit=1';

/** A create with a digest sign, and with changes. */
const create = (changes: CallOptions = {}, target = DEPOSIT) =>
  call(service(), target, { sign: 'digest', body: depositFields(), ...changes });

describe('a sign over the digest of the body', () => {
  test('authenticates a call with a body, and one without', async () => {
    expectData(await create());
    expectData(await call(service(), LIST, { sign: 'digest' }));
  });

  test('is refused for another body', async () => {
    const { headers } = await signed();
    const response = await create({ headers });
    expect(expectFailure(response, 'error_invalid_sign').message).toContain('The body is not the one of');
  });

  test('is refused without the header that it covers', async () => {
    const response = await create({ headers: { 'content-digest': '' } });
    expect(expectFailure(response, 'error_invalid_sign').message).toContain('content-digest: sha-256=:');
  });

  test('is refused for another header, even that of the body', async () => {
    const { headers } = await signed();
    expectFailure(await create({ headers: { sign: headers.sign } }), 'error_invalid_sign');
  });

  test('is refused for another target', async () => {
    const { body, headers } = await signed();
    expectFailure(await create({ body, headers }, '/v1/transactions/withdraw'), 'error_invalid_sign');
  });

  test('is no plain sign of its payload', async () => {
    const body = 'v2.1732100000.POST.x';
    const response = await create({ body, sign: 'plain' });
    expectFailure(response, 'error_invalid_sign');
  });
});

test('a timed sign over the bytes is refused where a dot in the query could begin the body', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const send = (target: string, body: string) => {
    const sign = `t=${seconds},v1=${hmac(MERCHANT.secret, `${seconds}.POST.${DEPOSIT}?note=a.b=c`)}`;
    return call(service(), target, { method: 'POST', body, headers: { sign } });
  };
  const { message } = expectFailure(await send(`${DEPOSIT}?note=a.b=c`, ''), 'error_invalid_sign');
  expect(message).toContain('%2E');
});

/** A body, and the headers of its digest sign. */
async function signed() {
  const body = new URLSearchParams(depositFields()).toString();
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const seconds = Math.floor(Date.now() / 1000);
  const sign = `t=${seconds},v2=${hmac(MERCHANT.secret, `v2.${seconds}.POST.${digest}.${DEPOSIT}`)}`;
  return { body, headers: { 'content-digest': digest, sign } };
}
