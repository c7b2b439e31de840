import type { AuditOrigin, AuditValues } from '../../../src/audit/domain/audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { appendAudit } from './append-audit.ts';
import { toIsoTime } from './audit-values.ts';

interface RecordSignIn {
  readonly audit: AuditOrigin;
  readonly appKey: string;
}

/** Records that the holder of a key signed in to the console. */
export async function recordSignIn(trx: DatabaseTransaction, { audit, appKey }: RecordSignIn): Promise<void> {
  await appendAudit(trx, audit, {
    targetKind: 'client',
    targetId: appKey,
    before: null,
    after: { signedIn: true },
  });
}

interface RecordCopy {
  readonly audit: AuditOrigin;
  readonly kind: 'backup' | 'restore';
  /** The path of the copy. */
  readonly file: string;
  readonly contents: { readonly transactions: number; readonly newestAtMs: number | null };
  /** Further values of a restore, for people. */
  readonly restored?: AuditValues;
}

/** Records that a person made a copy of the database, or put one in its place. */
export async function recordCopy(
  trx: DatabaseTransaction,
  { audit, kind, file, contents: { transactions, newestAtMs }, restored }: RecordCopy,
): Promise<void> {
  await appendAudit(trx, audit, {
    targetKind: 'database',
    targetId: kind,
    before: null,
    after: { file, transactions, newestAt: toIsoTime(newestAtMs), ...restored },
  });
}
