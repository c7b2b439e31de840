import Sqlite from 'better-sqlite3';
import { hashAuditRow } from '../../src/domain/audit.ts';

/** A row of the audit log as it is stored. */
export interface StoredAudit {
  readonly position: number;
  readonly occurred_at_ms: number;
  readonly actor_kind: string;
  readonly actor: string | null;
  readonly address: string | null;
  readonly operation: string;
  readonly request_id: string | null;
  readonly target_kind: string;
  readonly target_id: string;
  readonly before_json: string | null;
  readonly after_json: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

/** Reads the audit log after a position, through a connection of its own. */
export function readAudit(databasePath: string, after = 0): StoredAudit[] {
  const database = new Sqlite(databasePath, { readonly: true });
  try {
    return database
      .prepare<[number], StoredAudit>('select * from audit where position > ? order by position')
      .all(after);
  } finally {
    database.close();
  }
}

/** Returns the rows that a call adds. */
export async function rowsOf(databasePath: string, run: () => Promise<unknown>): Promise<StoredAudit[]> {
  const before = readAudit(databasePath).at(-1)?.position ?? 0;
  await run();
  return readAudit(databasePath, before);
}

/** Changes a database as somebody who has its file can: without the triggers of the audit log. */
export function tamper(databasePath: string, ...statements: readonly string[]): void {
  const database = new Sqlite(databasePath);
  try {
    const triggers = database
      .prepare<[], string>(
        "select name from sqlite_schema where type = 'trigger' and tbl_name in ('audit', 'audit_tip')",
      )
      .pluck()
      .all();
    for (const name of triggers) database.exec(`drop trigger ${name}`);
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

/** The hash that a changed row would need. */
export function rehash(row: StoredAudit): string {
  return hashAuditRow({
    position: row.position,
    occurredAtMs: row.occurred_at_ms,
    actorKind: row.actor_kind as 'key',
    actor: row.actor,
    address: row.address,
    operation: row.operation,
    requestId: row.request_id,
    targetKind: row.target_kind as 'client',
    targetId: row.target_id,
    before: row.before_json,
    after: row.after_json,
    previousHash: row.previous_hash,
  });
}
