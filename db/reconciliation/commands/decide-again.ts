import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlansOfLines } from '../../transactions/queries/plans.ts';

interface LinesAtTime {
  readonly lineIds: readonly string[];
  readonly nowMs: number;
}

/**
 * Lets matching decide again about lines that still wait for payouts and that nobody plans to confirm.
 * @returns how many.
 */
export async function decidePayoutLinesAgain(
  trx: DatabaseTransaction,
  { lineIds, nowMs }: LinesAtTime,
): Promise<number> {
  const waiting = await lockWaiting(trx, lineIds, sql<boolean>`state in ('payout', 'payout-back')`);
  const planned = await findPlansOfLines(trx);
  return makeNew(
    trx,
    waiting.filter((id) => !planned.has(id)),
    nowMs,
  );
}

/** Locks open lines and their files, in the order that all commands use. @returns the lines that still wait. */
export async function lockWaiting(
  trx: DatabaseTransaction,
  lineIds: readonly string[],
  which: RawBuilder<boolean>,
): Promise<readonly string[]> {
  if (lineIds.length === 0) return [];
  await trx
    .selectFrom('statement_files')
    .select('id')
    .where('id', 'in', filesOf(trx, lineIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('id', 'in', lineIds)
    .where('is_open', '=', 1)
    .where(which)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes locked lines new, so that matching decides about them again, and reopens their files. @returns how many. */
export async function makeNew(
  trx: DatabaseTransaction,
  lineIds: readonly string[],
  nowMs: number,
): Promise<number> {
  if (lineIds.length === 0) return 0;
  // Matching locks the file before it marks it as done.
  await trx
    .updateTable('statement_files')
    .set({ matched_at_ms: null })
    .where('id', 'in', filesOf(trx, lineIds))
    .where('matched_at_ms', 'is not', null)
    .execute();
  await trx
    .updateTable('statement_lines')
    .set({ state: 'new', state_at_ms: nowMs })
    .where('id', 'in', lineIds)
    .execute();
  return lineIds.length;
}

function filesOf(trx: DatabaseTransaction, lineIds: readonly string[]) {
  return trx
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .select('s.file_id')
    .where('l.id', 'in', lineIds);
}
