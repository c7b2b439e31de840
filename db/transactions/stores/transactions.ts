import type { Runtime } from '../../../src/operations/runtime.ts';
import { type CreationInput, newTransaction } from '../../../src/transactions/domain/creation.ts';
import { expiryOf, isOverdue } from '../../../src/transactions/domain/transition.ts';
import type {
  CreationOutcome,
  TransactionStore,
  TransitionOutcome,
  TransitionRequest,
} from '../../../src/transactions/store.ts';
import type { Engine } from '../../engine.ts';
import { codeOf, unavailable } from '../../engines/database-errors.ts';
import { type CreateResult, ID_TAKEN } from '../commands/create-transactions.ts';
import { canBeMarkedAsSent } from '../commands/mark-sent.ts';
import { couldScan } from '../queries/sources.ts';
import { findTransactions } from '../queries/transactions.ts';
import { createPlanRunner } from './due-plans.ts';
import { GroupCommit, traceOf, type WithTraceparent } from './group-commit.ts';
import { runCreations, runTransitions } from './unknown-commits.ts';

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
    findExpired: (limit, except) =>
      engine.query('findExpired', { steadyNowMs: runtime.steadyNowMs(), limit, except }),
    couldScan,
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
    maxGroupSize,
    // A transition that waits for the lock of its transaction does not delay the others.
    partOf: ({ transactionId }) => transactionId,
    async commit(group) {
      const requests = group.map((request) => ({ ...request, eventId: runtime.newId() }));
      const clocks = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
      return runTransitions(engine, { ...clocks, timeZone, requests }, traceOf(group));
    },
  });
}

interface TransactionStoreOptions {
  /** The most creates, or the most transitions, in one commit. */
  readonly maxGroupSize: number;
  /** The most pending deposits of one client; 0 for no limit. */
  readonly maxOpenDeposits: number;
  /** The time that a new deposit may be pending. */
  readonly depositTtlMs: number;
  /** The time that a deposit may be pending after its payer reported the money as sent. */
  readonly sentTtlMs: number;
  /** ISO 4217 code of every amount. */
  readonly currency: string;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
}

/** Commits creates that arrive together in one group. */
function groupCreations(
  engine: Engine,
  runtime: Runtime,
  { maxGroupSize, maxOpenDeposits, depositTtlMs, sentTtlMs, currency, timeZone }: TransactionStoreOptions,
): GroupCommit<CreationInput & WithTraceparent, CreationOutcome> {
  return new GroupCommit<CreationInput & WithTraceparent, CreationOutcome>({
    maxGroupSize,
    partOf,
    async commit(requests) {
      const expiresAtMs = runtime.steadyNowMs() + depositTtlMs;
      const terms = { nowMs: runtime.nowMs(), expiresAtMs, currency, timeZone, maxOpenDeposits };
      const longestPendingMs = depositTtlMs + sentTtlMs;
      const input = { ...terms, longestPendingMs, requests };
      const results = await runCreations(engine, input, traceOf(requests));
      const toOutcome = (result: CreateResult, request: CreationInput): CreationOutcome => {
        if (result.kind === 'refused') return result;
        if (result.kind === 'found') {
          // A create finds its own transaction only if the answer to its commit was lost.
          const isNew = result.transaction.id === request.id;
          return { ...result, kind: 'stored', isNew, alreadyPending: result.alreadyPending && !isNew };
        }
        const { reference, account } = result;
        const transaction = newTransaction(Object.assign({}, request, { reference }), terms, account);
        return { kind: 'stored', transaction, alreadyPending: false, isNew: true };
      };
      return requests.map((request, index) => toOutcome(results[index] as CreateResult, request));
    },
  });
}

/** The accounts of a bank may be locked. Withdrawals and tests have none. */
function partOf({ draft }: CreationInput): string {
  return draft.type === 'deposit' && !draft.isTest ? draft.bankId : '';
}
