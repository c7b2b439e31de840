import { sql } from 'kysely';
import type { AuditTable } from '../../db/audit/rows.ts';
import type { Database } from '../../db/tables.ts';
import { hashAuditRow } from '../../src/audit/domain/audit.ts';
import { isPostgresUrl, withDatabase } from './rows-of.ts';

/** A row of the audit log as it is stored. */
export type StoredAudit = AuditTable;

/** Reads the audit log after a position, through its own connection. */
export function readAudit(databasePath: string, after = 0): Promise<StoredAudit[]> {
  return withDatabase(databasePath, (db) => rowsAfter(db, after));
}

/** Returns the rows that a call adds. */
export async function rowsOf(databasePath: string, run: () => Promise<unknown>): Promise<StoredAudit[]> {
  return withDatabase(databasePath, (db) => rowsAdded(db, run));
}

/** Returns the rows that one of many calls adds. They share a connection. */
export async function rowsAdded(db: Database, run: () => Promise<unknown>): Promise<StoredAudit[]> {
  const last = await db
    .selectFrom('audit')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  await run();
  return rowsAfter(db, last?.position ?? 0);
}

function rowsAfter(db: Database, position: number): Promise<StoredAudit[]> {
  return db.selectFrom('audit').selectAll().where('position', '>', position).orderBy('position').execute();
}

/** Changes a database as its owner can: without the triggers of the audit log. */
export function tamper(databasePath: string, ...statements: readonly string[]): Promise<void> {
  return withDatabase(databasePath, async (db) => {
    for (const statement of [...(await withoutTriggers(db, databasePath)), ...statements])
      await sql.raw(statement).execute(db);
  });
}

async function withoutTriggers(db: Database, databasePath: string): Promise<string[]> {
  if (isPostgresUrl(databasePath))
    return ['audit', 'audit_tip'].map((table) => `alter table ${table} disable trigger user`);
  const { rows } = await sql<{ readonly name: string }>`
    select name from sqlite_schema where type = 'trigger' and tbl_name in ('audit', 'audit_tip')`.execute(db);
  return rows.map(({ name }) => `drop trigger ${name}`);
}

/** The hash that a changed row must have to look genuine. */
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
