import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lockOwner } from '../../db/engines/sqlite/file-owner.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { readDayOf } from '../../db/sql/days.ts';
import { readConfig } from '../../src/config/config.ts';
import { dayIn } from '../../src/kernel/time-zone.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { bringUpToDate } from '../../src/service/start-checks.ts';
import { createClock, type Json, MERCHANT, OPERATOR, startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { NEWEST, takeBackNewest } from '../support/earlier-schema.ts';
import { makeEmptyDatabase } from '../support/empty-database.ts';
import { testLong } from '../support/long-test.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';
import { USED_AGAIN } from '../support/thread-pool.ts';

describe('time zone', () => {
  /** Half past one on the 21st in Istanbul, and still the 20th in UTC. */
  const NIGHT_MS = Date.parse('2026-11-20T22:30:00Z');

  const ISTANBUL = { TIME_ZONE: 'Europe/Istanbul' };

  async function days(service: ManualClockService): Promise<Json> {
    const span = 'from: "2026-11-18T21:00:00Z", to: "2026-11-24T21:00:00Z"';
    const { stats } = await service.graphql(
      OPERATOR,
      `{ stats(${span}, groupBy: day) { key createdCount successfulCount } }`,
    );
    return stats.map(({ key, createdCount, successfulCount }: Json) => [key, createdCount, successfulCount]);
  }

  async function createSome(service: ManualClockService): Promise<void> {
    const { transactionId } = await service.deposit(MERCHANT);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    service.clock.advance(2 * 3_600_000);
    await service.deposit(MERCHANT);
    await service.withdraw(MERCHANT);
  }

  test('statistics count by the days of TIME_ZONE, and the console learns which zone that is', async () => {
    await using service = await startWithoutTimers({ env: ISTANBUL, clock: createClock(NIGHT_MS) });
    await createSome(service);
    expect(await days(service)).toEqual([['2026-11-21', 3, 1]]);
    expect(await service.graphql(OPERATOR, '{ whoAmI { timeZone } }')).toEqual({
      whoAmI: { timeZone: 'Europe/Istanbul' },
    });
    await expectAgreement(service.databasePath);
  });

  test('without the setting days are those of UTC, and a start with another zone counts everything again', async () => {
    using folder = temporaryFolder();
    const clock = createClock(NIGHT_MS);
    const first = await startWithoutTimers({ folder: folder.path, clock });
    await createSome(first);
    const inUtc = [
      ['2026-11-20', 1, 1],
      ['2026-11-21', 2, 0],
    ];
    expect(await days(first)).toEqual(inUtc);
    await first.stop();
    for (const [env, expected] of [
      [{ TIME_ZONE: 'America/New_York' }, [['2026-11-20', 3, 1]]],
      [{}, inUtc],
    ] as const) {
      await using service = await startWithoutTimers({ folder: folder.path, clock, env });
      expect(await days(service)).toEqual(expected);
      await expectAgreement(service.databasePath);
    }
  });

  test('the daily limit of an account begins again at midnight in TIME_ZONE', async () => {
    await using service = await startWithoutTimers({
      env: ISTANBUL,
      clock: createClock(Date.parse('2026-11-20T20:59:00Z')),
    });
    const { transactionId } = await service.deposit(MERCHANT);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    const used = async () => {
      const accounts = await service.dependencies.db.read('listEveryAccount');
      const today = dayIn('Europe/Istanbul', service.clock.nowMs());
      return accounts.reduce((sum, { paidDay, paidMinor }) => sum + (paidDay >= today ? paidMinor : 0), 0);
    };
    expect(await used()).toBeGreaterThan(0);
    service.clock.advance(120_000);
    expect(await used()).toBe(0);
    await expectAgreement(service.databasePath);
  });

  test('SQL and the service put every transaction on the same day, through changes of the clock', async () => {
    await using service = await startWithoutTimers({ env: { TIME_ZONE: 'Europe/Berlin' } });
    const startMs = service.clock.nowMs();
    const times = Array.from({ length: 400 }, (_, index) => startMs + index * 31 * 3_600_000);
    // The service looks for changes between the first transaction and the last.
    await service.withdraw(MERCHANT);
    service.clock.advance(400 * 31 * 3_600_000);
    await service.withdraw(MERCHANT);
    const rows = await service.engine.read(async (db) => {
      const dayOf = await readDayOf(db);
      const values = times.map((time) => sql`select ${sql.lit(time)} as time`);
      const day = dayOf(sql`time`);
      const asked = sql<{ day: number }>`select ${day} as day from (${sql.join(values, sql` union all `)})`;
      return (await asked.execute(db)).rows;
    });
    expect(rows.map(({ day }) => day)).toEqual(times.map((time) => dayIn('Europe/Berlin', time)));
    await expectAgreement(service.databasePath);
  });
});

describe('currency', () => {
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
});

describe('migrations', () => {
  /** Starting several processes takes long on a busy machine. */
  const MANY_PROCESSES_MS = 90_000;

  /** The SQL of the whole schema. */
  function schemaOf(databasePath: string): unknown[] {
    const database = new Sqlite(databasePath, { readonly: true });
    const schema = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
    database.close();
    return schema;
  }

  async function migratedAlone(folder: string): Promise<unknown[]> {
    const path = join(folder, 'alone.db');
    await makeEmptyDatabase(path);
    return schemaOf(path);
  }

  test('two connections that migrate one new database at once both succeed, and each migration runs once', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'test.db');
    const engines = [1, 2].map(() => openSqlite({ path, lockTimeoutMs: 0, ...USED_AGAIN }));
    const ran = await Promise.all(engines.map((engine) => engine.migrate()));
    const states = await Promise.all(engines.map((engine) => engine.schemaState()));
    for (const engine of engines) await engine.close();
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    expect(states).toEqual(states.map(() => ({ missing: [], unknown: [] })));
    expect(schemaOf(path)).toEqual(await migratedAlone(folder.path));
  });

  testLong(
    'processes that open and migrate one new database at once all succeed',
    async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'new', 'test.db');
      const migrate = () => runCliProcess(['migrate', '--json'], { databasePath: path });
      const ran = await Promise.all([1, 2, 3].map(migrate));
      const names = ran.map(({ stdout }) => JSON.parse(stdout).migrated);
      expect(names.filter((migrated) => migrated.length > 0)).toHaveLength(1);
      expect(schemaOf(path)).toEqual(await migratedAlone(folder.path));
    },
    MANY_PROCESSES_MS,
  );

  test('a database that a service is still making needs no other migration', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'test.db');
    const release = lockOwner(path);
    const migrating = runCli(['migrate'], { databasePath: path });
    // It has seen a database without tables, and finds its owner next.
    await expect.poll(() => existsSync(`${path}.check`)).toBe(true);
    const engine = openSqlite({ path, lockTimeoutMs: 1000, ...USED_AGAIN });
    await engine.migrate();
    expect(await migrating).toMatchObject({ code: 0, stdout: expect.stringContaining('up to date') });
    await engine.close();
    release?.();
  });

  test('a database that a service of another version uses is brought up to date once that has stopped', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    const { databasePath } = service;
    await takeBackNewest(databasePath);
    const config = readConfig({ DATABASE_URL: databasePath });
    const engine = openSqlite({ path: databasePath, lockTimeoutMs: 1000, ...USED_AGAIN });
    const options = { config, platform: nodePlatform, migrate: true };
    await expect(bringUpToDate(engine, options, 1)).rejects.toThrow('stop all of them');
    await engine.close();
    await service.stop();
    expect(await runCli(['migrate'], { databasePath })).toMatchObject({
      code: 0,
      stdout: `Ran ${NEWEST}.\n`,
    });
  });

  test.each([
    ['a newer version has changed', '999-from-the-future', 'a newer version [^\\n]*999-from-the-future'],
    ['was made before the first release', '026-lines-together', 'a version before 1\\.0\\.0 [^\\n]*Export'],
  ])(
    'a database that %s is refused by service and command line, and left as it is',
    async (_what, name, reason) => {
      using folder = temporaryFolder();
      const databasePath = join(folder.path, 'test.db');
      await makeEmptyDatabase(databasePath);
      const database = new Sqlite(databasePath);
      database.prepare("insert into kysely_migration values (?, '2036-11-20T12:00:00Z')").run(name);
      database.close();
      const before = schemaOf(databasePath);

      const refused = startTestService({ folder: folder.path });
      await expect(refused).rejects.toThrow(new RegExp(`^DATABASE_URL: ${reason}[^\\n]*$`));
      expect(expectOneLine(await runCli(['migrate'], { databasePath }), 1)).toMatch(new RegExp(reason));
      expect(schemaOf(databasePath)).toEqual(before);
    },
  );
});
