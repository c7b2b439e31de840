import { type DayClosing, isRepeated } from '../../../src/days/domain/closing.ts';
import { missingOf } from '../../../src/days/domain/figures.ts';
import { MAX_CLOSINGS } from '../../../src/days/limits.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { listClosings, readClosing } from '../queries/closings.ts';
import { closingToRow } from '../rows.ts';

interface CloseDay extends Audited {
  /** The number of the last closing that the person has seen; 0 for none. */
  readonly lastClosing: number;
  readonly closing: Omit<DayClosing, 'number'>;
}

/** The outcome: the day is closed, somebody else has closed it meanwhile, or it has as many closings as a day can have. */
export type CloseDayOutcome = 'stored' | 'closed-meanwhile' | 'full';

/**
 * Closes a day, or closes it again, with the figures that the person has seen. Later changes do not alter the row; they
 * are shown as differences. A closing after the last one that the person has seen is either a repeat of this request,
 * or somebody else's.
 */
export async function closeDay(
  trx: DatabaseTransaction,
  { closing, lastClosing, audit }: CloseDay,
): Promise<CloseDayOutcome> {
  // Closings are stored one after another, so that each has its own number.
  await lockAuditTip(trx);
  const number = lastClosing + 1;
  const made = await readClosing(trx, { day: closing.day, number });
  if (made && isRepeated(made, closing)) return 'stored';
  const [last] = await listClosings(trx, { day: closing.day, limit: 1 });
  if ((last?.number ?? 0) !== lastClosing) return 'closed-meanwhile';
  if (number > MAX_CLOSINGS) return 'full';
  await trx
    .insertInto('day_closings')
    .values(closingToRow({ ...closing, number }))
    .execute();
  const { day, closedBy, note, reason, figuresHash, figures } = closing;
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
