import { QueueDocument } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { isWaiting, newerOf, type Transaction } from '../service/types.ts';
import type { Session } from '../session/session.ts';

/** With fewer rows than this, the queue automatically reads more and inserts what has arrived. */
export const FEW_ROWS = 25;

/** More arrivals than this are not counted while pages are left to read. */
const MAX_COUNTED = 500;

/** What a row is sorted by. */
type Place = Pick<Transaction, 'createdAt' | 'transactionId'>;

/** The loaded pending transactions, oldest first. */
export interface Queue {
  readonly items: readonly Transaction[];
  /** The cursor of the next, newer page; null when all are loaded. */
  readonly nextCursor: string | null;
  /** Transactions that arrived after all known ones. They wait until the list may grow, or the next page is read. */
  readonly arrivals: readonly Transaction[];
  /**
   * The newest row so far. It may have left the list: an undone transaction returns to its old place, and does not
   * arrive a second time.
   */
  readonly newest: Place | undefined;
}

const EMPTY: Queue = { items: [], nextCursor: null, arrivals: [], newest: undefined };

/** Reads the oldest transactions: at least `count`, if there are enough. */
export async function readQueue(session: Session, filter: TransactionFilter, count: number): Promise<Queue> {
  let queue = EMPTY;
  do queue = (await readMore(session, filter, queue.nextCursor))(queue);
  while (queue.nextCursor !== null && queue.items.length < count);
  return queue;
}

/** Reads the page before a cursor. @returns a change that adds it to the queue. */
export async function readMore(
  { request }: Session,
  filter: TransactionFilter,
  before: string | null,
): Promise<(queue: Queue) => Queue> {
  const { transactions } = await request(QueueDocument, {
    before,
    filter: { ...filter, status: 'pending' },
  });
  const { nodes, pageInfo } = transactions;
  const isLast = !pageInfo.hasPreviousPage;
  return (queue) => {
    const known = new Set(queue.items.map(({ transactionId }) => transactionId));
    const next = nodes.toReversed().filter(({ transactionId }) => !known.has(transactionId));
    return withRows(queue, {
      items: [...queue.items, ...next],
      nextCursor: isLast ? null : (pageInfo.startCursor ?? null),
      arrivals: isLast ? [] : queue.arrivals,
    });
  };
}

/** Inserts the transactions that have arrived. */
export function takeArrivals(queue: Queue): Queue {
  return withRows(queue, { items: [...queue.items, ...queue.arrivals].sort(byAge), arrivals: [] });
}

function withRows(queue: Queue, rows: Partial<Queue>): Queue {
  const { newest } = queue;
  const last = rows.items?.at(-1);
  const isNewer = last !== undefined && (newest === undefined || byAge(last, newest) > 0);
  return { ...queue, ...rows, newest: isNewer ? last : newest };
}

/**
 * Returns the queue after a transaction was created, changed or planned to change. A new transaction moves no row:
 * it waits among the arrivals.
 */
export function applyTransaction(queue: Queue, changed: Transaction): Queue {
  const { items, arrivals } = queue;
  const { transactionId } = changed;
  const known = [...items, ...arrivals].find((item) => item.transactionId === transactionId);
  const newest = known ? newerOf(known, changed) : changed;
  const replace = (list: readonly Transaction[]) => list.map((item) => (item === known ? newest : item));
  if (isWaiting(newest))
    return known ? { ...queue, items: replace(items), arrivals: replace(arrivals) } : insert(queue, newest);
  return removeRow(queue, transactionId);
}

/** Whether a transaction is one of the rows, or has arrived. */
export function isKnown({ items, arrivals }: Queue, transactionId: string): boolean {
  return [...items, ...arrivals].some((item) => item.transactionId === transactionId);
}

/** Removes a decided transaction, whether it is a row or has arrived. The list moves anyway, so it can also grow. */
export function removeRow(queue: Queue, transactionId: string): Queue {
  if (!isKnown(queue, transactionId)) return queue;
  const others = (list: readonly Transaction[]) =>
    list.filter((item) => item.transactionId !== transactionId);
  return refill({ ...queue, items: others(queue.items), arrivals: others(queue.arrivals) });
}

function refill(queue: Queue): Queue {
  return queue.nextCursor === null && queue.items.length < FEW_ROWS ? takeArrivals(queue) : queue;
}

function insert(queue: Queue, added: Transaction): Queue {
  const { items, nextCursor, arrivals, newest } = queue;
  const isAmongRows = newest !== undefined && byAge(added, newest) <= 0;
  if (isAmongRows || (items.length === 0 && nextCursor === null))
    return withRows(queue, { items: [...items, added].sort(byAge) });
  // Arrivals that a later page will bring are only counted.
  if (nextCursor !== null && arrivals.length >= MAX_COUNTED) return queue;
  return { ...queue, arrivals: [...arrivals, added].sort(byAge) };
}

export function byAge(one: Place, other: Place): number {
  return compare(one.createdAt, other.createdAt) || compare(one.transactionId, other.transactionId);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
