import type { Transaction } from '../../src/domain/transaction.ts';
import type {
  ListPosition,
  PageRequest,
  TransactionFilter,
  TransactionPage,
} from '../../src/operations/transactions/store.ts';
import { transactionFromRow } from '../rows/transactions.ts';
import type { Database } from '../tables.ts';
import { type ListRange, needsScan, selectIndexed, selectMatching } from './list-conditions.ts';

/** A scan looks at this many rows in one statement, then lets other queries run. */
const CHUNK_ROWS = 2_000;
/** A scan that has looked at this many rows ends its page; the next request continues there. */
const MAX_SCANNED_ROWS = 100_000;

interface ReadRequest extends ListRange {
  readonly limit: number;
}

interface ListRequest {
  readonly filter: TransactionFilter;
  readonly page: PageRequest;
}

/**
 * Reads a page of transactions, newest first. Conditions that no index answers are checked on bounded chunks of the
 * rows that the indexes give, so that a rare match among ten million rows does not delay other requests.
 */
export async function listTransactions(
  db: Database,
  { filter, page: { backwards = false, ...page } }: ListRequest,
): Promise<TransactionPage> {
  const request: ReadRequest = { ...page, backwards };
  const { items, ...end } =
    filter.userId === undefined
      ? await readPage(db, filter, request)
      : await readPageOfUser(db, filter, request);
  return { items: backwards ? items.toReversed() : items, ...end };
}

/** Reads a page; its items are in the order in which they were read. */
async function readPage(
  db: Database,
  filter: TransactionFilter,
  { limit, ...range }: ReadRequest,
): Promise<TransactionPage> {
  const items: Transaction[] = [];
  let rest: ListRange = range;
  for (let scannedRows = 0; ; ) {
    const chunkEnd = needsScan(filter) ? await findChunkEnd(db, filter, rest) : undefined;
    const rows = await selectMatching(db, filter, { ...rest, chunkEnd })
      // One row more than the page shows whether there is a next page.
      .limit(limit + 1 - items.length)
      .execute();
    items.push(...rows.map(transactionFromRow));
    if (chunkEnd) scannedRows += CHUNK_ROWS;
    if (items.length > limit) return { ...firstItems(items, limit), scannedRows };
    if (!chunkEnd || scannedRows >= MAX_SCANNED_ROWS) return { items, next: chunkEnd, scannedRows };
    rest = range.backwards ? { ...rest, before: chunkEnd } : { ...rest, after: chunkEnd };
    await new Promise(setImmediate);
  }
}

function firstItems(items: readonly Transaction[], limit: number): Omit<TransactionPage, 'scannedRows'> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept, next: last && { createdAtMs: last.createdAtMs, id: last.id } };
}

/**
 * Reads a page of a user's transactions. Pending deposits have an index of their own, with one row for each client,
 * and are read before and after the others: one that ends in between is found again among the others, and one that an
 * undo makes pending again is found after them.
 */
async function readPageOfUser(
  db: Database,
  filter: TransactionFilter,
  request: ReadRequest,
): Promise<TransactionPage> {
  const { limit, ...range } = request;
  const readPending = () =>
    selectMatching(db, filter, { ...range, part: 'pending' })
      .limit(limit + 1)
      .execute();
  const before = await readPending();
  const others = await readPage(db, filter, { ...request, part: 'others' });
  const known = new Set(others.items.map(({ id }) => id));
  const rows = new Map([...before, ...(await readPending())].map((row) => [row.id, row])).values();
  const direction = range.backwards ? -1 : 1;
  const compare = (a: ListPosition, b: ListPosition) => direction * newestFirst(a, b);
  const { next, scannedRows } = others;
  const pending = [...rows]
    .map(transactionFromRow)
    // Rows after the end of this page belong to the next page.
    .filter((item) => !known.has(item.id) && (!next || compare(item, next) <= 0));
  const items = [...others.items, ...pending].sort(compare);
  return { ...(items.length > limit ? firstItems(items, limit) : { items, next }), scannedRows };
}

function newestFirst(a: ListPosition, b: ListPosition): number {
  if (a.createdAtMs !== b.createdAtMs) return b.createdAtMs - a.createdAtMs;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

/** Finds the last row of the next chunk; undefined when less than a chunk is left. */
async function findChunkEnd(
  db: Database,
  filter: TransactionFilter,
  range: ListRange,
): Promise<ListPosition | undefined> {
  return selectIndexed(db, filter, range)
    .select(['created_at_ms as createdAtMs', 'id'])
    .limit(1)
    .offset(CHUNK_ROWS - 1)
    .executeTakeFirst();
}
