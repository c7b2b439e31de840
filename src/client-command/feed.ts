import type { Client, RouterOutputs } from '../client/index.ts';

/** An event of the feed. */
export type FeedEvent = RouterOutputs['events']['list']['data']['items'][number];

const PAGE = 100;

/** Reads the events after a cursor, to the end of the feed. Without a cursor it begins at the first event. */
export async function* readFeed(
  service: Client,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<FeedEvent> {
  for (let cursor = after; ; ) {
    const { data } = await service.events.list.query({ after: cursor, limit: PAGE }, { signal });
    yield* data.items;
    cursor = data.items.at(-1)?.eventId ?? cursor;
    if (data.nextCursor === null) return;
  }
}

/** All events of one transaction, oldest first. */
export async function eventsOf(service: Client, transactionId: string): Promise<readonly FeedEvent[]> {
  const { data } = await service.events.list.query({ transactionId, limit: PAGE });
  return data.items;
}

/**
 * A cursor from which the rest of the feed is short: the last event of the newest transaction that has one.
 * @returns undefined when no transaction has one.
 */
export async function recentCursor(service: Client): Promise<string | undefined> {
  const newest = await Promise.all(
    (['successful', 'unsuccessful'] as const).map(async (status) => {
      const [transaction] = (await service.transactions.list.query({ status, limit: 1 })).data.items;
      return transaction ? (await eventsOf(service, transaction.transactionId)).at(-1) : undefined;
    }),
  );
  const last = newest.reduce((latest, event) =>
    (event?.occurredAt ?? '') > (latest?.occurredAt ?? '') ? event : latest,
  );
  return last?.eventId;
}

/** One line about an event. */
export function describeEvent({
  occurredAt,
  type,
  transactionId,
  status,
  statusReason,
  processId,
  amount,
}: FeedEvent): string {
  const reason = statusReason === null ? '' : ` (${statusReason})`;
  return `${occurredAt} ${type} ${transactionId} of ${amount}, processId ${processId}, is ${status}${reason}`.replace(
    /\p{Cc}+/gu,
    ' ',
  );
}
