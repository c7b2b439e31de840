import { z } from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import { auditOrigin } from '../audit/origin.ts';
import {
  fields,
  formatTimestamp,
  idText,
  parameters,
  positionCursor,
  timestampOut,
  wholeNumber,
} from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { findNamedClient, findScope, isOfMode } from '../transactions/scope.ts';
import { eventView, loadEventView } from './events.ts';
import type { AttemptFilter } from './store.ts';

const PAGE_LIMIT = 100;

/** One attempt to deliver a callback. */
export const attemptView = z.object({
  eventId: z.string(),
  transactionId: z.string(),
  startedAt: timestampOut,
  durationMs: z.number(),
  /** The HTTP status of the response; null when there was none. */
  status: z.number().nullable(),
  /** The reason why there was no valid response. */
  error: z.string().nullable(),
  /** The start of the response body; null for viewers, since a receiver may repeat the callback with its hash. */
  answer: z.string().nullable(),
  /** The client's key, for callers who see more than their own transactions. */
  appKey: z.string().optional(),
});

/** Lists attempts to deliver callbacks, newest first. */
export const listCallbackAttempts = define({
  name: 'listCallbackAttempts',
  kind: 'query',
  input: parameters({
    after: positionCursor.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    transactionId: idText.optional(),
    eventId: idText.optional(),
    /** The client, for callers who see all. */
    appKey: idText.optional(),
  }),
  output: z.object({ items: z.array(attemptView), nextCursor: z.string().nullable() }),
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, limit, appKey, ...selection }) {
    const scope = await findScope(context, appKey);
    const filter = await narrowFilter(context, { ...selection, ...scope });
    if (!filter) return { items: [], nextCursor: null };
    const { dependencies, principal } = context;
    const page = await dependencies.callbacks.listAttempts(filter, { after, limit });
    const owners = await dependencies.clients.findByIds(page.items.map((attempt) => attempt.clientId));
    const items = page.items.map(
      ({ startedAtMs, responseExcerpt, clientId: ownerId, position: _, isTest: __, ...attempt }) => ({
        ...attempt,
        answer: principal.role === 'viewer' ? null : responseExcerpt,
        startedAt: formatTimestamp(startedAtMs),
        ...(principal.role !== 'merchant' && { appKey: owners.get(ownerId)?.appKey }),
      }),
    );
    return { items, nextCursor: page.next === undefined ? null : String(page.next) };
  },
});

/** Adds the transaction of the event, by which attempts are indexed. @returns undefined when nothing can match. */
async function narrowFilter(
  { dependencies }: Context,
  { eventId, transactionId, ...scope }: AttemptFilter,
): Promise<AttemptFilter | undefined> {
  if (transactionId !== undefined && !TRANSACTION_ID.test(transactionId)) return undefined;
  if (eventId === undefined) return { transactionId, ...scope };
  const record = await dependencies.callbacks.findEvent(eventId);
  if (!record) return undefined;
  const { transactionId: ownId } = record.event;
  return transactionId === undefined || transactionId === ownId
    ? { eventId, transactionId: ownId, ...scope }
    : undefined;
}

/** Delivers the callback of an event again, whatever its state. */
export const redeliverCallback = define({
  name: 'redeliverCallback',
  kind: 'command',
  input: fields({ eventId: idText }),
  output: eventView,
  async run(context, { eventId }) {
    const audit = auditOrigin(context, 'redeliverCallback');
    const { callbacks } = context.dependencies;
    const known = await callbacks.findEvent(eventId);
    if (!known || !isOfMode(context.principal, known.transaction)) throw eventNotFound();
    const record = await callbacks.redeliver(eventId, audit);
    if (!record) throw eventNotFound();
    if (record === 'undone') throw eventUndone();
    const viewEvent = await loadEventView(context, [record]);
    return viewEvent(record);
  },
});

/** Delivers all failed callbacks of a client again. */
export const redeliverFailedCallbacks = define({
  name: 'redeliverFailedCallbacks',
  kind: 'command',
  input: fields({ appKey: idText }),
  output: z.object({ count: z.number() }),
  async run(context, { appKey }) {
    const { callbacks } = context.dependencies;
    const client = await findNamedClient(context, appKey);
    const audit = auditOrigin(context, 'redeliverFailedCallbacks');
    return { count: await callbacks.redeliverFailed(client, audit) };
  },
});

function eventUndone(): ServiceError {
  return new ServiceError(
    'error_transition_not_allowed',
    'The event was undone, or undoes another one. Its client is told of neither, so there is no callback to deliver.',
  );
}

function eventNotFound(): ServiceError {
  return new ServiceError(
    'error_transaction_not_found',
    'No event has this eventId. Use one from the list of events.',
    { fields: [{ path: 'eventId', message: 'eventId is not the id of an event.' }] },
  );
}
