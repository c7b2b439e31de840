import type {
  ChangeOutcome,
  ChangeRequest,
  CreationOutcome,
  Runtime,
  TransactionBus,
  TransactionStore,
} from '../src/operations/ports.ts';
import { available, unavailable } from './available.ts';
import { changeBatch } from './changes.ts';
import { type CreationRequest, createBatch } from './create-batch.ts';
import type { Engine } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { listTransactions } from './list.ts';
import { readStatistics } from './statistics.ts';
import { findExpired, findTransaction, findTransactions, markSent } from './transactions.ts';

const MAX_WAITING = 10_000;

export interface StoreOptions {
  /** How many creates, or how many changes, may share one commit. */
  readonly maxGroupSize: number;
  /** How long a new deposit may be pending. */
  readonly depositTtlMs: number;
  /** Told of every change once it is committed. */
  readonly bus: TransactionBus;
  /** Called when there may be something new in the outbox. */
  readonly onCallbacks: () => void;
}

/** The store of transactions over one engine. */
export function createTransactionStore(
  engine: Engine,
  runtime: Runtime,
  options: StoreOptions,
): TransactionStore {
  const { bus } = options;
  const creations = createCreations(engine, runtime, options);
  const changes = createChanges(engine, runtime, options);
  return {
    create: (draft, refusal) => available(engine, creations.submit({ draft, refusal })),
    change: (request) => available(engine, changes.submit(request)),
    async markSent(id) {
      const work = engine.write((trx) => markSent(trx, id, runtime.nowMs()));
      const isMarked = await available(engine, work);
      const transaction = await available(engine, findTransaction(engine.reader, id));
      if (isMarked && transaction) bus.publish(transaction);
      return transaction;
    },
    findExpired: (limit) => available(engine, findExpired(engine.reader, runtime.steadyNowMs(), limit)),
    findById: (id) => available(engine, findTransaction(engine.reader, id)),
    findByIds: (ids) => available(engine, findTransactions(engine.reader, ids)),
    statistics: (query) => available(engine, readStatistics(engine.reader, query)),
    list: (filter, page) => available(engine, listTransactions(engine.reader, filter, page)),
  };
}

function createCreations(
  engine: Engine,
  runtime: Runtime,
  { bus, maxGroupSize, depositTtlMs }: StoreOptions,
): GroupCommit<CreationRequest, CreationOutcome> {
  return new GroupCommit({
    ...grouping(engine, maxGroupSize),
    async commit(requests) {
      const outcomes = await engine.write((trx) => createBatch(trx, requests, { runtime, depositTtlMs }));
      if (bus.hasWatchers)
        for (const outcome of outcomes)
          if (outcome.kind === 'stored' && outcome.isNew) bus.publish(outcome.transaction);
      return outcomes;
    },
  });
}

function createChanges(
  engine: Engine,
  runtime: Runtime,
  { bus, maxGroupSize, onCallbacks }: StoreOptions,
): GroupCommit<ChangeRequest, ChangeOutcome | undefined> {
  return new GroupCommit({
    ...grouping(engine, maxGroupSize),
    async commit(requests) {
      const outcomes = await engine.write((trx) => changeBatch(trx, requests, runtime));
      const changed = outcomes.filter((outcome) => outcome?.kind === 'stored' && outcome.isChanged);
      for (const outcome of changed) if (outcome?.kind === 'stored') bus.publish(outcome.transaction);
      if (changed.length > 0) onCallbacks();
      return outcomes;
    },
  });
}

function grouping(engine: Engine, maxGroupSize: number) {
  return {
    maxGroupSize,
    maxWaiting: MAX_WAITING,
    isGeneral: (error: unknown) => engine.isUnavailable(error),
    overload: () => unavailable('Too many requests wait to be stored.'),
  };
}
