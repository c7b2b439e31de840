import type { CreationOutcome, Runtime, TransactionBus, TransactionStore } from '../src/operations/ports.ts';
import { available, unavailable } from './available.ts';
import { type CreationRequest, createBatch } from './create-batch.ts';
import type { Engine } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { listTransactions } from './list.ts';
import { readStatistics } from './statistics.ts';
import { findTransaction, findTransactions } from './transactions.ts';

const MAX_WAITING_CREATES = 10_000;

export interface StoreOptions {
  /** How many creates may share one commit. */
  readonly maxGroupSize: number;
  /** Told of every change once it is committed. */
  readonly bus: TransactionBus;
}

/** The store of transactions over one engine. */
export function createTransactionStore(
  engine: Engine,
  runtime: Runtime,
  { maxGroupSize, bus }: StoreOptions,
): TransactionStore {
  const creations = new GroupCommit<CreationRequest, CreationOutcome>({
    maxGroupSize,
    maxWaiting: MAX_WAITING_CREATES,
    async commit(requests) {
      const outcomes = await engine.write((trx) => createBatch(trx, requests, runtime));
      if (bus.hasWatchers)
        for (const outcome of outcomes)
          if (outcome.kind === 'stored' && outcome.isNew) bus.publish(outcome.transaction);
      return outcomes;
    },
    isGeneral: (error) => engine.isUnavailable(error),
    overload: () => unavailable('Too many requests wait to be stored.'),
  });

  return {
    create: (draft, refusal) => available(engine, creations.submit({ draft, refusal })),
    findById: (id) => available(engine, findTransaction(engine.reader, id)),
    findByIds: (ids) => available(engine, findTransactions(engine.reader, ids)),
    statistics: (query) => available(engine, readStatistics(engine.reader, query)),
    list: (filter, page) => available(engine, listTransactions(engine.reader, filter, page)),
  };
}
