import type { AuditValues } from '../../../src/audit/domain/audit.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { MOVE_MARK } from '../move/tables.ts';
import { setMetadata } from './metadata.ts';

interface RecordMove extends Audited {
  /** The new mark of the database. */
  readonly mark: string;
  readonly values: AuditValues;
}

/** Marks a database as moved elsewhere, or as filled by a move. */
export async function recordMove(
  trx: DatabaseTransaction,
  { audit, mark, values }: RecordMove,
): Promise<void> {
  await setMetadata(trx, { key: MOVE_MARK, value: mark });
  await appendAudit(trx, audit, { targetKind: 'database', targetId: 'move', before: null, after: values });
}
