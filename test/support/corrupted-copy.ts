import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { verifyAndRepair } from '../../db/verify/verify-and-repair.ts';
import { reportData, reportText } from '../../src/cli/verify.ts';
import { readConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/context.ts';
import { nodePlatform } from '../../src/platform.ts';
import { createClock, temporaryFolder } from '../harness.ts';

const LATER_MS = Date.parse('2026-11-22T12:00:00Z');

/** Every row of every table that a repair may change. */
export function dump(databasePath: string): unknown {
  const database = new Sqlite(databasePath, { readonly: true });
  const tables = ['transactions', 'events', 'callbacks', 'callback_attempts', 'repairs'];
  const rows = [...tables, 'transaction_counters', 'bank_accounts'].map((table) => [
    table,
    database.prepare(`select * from ${table} order by 1, 2, 3, 4`).all(),
  ]);
  database.close();
  return Object.fromEntries(rows);
}

/** A copy of a database that is broken by SQL, and then looked at as the command line does. */
export function breakCopy(databasePath: string, ...statements: readonly string[]) {
  const folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  copyFileSync(databasePath, path);
  copyFileSync(`${databasePath}.master-key`, `${path}.master-key`);
  const database = new Sqlite(path);
  database.pragma('foreign_keys = off');
  database.pragma('ignore_check_constraints = on');
  for (const statement of statements) {
    const { changes } = database.prepare(statement).run();
    if (changes === 0) throw new Error(`nothing is changed by ${statement}`);
  }
  database.close();
  return {
    databasePath: path,
    async verify(repair = false) {
      const appContext = await openAppContext({
        config: readConfig({ DATABASE_URL: path }),
        platform: { ...nodePlatform, ...createClock(LATER_MS) },
        migrate: false,
      });
      try {
        const report = await verifyAndRepair(appContext.engine, {
          repair,
          clocks: appContext.dependencies.runtime,
        });
        return { report, agrees: reportData(report).agrees, text: reportText(report) };
      } finally {
        await appContext.close();
      }
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
