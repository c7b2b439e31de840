import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { expectData } from '../support/responses.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase } from '../support/test-database.ts';

/** The tables that grow with every transaction. A cluster would distribute them by client. */
const DISTRIBUTED = [
  'transactions',
  'events',
  'callbacks',
  'callback_attempts',
  'planned_transitions',
  'transaction_counters',
];
/** What a cluster would need besides the schema. */
const STATEMENTS = `
  alter table callbacks drop constraint callbacks_pkey, add primary key (event_id, client_id);
  alter table planned_transitions drop constraint planned_transitions_pkey,
    add primary key (transaction_id, client_id)`;

const folder = temporaryFolder();
let database: pg.Client;
let service: TestService;
beforeAll(async () => {
  await makeTestDatabase(folder.path);
  database = await connectPostgres(databaseUrlOf(folder.path));
  await database.query(STATEMENTS);
  service = await startTestService({ folder: folder.path });
});
afterAll(async () => {
  await service.stop();
  await database.end();
  await dropTestDatabase(folder.path);
  folder[Symbol.dispose]();
});

test('every unique key of a table that a cluster distributes has the client', async () => {
  const { rows } = await database.query(
    `select distinct c.relname from pg_index as i join pg_class as c on c.oid = i.indrelid
     where i.indisunique and c.relname = any($1) and not exists (
       select from pg_attribute as a
       where a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname = 'client_id')`,
    [DISTRIBUTED],
  );
  expect(rows).toEqual([]);
  const columns = await database.query(
    `select table_name from information_schema.columns
     where table_schema = current_schema() and table_name = any($1) and column_name = 'client_id'`,
    [DISTRIBUTED],
  );
  expect(columns.rows.map(({ table_name }) => table_name).sort()).toEqual(DISTRIBUTED.toSorted());
});

test('the service works with these keys', async () => {
  const ask = async (target: string, body: Record<string, string>) =>
    expectData(await call(service, target, { as: OPERATOR, sign: 'timed', body }));
  const { transactionId } = expectData(await call(service, DEPOSIT, { body: depositFields() }));
  const path = `/v1/transactions/${transactionId}`;
  await ask(`${path}/settle`, { sequence: '1', holdSeconds: '30' });
  await ask(`${path}/undo`, { sequence: '1' });
  await ask(`${path}/reject`, { sequence: '1', reason: 'no such account' });
  expect(expectData(await call(service, path, { as: OPERATOR }))).toMatchObject({ status: 'unsuccessful' });
  await expectAgreement(service.databasePath);
});
