import { MOVED_TABLES, type MovedTableKey } from '../../db/maintenance/move/tables.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Verdict } from '../../src/maintenance/domain/consistency.ts';
import { type AppContext, openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { createClock, DEMO_BANK_ID, temporaryFolder } from '../harness.ts';
import { createAccount, createClient, type TestClient } from './entities.ts';
import { createRowWatch, type RowWatch } from './fault-oracle.ts';
import type { Faults } from './fault-plan.ts';
import { prepareFaults } from './faults.ts';
import { openSyncRows, type SyncRows } from './sync-rows.ts';
import {
  databaseUrlOf,
  dropTestDatabase,
  ENGINE_SETTINGS,
  makeTestDatabase,
  onPostgres,
} from './test-database.ts';
import { openVerifier } from './verify-at.ts';

/**
 * Allows the owner of the database to remove rows from the end of the audit log. The log still grows at its end only.
 */
const LIFT_GUARDS = onPostgres
  ? 'alter table audit disable trigger audit_refuses; alter table audit_tip disable trigger audit_tip_refuses'
  : `drop trigger audit_refuses_delete;
     drop trigger audit_tip_refuses_delete;
     drop trigger audit_tip_refuses_insert`;

/** Services that have cached the directory would mistake an earlier version for theirs. */
const ROWS_THAT_STAY: Readonly<Record<string, string>> = { metadata: "where key <> 'directory_version'" };

/** Copies all rows. @returns a function that restores them, and removes all other rows. */
export function keepRows(database: SyncRows): () => void {
  database.exec(LIFT_GUARDS);
  const filled = MOVED_TABLES.filter(
    ({ table }) => database.prepare(`select 1 from ${table} limit 1`).get() !== undefined,
  );
  for (const { table } of filled)
    database.exec(`create temp table kept_${table} as select * from ${table} ${ROWS_THAT_STAY[table] ?? ''}`);
  const removals = MOVED_TABLES.map((key) =>
    filled.includes(key) ? removeOthers(key) : `delete from ${key.table}`,
  );
  const statements = ['begin', ...removals.reverse(), ...filled.map(putBack), 'commit'].join(';\n');
  return () => database.exec(statements);
}

const removeOthers = ({ table, key }: MovedTableKey) => `
  delete from ${table} where (${key}) in (
    select ${key} from (select * from ${table} ${ROWS_THAT_STAY[table] ?? ''} except select * from kept_${table}) as other
  )`;

const putBack = ({ table }: MovedTableKey) => `
  insert into ${table} select * from (select * from kept_${table} except select * from ${table}) as missing`;

const LONG_LOCK_TIMEOUT_MS = 60_000;
const SHORT_LOCK_TIMEOUT_MS = 20;

/** One database: the service on it without HTTP, and a second connection to its file. */
export interface Fixture {
  readonly appContext: AppContext;
  readonly clock: ReturnType<typeof createClock>;
  readonly database: SyncRows;
  /** Two merchants with a callbackUrl. */
  readonly merchants: readonly [TestClient, TestClient];
  /** An operator, who approves. */
  readonly approver: TestClient;
}

/** One database for many scenarios, and its faulty writing thread. */
export interface FaultHarness extends RowWatch, AsyncDisposable {
  readonly faults: Faults;
  readonly databasePath: string;
  /**
   * Restores all rows as they were before the first scenario.
   * @param waitsForLock whether commands wait for a lock longer than any test holds it.
   */
  reset(waitsForLock: boolean): Fixture;
  /** Verifies the whole database. */
  verify(): Promise<Verdict>;
  /** Counts the events without a callback; every client here has a callbackUrl. */
  countEventsWithoutCallback(): unknown;
}

export async function openFaultHarness(): Promise<FaultHarness> {
  const folder = temporaryFolder();
  const databasePath = databaseUrlOf(folder.path);
  await makeTestDatabase(folder.path);
  const clock = createClock();
  const faults = prepareFaults(databasePath);
  const open = (lockTimeoutMs: number) =>
    openAppContext({
      config: readConfig({ DATABASE_URL: databasePath, ...ENGINE_SETTINGS }),
      platform: { ...nodePlatform, ...clock },
      migrate: true,
      lockTimeoutMs,
      engine: faults.engine,
    });
  const waiting = await open(LONG_LOCK_TIMEOUT_MS);
  const refusing = await open(SHORT_LOCK_TIMEOUT_MS);
  const database = openSyncRows(databasePath);
  const eventsWithoutCallback = database.prepare(
    `select count(*) from events where id not in (select event_id from callbacks) and occurred_at_ms >= (
       select coalesce(max(cast(value as bigint)), 0) from metadata where key = 'callbacks_dropped_before_ms'
     )`,
  );
  const verifier = openVerifier(databasePath);
  const callbackUrl = 'http://127.0.0.1:1/never-called';
  const merchants = [
    await createClient(waiting, { callbackUrl }),
    await createClient(waiting, { callbackUrl }),
  ] as const;
  const approver = await createClient(waiting, { role: 'operator' });
  for (const accountName of ['First', 'Second'])
    await createAccount(waiting, { bankId: DEMO_BANK_ID, accountName });
  const restoreRows = keepRows(database);
  return {
    ...createRowWatch(database),
    faults,
    databasePath,
    reset(waitsForLock) {
      restoreRows();
      return { appContext: waitsForLock ? waiting : refusing, clock, database, merchants, approver };
    },
    verify: () => verifier.verify(),
    countEventsWithoutCallback: () => eventsWithoutCallback.pluck().get(),
    async [Symbol.asyncDispose]() {
      database.close();
      await verifier[Symbol.asyncDispose]();
      await waiting.close();
      await refusing.close();
      await dropTestDatabase(folder.path);
      folder[Symbol.dispose]();
    },
  };
}
