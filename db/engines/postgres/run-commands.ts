import { setTimeout as sleep } from 'node:timers/promises';
import {
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type RawBuilder,
  Transaction,
} from 'kysely';
import type { Change } from '../../../src/transactions/change.ts';
import { changesOf } from '../../changes.ts';
import * as commands from '../../command-list.ts';
import type { CommandTrace } from '../../engine.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../names.ts';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { commitUnknown } from '../database-errors.ts';
import { notifyOf } from './changes.ts';
import type { CommitMemory } from './commit-memory.ts';
import { Handle, PostgresCompiler } from './dialect.ts';
import {
  CommitUnknownError,
  ConnectError,
  isConnectionLost,
  isConnectionStale,
  isPlanOutdated,
  isSerializationFailure,
  isTimeZoneOutdated,
  TIME_ZONE_OUTDATED,
} from './errors.ts';
import type { JobLock } from './job-lock.ts';
import type { Pools } from './pools.ts';

/** A transaction only uses its executor. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresCompiler(),
};
const UNUSED = { config: { dialect }, dialect, driver: new DummyDriver() };

interface TransactOptions<T> {
  /**
   * The trace that the transaction belongs to. The log of the server shows it as a comment of `begin`, the only
   * statement that is not prepared: a comment in another statement would make it a new one for each request.
   */
  readonly traceparent?: string | undefined;
  /** The last statement, which is sent together with the commit. */
  readonly lastOf?: (result: T) => RawBuilder<unknown> | undefined;
}

/**
 * Runs work in a transaction, like Kysely's own, which has no way to give the server the trace of a transaction.
 */
export function transact<T>(
  db: Kysely<Tables>,
  work: (trx: DatabaseTransaction) => Promise<T>,
  { traceparent, lastOf }: TransactOptions<T> = {},
): Promise<T> {
  const outer = db.getExecutor();
  return outer.provideConnection(async (handle) => {
    if (!(handle instanceof Handle)) throw new Error('the pool lends other connections');
    const executor = outer.withConnectionProvider({ provideConnection: (consumer) => consumer(handle) });
    const trx = new Transaction<Tables>({ ...UNUSED, executor });
    try {
      handle.begin(traceparent === undefined ? 'begin' : `begin /*traceparent='${traceparent}'*/`);
      const result = await work(trx);
      await handle.commit(lastOf?.(result)?.compile(trx));
      return result;
    } catch (error) {
      await handle.rollback();
      throw error;
    }
  });
}

/** The most runs of a command that the server rolls back because of others. */
const MAX_TRIES = 20;
const RETRY_MS = 5;

type AnyCommand = (trx: DatabaseTransaction, input: unknown) => Promise<unknown>;
const byName = commands as Readonly<Record<CommandName, AnyCommand>>;

/** Runs commands, and retries one that the server rolled back because of another or of a lost connection. */
export function createRunner(
  pools: Pools,
  { problem, confirm }: Pick<JobLock, 'problem' | 'confirm'>,
  memory: Pick<CommitMemory, 'note'>,
): (name: CommandName, input: unknown, trace?: CommandTrace) => Promise<unknown> {
  return async (name, input, trace) => {
    const reason = problem();
    if (reason !== undefined) throw new ConnectError(reason, 'KEPT_OUT');
    const command = async (trx: DatabaseTransaction) => {
      await confirm(trx);
      return byName[name](trx, input);
    };
    let changes: readonly Change[] = [];
    const lastOf = (output: unknown) => {
      changes = changesOf(name, output as CommandOutput<typeof name>, input as CommandInput<typeof name>);
      return notifyOf(changes);
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const output = await retryOnce(
          () => transact(pools.commands, command, { traceparent: trace?.parent, lastOf }),
          pools.renew,
        );
        memory.note(changes);
        return output;
      } catch (error) {
        if (error instanceof CommitUnknownError) throw commitUnknown(error);
        if (isTimeZoneOutdated(error)) throw new ConnectError(TIME_ZONE_OUTDATED, 'KEPT_OUT', error);
        // A server that has become a replica would answer reads with old rows.
        if (isConnectionStale(error)) pools.renew();
        // The obstacle is gone: the connection is a new one.
        const isFaster = isPlanOutdated(error);
        if ((!isFaster && !isSerializationFailure(error)) || tries === MAX_TRIES) throw error;
        if (!isFaster) await sleep(RETRY_MS * tries);
      }
    }
  };
}

/**
 * Runs work, and once more on another connection if the first was lost, or had prepared a statement before a migration.
 * A server that restarts also drops idle connections.
 * @param renew has the pools open new connections: all others may be lost as well.
 */
export async function retryOnce<T>(work: () => Promise<T>, renew?: () => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOutdated = renew !== undefined && isPlanOutdated(error);
    if (!isOutdated && !isConnectionLost(error)) throw error;
    renew?.();
    return work();
  }
}
