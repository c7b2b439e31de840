import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, hmac, MERCHANT, withdrawalFields } from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const LIST = '/v1/transactions';

/** The headers of a timed sign over exactly the given text behind the time. */
function signed(text: string, secret = MERCHANT.secret): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  return { appKey: MERCHANT.appKey, sign: `t=${seconds},v1=${hmac(secret, `${seconds}.${text}`)}` };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('the sign of a list with a dot in its query does not open the list with the rest of the query as a body', async () => {
  const target = `${LIST}?query=a.b&limit=1`;
  const headers = signed(`GET.${target}.`);
  expectData(await rawCall(service(), { target, headers }));
  const cut = {
    target: `${LIST}?query=a`,
    headers: { ...headers, ...FORM, 'content-length': '10' },
    body: 'b&limit=1.',
  };
  expectInvalid(await rawCall(service(), cut), 'body');
});

test.each(['GET', 'HEAD'])('a %s with a body is refused on every surface, signed or not', async (method) => {
  const targets = [
    LIST,
    `${LIST}/${'a'.repeat(24)}`,
    '/v1/available-banks',
    '/healthz',
    '/graphql?query={a}',
  ];
  for (const target of targets) {
    const headers = { ...signed(`${method}.${target}.a=b`), ...FORM, 'content-length': '3' };
    const answer = await rawCall(service(), { method, target, headers, body: 'a=b' });
    expect(answer.status, `${method} ${target}`).toBe(
      target.startsWith('/graphql') && method === 'HEAD' ? 405 : 400,
    );
    if (answer.text) expect(answer.text).toContain('takes no body: send its parameters in the query');
  }
});

test('the refusal names the method and the cure, over REST, GraphQL and tRPC', async () => {
  const body = JSON.stringify({ a: 1 });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const ask = (target: string) =>
    rawCall(service(), { target, headers: { ...signed(`GET.${target}.${body}`), ...headers }, body });
  const message = 'A GET request takes no body: send its parameters in the query.';
  expect(expectFailure(await ask(LIST), 'error_validation').fields).toMatchObject([
    { path: 'body', code: 'malformed', message },
  ]);
  const { errors } = (await ask('/graphql?query={__typename}')).json;
  expect(errors[0].extensions.error.fields).toMatchObject([{ path: 'body', code: 'malformed', message }]);
  const { error } = (await ask('/trpc/banks.list')).json;
  expect(error.data.error.fields).toMatchObject([{ path: 'body', code: 'malformed', message }]);
});

test('a body of unknown length on a GET is refused, too, even an empty one', async () => {
  for (const body of ['', 'a=b']) {
    const headers = { ...signed(`GET.${LIST}.${body}`), ...FORM, 'transfer-encoding': 'chunked' };
    expectInvalid(await rawCall(service(), { target: LIST, headers, body }), 'body');
  }
});

test('a DELETE with a body is refused, as no route takes one', async () => {
  const headers = { ...signed(`DELETE.${LIST}.a=b`), ...FORM, 'content-length': '3' };
  expectFailure(
    await rawCall(service(), { method: 'DELETE', target: LIST, headers, body: 'a=b' }),
    'error_method_not_allowed',
  );
});

test('a GET that says its body has no bytes, and a POST with one, are answered as ever', async () => {
  expectData(
    await rawCall(service(), { target: LIST, headers: { ...signed(`GET.${LIST}.`), 'content-length': '0' } }),
  );
  expectData(await call(service(), DEPOSIT, { body: depositFields() }));
  const body = new URLSearchParams(withdrawalFields()).toString();
  const target = '/v1/transactions/withdraw';
  const headers = { ...signed(`POST.${target}.${body}`), ...FORM };
  expectData(await rawCall(service(), { method: 'POST', target, headers, body }));
});
