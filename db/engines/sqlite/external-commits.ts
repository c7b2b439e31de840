import type Sqlite from 'better-sqlite3';
import type { DatabaseTransaction } from '../../tables.ts';

/**
 * Follows one entry of the metadata, whichever connection or process commits it.
 * @returns a function that returns whether it has changed since the last call; the first call compares with no entry.
 */
export function followMetadata(connection: Sqlite.Database, key: string): () => boolean {
  const selectDataVersion = connection.prepare('pragma data_version').pluck();
  // A new file has no tables yet, so this one is prepared when it is needed.
  let selectValue: Sqlite.Statement | undefined;
  let dataVersion: unknown;
  let value: unknown;

  return () => {
    const version = selectDataVersion.get();
    // While nothing is committed, the table is not read: the pragma costs less.
    if (version === dataVersion) return false;
    selectValue ??= connection.prepare(`select value from metadata where key = '${key}'`).pluck();
    const current = selectValue.get();
    dataVersion = version;
    const hasChanged = current !== value;
    value = current;
    return hasChanged;
  };
}

/** The metadata that counts the commits in which other programs than the service have changed transactions. */
const VISITS = 'visits';
const PERIOD_MS = 1000;

/** Counts a commit of a program that does not serve the database. The service notices it within a second or so. */
export async function countExternalCommit(trx: DatabaseTransaction): Promise<void> {
  await trx
    .insertInto('metadata')
    .values({ key: VISITS, value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        value: eb.cast<string>(eb(eb.cast<number>('metadata.value', 'integer'), '+', 1), 'text'),
      })),
    )
    .execute();
}

/** Calls the listener after other programs have changed transactions. @returns a function that ends it. */
export function watchExternalCommits(connection: Sqlite.Database, listener: () => void): () => void {
  const hasNewVisits = followMetadata(connection, VISITS);
  hasNewVisits();
  const timer = setInterval(() => {
    try {
      if (hasNewVisits()) listener();
    } catch {
      // The file cannot be read now. Requests report it, and the next period looks again.
    }
  }, PERIOD_MS).unref();
  return () => clearInterval(timer);
}
