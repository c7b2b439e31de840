import type { DayClosing } from '../../../src/days/domain/closing.ts';
import type { Database } from '../../tables.ts';
import { closingFromRow } from '../rows.ts';

interface ClosingsQuery {
  /** `2026-11-28`. */
  readonly day: string;
  readonly limit: number;
  /** Only this one. */
  readonly number?: number | undefined;
}

/** Lists the closings of a day, the newest first. */
export async function listClosings(
  db: Database,
  { day, limit, number }: ClosingsQuery,
): Promise<readonly DayClosing[]> {
  const rows = await db
    .selectFrom('day_closings')
    .selectAll()
    .where('day', '=', day)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(closingFromRow);
}
