import { z } from 'zod';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import { ACTOR_KINDS, EVENT_KINDS } from '../../domain/transition.ts';
import { formatTimestamp, graphqlTypes, idText, parameters, timestampOut, typeProblem } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';

const MAX_TRANSACTIONS = 100;

/** The last change of a transaction, and who made it. */
export const changeView = z.object({
  change: z.enum(EVENT_KINDS).register(graphqlTypes, { name: 'ChangeKind' }),
  actor: z.enum(ACTOR_KINDS).register(graphqlTypes, { name: 'ActorKind' }),
  /** The name of the key that made it. */
  name: z.string().nullable(),
  occurredAt: timestampOut,
});

type Change = z.infer<typeof changeView>;

const transactionIds = z
  .array(idText, { error: typeProblem('a list of transactionIds') })
  .max(MAX_TRANSACTIONS, `must hold at most ${MAX_TRANSACTIONS} transactionIds.`);

/** The last change of each of several transactions, in the order of the ids; null for one without a change. */
export const listLastChanges = define({
  name: 'listLastChanges',
  kind: 'query',
  input: parameters({ transactionIds }),
  output: z.array(changeView.nullable()),
  cost: (items) => costOfItems(items.length),
  async run(context, { transactionIds }) {
    const changes = await findLastChanges(context, transactionIds);
    return transactionIds.map((id) => changes.get(id) ?? null);
  },
});

/** Finds the last changes of transactions, by their ids. */
export async function findLastChanges(
  { principal, dependencies: { transactions, clients } }: Context,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Change>> {
  const found = await transactions.findLastEvents(transactionIds.filter((id) => TRANSACTION_ID.test(id)));
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
