import type { TransitionOutcome } from '../../../src/transactions/store.ts';
import type { CommandTrace, Engine } from '../../engine.ts';
import { isCommitUnknown } from '../../engines/database-errors.ts';
import type { CommandInput, CommandOutput } from '../../names.ts';
import type { Database } from '../../tables.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransactions } from '../queries/transactions.ts';

/**
 * Stores creates. If the connection is lost during the commit, the same command runs again and finds what was stored by
 * its processId, with the id of its request. Locks on the same keys make it wait for a commit that is still under way.
 * @throws ServiceError if the outcome cannot be found out now.
 */
export async function runCreations(
  engine: Engine,
  input: CommandInput<'createTransactions'>,
  trace: CommandTrace | undefined,
): Promise<CommandOutput<'createTransactions'>> {
  return engine
    .run('createTransactions', input, trace)
    .catch((error: unknown) =>
      afterUnknownCommit(error, () => engine.run('createTransactions', input, trace)),
    );
}

/** Applies transitions. When the connection is lost during the commit, their events and plans show whether they are stored. */
export async function runTransitions(
  engine: Engine,
  input: CommandInput<'applyTransitions'>,
  trace: CommandTrace | undefined,
): Promise<TransitionOutcome[]> {
  return engine.run('applyTransitions', input, trace).catch((error: unknown) =>
    afterUnknownCommit(error, async () => {
      const stored = await engine.read((db) => findStored(db, input.requests));
      const left = input.requests.filter(({ eventId }) => !stored.has(eventId));
      const outcomes =
        left.length > 0 ? await engine.run('applyTransitions', { ...input, requests: left }, trace) : [];
      const next = outcomes.values();
      return input.requests.map(
        ({ eventId }) => stored.get(eventId) ?? (next.next().value as TransitionOutcome),
      );
    }),
  );
}

/** @throws the first error again, when the outcome stays unknown. */
async function afterUnknownCommit<T>(error: unknown, findOut: () => Promise<T>): Promise<T> {
  if (!isCommitUnknown(error)) throw error;
  return findOut().catch(() => {
    throw error;
  });
}

type Requests = CommandInput<'applyTransitions'>['requests'];

/** The outcomes of the requests whose events are stored, by the id of the event. */
async function findStored(db: Database, requests: Requests): Promise<ReadonlyMap<string, TransitionOutcome>> {
  const ids = [...new Set(requests.map(({ transactionId }) => transactionId))].sort();
  // It waits for a transaction that is still being committed, which holds these rows.
  await db.selectFrom('transactions').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const events = await db
    .selectFrom('events')
    .select(['id', 'transaction_id'])
    .where('transaction_id', 'in', ids)
    .where(
      'id',
      'in',
      requests.map(({ eventId }) => eventId),
    )
    .execute();
  const found = new Map((await findTransactions(db, ids)).map((one) => [one.id, one]));
  const plans = [...(await findPlans(db, ids)).values()];
  const made = events.map((event) => ({
    id: event.id,
    transactionId: event.transaction_id,
    isPlanned: false,
  }));
  const planned = plans.map(({ eventId: id, transactionId }) => ({ id, transactionId, isPlanned: true }));
  return new Map(
    [...made, ...planned].flatMap(({ id, transactionId, isPlanned }) => {
      const transaction = found.get(transactionId);
      if (!transaction) return [];
      return [[id, { kind: 'stored', transaction, isChanged: true, isPlanned }] as const];
    }),
  );
}
