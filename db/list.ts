import { type RawBuilder, sql } from 'kysely';
import { convertName } from '../src/domain/names.ts';
import type {
  ListPosition,
  PageRequest,
  TransactionFilter,
  TransactionPage,
} from '../src/operations/ports.ts';
import type { Database, TransactionsTable } from './tables.ts';
import { transactionFromRow } from './transaction-rows.ts';

/** A search looks at this many rows in one statement, then lets other requests run. */
const CHUNK_ROWS = 2_000;
/** A search that has looked at this many rows ends its page, and goes on with the next request. */
const MAX_SCANNED_ROWS = 100_000;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Reads a page of transactions, newest first. Conditions that no index answers are looked for in bounded
 * pieces of what the indexes give, so that a rare match among ten million rows holds nobody up.
 */
export async function listTransactions(
  db: Database,
  filter: TransactionFilter,
  request: PageRequest,
): Promise<TransactionPage> {
  const { limit, backwards = false } = request;
  const found: TransactionsTable[] = [];
  let range: Range = { after: request.after, before: request.before, backwards };
  let next: ListPosition | undefined;
  for (let scanned = 0; ; scanned += CHUNK_ROWS) {
    const chunkEnd = needsScan(filter) ? await findChunkEnd(db, filter, range) : undefined;
    // One row more than the page tells whether there is a next page.
    const rows = await selectMatching(db, filter, { ...range, chunkEnd })
      .limit(limit + 1 - found.length)
      .execute();
    found.push(...rows);
    if (found.length > limit) {
      found.pop();
      next = positionOf(found.at(-1));
      break;
    }
    next = chunkEnd;
    if (!chunkEnd || scanned + CHUNK_ROWS >= MAX_SCANNED_ROWS) break;
    range = backwards ? { ...range, before: chunkEnd } : { ...range, after: chunkEnd };
    await new Promise(setImmediate);
  }
  if (backwards) found.reverse();
  return { items: found.map(transactionFromRow), next };
}

interface Range {
  readonly after: ListPosition | undefined;
  readonly before: ListPosition | undefined;
  readonly backwards: boolean;
  /** The last row of the piece that is being looked at. */
  readonly chunkEnd?: ListPosition | undefined;
}

/** Whether a condition is left that no index answers. */
function needsScan(filter: TransactionFilter): boolean {
  const { status, type, bankId, minAmountMinor, maxAmountMinor, search } = filter;
  const scanned = [
    isQueue(filter) ? undefined : status,
    type,
    bankId,
    minAmountMinor,
    maxAmountMinor,
    search,
  ];
  return scanned.some((condition) => condition !== undefined);
}

/** Whether the index of pending ones answers it: beside a client it does not, that of the client's rows does. */
function isQueue({ status, clientId }: TransactionFilter): boolean {
  return status === 'pending' && clientId === undefined;
}

/** What the indexes answer: client, user, process, time, the queue, and the place in the list. */
function selectIndexed(db: Database, filter: TransactionFilter, range: Range) {
  const direction = range.backwards ? 'asc' : 'desc';
  let query = db.selectFrom('transactions').orderBy('created_at_ms', direction).orderBy('id', direction);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.processId !== undefined) {
    query = query.where('process_id', '=', filter.processId);
    // Its index begins with the client: every client is looked up in it, instead of every row.
    if (filter.clientId === undefined)
      query = query.where('client_id', 'in', (eb) => eb.selectFrom('clients').select('id'));
  }
  // A literal, so that the planner sees that the index of pending ones holds these rows.
  if (isQueue(filter)) query = query.where('status', '=', sql.lit('pending'));
  if (filter.fromMs !== undefined) query = query.where('created_at_ms', '>=', filter.fromMs);
  if (filter.toMs !== undefined) query = query.where('created_at_ms', '<', filter.toMs);
  if (range.after) query = query.where(compare('<', range.after));
  if (range.before) query = query.where(compare('>', range.before));
  return query;
}

function selectMatching(db: Database, filter: TransactionFilter, range: Range) {
  let query = selectIndexed(db, filter, range).selectAll();
  if (range.chunkEnd) query = query.where(compare(range.backwards ? '<=' : '>=', range.chunkEnd));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.bankId !== undefined) query = query.where('bank_id', '=', filter.bankId);
  if (filter.minAmountMinor !== undefined) query = query.where('amount_minor', '>=', filter.minAmountMinor);
  if (filter.maxAmountMinor !== undefined) query = query.where('amount_minor', '<=', filter.maxAmountMinor);
  const { search } = filter;
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([
        contains(sql.ref('name'), search),
        contains(sql.ref('user_name'), search),
        contains(sql.ref('process_id'), search),
        // The slug finds a name in any spelling and case of its letters; that of a sign would be a word for it.
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

function compare(operator: '<' | '<=' | '>' | '>=', { createdAtMs, id }: ListPosition) {
  return sql<boolean>`(created_at_ms, id) ${sql.raw(operator)} (${createdAtMs}, ${id})`;
}

/** Where the next piece ends; undefined when what is left is no longer than one. */
async function findChunkEnd(
  db: Database,
  filter: TransactionFilter,
  range: Range,
): Promise<ListPosition | undefined> {
  const row = await selectIndexed(db, filter, range)
    .select(['created_at_ms', 'id'])
    .limit(1)
    .offset(CHUNK_ROWS - 1)
    .executeTakeFirst();
  return positionOf(row);
}

function positionOf(
  row: Pick<TransactionsTable, 'created_at_ms' | 'id'> | undefined,
): ListPosition | undefined {
  return row && { createdAtMs: row.created_at_ms, id: row.id };
}
