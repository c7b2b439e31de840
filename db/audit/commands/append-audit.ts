import {
  type AuditChange,
  type AuditOrigin,
  chainAuditRows,
  changesTarget,
} from '../../../src/audit/domain/audit.ts';
import { compileInsert } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';
import { AUDIT_COLUMNS, type AuditTable, auditToRow } from '../rows.ts';

const insertRows = compileInsert<AuditTable>('audit', AUDIT_COLUMNS);

/** The part of a command's input that names its origin. Commands of the service itself have none. */
export interface Audited {
  readonly audit?: AuditOrigin | undefined;
}

/**
 * Appends the row of a command to the audit log, in its commit. A command that changed nothing has no row.
 * @returns the position of the row, if there is one.
 */
export async function appendAudit(
  trx: Database,
  origin: AuditOrigin | undefined,
  change: AuditChange,
): Promise<number | undefined> {
  if (!origin || !changesTarget(change)) return undefined;
  return appendAuditRows(trx, [{ ...origin, ...change }]);
}

/**
 * Appends the rows of several commands that share a commit, in their order.
 * @returns the position of the first one; undefined for none.
 */
export async function appendAuditRows(
  trx: Database,
  entries: readonly (AuditOrigin & AuditChange)[],
): Promise<number | undefined> {
  if (entries.length === 0) return undefined;
  // A trigger moves the tip with each row.
  const tip = await lockAuditTip(trx);
  const rows = chainAuditRows(tip, entries);
  await insertRows(trx, rows.map(auditToRow));
  return rows[0]?.position;
}

/** Reads the end of the audit log, and locks it: other commands wait here until this one commits. */
export function lockAuditTip(trx: Database): Promise<{ readonly position: number; readonly hash: string }> {
  return trx.selectFrom('audit_tip').select(['position', 'hash']).forUpdate().executeTakeFirstOrThrow();
}
