import { Kysely } from 'kysely';
import type { PoolUse } from '../../../src/operations/observer.ts';
import type { Tables } from '../../tables.ts';
import { openPool, type Pool } from './connections.ts';
import { PooledDialect, type WrapClient } from './dialect.ts';
import { dividePool } from './pool-size.ts';

/** A query that looks at many rows may take longer than a command. */
export const QUERY_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 5_000;
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Commands find their rows by indexes. A plan that was made while a table was small would read the whole table once it
 * has grown, and planning again for each group costs more than running it.
 */
const COMMAND_SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

export interface PoolsOptions {
  readonly url: string;
  readonly lockTimeoutMs: number;
  readonly poolSize: number;
  /** Replaces a connection that is lent for a command, for tests. */
  readonly wrapClient?: WrapClient | undefined;
}

/** The connections of a process by what they do, so that no kind of work waits for those of another kind. */
export type Pools = ReturnType<typeof openPools>;

export function openPools({ url, lockTimeoutMs, poolSize, wrapClient }: PoolsOptions) {
  const sizes = dividePool(poolSize);
  const pools = new Map<string, Pool>();
  function open(name: string, size: number, statementTimeoutMs?: number): Kysely<Tables> {
    const applicationName = `bank-transfers ${name}`;
    const isForCommands = name === 'commands';
    const settings = isForCommands ? COMMAND_SETTINGS : undefined;
    const pool = openPool({ url, size, lockTimeoutMs, applicationName, statementTimeoutMs, settings });
    pools.set(name, pool);
    const wrap = isForCommands ? wrapClient : undefined;
    return new Kysely<Tables>({ dialect: new PooledDialect(pool, wrap) });
  }
  const all = {
    commands: open('commands', sizes.commands),
    /** Short reads. */
    reads: open('reads', sizes.reads, READ_TIMEOUT_MS),
    /** Queries that may look at many rows. */
    queries: open('queries', sizes.queries, QUERY_TIMEOUT_MS),
    /** One connection that asks whether the database works. */
    checks: open('checks', 1, CHECK_TIMEOUT_MS),
  };
  return {
    ...all,
    use: (): PoolUse[] => [...pools].map(([name, pool]) => ({ pool: name, ...pool.use() })),
    /** Replaces every connection. */
    renew() {
      for (const pool of pools.values()) pool.renew();
    },
    async close() {
      for (const db of Object.values(all)) await db.destroy();
    },
  };
}

interface OwnConnection {
  readonly url: string;
  /** The name that the server shows for it. */
  readonly name: string;
  readonly lockTimeoutMs: number;
}

/** Runs work that may take minutes, on a separate connection without a statement timeout. */
export async function onOwnConnection<T>(
  { url, name, lockTimeoutMs }: OwnConnection,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const applicationName = `bank-transfers ${name}`;
  const pool = openPool({ url, size: 1, lockTimeoutMs, applicationName, statementTimeoutMs: 0 });
  const db = new Kysely<Tables>({ dialect: new PooledDialect(pool) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
