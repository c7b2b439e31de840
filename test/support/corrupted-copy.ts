import { copyFileSync } from 'node:fs';
import { sql } from 'kysely';
import { verify } from '../../db/maintenance/verify/verify.ts';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { verdictText } from '../../src/surfaces/cli/verify.ts';
import { createClock, temporaryFolder } from '../harness.ts';
import { cleanDatabase, describeEmptyDatabase, type EmptyDatabase } from './database-cleaning.ts';
import { withDatabase } from './rows-of.ts';
import {
  copyTestDatabase,
  databaseUrlOf,
  dropTestDatabase,
  ENGINE_SETTINGS,
  onPostgres,
} from './test-database.ts';
import { USED_AGAIN } from './thread-pool.ts';

const LATER_MS = Date.parse('2026-11-22T12:00:00Z');

/** Lets statements of a connection write what neither constraints nor triggers would. */
const WITHOUT_GUARDS = onPostgres
  ? ['set session_replication_role = replica']
  : ['pragma foreign_keys = off', 'pragma ignore_check_constraints = on'];

/** Reads all rows of the tables that hold transactions and what follows from them. */
export function dump(databasePath: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables = ['transactions', 'events', 'callbacks', 'callback_attempts'];
  return withDatabase(databasePath, async (db) => {
    const found: Record<string, readonly unknown[]> = {};
    for (const table of [...tables, 'transaction_counters', 'bank_accounts']) {
      const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(db);
      found[table] = rows;
    }
    return found;
  });
}

interface Copied {
  readonly databasePath: string;
  giveBack(): void;
}

/** A copy on PostgreSQL that is free. To restore its rows takes a tenth of the time of a new one. */
interface FreeCopy {
  /** It stands for a folder, which a database on a server does not need. */
  readonly folder: string;
  readonly source: EmptyDatabase;
}

const freeCopies = new Map<string, FreeCopy[]>();
let copied = 0;

async function copyOnServer(from: string): Promise<Copied> {
  const free = freeCopies.get(from) ?? [];
  freeCopies.set(from, free);
  let copy = free.pop();
  if (copy && !(await cleanDatabase(databaseUrlOf(copy.folder), copy.source))) {
    await dropTestDatabase(copy.folder);
    copy = undefined;
  }
  if (!copy) {
    copied += 1;
    const folder = `copy ${copied} of ${from}`;
    await copyTestDatabase(from, folder);
    copy = { folder, source: await describeEmptyDatabase(databaseUrlOf(folder)) };
  }
  const taken = copy;
  return { databasePath: databaseUrlOf(taken.folder), giveBack: () => void free.push(taken) };
}

function copyFile(from: string): Copied {
  const folder = temporaryFolder();
  const [source, path] = [databaseUrlOf(from), databaseUrlOf(folder.path)];
  copyFileSync(source, path);
  copyFileSync(`${source}.master-key`, `${path}.master-key`);
  return { databasePath: path, giveBack: () => folder[Symbol.dispose]() };
}

/** Copies the database of a folder and corrupts the copy by SQL. Its `verify` works like the command line. */
export async function corruptCopy(from: string, ...statements: readonly string[]) {
  const { databasePath: path, giveBack } = onPostgres ? await copyOnServer(from) : copyFile(from);
  await withDatabase(path, async (db) => {
    for (const statement of WITHOUT_GUARDS) await sql.raw(statement).execute(db);
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(db);
      if (!numAffectedRows) throw new Error(`${statement} changes nothing`);
    }
  });
  return {
    databasePath: path,
    async verify() {
      const appContext = await openAppContext({
        config: readConfig({ DATABASE_URL: path, ...ENGINE_SETTINGS }),
        platform: { ...nodePlatform, ...createClock(LATER_MS) },
        migrate: false,
        engine: USED_AGAIN,
      });
      try {
        const verdict = await verify(appContext.engine);
        return { ...verdict, text: verdictText(verdict) };
      } finally {
        await appContext.close();
      }
    },
    [Symbol.dispose]: giveBack,
  };
}
