import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type Account, createHistory, type Owner } from './history.ts';
import { prepareInsert } from './insert.ts';
import { databasePath, startService } from './servers.ts';

const GROUP_SIZE = 10_000;
const OTHER_MERCHANTS = 7;

/**
 * Fills the database of a folder with the transactions of a year, oldest first, as if the service had stored
 * them: several merchants, deposits and withdrawals in every state. The schema and the demo data are the
 * service's own; the rows are written behind its back, because a million requests take minutes.
 */
export async function prefill(folder: string, rows: number): Promise<void> {
  const server = await startService(folder);
  await server.stop();
  const database = new Sqlite(databasePath(folder));
  try {
    database.pragma('synchronous = OFF');
    database.pragma('cache_size = -524288');
    const rowAt = createHistory(addOwners(database), readAccounts(database), rows);
    const insert = prepareInsert(database, 'transactions', rowAt(0));
    const insertGroup = database.transaction((from: number, to: number) => {
      for (let index = from; index < to; index += 1) insert(rowAt(index));
    });
    for (let from = 0; from < rows; from += GROUP_SIZE) {
      insertGroup(from, Math.min(rows, from + GROUP_SIZE));
      // So that Ctrl-C is heard.
      await breathe();
    }
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** The demo merchant, which owns half of the rows, and others that only own rows. */
function addOwners(database: Sqlite.Database): readonly Owner[] {
  const demo = database.prepare("select * from clients where app_key = 'demo-merchant'").get() as Record<
    string,
    unknown
  >;
  const insert = prepareInsert(database, 'clients', demo);
  const others = Array.from({ length: OTHER_MERCHANTS }, (_, index) => {
    const id = randomBytes(12).toString('hex');
    insert({ ...demo, id, app_key: `other-merchant-${index}` });
    return { client_id: id };
  });
  const own = Array.from(others, () => ({ client_id: String(demo.id) }));
  return [...own, ...others];
}

function readAccounts(database: Sqlite.Database): readonly Account[] {
  return database
    .prepare<[], Account>(
      `select a.id as bank_account_id, bank_id, b.name as bank_name, account_name, iban
       from bank_accounts a join banks b on b.id = bank_id`,
    )
    .all();
}
