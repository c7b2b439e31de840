import type { CallbackTrace } from '../../src/callbacks/outbox.ts';
import { type CreationRequest, newTransaction } from '../../src/domain/creation.ts';
import { referenceIn } from '../../src/domain/reference.ts';
import { expiryOf, isOverdue } from '../../src/domain/transition.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { TransactionBus } from '../../src/operations/transactions/bus.ts';
import type {
  CreationOutcome,
  TransactionStore,
  TransitionOutcome,
  TransitionRequest,
} from '../../src/operations/transactions/store.ts';
import { ID_TAKEN } from '../commands/common/insert-transactions.ts';
import type { CreateResult } from '../commands/create-transactions.ts';
import { mayBeMarked } from '../commands/mark-sent.ts';
import { extentOf, unavailable } from '../database-errors.ts';
import type { Engine } from '../engine.ts';
import { GroupCommit } from '../group-commit.ts';
import { findReleased } from '../queries/released.ts';
import { mayScan } from '../queries/sources.ts';
import { findByProcessId, findExpired, findTransaction, findTransactions } from '../queries/transactions.ts';
import { createDesk } from './desk.ts';
import { type Traced, tracesOf } from './traces.ts';
import { runCreations, runTransitions } from './unknown-commits.ts';

const MAX_WAITING = 10_000;
/** The most attempts to store a create: with a new id, or after an overdue deposit in its way has expired. */
const MAX_TRIES = 5;

interface StoreOptions {
  /** The most creates, or the most transitions, in one commit. */
  readonly maxGroupSize: number;
  /** The most pending deposits of one client; 0 for no limit. */
  readonly maxOpenDeposits: number;
  /** The time that a new deposit may be pending. */
  readonly depositTtlMs: number;
  /** The time that a deposit may be pending after its payer reported the money as sent. */
  readonly sentTtlMs: number;
  /** The time that a withdrawal stays claimed. */
  readonly claimTtlMs: number;
  /** ISO 4217 code of every amount. */
  readonly currency: string;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  /** Receives every created or changed transaction after its commit. */
  readonly bus: TransactionBus;
  /** Called when there may be new callbacks in the outbox, with the traces of those that belong to some. */
  readonly onCallbacks: (traces: readonly CallbackTrace[]) => void;
}

/** The store of transactions over one engine. Creates that arrive together share a commit, and so do transitions. */
export function createTransactionStore(
  engine: Engine,
  runtime: Runtime,
  options: StoreOptions,
): TransactionStore {
  const { bus } = options;
  const creations = groupCreations(engine, runtime, options);
  const transitions = groupTransitions(engine, runtime, options);
  return {
    async create(draft, bank, traceparent) {
      let triedId: string | undefined;
      for (let tries = 1; ; tries += 1) {
        const isDeposit = draft.type === 'deposit';
        const payToken = isDeposit ? runtime.newToken() : '';
        const reference = isDeposit ? referenceIn(options.currency, runtime.newReference()) : null;
        try {
          const request = { draft, bank, id: runtime.newId(), payToken, reference };
          const outcome = await creations.submit(
            traceparent === undefined ? request : Object.assign(request, { traceparent }),
          );
          const overdueId = findOverdue(outcome, runtime.steadyNowMs());
          // A transaction that the desk has decided in time does not expire: see released.ts.
          if (overdueId === undefined || overdueId === triedId || tries === MAX_TRIES) return outcome;
          triedId = overdueId;
          // The sweep has not come to it yet. Nobody is to be sent to a payment that has ended.
          await transitions.submit(expiryOf(overdueId, runtime.steadyNowMs()));
        } catch (error) {
          if (!isIdTaken(error)) throw error;
          if (tries === MAX_TRIES) throw unavailable('The transaction could not get an id.', error);
        }
      }
    },
    transition: (request) => transitions.submit(request),
    ...createDesk(engine, runtime, options),
    async markSent(transactionId, audit) {
      // A read first: a link that is used again and again must not take the writer from creates.
      const [known] = await engine.read((db) => findReleased(db, [transactionId]));
      if (!known || !mayBeMarked(known, runtime.steadyNowMs())) return known;
      const clocks = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
      const { released, changed, auditPosition } = await engine.run('markSent', {
        ...{ transactionId, ...clocks, sentTtlMs: options.sentTtlMs, audit },
      });
      if (released && changed?.sequence === released.sequence) bus.publish(changed, 'all', auditPosition);
      else if (released && changed) {
        bus.publish(changed, 'desk', auditPosition);
        bus.publish(released, 'others', auditPosition);
      }
      return released;
    },
    findExpired: (limit, which) =>
      engine.read((db) => findExpired(db, { steadyNowMs: runtime.steadyNowMs(), limit, ...which })),
    findById: (id) => engine.read((db) => findTransaction(db, id)),
    findByIds: (ids) => engine.read((db) => findTransactions(db, ids)),
    findReleased: (ids) => engine.read((db) => findReleased(db, ids)),
    findByProcessId: (clientId, processId) => engine.read((db) => findByProcessId(db, clientId, processId)),
    mayScan,
    list: (filter, page) => engine.query('listTransactions', { filter, page }),
    queueTotals: (filter) => engine.query('countQueue', filter),
    statistics: (query) => engine.query('readStatistics', query),
  };
}

