import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import type { CutAt } from '../support/postgres-relay.ts';
import { type RelayedService, startRelayedService } from '../support/relayed-service.ts';

const CUTS: readonly CutAt[] = ['before the commit', 'after the commit'];

let relayed: RelayedService;
beforeAll(async () => {
  relayed = await startRelayedService();
});
afterAll(() => relayed[Symbol.asyncDispose]());

const create = (target: string, body: Record<string, string>) => call(relayed.service, target, { body });

async function createdWith(body: Record<string, string>): Promise<{ id: string }[]> {
  return relayed.ask('select id from transactions where process_id = $1', body.processId);
}

async function newWithdrawal(): Promise<string> {
  return (await create(DEPOSIT, depositFields())).json.data.transactionId;
}

const settle = (id: string) =>
  call(relayed.service, `/v1/transactions/${id}/settle`, {
    as: OPERATOR,
    sign: 'timed',
    body: { sequence: '1' },
  });

const eventsOf = (id: string) => relayed.ask('select id from events where transaction_id = $1', id);

/** Sends a request and cuts the connection of its commit. */
async function sendCut(
  send: () => Promise<ApiResponse>,
  at: CutAt,
  options: { readonly skipped?: number; readonly andAllElse?: boolean } = {},
): Promise<ApiResponse> {
  const before = relayed.relay.cutCommits;
  relayed.relay.cutNextCommit(at, options);
  const response = await send();
  expect(relayed.relay.cutCommits).toBe(before + 1);
  return response;
}

/** Asserts a 503 that tells when to come back and that the outcome is not known. */
function expectUnknown({ status, headers, json }: ApiResponse): void {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('1');
  expect(json.error.type).toBe('error_unavailable');
  expect(json.error.message).toContain('it is not known whether the change is stored');
}

describe.each(CUTS)('with the connection lost %s,', (at) => {
  test.each([
    ['deposit', DEPOSIT, depositFields],
    ['withdrawal', WITHDRAW, withdrawalFields],
  ] as const)('a %s is answered as it is stored, once', async (_, target, fields) => {
    const body = fields();
    const response = await sendCut(() => create(target, body), at);
    expect(response.status).toBe(200);
    expect(response.json.data.alreadyPending).not.toBe(true);
    expect(await createdWith(body)).toEqual([{ id: response.json.data.transactionId }]);
    const again = await create(target, body);
    expect(again.json.data.transactionId).toBe(response.json.data.transactionId);
    expect(again.json.data.hash).toBe(response.json.data.hash);
    await expectAgreement(relayed.databaseUrl);
  });

  test('each of many creates in one commit is stored once', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? depositFields() : withdrawalFields(),
    );
    relayed.relay.cutNextCommit(at);
    const responses = await Promise.all(
      bodies.map((body, index) => create(index % 2 ? DEPOSIT : WITHDRAW, body)),
    );
    for (const [index, response] of responses.entries()) {
      expect(response.status).toBe(200);
      expect(await createdWith(bodies[index]!)).toEqual([{ id: response.json.data.transactionId }]);
    }
    await expectAgreement(relayed.databaseUrl);
  });

  test('a settle is answered as done, once', async () => {
    const id = await newWithdrawal();
    const response = await sendCut(() => settle(id), at);
    expect(response.status).toBe(200);
    expect(response.json.data.status).toBe('successful');
    expect(await eventsOf(id)).toHaveLength(1);
    expect((await settle(id)).json.data).toEqual(response.json.data);
    expect(await eventsOf(id)).toHaveLength(1);
    await expectAgreement(relayed.databaseUrl);
  });

  test('and none to be had after it, a create is answered with 503, and its repeat with the truth', async () => {
    const body = depositFields();
    expectUnknown(await sendCut(() => create(DEPOSIT, body), at, { andAllElse: true }));
    const stored = await createdWith(body);
    expect(stored).toHaveLength(at === 'after the commit' ? 1 : 0);
    relayed.relay.refuse(false);
    const again = await create(DEPOSIT, body);
    expect(again.status).toBe(200);
    if (stored[0]) expect(again.json.data.transactionId).toBe(stored[0].id);
    expect(await createdWith(body)).toHaveLength(1);
  });

  test('and none to be had after it, a settle is answered with 503, and its repeat with the truth', async () => {
    const id = await newWithdrawal();
    expectUnknown(await sendCut(() => settle(id), at, { andAllElse: true }));
    const isDone = at === 'after the commit';
    expect(await eventsOf(id)).toHaveLength(isDone ? 1 : 0);
    relayed.relay.refuse(false);
    const again = await settle(id);
    expect(again.json.data.status).toBe('successful');
    expect(await eventsOf(id)).toHaveLength(1);
    await expectAgreement(relayed.databaseUrl);
  });

  test('a command of an admin is answered with 503, and its repeat with the truth', async () => {
    const appKey = `lost-${at.slice(0, 5)}`;
    const query =
      'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { appKey } } }';
    const variables = { input: { name: 'Lost', role: 'merchant', appKey } };
    // A sign is used once: the repeat is signed a second later.
    const add = (nowMs = Date.now()) =>
      call(relayed.service, '/graphql', {
        as: ADMIN,
        sign: 'timed',
        nowMs,
        contentType: 'application/json',
        body: JSON.stringify({ query, variables }),
      });
    // The first commit is that of the sign, which is used once.
    const response = await sendCut(add, at, { skipped: 1 });
    expect(response.json.errors[0].extensions).toMatchObject({ code: 'error_unavailable', status: 503 });
    expect(response.json.errors[0].message).toContain('it is not known whether the change is stored');
    const isDone = at === 'after the commit';
    expect(await relayed.ask('select 1 from clients where app_key = $1', appKey)).toHaveLength(
      isDone ? 1 : 0,
    );
    const again = await add(Date.now() + 1000);
    if (isDone) expect(again.json.errors[0].extensions.code).toBe('error_validation');
    else expect(again.json.data.createClient.client.appKey).toBe(appKey);
    expect(await relayed.ask('select 1 from clients where app_key = $1', appKey)).toHaveLength(1);
    await expectAgreement(relayed.databaseUrl);
  });
});
