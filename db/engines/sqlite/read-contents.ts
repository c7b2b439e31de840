import type Sqlite from 'better-sqlite3';
import { MASTER_KEY_ID } from '../../secret-keys.ts';
import type { CopyContents } from './backup.ts';

/** Reads what is in a copy, also in one of an older version. */
export function readContents(copy: Sqlite.Database): CopyContents {
  const value = (sql: string) => copy.prepare(sql).pluck().get();
  const hasTable = (name: string) =>
    copy.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;
  const metadata = hasTable('metadata') ? 'metadata' : 'service_info';
  return {
    transactions: Number(value('select count(*) from transactions')),
    newestAtMs: (value('select max(created_at_ms) from transactions') as number | null) ?? null,
    pendingCallbacks: hasTable('callbacks')
      ? Number(value("select count(*) from callbacks where state = 'pending'"))
      : 0,
    masterKeyId:
      (value(`select value from ${metadata} where key = '${MASTER_KEY_ID}'`) as string | undefined) ?? null,
  };
}
