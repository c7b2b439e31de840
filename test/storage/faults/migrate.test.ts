import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../db/engines/sqlite/sqlite.ts';
import { migrations } from '../../../db/migrations/index.ts';
import type { AuditOrigin } from '../../../src/audit/domain/audit.ts';
import { temporaryFolder } from '../../harness.ts';
import { expectAgreement } from '../../support/agreement.ts';
import { readAudit } from '../../support/audit.ts';
import { RUNS_ALL_FAULTS } from '../../support/fault-cases.ts';
import { FAULTS, type Fault } from '../../support/fault-cells.ts';
import { prepareFaults } from '../../support/faults.ts';
import { createHistoryDatabase } from '../../support/history-database.ts';
import { everyNth } from '../../support/long.ts';
import { onPostgres } from '../../support/test-database.ts';

const names = Object.keys(migrations);

/** The suite takes every 13th statement, `npm run test:faults` each. It has no common divisor with the faults. */
const STEP = RUNS_ALL_FAULTS ? 1 : 13;

/** The faults of a commit: in the short form those that end the thread, and two others. */
const AT_COMMIT = RUNS_ALL_FAULTS
  ? FAULTS
  : everyNth(4, FAULTS, { isNeeded: (fault) => fault.startsWith('killed') });

/** The number of databases that are migrated at once. */
const TOGETHER = 4;

const BY_A_PERSON: AuditOrigin = {
  occurredAtMs: 0,
  actorKind: 'commandLine',
  actor: 'ada',
  address: null,
  operation: 'migrate',
  requestId: null,
};

/** The number of migrations that have run. Asserts that there is a row of the audit log exactly if all have. */
async function migrationsIn(path: string): Promise<number> {
  const database = new Sqlite(path, { readonly: true });
  const isEmpty = database.prepare('select count(*) from sqlite_schema').pluck().get() === 0;
  const count = 'select count(*) from kysely_migration';
  const ran = isEmpty ? 0 : (database.prepare(count).pluck().get() as number);
  database.close();
  if (ran > 0) expect(await readAudit(path)).toMatchObject([{ actor: 'ada', operation: 'migrate' }]);
  return ran;
}

function open(path: string) {
  const faults = prepareFaults(path);
  return { faults, engine: openSqlite({ path, lockTimeoutMs: 1000, ...faults.engine }) };
}

// Faults are planned in the writing thread here: those of PostgreSQL reach commands, and no migration.
test.skipIf(onPostgres)(
  'with any fault at any statement, a migration runs as a whole with its row in the audit log or not at all',
  async () => {
    using folder = temporaryFolder();
    const whole = join(folder.path, 'whole.db');
    const first = open(whole);
    first.faults.countStatements();
    expect(await first.engine.migrate({ audit: BY_A_PERSON })).toEqual(names);
    const count = first.faults.countStatements();
    await first.engine.close();

    async function migrateWith(fault: Fault, at: number): Promise<void> {
      const path = join(folder.path, `${fault.replace(' ', '-')}-${at}.db`);
      const { faults, engine } = open(path);
      faults.plan({ fault, at });
      const failure = await engine.migrate({ audit: BY_A_PERSON }).catch((error: unknown) => error);
      // The reason itself, and not one of the rollback after it.
      const code = fault.startsWith('SQLITE') ? fault : 'SQLITE_IOERR';
      expect(failure, `${fault} at ${at} of ${count}`).toMatchObject({ code });
      expect(faults.clear()).toBe(1);
      const isDone = fault === 'killed after' && at === count - 1;
      expect(await migrationsIn(path)).toBe(isDone ? names.length : 0);
      await engine.migrate({ audit: BY_A_PERSON });
      expect(await migrationsIn(path)).toBe(names.length);
      await engine.close();
    }

    const cases: (readonly [Fault, number])[] = AT_COMMIT.map((fault) => [fault, count - 1]);
    for (let at = 0; at < count - 1; at += STEP) {
      const faults = RUNS_ALL_FAULTS ? FAULTS : [FAULTS[at % FAULTS.length]!];
      for (const fault of faults) cases.push([fault, at]);
    }
    // Each has its own database, and mostly waits for the disk and for its thread.
    while (cases.length > 0) await Promise.all(cases.splice(0, TOGETHER).map((next) => migrateWith(...next)));
    expect(count).toBeGreaterThan(30);
  },
  300_000,
);

/** The sums that a database counts by days, and by the days of which time zone. */
function countsIn(path: string): unknown {
  const database = new Sqlite(path, { readonly: true });
  const zone = database.prepare("select value from metadata where key = 'time_zone'").pluck().get();
  const counters = database.prepare('select * from transaction_counters order by 1, 2, 3, 4').all();
  const use = database
    .prepare('select id, pending_minor, paid_day, paid_minor from bank_accounts order by id')
    .all();
  database.close();
  return { zone, counters, use };
}

// Faults are planned in the writing thread here: those of PostgreSQL reach commands, and no migration.
test.skipIf(onPostgres)(
  'with any fault at any statement, everything is counted again by the days of another time zone or nothing is',
  async () => {
    using past = await createHistoryDatabase();
    using folder = temporaryFolder();
    // At noon in UTC the day there is the next one.
    const timeZone = 'Pacific/Auckland';
    const before = countsIn(past.databasePath);
    const whole = join(folder.path, 'whole.db');
    copyFileSync(past.databasePath, whole);
    const first = open(whole);
    first.faults.countStatements();
    await first.engine.migrate({ timeZone });
    const count = first.faults.countStatements();
    await first.engine.close();
    const after = countsIn(whole);
    expect(after).not.toEqual(before);
    await expectAgreement(whole);

    async function recountWith(fault: Fault, at: number): Promise<void> {
      const path = join(folder.path, `${fault.replace(' ', '-')}-${at}.db`);
      copyFileSync(past.databasePath, path);
      const { faults, engine } = open(path);
      faults.plan({ fault, at });
      const failure = await engine.migrate({ timeZone }).catch((error: unknown) => error);
      const code = fault.startsWith('SQLITE') ? fault : 'SQLITE_IOERR';
      expect(failure, `${fault} at ${at} of ${count}`).toMatchObject({ code });
      expect(faults.clear()).toBe(1);
      const isDone = fault === 'killed after' && at === count - 1;
      expect(countsIn(path)).toEqual(isDone ? after : before);
      await expectAgreement(path);
      await engine.migrate({ timeZone });
      expect(countsIn(path)).toEqual(after);
      await engine.close();
    }

    for (let at = 0; at < count - 1; at += STEP) await recountWith(FAULTS[at % FAULTS.length]!, at);
    for (const fault of AT_COMMIT) await recountWith(fault, count - 1);
    expect(count).toBeGreaterThan(10);
  },
);
