import type { AuditOrigin } from '../../src/domain/audit.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { appendAudit } from './common/append-audit.ts';

interface RecordSignIn {
  readonly audit: AuditOrigin;
  readonly appKey: string;
}

/** Records that the holder of a key signed in to the console. */
export function recordSignIn(trx: DatabaseTransaction, { audit, appKey }: RecordSignIn): Promise<void> {
  return appendAudit(trx, audit, {
    ...{ targetKind: 'client', targetId: appKey },
    ...{ before: null, after: { signedIn: true } },
  });
}
