import { join } from 'node:path';
import { pino } from 'pino';
import { createBankCopyStore } from '../../db/banks/store.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { createBankListReader } from '../../src/banks/remote/read-list.ts';
import { createBankRefresher } from '../../src/banks/remote/refresh-banks.ts';
import { createRemoteBankDirectory } from '../../src/banks/remote/remote.ts';
import { createClock, temporaryFolder } from '../harness.ts';
import { makeEmptyDatabase } from './empty-database.ts';
import { USED_AGAIN } from './thread-pool.ts';

/** A schedule that runs its entries only on request of a test. */
function createManualSchedule() {
  const plans: { readonly run: () => void; readonly delayMs: number }[] = [];
  return {
    plans,
    schedule(run: () => void, delayMs: number) {
      const plan = { run, delayMs };
      plans.push(plan);
      return () => {
        const index = plans.indexOf(plan);
        if (index >= 0) plans.splice(index, 1);
      };
    },
  };
}

export interface DirectoryOptions {
  readonly timeLimitMs?: number;
  readonly refreshMs?: number;
  readonly chance?: number;
  readonly credentials?: { readonly appKey: string; readonly secret: string };
}

/** Opens a remote directory over a real database file, with a clock that stands still and a manual schedule. */
export async function openDirectory(url: string, options: DirectoryOptions = {}) {
  const { timeLimitMs = 20_000, refreshMs = 60_000, chance = 0, credentials } = options;
  const folder = temporaryFolder();
  const databasePath = join(folder.path, 'test.db');
  await makeEmptyDatabase(databasePath);
  const engine = openSqlite({ path: databasePath, lockTimeoutMs: 20, ...USED_AGAIN });
  const { nowMs, advance } = createClock();
  const copies = createBankCopyStore(engine);
  const readList = createBankListReader({ url, credentials, timeLimitMs, nowMs });
  const directory = createRemoteBankDirectory({ url, readList, copies, nowMs });
  const { plans, schedule } = createManualSchedule();
  const lines: string[] = [];
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
  const refresher = createBankRefresher({
    directory,
    refreshMs,
    runsJobs: () => true,
    schedule,
    random: () => chance,
    logger,
  });
  return {
    directory,
    refresher,
    copies,
    databasePath,
    plans,
    lines,
    nowMs,
    advance,
    /** The messages of the log. */
    messages: () => lines.map((line): string => JSON.parse(line).msg),
    /** Makes the directory serve the copy of an earlier process. */
    async giveCopy(list: readonly unknown[]) {
      await copies.save(url, { body: JSON.stringify(list), fetchedAtMs: nowMs() }, nowMs());
      await directory.loadCopy();
    },
    /** Opens another directory on the same database, as after a restart. */
    reopen: () => createRemoteBankDirectory({ url, readList, copies, nowMs }),
    async [Symbol.asyncDispose]() {
      await refresher.stop();
      await engine.close();
      folder[Symbol.dispose]();
    },
  };
}
