import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { readConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/context.ts';
import { nodePlatform } from '../../src/platform.ts';
import { createClock, DEMO_BANK_ID, temporaryFolder } from '../harness.ts';
import { createAccount, createClient, type TestClient } from './entities.ts';
import { type Faults, prepareFaults } from './faults.ts';

/** Longer than any test waits. */
const PATIENT_MS = 60_000;
const IMPATIENT_MS = 20;

/** What is set up and asked for on one database: the service without HTTP, and the file as another process sees it. */
export interface Stage {
  readonly appContext: AppContext;
  readonly clock: ReturnType<typeof createClock>;
  readonly database: Sqlite.Database;
  /** Two that want callbacks. */
  readonly merchants: readonly [TestClient, TestClient];
}

/** One database for many small states, and the writing thread on it that meets faults. */
export interface FaultWorld extends AsyncDisposable {
  readonly faults: Faults;
  readonly databasePath: string;
  /** Empties the database of all that happened. @param isPatient whether commands wait for a lock. */
  reset(isPatient: boolean): Stage;
  /** How many events have no callback: all of its clients want one. */
  countUntold(): unknown;
}

const EMPTY = `
  begin immediate;
  delete from repairs;
  delete from callback_attempts;
  delete from callbacks;
  delete from events;
  delete from transactions;
  delete from transaction_counters;
  update bank_accounts set assigned_order = 0, used_day = 0, used_minor = 0;
  commit`;

export async function openFaultWorld(): Promise<FaultWorld> {
  const folder = temporaryFolder();
  const databasePath = join(folder.path, 'test.db');
  const clock = createClock();
  const faults = prepareFaults(databasePath);
  const open = (lockTimeoutMs: number) =>
    openAppContext({
      config: readConfig({ DATABASE_URL: databasePath }),
      platform: { ...nodePlatform, ...clock },
      migrate: true,
      lockTimeoutMs,
      engine: faults.engine,
    });
  const patient = await open(PATIENT_MS);
  const impatient = await open(IMPATIENT_MS);
  const database = new Sqlite(databasePath);
  database.pragma('synchronous = off');
  const untold = database.prepare(
    'select count(*) from events where id not in (select event_id from callbacks)',
  );
  const callbackUrl = 'http://127.0.0.1:1/never-called';
  const merchants = [
    await createClient(patient, { callbackUrl }),
    await createClient(patient, { callbackUrl }),
  ] as const;
  for (const accountName of ['First', 'Second'])
    await createAccount(patient, { bankId: DEMO_BANK_ID, accountName });
  return {
    faults,
    databasePath,
    reset(isPatient) {
      database.exec(EMPTY);
      return { appContext: isPatient ? patient : impatient, clock, database, merchants };
    },
    countUntold: () => untold.pluck().get(),
    async [Symbol.asyncDispose]() {
      database.close();
      await patient.close();
      await impatient.close();
      folder[Symbol.dispose]();
    },
  };
}
