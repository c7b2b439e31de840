import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlansOfLines } from '../../transactions/queries/plans.ts';

interface Again {
  readonly lineIds: readonly string[];
  readonly nowMs: number;
}

/** Lets the matching decide again about lines of payouts that still wait, and that nobody has planned to confirm. @returns how many. */
export async function decidePayoutLinesAgain(
  trx: DatabaseTransaction,
  { lineIds, nowMs }: Again,
): Promise<number> {
  const planned = await findPlansOfLines(trx);
  const unplanned = lineIds.filter((id) => !planned.has(id));
  return makeNew(trx, unplanned, { which: sql<boolean>`state in ('payout', 'payout-back')`, nowMs });
}

interface MadeNew {
  /** Which of the lines; others have been decided otherwise meanwhile. */
  readonly which: RawBuilder<boolean>;
  readonly nowMs: number;
}

/** Makes open lines new, so that the matching decides about them again, and opens their files. @returns how many. */
export async function makeNew(
  trx: DatabaseTransaction,
  lineIds: readonly string[],
  { which, nowMs }: MadeNew,
): Promise<number> {
  if (lineIds.length === 0) return 0;
  const files = trx
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .select('s.file_id')
    .where('l.id', 'in', lineIds);
  const locked = trx.selectFrom('statement_files').select('id').where('id', 'in', files);
  await locked.orderBy('id').forUpdate().execute();
  // The matching locks the file before it calls it done.
  await trx
    .updateTable('statement_files')
    .set({ matched_at_ms: null })
    .where('id', 'in', files)
    .where('matched_at_ms', 'is not', null)
    .execute();
  const waiting = await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('id', 'in', lineIds)
    .where('is_open', '=', 1)
    .where(which)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = waiting.map(({ id }) => id);
  if (ids.length > 0)
    await trx
      .updateTable('statement_lines')
      .set({ state: 'new', state_at_ms: nowMs })
      .where('id', 'in', ids)
      .execute();
  return ids.length;
}
