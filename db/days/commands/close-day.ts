import type { DayClosing } from '../../../src/days/domain/closing.ts';
import { missingOf } from '../../../src/days/domain/figures.ts';
import { MAX_CLOSINGS } from '../../../src/days/limits.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { listClosings } from '../queries/closings.ts';

interface CloseDay extends Audited {
  readonly closing: Omit<DayClosing, 'number'>;
}

/** What became of the request: the day is closed, or has as many closings as a day can have. */
export type CloseDayOutcome = 'stored' | 'full';

/**
 * Closes a day, or closes it again, with the figures that the person has seen. What comes later changes no row: it is
 * shown as a difference. A repeat by the same key adds none.
 */
export async function closeDay(
  trx: DatabaseTransaction,
  { closing, audit }: CloseDay,
): Promise<CloseDayOutcome> {
  // Closings follow one another, so that each has a number of its own.
  await lockAuditTip(trx);
  const [last] = await listClosings(trx, { day: closing.day, limit: 1 });
  if (last && isRepeated(last, closing)) return 'stored';
  const number = (last?.number ?? 0) + 1;
  if (number > MAX_CLOSINGS) return 'full';
  const { id, day, closedBy, note, reason, figuresHash, figures } = closing;
  await trx
    .insertInto('day_closings')
    .values({
      id,
      day,
      number,
      closed_by: closedBy,
      closed_client_id: closing.clientId,
      closed_at_ms: closing.closedAtMs,
      note,
      reason,
      figures_hash: figuresHash,
      figures: JSON.stringify(figures),
    })
    .execute();
  const missing = figures.accounts.filter((account) => missingOf(account) !== null);
  const counts = { accounts: figures.accounts.length, missing: missing.length };
  await appendAudit(trx, audit, {
    targetKind: 'dayClosing',
    targetId: day,
    before: null,
    after: { number, by: closedBy, note, reason, figuresHash, ...counts },
  });
  return 'stored';
}

function isRepeated(last: DayClosing, closing: Omit<DayClosing, 'number'>): boolean {
  const keys = ['clientId', 'figuresHash', 'note', 'reason'] as const;
  return keys.every((key) => last[key] === closing[key]);
}
