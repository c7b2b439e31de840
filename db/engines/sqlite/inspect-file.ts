import Sqlite from 'better-sqlite3';
import type { CopyContents } from '../../../src/maintenance/domain/copies.ts';
import { MASTER_KEY_ID, NEXT_MASTER_KEY_ID } from '../../sql/metadata.ts';

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

/** Reads what is in a copy, also in one of an older version. */
export function readContents(copy: Sqlite.Database): CopyContents {
  const value = (sql: string) => copy.prepare(sql).pluck().get();
  const hasTable = (name: string) =>
    copy.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;
  const metadata = hasTable('metadata') ? 'metadata' : 'service_info';
  const note = (key: string) =>
    (value(`select value from ${metadata} where key = '${key}'`) as string | undefined) ?? null;
  const knowsTests = value("select 1 from pragma_table_info('transactions') where name = 'is_test'");
  const ofLive = knowsTests === undefined ? '' : 'where is_test = 0';
  return {
    transactions: Number(value('select count(*) from transactions')),
    newestAtMs: (value(`select max(created_at_ms) from transactions ${ofLive}`) as number | null) ?? null,
    pendingCallbacks: hasTable('callbacks')
      ? Number(value("select count(*) from callbacks where state = 'pending'"))
      : 0,
    masterKeyId: note(MASTER_KEY_ID),
    nextMasterKeyId: note(NEXT_MASTER_KEY_ID),
  };
}
