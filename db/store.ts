import { ServiceError } from '../src/domain/errors.ts';
import type { CreationOutcome, Runtime, TransactionStore } from '../src/operations/ports.ts';
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

/** Turns the failures of a database that is locked, full or down into what a caller may see and retry. */
export async function available<T>(engine: Engine, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (engine.isUnavailable(error)) throw unavailable('The database cannot take the request now.', error);
    throw error;
  }
}

function unavailable(reason: string, cause?: unknown): ServiceError {
  const message = `${reason} Nothing was changed; send the same request again.`;
  return new ServiceError('error_unavailable', message, { retryAfterSeconds: 1, cause });
}
