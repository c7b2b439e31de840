import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import type {
  ListPosition,
  PageRequest,
  TransactionFilter,
  TransactionPage,
} from '../../../src/transactions/store.ts';
import type { Database } from '../../tables.ts';
import { transactionFromRow } from '../rows/transactions.ts';
import { type ListRange, selectIndexed, selectMatching } from './list-conditions.ts';
import type { ListSource } from './row-conditions.ts';
import { CHUNK_ROWS, MAX_SCANNED_ROWS, yieldToEventLoop } from './scans.ts';
import { type ListPlan, planList } from './sources.ts';

/** A clock is never set back by more. */
const MAX_SET_BACK_MS = 24 * 60 * 60 * 1000;

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
  const range = createdRange(filter);
  const plans = await planList(db, filter);
  const { plan, lookedAt } = await choosePlan(db, plans, {
    ...range,
    pinned: (page.after ?? page.before)?.plan,
  });
  const read = await readSources(db, plans[plan]?.sources ?? [], { ...page, ...range, backwards });
  return {
    items: backwards ? read.items.toReversed() : read.items,
    next: read.next && plans.length > 1 ? { ...read.next, plan } : read.next,
    scannedRows: lookedAt + read.scannedRows,
  };
}

interface PlanRange extends Pick<ListRange, 'fromMs' | 'toMs'> {
  /** The plan of the previous page, so that transactions created or changed meanwhile do not lead to another plan. */
  readonly pinned: number | undefined;
}

/** Chooses the first plan that finds anything in the whole range, or else the last one. */
async function choosePlan(
  db: Database,
  plans: readonly ListPlan[],
  { pinned, ...range }: PlanRange,
): Promise<{ readonly plan: number; readonly lookedAt: number }> {
  const last = plans.length - 1;
  if (pinned !== undefined) return { plan: Math.min(pinned, last), lookedAt: 0 };
  let lookedAt = 0;
  for (const [plan, { sources }] of plans.slice(0, last).entries()) {
    const first = await readSources(db, sources, { ...range, backwards: false, limit: 1 });
    lookedAt += first.scannedRows;
    if (first.items.length > 0 || first.next) return { plan, lookedAt };
  }
  return { plan: last, lookedAt };
}

/** A transaction that moved before a time was created before it, unless the clock was set back in between. */
function createdRange({ fromMs, toMs, movedToMs }: TransactionFilter): Pick<ListRange, 'fromMs' | 'toMs'> {
  if (movedToMs === undefined) return { fromMs, toMs };
  return { fromMs, toMs: Math.min(toMs ?? Infinity, movedToMs + MAX_SET_BACK_MS) };
}

/**
 * Reads a page of the rows of all sources; its items are in the order in which they were read. A transaction that ends
 * between two reads is found again in a later source.
 */
async function readSources(
  db: Database,
  sources: readonly ListSource[],
  request: ReadRequest,
): Promise<TransactionPage> {
  const [only, ...more] = sources;
  if (only && more.length === 0) return readPage(db, only, request);
  const direction = request.backwards ? -1 : 1;
  const compare = (a: ListPosition, b: ListPosition) => direction * newestFirst(a, b);
  const found = new Map<string, Transaction>();
  let end: ListPosition | undefined;
  let scannedRows = 0;
  for (const source of sources) {
    const page = await readPage(db, source, request);
    for (const item of page.items) found.set(item.id, item);
    if (page.next && (!end || compare(page.next, end) < 0)) end = page.next;
    scannedRows += page.scannedRows;
  }
  // Rows after the end of one source belong to the next page.
  const items = [...found.values()].filter((item) => !end || compare(item, end) <= 0).sort(compare);
  return {
    ...(items.length > request.limit ? firstItems(items, request.limit) : { items, next: end }),
    scannedRows,
  };
}

/** Reads a page of the rows of one source; its items are in the order in which they were read. */
async function readPage(
  db: Database,
  source: ListSource,
  { limit, ...range }: ReadRequest,
): Promise<TransactionPage> {
  const items: Transaction[] = [];
  let rest: ListRange = range;
  for (let scannedRows = source.lookedAt ?? 0; ; ) {
    const chunkEnd =
      source.and.length > 0 && !source.isSmall ? await findChunkEnd(db, source, rest) : undefined;
    const rows = await selectMatching(db, source, { ...rest, chunkEnd })
      .selectAll()
      // One row more than the page shows whether there is a next page.
      .limit(limit + 1 - items.length)
      .execute();
    items.push(...rows.map(transactionFromRow));
    if (chunkEnd) scannedRows += CHUNK_ROWS;
    if (items.length > limit) return { ...firstItems(items, limit), scannedRows };
    if (!chunkEnd || scannedRows >= MAX_SCANNED_ROWS) return { items, next: chunkEnd, scannedRows };
    rest = range.backwards ? { ...rest, before: chunkEnd } : { ...rest, after: chunkEnd };
    await yieldToEventLoop();
  }
}

function firstItems(items: readonly Transaction[], limit: number): Omit<TransactionPage, 'scannedRows'> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept, next: last && { createdAtMs: last.createdAtMs, id: last.id } };
}

function newestFirst(a: ListPosition, b: ListPosition): number {
  if (a.createdAtMs !== b.createdAtMs) return b.createdAtMs - a.createdAtMs;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

/** Finds the last row of the next chunk; undefined when less than a chunk is left. */
async function findChunkEnd(
  db: Database,
  source: ListSource,
  range: ListRange,
): Promise<ListPosition | undefined> {
  return selectIndexed(db, source, range)
    .select(['created_at_ms as createdAtMs', 'id'])
    .limit(1)
    .offset(CHUNK_ROWS - 1)
    .executeTakeFirst();
}
