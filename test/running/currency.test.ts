import { expect, test } from 'vitest';
import { MERCHANT, temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import { startWithoutTimers } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';

const EURO = { CURRENCY: 'EUR' };

const start = (folder: string, env: Readonly<Record<string, string>> = {}) =>
  startWithoutTimers({ folder, env });

/** A database as versions left it that did not store the currency. */
const forgetCurrency = (databasePath: string) =>
  withDatabase(databasePath, (db) => db.deleteFrom('metadata').where('key', '=', 'currency').execute());

test('a database keeps the currency of its first start: a start with another one is refused and says the cure', async () => {
  using folder = temporaryFolder();
  await (await start(folder.path)).stop();
  await expect(start(folder.path, EURO)).rejects.toThrow(
    'CURRENCY: the amounts of the database are in TRY, and this process is set to EUR. Set CURRENCY=TRY, or name another database in DATABASE_URL: each has one currency.',
  );
  await using again = await start(folder.path);
  expect(again.dependencies.currency).toBe('TRY');
});

test('a database from before the currency was stored has that of its transactions', async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path, EURO);
  await first.deposit(MERCHANT);
  await first.stop();
  await forgetCurrency(first.databasePath);
  await expect(start(folder.path)).rejects.toThrow('amounts of the database are in EUR');
  await using again = await start(folder.path, EURO);
  expect(again.dependencies.currency).toBe('EUR');
});

test('a database from before it that has no transactions takes the currency of the next start', async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path);
  await first.stop();
  await forgetCurrency(first.databasePath);
  await (await start(folder.path, EURO)).stop();
  await expect(start(folder.path)).rejects.toThrow('amounts of the database are in EUR');
});

test('a start that is refused for its currency runs no migration', async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path);
  await first.stop();
  const { databasePath } = first;
  const last = '1.4.0-named-payments';
  await withDatabase(databasePath, async (database) => {
    const db = database.withTables<{ kysely_migration: { name: string } }>();
    await db.deleteFrom('kysely_migration').where('name', '=', last).execute();
    await expect(start(folder.path, EURO)).rejects.toThrow('amounts of the database are in TRY');
    const ran = await db.selectFrom('kysely_migration').select('name').execute();
    expect(ran.map(({ name }) => name)).not.toContain(last);
  });
});

test('the command line uses the currency of the database, whatever its own setting is', async () => {
  await using service = await startWithoutTimers({ env: EURO });
  const { databasePath } = service;
  for (const env of [{}, { CURRENCY: 'USD' }]) {
    const { stdout, code } = await runCli(['days', 'show', '--json'], { databasePath, env });
    expect({ code, currency: JSON.parse(stdout).currency }).toEqual({ code: 0, currency: 'EUR' });
  }
});
