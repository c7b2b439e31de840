import { z } from 'zod';
import { ServiceError } from '../kernel/errors.ts';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { FOUND } from '../operations/error-table.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, flag, formatTimestamp, idText, timestampOut, viewType } from '../operations/fields.ts';
import { appKey, eventId, transactionId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { cursorText, pageLimit, pageOf, readCursor } from '../operations/paging.ts';
import { EVERYONE, OPERATORS } from '../operations/permissions.ts';
import { findNamedClient, findScope, isOfMode } from '../transactions/scope.ts';
import { eventView, loadEventView } from './events.ts';
import { MAX_PAGE_ITEMS } from './limits.ts';
import type { AttemptFilter } from './store.ts';

/** One attempt to deliver a callback. */
const attemptView = viewType('CallbackAttempt', 'One attempt to deliver a callback.', {
  eventId,
  transactionId,
  startedAt: timestampOut.describe('When the attempt began.'),
  durationMs: z.number().describe('How long the attempt took, in milliseconds.'),
  status: z.number().nullable().describe('The HTTP status of the answer; null if there was none.'),
  error: z.string().nullable().describe('Why there was no valid answer.'),
  answer: z
    .string()
    .nullable()
    .describe(
      'The start of the response body; null for viewers, since a receiver may repeat the callback with its hash.',
    ),
  appKey: appKey.optional(),
});

export const listCallbackAttempts = operation({
  name: 'listCallbackAttempts',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'List attempts to deliver callbacks, newest first',
  input: fields({
    after: cursorText.optional().describe('Where the page begins: the `nextCursor` of the previous page.'),
    limit: pageLimit(MAX_PAGE_ITEMS),
    transactionId: transactionId.optional(),
    eventId: eventId.optional(),
    appKey: appKey.optional(),
  }),
  output: pageOf(attemptView, { name: 'CallbackAttemptPage', description: 'Attempts, newest first.' }),
  example: { transactionId: EXAMPLE_IDS.transactionId },
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, limit, appKey, ...selection }) {
    const scope = await findScope(context, appKey);
    const filter = await narrowFilter(context, { ...selection, ...scope });
    if (!filter) return { items: [], nextCursor: null };
    const { dependencies, principal } = context;
    // A position would reveal the number of attempts of all clients.
    const { cursors } = dependencies;
    const page = await dependencies.db.query('listAttempts', {
      filter,
      page: { after: readCursor('after', after, (text) => numberOf(cursors.open(text))), limit },
    });
    const owners = await dependencies.clients.findByIds(page.items.map((attempt) => attempt.clientId));
    const items = page.items.map(
      ({ startedAtMs, responseExcerpt, clientId: ownerId, position: _, isTest: __, ...attempt }) => ({
        ...attempt,
        answer: principal.role === 'viewer' ? null : responseExcerpt,
        startedAt: formatTimestamp(startedAtMs),
        ...(principal.role !== 'merchant' && { appKey: owners.get(ownerId)?.appKey }),
      }),
    );
    return { items, nextCursor: page.next === undefined ? null : cursors.seal(String(page.next)) };
  },
});

function numberOf(position: string | undefined): number | undefined {
  return position !== undefined && /^\d+$/.test(position) ? Number(position) : undefined;
}

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

export const redeliverCallback = operation({
  name: 'redeliverCallback',
  kind: 'command',
  roles: OPERATORS,
  modes: 'both',
  summary: 'Deliver the callback of an event again',
  refusals: [...FOUND, 'error_transition_not_allowed'],
  input: fields({ eventId: idText.describe('The event whose callback is delivered.') }),
  output: eventView,
  async run(context, { eventId }) {
    const audit = context.meta.audit;
    const { callbacks } = context.dependencies;
    const known = await callbacks.findEvent(eventId);
    if (!known || !isOfMode(context.principal, known.transaction)) throw eventNotFound();
    const record = await callbacks.redeliver(eventId, audit);
    if (!record) throw eventNotFound();
    const viewEvent = await loadEventView(context, [record]);
    return viewEvent(record);
  },
});

export const redeliverFailedCallbacks = operation({
  name: 'redeliverFailedCallbacks',
  kind: 'command',
  roles: OPERATORS,
  modes: 'both',
  summary: 'Deliver the callbacks of a client again that were given up',
  description:
    'With `waiting` those that wait for their next attempt are sent now, too, also before the time that their receiver requested with `Retry-After`. Their age and their failed attempts stay.',
  refusals: ['error_site_not_found'],
  input: fields({
    appKey: idText.describe('The client.'),
    waiting: flag
      .optional()
      .describe('Whether callbacks that wait for their next attempt are also sent now.'),
  }),
  output: viewType('RedeliveredCallbacks', 'The number of callbacks that are delivered again.', {
    count: z.number().describe('The number of callbacks that are delivered again.'),
    waitingCount: z.number().describe('How many of them were waiting for their next attempt.'),
  }),
  example: { appKey: 'demo-merchant' },
  async run(context, { appKey, waiting = false }) {
    const { callbacks } = context.dependencies;
    const { id } = await findNamedClient(context, appKey);
    return callbacks.redeliverAll({ id, appKey, waiting }, context.meta.audit);
  },
});

function eventNotFound(): ServiceError {
  return new ServiceError(
    'error_transaction_not_found',
    'No event has this eventId. Use one from the list of events.',
    { fields: [fieldProblem('eventId', fault('unknown_id', 'is not the id of an event.'))] },
  );
}
