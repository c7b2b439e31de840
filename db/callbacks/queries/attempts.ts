import type { AttemptFilter, AttemptPage } from '../../../src/callbacks/store.ts';
import type { Database } from '../../tables.ts';
import { isInScope } from '../../transactions/queries/modes.ts';
import { attemptFromRow } from '../rows.ts';

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
  let query = db
    .selectFrom('callback_attempts')
    .selectAll()
    .where(isInScope(scope))
    .where('position', '<', after)
    .orderBy('position', 'desc')
    .limit(limit + 1);
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  const rows = await query.execute();
  const items = rows.slice(0, limit).map(attemptFromRow);
  return { items, next: rows.length > limit ? items.at(-1)?.position : undefined };
}
