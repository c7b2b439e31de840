import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../src/operations/examples.ts';
import { ADMIN, createClock, depositFields, MERCHANT, OPERATOR, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { GRAPHQL_CALLS } from '../support/graphql-calls.ts';
import { OPERATIONS } from '../support/operations.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import {
  countRows,
  graphqlPost,
  NEW_ADMIN,
  refusalOf,
  type SignedPost,
  signOnce,
} from '../support/signed-posts.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs, monotonicMs: clock.monotonicMs } });

/** Signs a POST by the service's clock. @returns a function that sends the same bytes each time. */
function prepare(post: SignedPost, nowMs = clock.nowMs()) {
  const send = signOnce(post, nowMs);
  return (to: { url: string } = service()) => send(to);
}

test('the same signed bytes make one admin, however often they are sent', async () => {
  const send = prepare(NEW_ADMIN);
  const before = await countRows(service(), 'clients');
  expect((await send()).json.data.createClient.secret).toBeTypeOf('string');
  for (let turn = 0; turn < 2; turn += 1) {
    const error = refusalOf(await send());
    expect(error.type).toBe('error_invalid_sign');
    expect(error.message).toBe(
      'The sign was used before, and this command accepts each sign once. Make a new sign, with a new time t or nonce n, for each request.',
    );
  }
  expect(await countRows(service(), 'clients')).toBe(before + 1);
});

test('the same signed bytes sent at once make one admin', async () => {
  clock.advance(1000);
  const before = await countRows(service(), 'clients');
  const send = prepare(NEW_ADMIN);
  const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(answers.filter(({ json }) => json.data?.createClient)).toHaveLength(1);
  expect(await countRows(service(), 'clients')).toBe(before + 1);
});

test('a used sign stays used while the clock jumps ahead and back, with another command meanwhile', async () => {
  clock.advance(1000);
  const send = prepare(NEW_ADMIN);
  expect((await send()).json.errors).toBeUndefined();
  clock.jump(1_200_000);
  expect((await prepare(NEW_ADMIN)()).json.errors).toBeUndefined();
  clock.jump(-1_200_000);
  expect(refusalOf(await send()).type).toBe('error_invalid_sign');
});

test('a new time makes a new sign', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    clock.advance(1000);
    expect((await prepare(NEW_ADMIN)()).json.errors).toBeUndefined();
  }
});

test('two equal commands of one second are two with a nonce each, and each nonce is taken once', async () => {
  clock.advance(1000);
  const before = await countRows(service(), 'clients');
  const send = (nonce: string) => signOnce(NEW_ADMIN, clock.nowMs(), nonce)(service());
  for (const nonce of ['nonce-01', 'x'.repeat(64)]) {
    expect((await send(nonce)).json.errors).toBeUndefined();
    expect(refusalOf(await send(nonce)).type).toBe('error_invalid_sign');
  }
  for (const nonce of ['seven77', 'x'.repeat(65), 'with.dot', ''])
    expect((await send(nonce)).text).toContain('The nonce n of the sign header must have 8 to 64 characters');
  expect(await countRows(service(), 'clients')).toBe(before + 2);
});

describe('over REST and tRPC', () => {
  test.each([
    ['/v1/callbacks/redeliver-failed', JSON.stringify({ appKey: MERCHANT.appKey })],
    ['/trpc/callbacks.redeliverFailed', JSON.stringify({ appKey: MERCHANT.appKey })],
  ])('%s accepts each sign once', async (target, body) => {
    clock.advance(1000);
    const send = prepare({ target, body, as: OPERATOR });
    expect((await send()).status).toBe(200);
    const { status, text } = await send();
    expect(status).toBe(403);
    expect(text).toContain('error_invalid_sign');
  });
});

