import { z } from 'zod';
import { callbackBody } from '../../domain/callback.ts';
import { validationError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import { READERS } from '../../domain/reason.ts';
import { ACTOR_KINDS, EVENT_KINDS } from '../../domain/transition.ts';
import { graphqlTypes, idText, parameters, timestampOut, transactionStatus, wholeNumber } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { loadPayers, loadPaymentView } from '../transactions/desk-views.ts';
import { requireOwner } from '../transactions/details.ts';
import { findScope } from '../transactions/scope.ts';
import { newestSecret, transactionRow } from '../transactions/views.ts';
import { CALLBACK_STATES, type EventRecord } from './store.ts';

const PAGE_LIMIT = 100;

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
    notes: true,
  })
  .extend({
    eventId: z.string(),
    occurredAt: timestampOut,
    previousStatus: transactionStatus,
    change: z.enum(EVENT_KINDS).register(graphqlTypes, { name: 'ChangeKind' }),
    actor: z.enum(ACTOR_KINDS).register(graphqlTypes, { name: 'ActorKind' }),
    /** The key of the actor, for callers who see more than their own transactions. */
    actorAppKey: z.string().optional(),
    /** The present name of that key. */
    actorName: z.string().optional(),
    /** The operator's words, where only the desk reads them; null for most. Not shown to merchants. */
    internalReason: z.string().nullable().optional(),
    /** The reader of the operator's words; null when the operator did not say. Not shown to merchants. */
    seenBy: z.enum(READERS).register(graphqlTypes, { name: 'ReasonReader' }).nullable().optional(),
    /** Null when the client had no callbackUrl at the time of the event, or when it was dropped for its age. */
    callback: z.enum(CALLBACK_STATES).register(graphqlTypes, { name: 'CallbackState' }).nullable(),
    /** The time until the next attempt; null when the callback is done or waits for an earlier one. */
    callbackDueInSeconds: z.number().nullable(),
    /** The time in which it can still be undone and its client is not told; null for most. Not shown to merchants. */
    heldForSeconds: z.number().nullable().optional(),
  });

export type EventView = z.infer<typeof eventView>;

/** Lists events in the order of their commits, so that no event appears before one that was already read. */
export const listEvents = define({
  name: 'listEvents',
  kind: 'query',
  input: parameters({
    /** The eventId of the last event that the caller knows; by default the list starts at the first event. */
    after: idText.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    transactionId: idText.optional(),
    /** The client, for callers who see all. */
    appKey: idText.optional(),
  }),
  output: z.object({
    items: z.array(eventView),
    /** The eventId to read after; null when there are no more events yet. */
    nextCursor: z.string().nullable(),
  }),
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, limit, transactionId, appKey }) {
    const scope = await findScope(context, appKey);
    const isKnown = transactionId === undefined || TRANSACTION_ID.test(transactionId);
    if (!isKnown) return { items: [], nextCursor: null };
    const page = await context.dependencies.events.list(
      { ...scope, transactionId, isForClient: context.principal.role === 'merchant' },
      { after, limit },
    );
    if (!page) {
      const message = 'after must be the eventId of an event that an earlier page gave.';
      throw validationError([{ path: 'after', message }]);
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
  return ({ event, transaction, callback, holdEndsAtMs }) => {
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
      view.heldForSeconds = holdEndsAtMs === undefined ? null : secondsTo(holdEndsAtMs);
      const actor = clients.get(event.actor.clientId ?? '');
      if (actor) Object.assign(view, { actorAppKey: actor.appKey, actorName: actor.name });
    }
    return view;
  };
}
