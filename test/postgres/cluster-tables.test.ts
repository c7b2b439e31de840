import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8');

/** The tables of the page by what it says of them. */
const ROWS = [...PAGE.matchAll(/^\| (`.*`) \| (.*) \|$/gm)].map(([, tables = '', place = '']) => ({
  place,
  tables: [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
}));
const DISTRIBUTED = ROWS.filter(({ place }) => place === 'distributed by `client_id`').flatMap(
  ({ tables }) => tables,
);
const [, STATEMENTS = ''] = /```sql\n(alter table [^`]*)```/.exec(PAGE) ?? [];

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

test('every table has its place in a cluster', async () => {
  const { rows } = await database.query(`
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'`);
  expect(ROWS.flatMap(({ tables }) => tables).sort()).toEqual(rows.map(({ relname }) => relname).sort());
});

test('every unique key of a distributed table has the client, once the statements of the page have run', async () => {
  expect(DISTRIBUTED).toContain('transactions');
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
  await ask(`${path}/undo`, { sequence: '2' });
  await ask(`${path}/reject`, { sequence: '3', reason: 'no such account' });
  expect(expectData(await call(service, path, { as: OPERATOR }))).toMatchObject({ status: 'unsuccessful' });
  await expectAgreement(service.databasePath);
});
