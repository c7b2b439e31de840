import { sql } from 'kysely';
import type { ListPosition, PageRequest, TransactionFilter } from '../../../src/transactions/store.ts';
import type { Database } from '../../tables.ts';
import type { ListSource } from './row-conditions.ts';

/** Which rows of the list. */
export interface ListRange
  extends Pick<TransactionFilter, 'fromMs' | 'toMs'>,
    Pick<PageRequest, 'after' | 'before'> {
  readonly backwards: boolean;
  /** The last row of the chunk that is being scanned. */
  readonly chunkEnd?: ListPosition | undefined;
}

/** Selects the rows of a range of a source, by what its index answers. */
export function selectIndexed(db: Database, { where }: ListSource, range: ListRange) {
  const { backwards, fromMs, toMs, after, before } = range;
  const direction = backwards ? 'asc' : 'desc';
  let query = db.selectFrom('transactions').orderBy('created_at_ms', direction).orderBy('id', direction);
  for (const condition of where) query = query.where(sql<boolean>`${condition}`);
  if (fromMs !== undefined) query = query.where('created_at_ms', '>=', fromMs);
  if (toMs !== undefined) query = query.where('created_at_ms', '<', toMs);
  if (after) query = query.where(comparePosition('<', after));
  if (before) query = query.where(comparePosition('>', before));
  return query;
}

/** Selects the rows of a range of a source that meet every condition. */
export function selectMatching(db: Database, source: ListSource, range: ListRange) {
  let query = selectIndexed(db, source, range);
  if (range.chunkEnd) query = query.where(comparePosition(range.backwards ? '<=' : '>=', range.chunkEnd));
  for (const condition of source.and) query = query.where(sql<boolean>`${condition}`);
  return query;
}

type Comparison = '<' | '<=' | '>' | '>=';

/**
 * Compares the place of a row in the list. A planner treats two comparisons of rows as independent, and may scan the
 * table. The additional plain comparison shows it how few rows lie between.
 */
function comparePosition(operator: Comparison, { createdAtMs, id }: ListPosition) {
  const position = sql<boolean>`(created_at_ms, id) ${sql.raw(operator)} (${createdAtMs}, ${id})`;
  return sql<boolean>`${position} and created_at_ms ${sql.raw(`${operator[0]}=`)} ${createdAtMs}`;
}
