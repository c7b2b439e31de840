import Sqlite from 'better-sqlite3';

type Extent = 'quick_check' | 'integrity_check';

/**
 * Finds damage in a database file. It opens the file read-only: a writing connection, when closed as the last one,
 * would merge the log into the file, and that cannot be undone.
 * @returns sentences of SQLite; empty when there are none.
 */
export function findDamagesOf(path: string, extent: Extent): readonly string[] {
  try {
    const connection = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      return (connection.pragma(extent) as Readonly<Record<Extent, string>>[])
        .flatMap((row) => row[extent].split('\n'))
        .filter((message) => message !== 'ok');
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      return [error.message];
    throw error;
  }
}

/** The damage in one line. */
export function describeDamages([first = '', ...others]: readonly string[]): string {
  const line = first.replace(/\s+/g, ' ').trim();
  return others.length === 0 ? line : `${line}, and ${others.length} more`;
}
