import { CompiledQuery, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { readSchemaState } from '../../migrate.ts';
import type { QueryName } from '../../names.ts';
import * as queries from '../../query-list.ts';
import { shareReads } from '../../share-reads.ts';
import { canBeStale } from '../../stale-reads.ts';
import type { Database } from '../../tables.ts';
import { codeOf } from '../database-errors.ts';
import { createWriteHealth, type WriteHealth } from '../write-health.ts';
import { createBroadcast } from './broadcast.ts';
import { listenToChanges, notifyOf } from './changes.ts';
import { CommitMemory } from './commit-memory.ts';
import { openConnection } from './connections.ts';
import type { WrapClient } from './dialect.ts';
import { followDirectory } from './directory-version.ts';
import { available, LASTING_FAILURES } from './errors.ts';
import { createJobLock } from './job-lock.ts';
import { migrate } from './migrate.ts';
import { DEFAULT_POOL_SIZE, dividePool } from './pool-size.ts';
import { onOwnConnection, openPools, type Pools, QUERY_TIMEOUT_MS } from './pools.ts';
import { refuseTransactionPooler } from './prepare-session.ts';
import { createReplica, type ReplicaState } from './replica.ts';
import { createRunner, retryOnce, transact } from './run-commands.ts';
import { sendIn } from './send-in.ts';
import { createServerClock } from './server-clock.ts';
import { keepSession } from './session.ts';
import { findKnownDamages, keepStatistics, optimize } from './upkeep.ts';

type AnyQuery = (db: Database, input: unknown) => Promise<unknown>;
const byName = queries as Readonly<Record<QueryName, AnyQuery>>;

export interface PostgresOptions {
  readonly url: string;
  /** Time that a command waits for a lock of another before it fails. */
  readonly lockTimeoutMs: number;
  /** The most connections of this process; 16 by default. */
  readonly poolSize?: number | undefined;
  /** A server that follows this one, from which dashboards read. */
  readonly readUrl?: string | undefined;
  /** Called when dashboards begin to read another server than before. */
  readonly onReplica?: ((state: ReplicaState, detail: string) => void) | undefined;
  /** Replaces a connection that is lent for a command, for tests. */
  readonly wrapClient?: WrapClient | undefined;
}

/**
 * Opens a PostgreSQL database, which any number of processes share. Commands run in transactions of the level READ
 * COMMITTED. Unique indexes, and locks on the rows that they decide about, keep two commands from doing what only one
 * of them may do. All commands take these locks in one order.
 */
export function openPostgres({ poolSize = DEFAULT_POOL_SIZE, ...options }: PostgresOptions): Engine {
  const { url } = options;
  const pools = openPools({ ...options, poolSize });
  const directory = followDirectory();
  const clock = createServerClock();
  const memory = new CommitMemory();
  const lock = createJobLock(memory);
  const run = createRunner(pools, lock, memory);
  const changes = listenToChanges();
  const { part, ...broadcast } = createBroadcast(pools);
  const replica = openReplica(options, dividePool(poolSize).queries);
  const statistics = keepStatistics(pools.queries, lock.isHeld);
  const session = keepSession(url, [
    clock,
    directory,
    lock,
    changes,
    part,
    statistics,
    ...(replica ? [replica] : []),
  ]);
  const health = createWriteHealth((name, input) => run(name, input) as Promise<never>, LASTING_FAILURES);
  const check = shareReads(() =>
    checkDatabase(pools, async () => {
      const problem = lock.problem();
      return problem === undefined ? health.failure() : { ok: false, detail: problem };
    }),
  );
  return {
    isShared: true,
    changes: {
      connect: changes.connect,
      announce: (list) =>
        available(
          retryOnce(
            () => transact(pools.commands, async () => {}, { lastOf: () => notifyOf(list) }),
            pools.renew,
          ),
        ),
    },
    broadcast,
    enter: lock.enter,
    runsJobs: lock.isHeld,
    clock: {
      nowMs: clock.nowMs,
      isSure: clock.isSure,
      read: () => available(clock.read(sendIn(pools.reads))),
    },
    read: (query) => available(retryOnce(() => query(pools.reads), pools.renew)),
    snapshot: (read) => available(readSnapshot(url, read)),
    query(name, input) {
      const query = (db: Database) => byName[name](db, input);
      const run = () =>
        replica && canBeStale(name, input) ? replica.query(query, pools.queries) : query(pools.queries);
      return available(retryOnce(run, pools.renew)) as never;
    },
    describeReplica: replica?.describe,
    run: (name, input, runOptions) => available(health.observe(name, run(name, input, runOptions))) as never,
    directoryVersion: directory.directoryVersion,
    directoryChanged: directory.directoryChanged,
    migrate: (migrateOptions) => migrate(url, migrateOptions),
    // Not mapped to error_unavailable: the operator needs the reason why the service cannot start.
    async schemaState() {
      await refuseTransactionPooler(() => openConnection({ url, applicationName: 'bank-transfers start' }));
      return readSchemaState(pools.reads);
    },
    optimize: () => available(optimize(pools.queries)),
    check,
    poolUse: pools.use,
    findDamages: () => available(findKnownDamages(pools.queries)),
    async close() {
      await session.close();
      await statistics.ended();
      await replica?.close();
      await pools.close();
    },
  };
}

function openReplica({ readUrl, onReplica = () => {} }: Partial<PostgresOptions>, size: number) {
  if (readUrl === undefined) return undefined;
  return createReplica({ url: readUrl, size, statementTimeoutMs: QUERY_TIMEOUT_MS, onChange: onReplica });
}

async function checkDatabase(pools: Pools, findFailure: WriteHealth['failure']): ReturnType<Engine['check']> {
  try {
    const { rows } = await retryOnce(() =>
      sql<{ readonly isReplica: boolean }>`
        select pg_is_in_recovery() as "isReplica" from metadata limit 1`.execute(pools.checks),
    );
    if (rows[0]?.isReplica) {
      pools.renew();
      return { ok: false, detail: 'the database is a read-only replica' };
    }
    return (await findFailure()) ?? { ok: true, detail: 'the database answers' };
  } catch (error) {
    return { ok: false, detail: codeOf(error) || 'the database does not answer' };
  }
}

/** A reader that hangs must not keep the server from removing old versions of rows forever. */
const IDLE_LIMIT_MS = 60_000;

const BEGIN = [
  'begin isolation level repeatable read, read only',
  `set local idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}`,
];

/** Runs reads in one snapshot, on a separate connection, since they can take minutes. */
async function readSnapshot<T>(url: string, read: (db: Database) => Promise<T>): Promise<T> {
  return onOwnConnection({ url, name: 'verify', lockTimeoutMs: 0 }, (db) =>
    db.connection().execute(async (connection) => {
      for (const statement of BEGIN) await connection.executeQuery(CompiledQuery.raw(statement));
      const result = await read(connection);
      // A snapshot that failed ends with its connection.
      await connection.executeQuery(CompiledQuery.raw('commit'));
      return result;
    }),
  );
}
