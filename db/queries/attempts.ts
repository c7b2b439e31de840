import type { AttemptFilter, AttemptPage } from '../../src/operations/callbacks/store.ts';
import { attemptFromRow } from '../rows/attempts.ts';
import { padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { isInScope } from './modes.ts';
import { findFirstOfMode } from './own-mode.ts';

interface AttemptRequest {
  readonly filter: AttemptFilter;
  readonly page: { readonly after?: number | undefined; readonly limit: number };
}

/** Reads a page of attempts, newest first. */
export async function listAttempts(
  db: Database,
  { filter, page: { after = Number.MAX_SAFE_INTEGER, limit } }: AttemptRequest,
): Promise<AttemptPage> {
  const { transactionId, eventId, ...scope } = filter;
  // Clients and transactions are of one mode, and have indexes of their own.
  const isOfAll = scope.clientId === undefined && transactionId === undefined && eventId === undefined;
  let query = db
    .selectFrom('callback_attempts')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(limit + 1);
  if (isOfAll) {
    const feed = { table: 'callback_attempts', direction: 'desc', after: 0, before: after } as const;
    const positions = await findFirstOfMode(db, { ...feed, isTest: scope.isTest }, limit + 1);
    if (positions.length === 0) return { items: [], next: undefined };
    query = query.where('position', 'in', padToPowerOfTwo(positions));
  } else {
    query = query.where(isInScope(scope)).where('position', '<', after);
    if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId);
    if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  }
  const rows = await query.execute();
  const items = rows.slice(0, limit).map(attemptFromRow);
  return { items, next: rows.length > limit ? items.at(-1)?.position : undefined };
}
