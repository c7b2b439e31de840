import type { CreationOutcome, Runtime, TransactionStore } from '../src/operations/ports.ts';
import { available, unavailable } from './available.ts';
import { type CreationRequest, createBatch } from './create-batch.ts';
import type { Engine } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { findTransaction, listTransactions } from './transactions.ts';

const MAX_WAITING_CREATES = 10_000;

export interface StoreOptions {
  /** How many creates may share one commit. */
  readonly maxGroupSize: number;
}

/** The store of transactions over one engine. */
export function createTransactionStore(
  engine: Engine,
  runtime: Runtime,
  options: StoreOptions,
): TransactionStore {
  const creations = new GroupCommit<CreationRequest, CreationOutcome>({
    maxGroupSize: options.maxGroupSize,
    maxWaiting: MAX_WAITING_CREATES,
    commit: (requests) => engine.write((trx) => createBatch(trx, requests, runtime)),
    isGeneral: (error) => engine.isUnavailable(error),
    overload: () => unavailable('Too many requests wait to be stored.'),
  });

  return {
    create: (draft, refusal) => available(engine, creations.submit({ draft, refusal })),
    findById: (id) => available(engine, findTransaction(engine.reader, id)),
    list: (filter, page) => available(engine, listTransactions(engine.reader, filter, page)),
  };
}
