import { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import {
  amountOut,
  fields,
  formatTimestamp,
  idText,
  oneOf,
  timestampOut,
  transactionStatus,
  transactionType,
  viewType,
} from '../operations/fields.ts';
import { eventId, transactionId } from '../operations/ids.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { afterId, pageLimit, pageOf } from '../operations/paging.ts';
import { STAFF } from '../operations/permissions.ts';
import { requireOwner } from '../transactions/details.ts';
import { TRANSITION_KINDS } from '../transactions/domain/transition.ts';
import { findNamedClient } from '../transactions/scope.ts';
import { MAX_PAGE_ITEMS } from './limits.ts';
import type { CallbackAttempt } from './store.ts';

/** The callbacks of one client that wait, and those that were given up. */
const clientCallbacksView = viewType(
  'ClientCallbacks',
  'The callbacks of one client that wait or were given up.',
  {
    appKey: z.string().describe('The client.'),
    name: z.string().describe('The name of the client.'),
    waiting: z.number().describe('The callbacks that are still to be delivered.'),
    failed: z.number().describe('The callbacks that were given up.'),
    lastError: z
      .string()
      .nullable()
      .describe('Why the newest failed attempt failed; null when there is none.'),
    lastFailedAt: timestampOut.nullable().describe('When it failed.'),
  },
);

export const readCallbackSummary = operation({
  name: 'readCallbackSummary',
  kind: 'query',
  roles: STAFF,
  modes: 'both',
  summary: 'Count the callbacks of each client that wait or were given up',
  input: fields({}),
  output: viewType(
    'CallbackSummary',
    'The clients with callbacks that wait or were given up; most given up first.',
    { items: z.array(clientCallbacksView).describe('The items of the page.') },
  ),
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
const failedCallbackView = viewType('FailedCallback', 'A callback that was given up.', {
  eventId,
  transactionId,
  type: transactionType.describe('Whether it is a deposit or a withdrawal.'),
  name: z.string().describe('The payer of a deposit, or the receiver of a withdrawal.'),
  amount: amountOut.describe('The amount, with at most two digits after the point.'),
  change: oneOf(TRANSITION_KINDS, 'ChangeKind').describe('What happened.'),
  status: transactionStatus.describe('The status.'),
  occurredAt: timestampOut.describe('When it happened.'),
  lastError: z
    .string()
    .nullable()
    .describe('Why the last attempt failed; null when it was dropped for its age.'),
  lastFailedAt: timestampOut.nullable().describe('When it failed.'),
  lastAnswer: z
    .string()
    .nullable()
    .describe('The start of the last answer of the receiver; null for viewers.'),
});

export const listFailedCallbacks = operation({
  name: 'listFailedCallbacks',
  kind: 'query',
  roles: STAFF,
  modes: 'both',
  summary: 'List the callbacks of a client that were given up',
  refusals: ['error_site_not_found'],
  input: fields({
    appKey: idText.describe('The client.'),
    after: afterId,
    limit: pageLimit(MAX_PAGE_ITEMS),
  }),
  output: pageOf(failedCallbackView, { name: 'FailedCallbackPage', description: 'Callbacks, newest first.' }),
  example: { appKey: 'demo-merchant' },
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { appKey, ...page }) {
    const { principal, dependencies } = context;
    const client = await findNamedClient(context, appKey);
    const { items, hasMore } = await dependencies.db.query('listFailedCallbacks', {
      clientId: client.id,
      page,
    });
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
