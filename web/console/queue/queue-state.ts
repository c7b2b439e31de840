import { QueueDocument } from '../gql/graphql.ts';
import { newerOf, type Transaction } from '../service/types.ts';
import type { Session } from '../session/session.ts';

/** The pending transactions that are known, oldest first. */
export interface Queue {
  readonly items: readonly Transaction[];
  /** Where newer ones go on; null when all are known. */
  readonly cursor: string | null;
}

/** Reads the oldest ones: at least so many, if there are. */
export async function readQueue(session: Session, count: number): Promise<Queue> {
  let queue = await readMore(session, { items: [], cursor: null });
  while (queue.cursor !== null && queue.items.length < count) queue = await readMore(session, queue);
  return queue;
}

/** Reads the next ones behind those that are known. */
export async function readMore({ request }: Session, { items, cursor }: Queue): Promise<Queue> {
  const { transactions } = await request(QueueDocument, { before: cursor });
  const { nodes, pageInfo } = transactions;
  return {
    items: [...items, ...nodes.toReversed()],
    cursor: pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null,
  };
}

/** The queue after a transaction was created or changed. */
export function applyChange(queue: Queue, changed: Transaction): Queue {
  const { items, cursor } = queue;
  const known = items.find((item) => item.transactionId === changed.transactionId);
  const newest = known ? newerOf(known, changed) : changed;
  const others = items.filter((item) => item !== known);
  if (newest.status !== 'pending') return known ? { items: others, cursor } : queue;
  // What is newer than all that is known comes with the next page.
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
