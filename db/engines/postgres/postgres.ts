import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type CommandName, commands } from '../../commands/index.ts';
import { commitUnknown } from '../../database-errors.ts';
import type { Engine, RunOptions } from '../../engine.ts';
import { readSchemaState, runMigrations } from '../../migrate.ts';
import { queries } from '../../queries/index.ts';
import { mayBeOld } from '../../queries/of-dashboards.ts';
import { shareReads } from '../../share-reads.ts';
import type { Database, DatabaseTransaction } from '../../tables.ts';
import { createWriteHealth } from '../../write-health.ts';
import { createNotifyTransport } from './change-transport.ts';
import { MIGRATION_TIMEOUT_MS, openConnection } from './connections.ts';
import type { WrapClient } from './dialect.ts';
import { followDirectory } from './directory-version.ts';
import {
  available,
  CommitUnknownError,
  ConnectError,
  codeOf,
  isConnectionLost,
  isConnectionStale,
  isKeyTaken,
  isPlanOutdated,
  isSerializationFailure,
  LASTING_FAILURES,
} from './errors.ts';
import { raiseFeedBase } from './feed-base.ts';
import { createJobLock } from './job-lock.ts';
import { runLong } from './long-command.ts';
import { addPartitions, spanAt } from './partitions.ts';
import { DEFAULT_POOL_SIZE, dividePool } from './pool-size.ts';
import { onOwnConnection, openPools, type Pools, QUERY_TIMEOUT_MS } from './pools.ts';
import { refuseTransactionPooler } from './prepare-session.ts';
import { createReplica, type ReplicaState } from './replica.ts';
import { createServerClock } from './server-clock.ts';
import { keepSession, type Row, type Send } from './session.ts';
import { readSnapshot } from './snapshot.ts';
import { transact } from './transact.ts';
import { findKnownDamages, optimize } from './upkeep.ts';

/** The most runs of a command that others make the server roll back. */
const MAX_TRIES = 20;
const RETRY_MS = 5;

/** The most groups of creates, or of transitions, that one process commits at once. */
const MAX_CONCURRENT = 3;

/** Of the transaction of a migration, so that only one process migrates at a time. */
const MIGRATION_LOCK = 4_202_611;

type AnyCommand = (trx: DatabaseTransaction, input: unknown) => Promise<unknown>;
type AnyQuery = (db: Database, input: unknown) => Promise<unknown>;

export interface PostgresOptions {
  readonly url: string;
  /** Time that a command waits for a lock of another before it fails. */
  readonly lockTimeoutMs: number;
  /** The most connections of this process; 16 by default. */
  readonly poolSize?: number | undefined;
  /** A server that follows this one, from which dashboards read. */
  readonly readUrl?: string | undefined;
  /** Told when dashboards begin to read another server than before. */
  readonly onReplica?: ((state: ReplicaState, detail: string) => void) | undefined;
  /** Replaces a connection that is lent for a command, for tests. */
  readonly wrapClient?: WrapClient | undefined;
}

/**
 * Opens a PostgreSQL database, which any number of processes share. Commands run in transactions of the level READ
 * COMMITTED: what two of them must not do both is kept apart by unique indexes and by locks on the rows that they
 * decide about, which they take in one order.
 */
export function openPostgres({ poolSize = DEFAULT_POOL_SIZE, ...options }: PostgresOptions): Engine {
  const { url, lockTimeoutMs } = options;
  const pools = openPools({ ...options, poolSize });
  const directory = followDirectory();
  const clock = createServerClock();
  const lock = createJobLock();
  const run = createRunner(pools, options, lock.problem);
  const changes = createNotifyTransport(pools.queries, () => clock.nowMs() ?? Date.now());
  const replica = openReplica(options, dividePool(poolSize).queries);
  const session = keepSession(url, [clock, directory, lock, changes, ...(replica ? [replica] : [])]);
  const health = createWriteHealth((name, input) => run(name, input) as Promise<never>, LASTING_FAILURES);
  const check = shareReads(() =>
    checkDatabase(pools, async () => lock.problem() ?? failedWrite(await health.failure())),
  );
  return {
    maxConcurrent: Math.min(MAX_CONCURRENT, Math.ceil(dividePool(poolSize).commands / 3)),
    isShared: true,
    changes,
    enter: lock.enter,
    runsJobs: lock.isHeld,
    clock: {
      nowMs: clock.nowMs,
      isSure: clock.isSure,
      read: () => available(clock.read(sendOver(pools.reads))),
    },
    read: (query) => available(onceMore(() => query(pools.reads), pools.renew)),
    snapshot: (read) => available(readSnapshot(url, read)),
    query(name, input) {
      const query = (db: Database) => (queries[name] as AnyQuery)(db, input);
      const run = () =>
        replica && mayBeOld(name, input) ? replica.query(query, pools.queries) : query(pools.queries);
      return available(onceMore(run, pools.renew)) as never;
    },
    describeReplica: replica?.describe,
    run: (name, input, runOptions) => available(health.observe(name, run(name, input, runOptions))) as never,
    directoryVersion: directory.directoryVersion,
    directoryChanged: directory.directoryChanged,
    migrate: (migrateOptions) =>
      onOwnConnection({ url, name: 'migrate', lockTimeoutMs: MIGRATION_TIMEOUT_MS }, (db) =>
        runMigrations(db, ['begin', `select pg_advisory_xact_lock(${MIGRATION_LOCK})`], migrateOptions),
      ),
    prepare: (nowMs) =>
      available(onOwnConnection({ url, name: 'prepare', lockTimeoutMs }, (db) => prepare(db, nowMs))),
    // Not mapped to error_unavailable: whoever starts the service wants to know why it cannot.
    async schemaState() {
      await refuseTransactionPooler(() => openConnection({ url, applicationName: 'bank-transfers start' }));
      return readSchemaState(pools.reads);
    },
    optimize: () => available(optimize(pools.queries)),
    check,
    poolUse: pools.use,
    findDamages: () => available(findKnownDamages(pools.queries)),
    async close() {
      await changes.flush();
      await session.close();
      await replica?.close();
      await pools.close();
    },
  };
}

