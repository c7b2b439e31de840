import { Socket, type SocketConnectOpts } from 'node:net';
import pg from 'pg';
import { describeConnectFailure } from './connect-failure.ts';
import { ConnectError } from './errors.ts';
import { type PostgresLocation, readLocation } from './location.ts';
import { prepareSession, type SessionLimits } from './prepare-session.ts';
import { clientClass, TargetClient, Targets } from './targets.ts';

/**
 * The time limit of a start, which waits longer for other processes than a request: one of them may be migrating a
 * large database.
 */
export const MIGRATION_TIMEOUT_MS = 30_000;

/** The time limit for opening a connection, and for waiting for a free one. */
const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 30_000;
/**
 * The lifetime of a connection. New ones follow the name of the server to its present address, and the memory of long
 * sessions is freed.
 */
const MAX_LIFETIME_SECONDS = 1800;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** The time limit of a statement, far longer than any takes on a working server. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** The client waits a little longer, since the server ends a statement itself unless the connection to it is gone. */
const REPLY_MARGIN_MS = 2_000;
/** The most requests that wait for a connection of one pool. One more is refused immediately. */
const MAX_WAITING = 1_000;

const INT8 = 20;
const NUMERIC = 1700;

/** Whole numbers below 2^53: identifiers are text, and amounts are far smaller. Sums of them are numeric. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if ((oid === INT8 || oid === NUMERIC) && format !== 'binary') return Number;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

export interface ConnectOptions {
  readonly url: string;
  /** The name that the server shows for the connection in pg_stat_activity. */
  readonly applicationName: string;
  /** 10 seconds by default; 0 for no limit. */
  readonly statementTimeoutMs?: number | undefined;
  /** Time that a statement waits for a lock; no limit by default. */
  readonly lockTimeoutMs?: number | undefined;
  /** Settings of its session, by their names. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Whether a read-only replica is accepted; false by default, unless target_session_attrs in the URL says so. */
  readonly acceptsReplica?: boolean | undefined;
}

export interface PoolOptions extends ConnectOptions {
  readonly size: number;
}

export type Pool = ReturnType<typeof openPool>;

/** The connections for one kind of work. A connection is opened when it is needed, and replaced when it is lost. */
export function openPool(options: PoolOptions) {
  const location = readLocation(options.url);
  const targets = new Targets(location);
  const needed = options.acceptsReplica ? 'any' : location.needed;
  let generation = 0;
  const generations = new WeakMap<pg.ClientBase, number>();
  const pool = new pg.Pool({
    ...clientOptions(location, options),
    Client: clientClass(targets),
    max: options.size,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    async onConnect(client) {
      generations.set(client, generation);
      // Without a listener, a connection that is lost while it is lent would end the process.
      client.on('error', () => {});
      await prepareSession(client, limitsOf(options), needed).catch((error: unknown) => {
        throw (client as TargetClient).refuse(error);
      });
    },
  });
  // The pool replaces a connection that is lost while idle.
  pool.on('error', () => {});

  /** Lends a connection, which must be returned with `release`. @throws ConnectError when none is free in time. */
  async function acquire(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= MAX_WAITING)
      throw new ConnectError('too many requests wait for a connection', 'POOL_FULL');
    for (let tries = 1; ; ) {
      try {
        const client = await pool.connect();
        if (generations.get(client) === generation) return client;
        client.release(true);
      } catch (error) {
        const isBusy = error instanceof Error && error.message.startsWith('timeout exceeded');
        if (isBusy || tries >= location.targets.length) throw describeConnectFailure(error, targets.current);
        tries += 1;
      }
    }
  }

  return {
    acquire,
    use: () => ({
      size: options.size,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Replaces every connection as soon as it is free, because another server has taken over. */
    renew() {
      generation += 1;
    },
    end: () => pool.end(),
  };
}

/**
 * Opens one connection that belongs to no pool, such as one that listens. Its owner closes it.
 * @throws ConnectError when no server takes it.
 */
export async function openConnection(options: ConnectOptions): Promise<pg.Client> {
  const location = readLocation(options.url);
  const needed = options.acceptsReplica ? 'any' : location.needed;
  const targets = new Targets(location);
  for (let tries = 1; ; tries += 1) {
    const client = new TargetClient(targets, clientOptions(location, options));
    client.on('error', () => {});
    try {
      await client.connect();
      await prepareSession(client, limitsOf(options), needed);
      return client;
    } catch (error) {
      const reason = client.refuse(error);
      await client.end().catch(() => {});
      if (tries >= location.targets.length) throw reason;
    }
  }
}

function limitsOf({
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  lockTimeoutMs = 0,
  settings = {},
}: ConnectOptions): SessionLimits {
  return { statementTimeoutMs, lockTimeoutMs, settings };
}

function clientOptions(location: PostgresLocation, options: ConnectOptions): pg.ClientConfig {
  const { statementTimeoutMs } = limitsOf(options);
  const seconds = location.connectTimeoutSeconds;
  return {
    database: location.database,
    user: location.user,
    password: location.password,
    options: location.options,
    sslnegotiation: location.sslNegotiation,
    application_name: location.applicationName ?? options.applicationName,
    connectionTimeoutMillis: seconds === undefined ? CONNECT_TIMEOUT_MS : seconds * 1000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + REPLY_MARGIN_MS }),
    // Concurrent statements are sent without waiting for each other.
    pipeline: true,
    stream: () => new GatheringSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types,
  };
}

type Callback = (error?: Error | null) => void;

/** A socket that sends together what is written in one turn of the event loop, such as concurrent statements. */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override connect(port: number, host: string, listener?: () => void): this;
  override connect(options: SocketConnectOpts, listener?: () => void): this;
  override connect(port: number, listener?: () => void): this;
  override connect(path: string, listener?: () => void): this;
  override connect(...target: unknown[]): this {
    super.connect(...(target as [port: number, host: string]));
    // Node puts its own `write` on a socket that connects, which would hide the one below.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(chunk: string | Uint8Array, callback?: Callback): boolean;
  override write(chunk: string | Uint8Array, encoding?: BufferEncoding, callback?: Callback): boolean;
  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return super.write(chunk, ...(rest as [BufferEncoding?, Callback?]));
  }
}