test('what is idempotent answers a repeat of the same bytes as before', async () => {
  const json = (fields: Record<string, string>) => JSON.stringify({ ...fields, amount: 500 });
  const twice = async (call: SignedPost) => {
    const send = prepare(call);
    const [first, second] = [expectData(await send()), expectData(await send())];
    expect(second).toEqual({ ...first, ...(second.alreadyPending && { alreadyPending: true }) });
    return first;
  };
  const used = await countRows(service(), 'used_signs');
  const deposit = await twice({
    target: '/v1/transactions/deposit',
    body: json(depositFields()),
    as: MERCHANT,
  });
  await twice({ target: '/v1/transactions/withdraw', body: json(withdrawalFields()), as: MERCHANT });
  const cancel = `/v1/transactions/${deposit.transactionId}/cancel`;
  await twice({ target: cancel, body: '{}', as: MERCHANT });
  const { transactionId } = await twice({
    target: '/v1/transactions/deposit',
    body: json(depositFields()),
    as: MERCHANT,
  });
  const settle = prepare({
    target: `/v1/transactions/${transactionId}/settle`,
    body: '{"sequence":1}',
    as: OPERATOR,
  });
  const settled = expectData(await settle());
  expect(expectData(await settle())).toEqual(settled);
  // Their signs were not stored: a create writes no more than before.
  expect(await countRows(service(), 'used_signs')).toBe(used);
});

test('one request is one use, whatever number of commands it holds', async () => {
  clock.advance(1000);
  const used = await countRows(service(), 'used_signs');
  const clients = await countRows(service(), 'clients');
  const create = (alias: string) => `${alias}: createClient(input: { name: "New", role: viewer }) { secret }`;
  const send = prepare(graphqlPost(`mutation { ${['a', 'b', 'c'].map(create).join(' ')} }`));
  const first = await send();
  expect(Object.keys(first.json.data)).toEqual(['a', 'b', 'c']);
  expect(first.json.errors).toBeUndefined();
  expect(await countRows(service(), 'used_signs')).toBe(used + 1);
  const again = await send();
  expect(again.text).toContain('error_invalid_sign');
  expect(again.text).not.toContain('"secret":"');
  expect(await countRows(service(), 'clients')).toBe(clients + 3);
});

test('a request that was refused for its role or its input does not use its sign up', async () => {
  clock.advance(1000);
  const used = await countRows(service(), 'used_signs');
  const create = 'mutation { createClient(input: { name: "", role: viewer }) { secret } }';
  for (const as of [ADMIN, OPERATOR]) {
    const send = prepare(graphqlPost(create, {}, as));
    const types = [refusalOf(await send()).type, refusalOf(await send()).type];
    expect(types).toEqual(as === ADMIN ? Array(2).fill('error_validation') : Array(2).fill('not_authorized'));
  }
  expect(await countRows(service(), 'used_signs')).toBe(used);
});

test('the sign of one client is not used up by another', async () => {
  clock.advance(1000);
  const { appKey } = MERCHANT;
  // The same secret, so that the signs are equal.
  const others = ['first-twin', 'second-twin'].map((name) => ({ appKey: name, secret: 'shared-secret' }));
  for (const as of others) {
    await createClient(service(), { ...as, role: 'operator' });
    const send = prepare({ target: '/v1/callbacks/redeliver-failed', body: JSON.stringify({ appKey }), as });
    expectData(await send());
    expectFailure(await send(), 'error_invalid_sign');
  }
});

/** The commands that accept each sign once, whatever becomes of them. */
const ONCE = OPERATIONS.filter(
  (one) =>
    one.kind === 'command' &&
    one.modes !== 'test' &&
    !one.roles.includes('payer') &&
    one.isIdempotent === undefined &&
    // A file over REST alone.
    one.name in GRAPHQL_CALLS,
);

test.each(ONCE)('$name accepts each sign once', async (operation) => {
  clock.advance(1000);
  const { document, variables } = GRAPHQL_CALLS[operation.name]!;
  const send = prepare(graphqlPost(document, variables(exampleOf(operation))));
  expect((await send()).text).not.toContain('error_invalid_sign');
  expect(refusalOf(await send()).type).toBe('error_invalid_sign');
});
