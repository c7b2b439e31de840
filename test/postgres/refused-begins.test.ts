import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN, call, DEPOSIT, depositFields, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type RelayedService, startRelayedService } from '../support/relayed-service.ts';

let relayed: RelayedService;
beforeAll(async () => {
  relayed = await startRelayedService();
});
afterEach(() => relayed.relay.refuseBegins(false));
afterAll(() => relayed[Symbol.asyncDispose]());

const create = (target: string, body: Record<string, string>) => call(relayed.service, target, { body });

const settle = (id: string) =>
  call(relayed.service, `/v1/transactions/${id}/settle`, {
    as: OPERATOR,
    sign: 'timed',
    body: { sequence: '1' },
  });

const addBank = (name: string) =>
  call(relayed.service, '/graphql', {
    as: ADMIN,
    sign: 'timed',
    contentType: 'application/json',
    body: JSON.stringify({
      query: 'mutation ($input: AddBankInput!) { addBank(input: $input) { id } }',
      variables: { input: { name } },
    }),
  });

const countIn = async (table: string) =>
  (await relayed.ask<{ count: number }>(`select count(*)::int from ${table}`))[0]?.count;

test('a decision whose transaction the server did not begin is refused, and nothing of it is stored', async () => {
  const id = (await create(DEPOSIT, depositFields())).json.data.transactionId;
  // The connections have prepared its statements.
  await settle((await create(DEPOSIT, depositFields())).json.data.transactionId);
  relayed.relay.refuseBegins(true);
  const refused = await settle(id);
  expect(refused.status).not.toBe(200);
  expect(await relayed.ask('select id from events where transaction_id = $1', id)).toEqual([]);
  expect(await relayed.ask('select sequence from transactions where id = $1', id)).toEqual([{ sequence: 1 }]);
  relayed.relay.refuseBegins(false);
  expect((await settle(id)).json.data.status).toBe('successful');
  await expectAgreement(relayed.databaseUrl);
});

test('nor is anything of a create', async () => {
  const bodies = [depositFields(), withdrawalFields()] as const;
  relayed.relay.refuseBegins(true);
  const before = await countIn('transactions');
  expect((await create(DEPOSIT, bodies[0])).status).not.toBe(200);
  expect((await create(WITHDRAW, bodies[1])).status).not.toBe(200);
  expect(await countIn('transactions')).toBe(before);
  relayed.relay.refuseBegins(false);
  expect((await create(DEPOSIT, bodies[0])).status).toBe(200);
  await expectAgreement(relayed.databaseUrl);
});

test('nor is anything of a command that begins with a write', async () => {
  relayed.relay.refuseBegins(true);
  const tables = ['used_signs', 'banks', 'audit'];
  const before = await Promise.all(tables.map(countIn));
  expect((await addBank('Refused')).json.errors).toHaveLength(1);
  expect(await Promise.all(tables.map(countIn))).toEqual(before);
});
