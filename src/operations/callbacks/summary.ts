import { z } from 'zod';
import { minorToAmount } from '../../domain/money.ts';
import { EVENT_KINDS } from '../../domain/transition.ts';
import {
  amountOut,
  formatTimestamp,
  graphqlTypes,
  idText,
  parameters,
  timestampOut,
  transactionStatus,
  transactionType,
  wholeNumber,
} from '../fields.ts';
import { costOfItems, define } from '../operation.ts';
import { requireOwner } from '../transactions/details.ts';
import { findNamedClient } from '../transactions/scope.ts';
import type { CallbackAttempt } from './store.ts';

const PAGE_LIMIT = 100;

/** The callbacks of one client that wait, and those that were given up. */
export const clientCallbacksView = z.object({
  appKey: z.string(),
  /** The client's name. */
  name: z.string(),
  /** The callbacks that are still to be delivered. */
  waiting: z.number(),
  /** The callbacks that were given up. */
  failed: z.number(),
  /** Why the newest failed attempt failed; null when there is none. */
  lastError: z.string().nullable(),
  lastFailedAt: timestampOut.nullable(),
});

/** Counts the callbacks of each client that wait or were given up; most given up first. */
export const readCallbackSummary = define({
  name: 'readCallbackSummary',
  kind: 'query',
  input: parameters({}),
  output: z.object({ items: z.array(clientCallbacksView) }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ principal, dependencies: { callbacks, clients } }) {
    const items = await callbacks.summarize(principal.client);
    const owners = await clients.findByIds(items.map((item) => item.clientId));
    const views = items.map(({ clientId, waiting, failed, lastFailure }) => {
      const { appKey, name } = requireOwner(owners.get(clientId), { clientId });
      return { appKey, name, waiting, failed, ...viewFailure(lastFailure) };
    });
    return { items: views.sort((one, other) => other.failed - one.failed || other.waiting - one.waiting) };
  },
});

/** A callback that was given up. */
export const failedCallbackView = z.object({
  eventId: z.string(),
  transactionId: z.string(),
  type: transactionType,
  /** The payer of a deposit, or the receiver of a withdrawal. */
  name: z.string(),
  amount: amountOut,
  change: z.enum(EVENT_KINDS).register(graphqlTypes, { name: 'ChangeKind' }),
  status: transactionStatus,
  occurredAt: timestampOut,
  /** Why the last attempt failed; null when it was dropped for its age. */
  lastError: z.string().nullable(),
  lastFailedAt: timestampOut.nullable(),
  /** The start of what the receiver answered; null for viewers. */
  lastAnswer: z.string().nullable(),
});

/** Lists the callbacks of a client that were given up, newest first. */
export const listFailedCallbacks = define({
  name: 'listFailedCallbacks',
  kind: 'query',
  input: parameters({
    appKey: idText,
    /** The eventId of the last one that the caller knows. */
    after: idText.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
  }),
  output: z.object({
    items: z.array(failedCallbackView),
    /** The eventId to read after; null at the end. */
    nextCursor: z.string().nullable(),
  }),
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { appKey, ...page }) {
    const { principal, dependencies } = context;
    const client = await findNamedClient(context, appKey);
    const { items, hasMore } = await dependencies.callbacks.listFailed(client.id, page);
    const views = items.map(({ event, transaction, lastAttempt }) => ({
      eventId: event.id,
      transactionId: transaction.id,
      type: transaction.type,
      name: transaction.type === 'withdrawal' ? transaction.accountName : transaction.name,
      amount: minorToAmount(event.finalAmountMinor ?? transaction.amountMinor),
      change: event.kind,
      status: event.to,
      occurredAt: formatTimestamp(event.occurredAtMs),
      ...viewFailure(lastAttempt),
      lastAnswer: principal.role === 'viewer' ? null : (lastAttempt?.responseExcerpt ?? null),
    }));
    return { items: views, nextCursor: hasMore ? (views.at(-1)?.eventId ?? null) : null };
  },
});

function viewFailure(attempt: CallbackAttempt | undefined) {
  if (!attempt) return { lastError: null, lastFailedAt: null };
  const { status, error, startedAtMs } = attempt;
  return { lastError: error ?? `HTTP ${status}`, lastFailedAt: formatTimestamp(startedAtMs) };
}
