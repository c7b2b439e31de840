import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isAmbiguous } from '../../src/access/domain/signing.ts';
import { type CallOptions, call, DEPOSIT, depositFields, hmac, MERCHANT, OPERATOR } from '../harness.ts';
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

describe('a timed sign over the bytes of a body with a query', () => {
  const TARGET = '/v1/statements/preview?name=november.sta';
  const BODY = ':20:S1\r\n:25:1.5\r\n';
  const send = (target: string, body: string, signed = `${TARGET}.${BODY}`) => {
    const seconds = Math.floor(Date.now() / 1000);
    const sign = `t=${seconds},v1=${hmac(OPERATOR.secret, `${seconds}.POST.${signed}`)}`;
    const options = { as: OPERATOR, method: 'POST', contentType: 'application/octet-stream' } as const;
    return call(service(), target, { ...options, body, headers: { sign } });
  };

  test('is accepted with a dot in the query', async () => {
    expectData(await send(TARGET, BODY));
  });

  test('stands for no request whose body begins with the end of the query', async () => {
    const response = await send('/v1/statements/preview?name=november', `sta.${BODY}`);
    expectFailure(response, 'error_invalid_sign');
  });

  test('is refused with a dot before the first blank of the body, and the cure is said', async () => {
    const body = '01.11.2026;5,00\r\n';
    const { message } = expectFailure(await send(TARGET, body, `${TARGET}.${body}`), 'error_invalid_sign');
    expect(message).toContain('v2');
  });

  test.each(['"', '<', ' ', 'ş'])('is refused with a bare %s in the query', (sign) => {
    const request = { method: 'POST', target: `${TARGET}${sign}`, body: Buffer.from(BODY) };
    expect(isAmbiguous({ kind: 'timed', covers: 'body', timestamp: '1', digest: '' }, request)).toBe(true);
  });
});

/** A body, and the headers of its digest sign. */
async function signed() {
  const body = new URLSearchParams(depositFields()).toString();
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const seconds = Math.floor(Date.now() / 1000);
  const sign = `t=${seconds},v2=${hmac(MERCHANT.secret, `v2.${seconds}.POST.${digest}.${DEPOSIT}`)}`;
  return { body, headers: { 'content-digest': digest, sign } };
}
