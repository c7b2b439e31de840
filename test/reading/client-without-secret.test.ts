import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, type Json, OPERATOR } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { applyTransition, storeDeposits } from '../support/manual-clock-service.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

function changeSecrets(statement: string, client: TestClient): Promise<unknown> {
  const changed = sql`${sql.raw(statement)} where client_id = ${client.id}`;
  return withDatabase(service().databasePath, (db) => changed.execute(db));
}

const WITHOUT_SECRET = [
  ['has no secret at all', 'delete from client_secrets'],
  ['has a secret that cannot be read', "update client_secrets set sealed_secret = 'AAAA'"],
] as const;

/** A client with a pending and a settled deposit whose secrets are then gone. */
async function createSpoiled(statement: string): Promise<TestClient> {
  const client = await createClient(service());
  const [deposit = ''] = await storeDeposits(service(), client, 2);
  await applyTransition(service(), deposit, { kind: 'settle', sequence: 1 });
  await changeSecrets(statement, client);
  return client;
}

async function graphql(query: string): Promise<Json> {
  const body = JSON.stringify({ query });
  const options = { as: OPERATOR, sign: 'timed', contentType: 'application/json', body } as const;
  const { json, text } = await call(service(), '/graphql', options);
  if (json.errors) throw new Error(text);
  return json.data;
}

test.each(WITHOUT_SECRET)('a list with rows of a client that %s shows every row', async (_, statement) => {
  const { appKey } = await createSpoiled(statement);
  const { items } = expectData(await call(service(), '/v1/transactions?limit=100', { as: OPERATOR }));
  const rows = items.filter((item: Json) => item.appKey === appKey);
  expect(rows.length).toBeGreaterThan(0);
  for (const item of rows) expect(item.hash).toBe('');
  for (const { transactionId } of rows) {
    const target = `/v1/transactions/${transactionId}`;
    expect(expectData(await call(service(), target, { as: OPERATOR })).hash).toBe('');
  }
  const data = await graphql(
    '{ transactions(first: 100) { nodes { appKey hash } } events(limit: 100) { items { appKey hash } } }',
  );
  for (const listed of [data.transactions.nodes, data.events.items])
    expect(listed).toContainEqual({ appKey, hash: '' });
  const events = expectData(await call(service(), '/v1/events?limit=100', { as: OPERATOR })).items;
  expect(events).toContainEqual(expect.objectContaining({ appKey, hash: '' }));
});

test('a create on behalf of a client without a secret says what is missing, and stores nothing', async () => {
  const { appKey } = await createSpoiled('delete from client_secrets');
  const body = depositFields({ onBehalfOf: appKey });
  const answer = await call(service(), DEPOSIT, { as: OPERATOR, sign: 'timed', body });
  expectInvalid(answer, 'onBehalfOf');
  const target = `/v1/transactions?processId=${body.processId}`;
  expect(expectData(await call(service(), target, { as: OPERATOR })).items).toEqual([]);
});