/** The id of an overdue deposit that a create was answered with. */
function findOverdue(outcome: CreationOutcome, steadyNowMs: number): string | undefined {
  if (outcome.kind !== 'stored' || outcome.isNew) return undefined;
  return isOverdue(outcome.transaction, steadyNowMs) ? outcome.transaction.id : undefined;
}

function groupCreations(
  engine: Engine,
  runtime: Runtime,
  { bus, maxGroupSize, maxOpenDeposits, depositTtlMs, sentTtlMs, currency, timeZone }: StoreOptions,
): GroupCommit<CreationRequest & Traced, CreationOutcome> {
  return new GroupCommit({
    ...grouping(engine, maxGroupSize),
    // The accounts of a bank may be locked. Withdrawals need none.
    partOf: ({ draft }) => (draft.type === 'deposit' ? draft.bankId : ''),
    async commit(requests) {
      const expiresAtMs = runtime.steadyNowMs() + depositTtlMs;
      const terms = { nowMs: runtime.nowMs(), expiresAtMs, currency, timeZone, maxOpenDeposits };
      const longestPendingMs = depositTtlMs + sentTtlMs;
      const traceparents = tracesOf(requests);
      const input = { ...terms, longestPendingMs, requests };
      const results = await runCreations(engine, input, { traceparents });
      const toOutcome = (result: CreateResult, request: CreationRequest): CreationOutcome => {
        if (result.kind === 'refused') return result;
        if (result.kind === 'found') {
          // It is its own only after a commit of which the answer was lost.
          const isNew = result.transaction.id === request.id;
          if (isNew && bus.isHeard) bus.publish(result.transaction);
          return { ...result, kind: 'stored', isNew, alreadyPending: result.alreadyPending && !isNew };
        }
        const transaction = newTransaction(
          Object.assign({}, request, { reference: result.reference }),
          terms,
          result.account,
        );
        if (bus.isHeard) bus.publish(transaction);
        return { kind: 'stored', transaction, alreadyPending: false, isNew: true };
      };
      return requests.map((request, index) => toOutcome(results[index] as CreateResult, request));
    },
  });
}

function groupTransitions(
  engine: Engine,
  runtime: Runtime,
  { bus, maxGroupSize, timeZone, onCallbacks }: StoreOptions,
): GroupCommit<TransitionRequest, TransitionOutcome> {
  return new GroupCommit({
    ...grouping(engine, maxGroupSize),
    async commit(group) {
      const requests = group.map((request) => ({ ...request, eventId: runtime.newId() }));
      const clocks = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
      const options = { traceparents: tracesOf(group) };
      const outcomes = await runTransitions(engine, { ...clocks, timeZone, requests }, options);
      let isAnyChanged = false;
      const traces: CallbackTrace[] = [];
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.kind !== 'stored' || !outcome.isChanged) continue;
        isAnyChanged = true;
        const { eventId, traceparent } = requests[index] ?? {};
        if (eventId !== undefined && traceparent !== undefined) traces.push({ eventId, traceparent });
        bus.publish(outcome.transaction, outcome.isHeld ? 'desk' : 'all');
      }
      if (isAnyChanged) onCallbacks(traces);
      return outcomes;
    },
  });
}

function grouping({ maxConcurrent }: Engine, maxGroupSize: number) {
  return {
    maxGroupSize,
    maxConcurrent,
    maxWaiting: MAX_WAITING,
    extentOf,
    overload: () => unavailable('Too many requests wait to be stored.'),
  };
}

function isIdTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ID_TAKEN;
}
