import type { Runtime } from '../../../src/operations/runtime.ts';
import { expiryOf, isOverdue } from '../../../src/transactions/domain/transition.ts';
import type {
  CreationOutcome,
  TransactionStore,
  TransitionOutcome,
  TransitionRequest,
} from '../../../src/transactions/store.ts';
import type { Engine } from '../../engine.ts';
import { codeOf, unavailable } from '../../engines/database-errors.ts';
import { ID_TAKEN } from '../commands/insert-transactions.ts';
import { canBeMarkedAsSent } from '../commands/mark-sent.ts';
import { mayScan } from '../queries/sources.ts';
import { findTransactions } from '../queries/transactions.ts';
import { createPlanRunner } from './due-plans.ts';
import { GroupCommit, grouping, traceOf } from './group-commit.ts';
import { groupCreations, type TransactionStoreOptions } from './group-creations.ts';
import { runTransitions } from './unknown-commits.ts';

/** The most attempts to store a create: with a new id, or after an overdue deposit in its way has expired. */
const MAX_TRIES = 5;

/** The store of transactions over one engine. Creates that arrive together share a commit, and so do transitions. */
export function createTransactionStore(
  engine: Engine,
  runtime: Runtime,
  options: TransactionStoreOptions,
): TransactionStore {
  const creations = groupCreations(engine, runtime, options);
  const transitions = groupTransitions(engine, runtime, options);
  const transition = (request: TransitionRequest) => transitions.submit(request);
  return {
    async create(draft, bank, origin) {
      let triedId: string | undefined;
      for (let tries = 1; ; tries += 1) {
        const payToken = draft.type === 'deposit' ? runtime.newToken() : '';
        try {
          const request = { draft, bank, id: runtime.newId(), payToken };
          const outcome = await creations.submit(Object.assign(request, origin));
          const overdueId = findOverdue(outcome, runtime.steadyNowMs());
          // A deposit with a planned decision does not expire, nor does one that a restore holds.
          if (overdueId === undefined || overdueId === triedId || tries === MAX_TRIES) return outcome;
          triedId = overdueId;
          // The sweep has not expired it yet. A payer must not be sent to a deposit that has ended.
          await transition(expiryOf({ id: overdueId, isTest: draft.isTest ?? false }, runtime.steadyNowMs()));
        } catch (error) {
          if (codeOf(error) !== ID_TAKEN) throw error;
          if (tries === MAX_TRIES) throw unavailable('The transaction could not get an id.', error);
        }
      }
    },
    transition,
    runDuePlans: createPlanRunner(engine, runtime, options),
    async markSent(transactionId, audit) {
      // A read first: a link that is used again and again must not take the writer from creates.
      const [known] = await engine.read((db) => findTransactions(db, [transactionId]));
      if (!known || !canBeMarkedAsSent(known, runtime.steadyNowMs())) return known;
      const clocks = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
      const { sentTtlMs } = options;
      return (await engine.run('markSent', { transactionId, ...clocks, sentTtlMs, audit })).transaction;
    },
    findExpired: (limit, which) =>
      engine.query('findExpired', { steadyNowMs: runtime.steadyNowMs(), limit, ...which }),
    mayScan,
    list: (filter, page) => engine.query('listTransactions', { filter, page }),
  };
}

/** The id of an overdue deposit that a create was answered with. */
function findOverdue(outcome: CreationOutcome, steadyNowMs: number): string | undefined {
  if (outcome.kind !== 'stored' || outcome.isNew) return undefined;
  return isOverdue(outcome.transaction, steadyNowMs) ? outcome.transaction.id : undefined;
}

function groupTransitions(
  engine: Engine,
  runtime: Runtime,
  options: TransactionStoreOptions,
): GroupCommit<TransitionRequest, TransitionOutcome> {
  const { maxGroupSize, timeZone } = options;
  return new GroupCommit({
    ...grouping(maxGroupSize),
    // A transition that waits for the lock of its transaction does not delay the others.
    partOf: ({ transactionId }) => transactionId,
    async commit(group) {
      const requests = group.map((request) => ({ ...request, eventId: runtime.newId() }));
      const clocks = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
      const trace = traceOf(group);
      return runTransitions(engine, { ...clocks, timeZone, requests }, { trace });
    },
  });
}
