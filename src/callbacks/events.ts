import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import { fault } from '../kernel/problems.ts';
import {
  fields,
  graphqlTypes,
  idText,
  oneOf,
  timestampOut,
  transactionStatus,
  viewType,
} from '../operations/fields.ts';
import { appKey, eventId, transactionId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { EVERYONE } from '../operations/permissions.ts';
import { loadPayers, loadPaymentView } from '../transactions/desk-views.ts';
import { requireOwner } from '../transactions/details.ts';
import { READERS } from '../transactions/domain/reason.ts';
import { ACTOR_KINDS, TRANSITION_KINDS } from '../transactions/domain/transition.ts';
import { findScope } from '../transactions/scope.ts';
import { newestSecret, transactionRow } from '../transactions/views.ts';
import { callbackBody } from './domain/callback.ts';
import { MAX_PAGE_ITEMS } from './limits.ts';
import { CALLBACK_STATES, type EventRecord } from './store.ts';

/** The body of an event's callback, then fields that callbacks do not carry. */
export const eventView = transactionRow
  .omit({
    url: true,
    finalAmount: true,
    createdAt: true,
    updatedAt: true,
    sentAt: true,
    expiresAt: true,
    endedAs: true,
    isLate: true,
    claim: true,
    claimHistory: true,
    blacklisted: true,
    planned: true,
    notes: true,
  })
  .extend({
    eventId,
    occurredAt: timestampOut.describe('When it happened.'),
    previousStatus: transactionStatus.describe('The status before.'),
    change: oneOf(TRANSITION_KINDS, 'ChangeKind').describe('What happened.'),
    actor: oneOf(ACTOR_KINDS, 'ActorKind').describe('Who acted.'),
    actorAppKey: z
      .string()
      .optional()
      .describe('The key of the actor, for callers who see more than their own transactions.'),
    actorName: z.string().optional().describe('The present name of that key.'),
    internalReason: z
      .string()
      .nullable()
      .optional()
      .describe('A reason that only the desk reads; usually null. Not shown to merchants.'),
    seenBy: oneOf(READERS, 'ReasonReader')
      .nullable()
      .optional()
      .describe(
        "The reader of the operator's words; null when the operator did not say. Not shown to merchants.",
      ),
    callback: oneOf(CALLBACK_STATES, 'CallbackState')
      .nullable()
      .describe(
        'The state of the callback; null when the client had no callbackUrl at the time of the event, or when it was dropped for its age.',
      ),
    callbackDueInSeconds: z
      .number()
      .nullable()
      .describe(
        'The seconds until the next attempt; null when the callback is done or waits for an earlier one.',
      ),
  })
  .register(graphqlTypes, {
    name: 'Event',
    description: 'One transition of a transaction, with the content of its callback.',
  });

export type EventView = z.infer<typeof eventView>;

export const listEvents = operation({
  name: 'listEvents',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Read events in the order of their commits',
  description: 'Continue with the last `eventId`. New events always come after those already read.',
  input: fields({
    after: idText
      .optional()
      .describe('The eventId of the last event that was read; the first event by default.'),
    limit: pageLimit(MAX_PAGE_ITEMS),
    transactionId: transactionId.optional(),
    appKey: appKey.optional(),
  }),
  output: viewType('EventPage', 'Events in the order they were committed.', {
    items: z.array(eventView).describe('The items of the page.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('The eventId to read after; null when there are no more events yet.'),
  }),
  example: { limit: 20 },
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, limit, transactionId, appKey }) {
    const scope = await findScope(context, appKey);
    const canExist = transactionId === undefined || TRANSACTION_ID.test(transactionId);
    if (!canExist) return { items: [], nextCursor: null };
    const page = await context.dependencies.db.query('listEvents', {
      filter: { ...scope, transactionId },
      page: { after, limit },
    });
    if (!page) {
      const message = 'must be the eventId of an event that an earlier page gave.';
      throw fieldError('after', fault('wrong_cursor', message));
    }
    const items = page.items.map(await loadEventView(context, page.items));
    return { items, nextCursor: page.hasMore ? (items.at(-1)?.eventId ?? null) : null };
  },
});

/**
 * Loads the clients of events. @returns the function that shows one of these events; its hash is made with the
 * secret of the owner.
 */
export async function loadEventView(
  context: Context,
  records: readonly EventRecord[],
): Promise<(record: EventRecord) => EventView> {
  const { principal, dependencies } = context;
  const seesAll = principal.role !== 'merchant';
  const ids = records.flatMap(({ event }) => [event.clientId, event.actor.clientId ?? []].flat());
  const clients = await dependencies.clients.findByIds(ids);
  const payers = seesAll
    ? await loadPayers(
        context,
        records.map(({ transaction }) => transaction),
      )
    : undefined;
  const viewPayment = await loadPaymentView(
    context,
    records.map(({ event }) => event),
  );
  const steadyNowMs = dependencies.runtime.steadyNowMs();
  const secondsTo = (timeMs: number) => Math.max(0, Math.ceil((timeMs - steadyNowMs) / 1000));
  return ({ event, transaction, callback }) => {
    const owner = requireOwner(clients.get(event.clientId), event);
    const dueAtMs = callback?.dueAtMs ?? null;
    const view: EventView = Object.assign(callbackBody(event, transaction, newestSecret(owner)), {
      previousStatus: event.from,
      change: event.kind,
      actor: event.actor.kind,
      callback: callback?.state ?? null,
      callbackDueInSeconds: dueAtMs === null ? null : secondsTo(dueAtMs),
    });
    if (transaction.type === 'deposit') view.reference = transaction.reference;
    if (payers && transaction.type === 'deposit')
      view.payer = (event.to === 'successful' && payers.get(transaction.id)) || null;
    if (transaction.isTest) view.test = true;
    if (principal.role === 'viewer') delete view.hash;
    if (seesAll) {
      view.appKey = owner.appKey;
      view.internalReason = event.internalReason;
      view.seenBy = event.seenBy;
      if (transaction.type === 'withdrawal') view.payment = viewPayment(event);
      const actor = clients.get(event.actor.clientId ?? '');
      if (actor) Object.assign(view, { actorAppKey: actor.appKey, actorName: actor.name });
    }
    return view;
  };
}
