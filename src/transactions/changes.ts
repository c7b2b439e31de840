import { z } from 'zod';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import {
  fields,
  formatTimestamp,
  idText,
  listOf,
  oneOf,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { STAFF } from '../operations/permissions.ts';
import { ACTOR_KINDS, TRANSITION_KINDS } from './domain/transition.ts';
import { MAX_ASKED_TRANSACTIONS } from './limits.ts';

/** The last change of a transaction, and who made it. */
export const changeView = viewType('LastChange', 'The last change of a transaction, and who made it.', {
  change: oneOf(TRANSITION_KINDS, 'ChangeKind').describe('What happened.'),
  actor: oneOf(ACTOR_KINDS, 'ActorKind').describe('Who acted.'),
  name: z.string().nullable().describe('The name of the key that made it.'),
  occurredAt: timestampOut.describe('When it happened.'),
});

export type Change = z.infer<typeof changeView>;

const transactionIds = listOf(idText, { of: 'transactionIds', max: MAX_ASKED_TRANSACTIONS }).describe(
  'The transactions, at most 100.',
);

export const listLastChanges = operation({
  name: 'listLastChanges',
  kind: 'query',
  roles: STAFF,
  modes: 'both',
  summary: 'Read the last change of each of up to 100 transactions',
  description: 'They are in the order of the ids, with null for a transaction without a change.',
  input: fields({ transactionIds }),
  output: z.array(changeView.nullable()),
  example: { transactionIds: [EXAMPLE_IDS.transactionId] },
  cost: (items) => costOfItems(items.length),
  async run(context, { transactionIds }) {
    const changes = await findLastChanges(context, transactionIds);
    return transactionIds.map((id) => changes.get(id) ?? null);
  },
});

/** Finds the last changes of transactions, by their ids. */
export async function findLastChanges(
  { principal, dependencies: { db, clients } }: Context,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Change>> {
  const found = await db.read(
    'findLastEvents',
    transactionIds.filter((id) => TRANSACTION_ID.test(id)),
  );
  const known = await clients.findByIds(
    found.flatMap(({ clientId, actor }) => [clientId, actor.clientId ?? []].flat()),
  );
  const { isTest } = principal.client;
  const events = found.filter(({ clientId }) => known.get(clientId)?.isTest === isTest);
  return new Map(
    events.map(({ transactionId, kind, actor, occurredAtMs }) => {
      const name = known.get(actor.clientId ?? '')?.name ?? null;
      const occurredAt = formatTimestamp(occurredAtMs);
      return [transactionId, { change: kind, actor: actor.kind, name, occurredAt }];
    }),
  );
}
