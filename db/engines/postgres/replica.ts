import { Kysely, sql } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import { openConnection, openPool } from './connections.ts';
import { PooledDialect } from './dialect.ts';
import { isSessionMixedUp, isUnavailable } from './errors.ts';
import { isTransactionPooler, refuseTransactionPooler } from './prepare-session.ts';
import type { SessionPart } from './session.ts';

/** The greatest lag at which dashboards read from the replica. With a greater lag they read from the primary. */
export const MAX_LAG_MS = 10_000;

/** The most positions of the primary's log that are remembered: those of ten minutes. */
const MAX_MARKS = 600;

/** A pooler that must not be used is checked again after this time. */
const POOLED_RETRY_MS = 30_000;

export type ReplicaState = 'unknown' | 'fresh' | 'behind' | 'unreachable' | 'another' | 'pooled';

const DETAILS: Readonly<Record<ReplicaState, string>> = {
  unknown: 'the replica was not read yet: dashboards read the primary',
  fresh: 'dashboards read the replica',
  behind: `the replica is more than ${MAX_LAG_MS / 1000} seconds behind: dashboards read the primary`,
  unreachable: 'the replica cannot be read: dashboards read the primary',
  another: 'the server of DATABASE_READ_URL follows no other: dashboards read the primary',
  pooled: 'DATABASE_READ_URL leads to a pooler in transaction mode: dashboards read the primary',
};

export interface Replica extends SessionPart {
  /** Runs a query on the replica if it is fresh, otherwise on the primary. */
  query<T>(query: (db: Database) => Promise<T>, primary: Database): Promise<T>;
  describe(): string;
  close(): Promise<void>;
}

/** The server that takes writes. */
interface Primary {
  /** The position in its log up to which it has written. */
  readonly writtenBytes: number;
  /** When it was started, to the microsecond, which identifies the server. */
  readonly startedAt: string;
}

interface ReplicaRow {
  readonly bytes: number | null;
  readonly follows: boolean;
  readonly startedAt: string;
}

interface ReplicaOptions {
  /** The value of DATABASE_READ_URL. */
  readonly url: string;
  readonly size: number;
  readonly statementTimeoutMs: number;
  /** Called once when dashboards begin to read the primary, and once when they read the replica again. */
  readonly onChange: (state: ReplicaState, detail: string) => void;
}

/** Reads for dashboards from a replica. Each heartbeat of the session measures its lag. */
export function createReplica({ url, size, statementTimeoutMs, onChange }: ReplicaOptions): Replica {
  const applicationName = 'bank-transfers replica';
  const settings = { default_transaction_read_only: 'on' };
  const options = { url, applicationName, statementTimeoutMs, acceptsReplica: true };
  const pool = openPool({ ...options, size, settings });
  // Without the settings: a pooler would pass them on to the next client of the session.
  const open = () => openConnection(options);
  const db = new Kysely<Tables>({ dialect: new PooledDialect(pool) });
  const lag = createLag();
  let state: ReplicaState = 'unknown';
  let isChecking = false;
  /** Whether connections were found to stay on one server process since the server was last unreachable. */
  let isSteady = false;
  let pooledUntilMs = 0;

  function become(next: ReplicaState): void {
    if (next === state) return;
    const isNews = next !== 'unknown' && !(state === 'unknown' && next === 'fresh');
    state = next;
    if (state === 'unreachable') isSteady = false;
    if (isNews) onChange(state, DETAILS[state]);
  }

  async function check({ writtenBytes, startedAt }: Primary): Promise<void> {
    if (isChecking || performance.now() < pooledUntilMs) return;
    isChecking = true;
    try {
      lag.mark(writtenBytes, performance.now());
      // Otherwise statements that other clients of a pooler have prepared could answer.
      if (!isSteady) await refuseTransactionPooler(open);
      isSteady = true;
      const { rows } = await sql<ReplicaRow>`
        select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as bytes, pg_is_in_recovery() as follows,
          extract(epoch from pg_postmaster_start_time())::text as "startedAt"`.execute(db);
      const [row] = rows;
      // A promoted server has other rows, or old ones.
      if (!row?.follows && row?.startedAt !== startedAt) return become('another');
      // Null for a server that replays nothing: the primary itself, or one whose storage is shared.
      const replayedBytes = row.follows ? row.bytes : null;
      become(lag.reach(replayedBytes ?? Number.POSITIVE_INFINITY, performance.now()));
    } catch (error) {
      const isPooled = isTransactionPooler(error);
      if (isPooled) pooledUntilMs = performance.now() + POOLED_RETRY_MS;
      become(isPooled ? 'pooled' : 'unreachable');
    } finally {
      isChecking = false;
    }
  }

  return {
    async onBeat(send) {
      const [row] = await send(`
        select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes,
          extract(epoch from pg_postmaster_start_time())::text as started`);
      // The session does not wait for another server.
      void check({ writtenBytes: Number(row?.bytes ?? 0), startedAt: String(row?.started) });
    },
    async query(query, primary) {
      if (state !== 'fresh') return query(primary);
      try {
        return await query(db);
      } catch (error) {
        if (!isUnavailable(error) && !isSessionMixedUp(error)) throw error;
        become('unreachable');
        return query(primary);
      }
    },
    describe: () => DETAILS[state],
    close: () => db.destroy(),
  };
}

/**
 * Measures the lag of a replica, without comparing the clocks of the servers, and also while nothing is written. The
 * lag is the age of the oldest position in the log of the primary that the replica has not reached. It is unknown until
 * the replica has reached one.
 */
export function createLag() {
  const marks: { readonly bytes: number; readonly atMs: number }[] = [];
  let hasReached = false;
  return {
    mark(bytes: number, atMs: number): void {
      if (marks.length < MAX_MARKS) marks.push({ bytes, atMs });
    },
    reach(bytes: number, nowMs: number): ReplicaState {
      for (let first = marks[0]; first && first.bytes <= bytes; first = marks[0]) {
        marks.shift();
        hasReached = true;
      }
      const lagMs = nowMs - (marks[0]?.atMs ?? nowMs);
      if (lagMs > MAX_LAG_MS) return 'behind';
      return hasReached ? 'fresh' : 'unknown';
    },
  };
}
