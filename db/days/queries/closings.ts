import type { ClosingHead, DayClosing } from '../../../src/days/domain/closing.ts';
import type { Database } from '../../tables.ts';
import { closingFromRow, HEAD_COLUMNS, headFromRow } from '../rows.ts';

interface ClosingsQuery {
  /** `2026-11-28`. */
  readonly day: string;
  readonly limit: number;
}

/** Lists the closings of a day without their figures, the newest first. */
export async function listClosings(
  db: Database,
  { day, limit }: ClosingsQuery,
): Promise<readonly ClosingHead[]> {
  const rows = await db
    .selectFrom('day_closings')
    .select(HEAD_COLUMNS)
    .where('day', '=', day)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(headFromRow);
}

interface ClosingQuery {
  readonly day: string;
  readonly number: number;
}

/** Reads a closing of a day with its figures. @returns undefined where there is none. */
export async function readClosing(
  db: Database,
  { day, number }: ClosingQuery,
): Promise<DayClosing | undefined> {
  const row = await db
    .selectFrom('day_closings')
    .selectAll()
    .where('day', '=', day)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && closingFromRow(row);
}
