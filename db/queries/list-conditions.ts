import { type RawBuilder, sql } from 'kysely';
import { convertName } from '../../src/domain/names.ts';
import type { ListPosition, TransactionFilter } from '../../src/operations/transactions/store.ts';
import type { Database } from '../tables.ts';

// Worded as in the partial indexes, so that the planner uses them.
const IS_PENDING_DEPOSIT = sql<boolean>`"type" = 'deposit' and "status" = 'pending'`;
const IS_NO_PENDING_DEPOSIT = sql<boolean>`("type" <> 'deposit' or "status" <> 'pending')`;

/** `isLate` of src/domain/transaction.ts in SQL. */
const IS_LATE = sql<boolean>`(("status" = 'unsuccessful' and "ended_as" = 'expired' and "sent_at_ms" is not null) or ("status" = 'successful' and "ended_as" <> 'reversed'))`;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A part of the list. */
export interface ListRange {
  readonly after?: ListPosition | undefined;
  readonly before?: ListPosition | undefined;
  readonly backwards: boolean;
  /** The last row of the chunk that is being scanned. */
  readonly chunkEnd?: ListPosition | undefined;
  /** One part of a user's transactions: the pending deposits, or all others. Each part has its index. */
  readonly part?: 'pending' | 'others';
}

/** True if a list can look at many more rows than it has on its page. */
export function mayScan(filter: TransactionFilter): boolean {
  // The transactions of a user are in an order only for each client.
  return needsScan(filter) || (filter.userId !== undefined && filter.clientId === undefined);
}

/** True if no index answers one of the conditions. */
export function needsScan(filter: TransactionFilter): boolean {
  const { status, type, bankId, minAmountMinor, maxAmountMinor, query } = filter;
  const scanned = [
    usesPendingIndex(filter) ? undefined : status,
    type,
    bankId,
    minAmountMinor,
    maxAmountMinor,
    query,
    filter.reason,
    filter.isLate,
    filter.isSent,
    filter.accountId,
  ];
  return scanned.some((condition) => condition !== undefined);
}

/** True if the index of pending transactions is used. For a single client the index of its transactions is better. */
function usesPendingIndex({ status, clientId }: TransactionFilter): boolean {
  return status === 'pending' && clientId === undefined;
}

/** Selects by the conditions that indexes answer: client, user, process, time, pending, and the range. */
export function selectIndexed(db: Database, filter: TransactionFilter, range: ListRange) {
  const direction = range.backwards ? 'asc' : 'desc';
  let query = db.selectFrom('transactions').orderBy('created_at_ms', direction).orderBy('id', direction);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (range.part === 'pending') query = query.where(IS_PENDING_DEPOSIT);
  if (range.part === 'others') query = query.where(IS_NO_PENDING_DEPOSIT);
  if (filter.processId !== undefined) {
    query = query.where('process_id', '=', filter.processId);
    // The index begins with the client: naming every client avoids a scan of every row.
    if (filter.clientId === undefined)
      query = query.where('client_id', 'in', (eb) => eb.selectFrom('clients').select('id'));
  }
  // A literal, so that the planner uses the partial index of pending transactions.
  if (usesPendingIndex(filter)) query = query.where('status', '=', sql.lit('pending'));
  if (filter.fromMs !== undefined) query = query.where('created_at_ms', '>=', filter.fromMs);
  if (filter.toMs !== undefined) query = query.where('created_at_ms', '<', filter.toMs);
  if (range.after) query = query.where(comparePosition('<', range.after));
  if (range.before) query = query.where(comparePosition('>', range.before));
  return query;
}

/** Selects the rows of a range that meet every condition. */
export function selectMatching(db: Database, filter: TransactionFilter, range: ListRange) {
  let query = selectIndexed(db, filter, range).selectAll();
  if (range.chunkEnd) query = query.where(comparePosition(range.backwards ? '<=' : '>=', range.chunkEnd));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.bankId !== undefined) query = query.where('bank_id', '=', filter.bankId);
  if (filter.minAmountMinor !== undefined) query = query.where('amount_minor', '>=', filter.minAmountMinor);
  if (filter.maxAmountMinor !== undefined) query = query.where('amount_minor', '<=', filter.maxAmountMinor);
  if (filter.reason !== undefined)
    query = query.where('status', '=', 'unsuccessful').where('ended_as', 'in', filter.reason);
  if (filter.isLate !== undefined)
    query = query.where(filter.isLate ? IS_LATE : sql<boolean>`not coalesce(${IS_LATE}, 0)`);
  if (filter.isSent !== undefined) query = query.where('sent_at_ms', filter.isSent ? 'is not' : 'is', null);
  if (filter.accountId !== undefined) query = query.where('bank_account_id', '=', filter.accountId);
  const { query: search } = filter;
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([
        contains(sql.ref('name'), search),
        contains(sql.ref('user_name'), search),
        contains(sql.ref('process_id'), search),
        // The slug matches a name in any case and with any accents. A search without letters has no useful slug.
        ...(LETTER_OR_DIGIT.test(search) ? [contains(sql.ref('converted_name'), convertName(search))] : []),
        contains(sql`replace(iban, ' ', '')`, search.replaceAll(' ', '')),
      ]),
    );
  }
  return query;
}

function contains(text: RawBuilder<unknown>, part: string) {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${text}) like lower(${pattern}) escape '\\'`;
}

function comparePosition(operator: '<' | '<=' | '>' | '>=', { createdAtMs, id }: ListPosition) {
  return sql<boolean>`(created_at_ms, id) ${sql.raw(operator)} (${createdAtMs}, ${id})`;
}
