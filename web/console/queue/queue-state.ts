import { QueueDocument } from '../gql/graphql.ts';
import { newerOf, type Transaction } from '../service/types.ts';
import type { Session } from '../session/session.ts';

/** The loaded pending transactions, oldest first. */
export interface Queue {
  readonly items: readonly Transaction[];
  /** The cursor of the next, newer page; null when all are loaded. */
  readonly cursor: string | null;
}

/** Reads the oldest transactions: at least `count`, if there are enough. */
export async function readQueue(session: Session, count: number): Promise<Queue> {
  let queue = await readMore(session, { items: [], cursor: null });
  while (queue.cursor !== null && queue.items.length < count) queue = await readMore(session, queue);
  return queue;
}

/** Reads the next page. */
export async function readMore({ request }: Session, { items, cursor }: Queue): Promise<Queue> {
  const { transactions } = await request(QueueDocument, { before: cursor });
  const { nodes, pageInfo } = transactions;
  return {
    items: [...items, ...nodes.toReversed()],
    cursor: pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null,
  };
}

/** Returns the queue after a transaction was created or changed. */
export function applyTransaction(queue: Queue, changed: Transaction): Queue {
  const { items, cursor } = queue;
  const known = items.find((item) => item.transactionId === changed.transactionId);
  const newest = known ? newerOf(known, changed) : changed;
  const others = items.filter((item) => item !== known);
  if (newest.status !== 'pending') return known ? { items: others, cursor } : queue;
  // A transaction newer than all loaded ones comes with the next page.
  if (!known && cursor !== null) return queue;
  return { items: [...others, newest].sort(byAge), cursor };
}

function byAge(one: Transaction, other: Transaction): number {
  return compare(one.createdAt, other.createdAt) || compare(one.transactionId, other.transactionId);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
