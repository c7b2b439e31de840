import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { startTestService, temporaryFolder } from '../harness.ts';

/** Runs SQL on a database that no other process has open. */
function query(databasePath: string, sql: string): unknown[] {
  const database = new Sqlite(databasePath);
  const statement = database.prepare(sql);
  const rows = statement.reader ? statement.raw().all() : [statement.run()];
  database.close();
  return rows;
}

const SEEDED = {
  banks: 'select count(*) from banks',
  accounts: 'select count(*), count(distinct iban) from bank_accounts',
  clients: 'select app_key from clients order by app_key',
  secrets: 'select count(*), count(distinct client_id) from client_secrets',
};

function seededIn(databasePath: string): unknown {
  return Object.entries(SEEDED).map(([name, sql]) => [name, query(databasePath, sql)]);
}

const ALL = [
  ['banks', [[3]]],
  ['accounts', [[6, 6]]],
  ['clients', [['demo-admin'], ['demo-merchant'], ['demo-operator']]],
  ['secrets', [[3, 3]]],
];

const STEPS = [
  ['banks', 1],
  ['bank_accounts', 0],
  ['bank_accounts', 3],
  ['clients', 0],
  ['clients', 2],
  ['client_secrets', 1],
] as const;

test.each(STEPS)(
  'the next start completes a seeding that was interrupted in %s after %i rows',
  async (table, rows) => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'test.db');
    const engine = openSqlite({ path, lockTimeoutMs: 1000 });
    await engine.migrate();
    await engine.close();
    query(
      path,
      `create trigger interruption before insert on ${table}
       when (select count(*) from ${table}) = ${rows} begin select raise(abort, 'interrupted'); end`,
    );
    await expect(startTestService({ folder: folder.path })).rejects.toThrow('interrupted');
    expect(seededIn(path)).not.toEqual(ALL);
    query(path, 'drop trigger interruption');
    const service = await startTestService({ folder: folder.path });
    await service.stop();
    expect(seededIn(path)).toEqual(ALL);
  },
);

test('a database with other data is not seeded, and no demo key returns', async () => {
  using folder = temporaryFolder();
  const { databasePath, stop } = await startTestService({ folder: folder.path });
  await stop();
  query(databasePath, 'delete from client_secrets');
  query(databasePath, "delete from clients where app_key <> 'demo-admin'");
  query(databasePath, "update clients set app_key = 'mine'");
  query(databasePath, 'delete from bank_accounts');
  const again = await startTestService({ folder: folder.path });
  await again.stop();
  expect(query(databasePath, 'select app_key from clients')).toEqual([['mine']]);
  expect(query(databasePath, 'select count(*) from bank_accounts')).toEqual([[0]]);
});

test('a disabled demo key stays disabled', async () => {
  using folder = temporaryFolder();
  const service = await startTestService({ folder: folder.path });
  await service.dependencies.clients.update('demo-operator', { disabledAtMs: 1 });
  await service.stop();
  const again = await startTestService({ folder: folder.path });
  await again.stop();
  const disabled = 'select app_key from clients where disabled_at_ms is not null';
  expect(query(service.databasePath, disabled)).toEqual([['demo-operator']]);
});
