import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestService, temporaryFolder } from '../harness.ts';
import { everyNth } from '../support/long.ts';
import { withDatabase } from '../support/rows-of.ts';
import { databaseUrlOf, giveBackDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

/** Runs SQL on a database that no other process has open. */
async function query(databasePath: string, statement: string): Promise<unknown[]> {
  const { rows } = await withDatabase(databasePath, (db) =>
    sql.raw<Record<string, unknown>>(statement).execute(db),
  );
  return rows.map((row) => Object.values(row));
}

/** A folder with a database that the service has not seen yet. Both are gone at the end of the block. */
async function newDatabase() {
  const folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  return {
    path: folder.path,
    async [Symbol.asyncDispose]() {
      giveBackDatabase(folder.path);
      folder[Symbol.dispose]();
    },
  };
}

/** Lets the database refuse a row of a table that has so many. */
const INTERRUPTIONS = onPostgres
  ? (table: string, rows: number) => [
      `create function interrupt() returns trigger language plpgsql as $$
         begin
           if (select count(*) from ${table}) = ${rows} then raise exception 'interrupted'; end if;
           return new;
         end $$`,
      `create trigger interruption before insert on ${table} for each row execute function interrupt()`,
    ]
  : (table: string, rows: number) => [
      `create trigger interruption before insert on ${table}
       when (select count(*) from ${table}) = ${rows} begin select raise(abort, 'interrupted'); end`,
    ];

const SEEDED = {
  banks: 'select count(*) from banks',
  accounts: 'select count(*) as a, count(distinct iban) as b from bank_accounts',
  clients: 'select app_key from clients order by app_key',
  secrets: 'select count(*) as a, count(distinct client_id) as b from client_secrets',
};

async function seededIn(databasePath: string): Promise<unknown> {
  const seeded: unknown[] = [];
  for (const [name, statement] of Object.entries(SEEDED))
    seeded.push([name, await query(databasePath, statement)]);
  return seeded;
}

const ALL = [
  ['banks', [[3]]],
  ['accounts', [[6, 6]]],
  ['clients', [['demo-admin'], ['demo-merchant'], ['demo-operator'], ['demo-test']]],
  ['secrets', [[4, 4]]],
];

const STEPS = [
  ['banks', 1],
  ['bank_accounts', 0],
  ['bank_accounts', 3],
  ['clients', 0],
  ['clients', 2],
  ['client_secrets', 1],
] as const;

test.each(everyNth(3, STEPS, { from: 2 }))(
  'the next start completes a seeding that was interrupted in %s after %i rows',
  async (table, rows) => {
    await using folder = await newDatabase();
    const path = databaseUrlOf(folder.path);
    for (const statement of INTERRUPTIONS(table, rows)) await query(path, statement);
    await expect(startTestService({ folder: folder.path })).rejects.toThrow('interrupted');
    expect(await seededIn(path)).not.toEqual(ALL);
    await query(path, `drop trigger interruption${onPostgres ? ` on ${table}` : ''}`);
    const service = await startTestService({ folder: folder.path });
    await service.stop();
    expect(await seededIn(path)).toEqual(ALL);
  },
);

test('a database with other data is not seeded, and no demo key returns', async () => {
  await using folder = await newDatabase();
  const { databasePath, stop } = await startTestService({ folder: folder.path });
  await stop();
  await query(databasePath, 'delete from client_secrets');
  await query(databasePath, "delete from clients where app_key <> 'demo-admin'");
  await query(databasePath, "update clients set app_key = 'mine'");
  await query(databasePath, 'delete from bank_accounts');
  const again = await startTestService({ folder: folder.path });
  await again.stop();
  expect(await query(databasePath, 'select app_key from clients')).toEqual([['mine']]);
  expect(await query(databasePath, 'select count(*) from bank_accounts')).toEqual([[0]]);
});

test('a disabled demo key stays disabled', async () => {
  await using folder = await newDatabase();
  const service = await startTestService({ folder: folder.path });
  await service.dependencies.clients.update('demo-operator', { disabledAtMs: 1 });
  await service.stop();
  const again = await startTestService({ folder: folder.path });
  await again.stop();
  const disabled = 'select app_key from clients where disabled_at_ms is not null';
  expect(await query(service.databasePath, disabled)).toEqual([['demo-operator']]);
});
