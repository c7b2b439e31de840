import type Sqlite from 'better-sqlite3';

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
