import { z } from 'zod';
import { callbackBody } from '../../domain/callback.ts';
import { validationError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import { ACTOR_KINDS, TRANSITION_KINDS } from '../../domain/transition.ts';
import { fields, graphqlTypes, idText, timestampOut, transactionStatus, wholeNumber } from '../fields.ts';
import { type Context, defineOperation } from '../operation.ts';
import { clientInScope } from '../transactions/transactions.ts';
import { transactionRow } from '../transactions/views.ts';
import { CALLBACK_STATES, type EventRecord } from './store.ts';

const PAGE_LIMIT = 100;

/** An event as its callback tells it, and behind that what a callback has no need to say. */
export const eventView = transactionRow
  .omit({ url: true, finalAmount: true, createdAt: true, updatedAt: true, sentAt: true })
  .extend({
    eventId: z.string(),
    occurredAt: timestampOut,
    previousStatus: transactionStatus,
    change: z.enum(TRANSITION_KINDS).register(graphqlTypes, { name: 'ChangeKind' }),
    actor: z.enum(ACTOR_KINDS).register(graphqlTypes, { name: 'ActorKind' }),
    /** The key the change was made with, for those who see more than their own transactions. */
    actorAppKey: z.string().optional(),
    /** Null when the client had no callbackUrl: then nobody was to be told. */
    callback: z.enum(CALLBACK_STATES).register(graphqlTypes, { name: 'CallbackState' }).nullable(),
    /** How long until the callback is tried next; null when it is done, or waits for an earlier one. */
    callbackDueInSeconds: z.number().nullable(),
  });

export type EventView = z.infer<typeof eventView>;

/** Reads what happened, in the order in which it was committed: nothing ever appears behind what was read. */
export const listEvents = defineOperation({
  name: 'listEvents',
  kind: 'query',
  input: fields({
    /** The eventId of the last event that is known; from the first one on by default. */
    after: idText.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    transactionId: idText.optional(),
    /** The client, for those who see all. */
    appKey: idText.optional(),
  }),
  output: z.object({
    items: z.array(eventView),
    /** What to read after, when there are more already. */
    nextCursor: z.string().nullable(),
  }),
  async run(context, { after, limit, transactionId, appKey }) {
    const clientId = await clientInScope(context, appKey);
    const isKnown = transactionId === undefined || TRANSACTION_ID.test(transactionId);
    if (!isKnown) return { items: [], nextCursor: null };
    const page = await context.dependencies.events.list({ clientId, transactionId }, { after, limit });
    if (!page) {
      const message = 'after must be the eventId of an event that an earlier page gave.';
      throw validationError([{ path: 'after', message }]);
    }
    const items = await viewEvents(context, page.items);
    return { items, nextCursor: page.hasMore ? (items.at(-1)?.eventId ?? null) : null };
  },
});

/** Events in their order. Each hash is made with the secret of the client that owns the transaction. */
export async function viewEvents(
  { principal, dependencies }: Context,
  records: readonly EventRecord[],
): Promise<EventView[]> {
  const seesAll = principal.role !== 'merchant';
  const ids = records.flatMap(({ event }) => [event.clientId, event.actor.clientId ?? []].flat());
  const clients = await dependencies.clients.findByIds(ids);
  const steadyNowMs = dependencies.runtime.steadyNowMs();
  return records.map(({ event, transaction, callback }) => {
    const owner = clients.get(event.clientId);
    const secret = owner?.secrets[0]?.key;
    if (!owner || !secret) throw new Error(`event ${event.id} has no client`);
    const dueAtMs = callback?.dueAtMs ?? null;
    const view: EventView = Object.assign(callbackBody(event, transaction, secret), {
      previousStatus: event.from,
      change: event.kind,
      actor: event.actor.kind,
      callback: callback?.state ?? null,
      callbackDueInSeconds: dueAtMs === null ? null : Math.max(0, Math.ceil((dueAtMs - steadyNowMs) / 1000)),
    });
    if (seesAll) {
      view.appKey = owner.appKey;
      const actor = clients.get(event.actor.clientId ?? '');
      if (actor) view.actorAppKey = actor.appKey;
    }
    return view;
  });
}