function openReplica({ readUrl, onReplica = () => {} }: Partial<PostgresOptions>, size: number) {
  if (readUrl === undefined) return undefined;
  return createReplica({ url: readUrl, size, statementTimeoutMs: QUERY_TIMEOUT_MS, onChange: onReplica });
}

const sendOver =
  (db: Database): Send =>
  async (text) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text))).rows;

async function prepare(db: Database, nowMs: number): Promise<readonly string[]> {
  const isRaised = await raiseFeedBase(db);
  const added = await addPartitions(db, spanAt(nowMs));
  return isRaised ? ['base of positions', ...added] : added;
}

/** Runs commands, again where the server has rolled one back because of another or of a connection that was lost. */
function createRunner(
  pools: Pools,
  options: Pick<PostgresOptions, 'url' | 'lockTimeoutMs' | 'wrapClient'>,
  problem: () => string | undefined,
): (name: CommandName, input: unknown, options?: RunOptions) => Promise<unknown> {
  return async (name, input, { traceparents } = {}) => {
    const reason = problem();
    if (reason !== undefined) throw new ConnectError(reason, 'KEPT_OUT');
    const command = (trx: DatabaseTransaction) => (commands[name] as AnyCommand)(trx, input);
    for (let tries = 1; ; tries += 1) {
      try {
        // A repair reads everything.
        if (name === 'repair') return await onceMore(() => runLong(options, command));
        return await onceMore(() => transact(pools.commands, command, traceparents?.[0]));
      } catch (error) {
        if (error instanceof CommitUnknownError) throw commitUnknown(error);
        // A server that has become a replica would answer reads with what is old.
        if (isConnectionStale(error)) pools.renew();
        // The obstacle is gone: another command has stored the same key, or the connection is a new one.
        const isFaster = isKeyTaken(error) || isPlanOutdated(error);
        if ((!isFaster && !isSerializationFailure(error)) || tries === MAX_TRIES) throw error;
        if (!isFaster) await sleep(RETRY_MS * tries);
      }
    }
  };
}

/**
 * Runs work, and once more on another connection when its own was lost, or had prepared a statement before a migration:
 * a server that restarts cuts those at rest.
 */
async function onceMore<T>(work: () => Promise<T>, renew?: () => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOutdated = renew !== undefined && isPlanOutdated(error);
    if (isOutdated) renew();
    if (isOutdated || isConnectionLost(error)) return work();
    throw error;
  }
}

const failedWrite = (code: string | undefined) => code && `the last write failed: ${code}`;

async function checkDatabase(
  pools: Pools,
  findFailure: () => Promise<string | undefined>,
): ReturnType<Engine['check']> {
  try {
    const { rows } = await onceMore(() =>
      sql<{ readonly isReplica: boolean }>`
        select pg_is_in_recovery() as "isReplica" from metadata limit 1`.execute(pools.checks),
    );
    if (rows[0]?.isReplica) {
      pools.renew();
      return { ok: false, detail: 'the database is a read-only replica' };
    }
    const failure = await findFailure();
    if (failure) return { ok: false, detail: failure };
    return { ok: true, detail: 'the database answers' };
  } catch (error) {
    return { ok: false, detail: codeOf(error) || 'the database does not answer' };
  }
}
