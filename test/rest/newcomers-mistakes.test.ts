import { describe, expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const LIST = '/v1/transactions';
const SOME_ID = '0123456789abcdef01234567';
const form = (changes: Readonly<Record<string, string>> = {}) =>
  `${new URLSearchParams(depositFields(changes))}`;

describe('a line end behind a body', () => {
  test.each(['\n', '\r\n', '\r'])('%j behind a signed form is named, and no field is blamed', async (end) => {
    for (const [target, fields] of [
      [DEPOSIT, depositFields()],
      [WITHDRAW, withdrawalFields()],
    ] as const) {
      const answer = await call(service(), target, { body: `${new URLSearchParams(fields)}${end}` });
      expectInvalid(answer, 'body');
      expect(answer.json.error.message).toContain('ends with a line end');
    }
  });

  test('behind JSON is a part of what is signed, and the sentence says so', async () => {
    const json = JSON.stringify({ ...depositFields(), amount: 500 });
    const ask = (sign: string) =>
      call(service(), DEPOSIT, { body: `${json}\n`, contentType: 'application/json', headers: { sign } });
    const { message } = expectFailure(await ask(hmac(MERCHANT.secret, json)), 'error_invalid_sign');
    expect(message).toContain('ends with a line end');
    expectData(await ask(hmac(MERCHANT.secret, `${json}\n`)));
  });
});

test.each(['500', '100.5', '0.01'])('the JSON amount "%s" is to be sent without quotes', async (amount) => {
  const body = JSON.stringify({ ...depositFields(), amount });
  const answer = await call(service(), DEPOSIT, { body, contentType: 'application/json' });
  expectInvalid(answer, 'amount');
  expect(answer.json.error.message).toContain(`send ${amount} without quotes`);
});

describe('a parameter of a read that is not known is an error:', () => {
  test.each([
    [`${LIST}?staus=pending`, 'staus', 'status'],
    [`${LIST}?Status=pending`, 'Status', 'status'],
    [`${LIST}?process_id=x`, 'process_id', 'processId'],
    [`${LIST}?limt=2&status=pending`, 'limt', 'limit'],
    ['/v1/available-banks?typ=deposit', 'typ', 'type'],
    ['/v1/events?transactionid=x', 'transactionid', 'transactionId'],
    ['/v1/callback-attempts?eventid=x', 'eventid', 'eventId'],
  ])('%s', async (target, name, meant) => {
    const answer = await call(service(), target);
    expectInvalid(answer, name);
    expect(answer.json.error.message).toContain(`Did you mean ${meant}?`);
  });

  test.each([
    ['/v1/available-banks?colour=red', 'colour'],
    ['/v1/who-am-i?x=1', 'x'],
    [`${LIST}/${SOME_ID}?expand=all`, 'expand'],
  ])('%s, which is near none', async (target, name) => {
    const answer = await call(service(), target);
    expectInvalid(answer, name);
    expect(answer.json.error.message).toContain('is not known');
  });

  test('several are named together, and what is no word is not repeated', async () => {
    expectInvalid(await call(service(), `${LIST}?staus=x&typ=y`), 'staus', 'typ');
    const answer = await call(service(), `${LIST}?TR330006100519786457841326=x&Ada+Lovelace=y`);
    expectInvalid(answer, 'parameter');
    expect(answer.text).not.toMatch(/TR33|Ada/);
  });

  test('a parameter of the path cannot be given in the query', async () => {
    expectInvalid(await call(service(), `${LIST}/${SOME_ID}?transactionId=${SOME_ID}`), 'transactionId');
  });

  test('over tRPC too', async () => {
    const input = encodeURIComponent(JSON.stringify({ staus: 'pending' }));
    const answer = await call(service(), `/trpc/transactions.list?input=${input}`);
    expect(answer.status).toBe(400);
    expect(answer.json.error.data.error.fields).toMatchObject([
      { path: 'staus', code: 'unknown_parameter', message: 'staus is not known. Did you mean status?' },
    ]);
    const stream = await call(service(), `/trpc/transactions.onChange?input=${input}`);
    expect(stream.text).toContain('staus is not known');
  });

  test('unknown fields of a create are ignored', async () => {
    expectData(await call(service(), DEPOSIT, { body: form({ staus: 'pending' }) }));
  });
});

test('an answer of REST ends with a line end, and its length counts it', async () => {
  const created = await call(service(), DEPOSIT, { body: form() });
  const { transactionId } = expectData(created);
  for (const answer of [
    created,
    await call(service(), `${LIST}/${transactionId}`),
    await call(service(), LIST, { as: OPERATOR }),
    await call(service(), DEPOSIT, { body: 'x=y' }),
    await rawCall(service(), { target: '/healthz' }),
    await rawCall(service(), { target: '/readyz' }),
    await rawCall(service(), { target: '/v1/nowhere' }),
  ]) {
    expect(answer.text).toMatch(/\}\n$/);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
  }
});
