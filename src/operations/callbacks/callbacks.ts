import { z } from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import { unknownClient } from '../admin/fields.ts';
import { fields, formatTimestamp, idText, timestampOut, typeProblem, wholeNumber } from '../fields.ts';
import { type Context, defineOperation } from '../operation.ts';
import { clientInScope } from '../transactions/transactions.ts';
import { eventView, viewEvents } from './events.ts';
import type { AttemptFilter } from './store.ts';

const PAGE_LIMIT = 100;

/** One attempt to deliver a callback. */
export const attemptView = z.object({
  eventId: z.string(),
  transactionId: z.string(),
  startedAt: timestampOut,
  durationMs: z.number(),
  /** The HTTP status of the answer; null when there was none. */
  status: z.number().nullable(),
  /** Why there was no answer, or none that counts. */
  error: z.string().nullable(),
  /** The start of the answer. */
  answer: z.string().nullable(),
  /** The client's key, for those who see more than their own transactions. */
  appKey: z.string().optional(),
});

const position = z
  .string({ error: typeProblem('a cursor') })
  .regex(/^[1-9]\d{0,14}$/, 'must be a cursor that an earlier page gave.')
  .transform(Number);

/** Lists attempts to deliver callbacks, newest first. */
export const listCallbackAttempts = defineOperation({
  name: 'listCallbackAttempts',
  kind: 'query',
  input: fields({
    after: position.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    transactionId: idText.optional(),
    eventId: idText.optional(),
    /** The client, for those who see all. */
    appKey: idText.optional(),
  }),
  output: z.object({ items: z.array(attemptView), nextCursor: z.string().nullable() }),
  async run(context, { after, limit, appKey, ...about }) {
    const clientId = await clientInScope(context, appKey);
    const filter = await narrow(context, { ...about, clientId });
    if (!filter) return { items: [], nextCursor: null };
    const { dependencies, principal } = context;
    const page = await dependencies.callbackAdmin.listAttempts(filter, { after, limit });
    const owners = await dependencies.clients.findByIds(page.items.map((attempt) => attempt.clientId));
    const items = page.items.map(
      ({ startedAtMs, responseExcerpt, clientId: ownerId, position: _, ...attempt }) => ({
        ...attempt,
        answer: responseExcerpt,
        startedAt: formatTimestamp(startedAtMs),
        ...(principal.role !== 'merchant' && { appKey: owners.get(ownerId)?.appKey }),
      }),
    );
    return { items, nextCursor: page.next === undefined ? null : String(page.next) };
  },
});

/** Attempts are found by their transaction. @returns undefined when there can be none. */
async function narrow(
  { dependencies }: Context,
  { eventId, transactionId, clientId }: AttemptFilter,
): Promise<AttemptFilter | undefined> {
  if (transactionId !== undefined && !TRANSACTION_ID.test(transactionId)) return undefined;
  if (eventId === undefined) return { transactionId, clientId };
  const record = await dependencies.callbackAdmin.findEvent(eventId);
  if (!record) return undefined;
  const { transactionId: own } = record.event;
  return transactionId === undefined || transactionId === own
    ? { eventId, transactionId: own, clientId }
    : undefined;
}

/** Delivers the callback of an event anew, whatever became of it before. */
export const redeliverCallback = defineOperation({
  name: 'redeliverCallback',
  kind: 'command',
  input: fields({ eventId: idText }),
  output: eventView,
  async run(context, { eventId }) {
    const { callbackAdmin } = context.dependencies;
    if (!(await callbackAdmin.findEvent(eventId))) throw eventNotFound();
    await callbackAdmin.redeliver(eventId);
    const record = await callbackAdmin.findEvent(eventId);
    const [view] = await viewEvents(context, record ? [record] : []);
    if (!view) throw new Error(`event ${eventId} vanished`);
    return view;
  },
});

/** Delivers anew all callbacks of a client that were given up. */
export const redeliverFailedCallbacks = defineOperation({
  name: 'redeliverFailedCallbacks',
  kind: 'command',
  input: fields({ appKey: idText }),
  output: z.object({ count: z.number() }),
  async run({ dependencies }, { appKey }) {
    const client = await dependencies.clients.findByAppKey(appKey);
    if (!client) throw unknownClient();
    return { count: await dependencies.callbackAdmin.redeliverFailed(client.id) };
  },
});

function eventNotFound(): ServiceError {
  return new ServiceError(
    'error_transaction_not_found',
    'No event has this eventId. Use one from the list of events.',
    { fields: [{ path: 'eventId', message: 'eventId is not the id of an event.' }] },
  );
}
