import pg from 'pg';
import { ConnectError } from './errors.ts';
import type { NeededServer } from './location.ts';

/** The first version that has everything the statements use. Older ones get no security fixes. */
const MIN_VERSION = 140_000;

/** A process that hangs inside a transaction must not hold its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** The limits of the statements of a connection, in milliseconds; 0 for none. */
export interface SessionLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly settings: Readonly<Record<string, string>>;
}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly isReplica: boolean;
  readonly isReadOnly: boolean;
}

/**
 * Applies the settings of a connection in one round trip. It uses a statement, because poolers refuse settings in the
 * message that opens a connection.
 */
export async function prepareSession(
  client: pg.ClientBase,
  limits: SessionLimits,
  needed: NeededServer,
): Promise<void> {
  const settings = {
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    default_transaction_isolation: 'read committed',
    client_encoding: 'UTF8',
    ...limits.settings,
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  // An acknowledged change is on disk. A stronger setting stays.
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding,
      pg_is_in_recovery() as "isReplica",
      current_setting('default_transaction_read_only') = 'on' as "isReadOnly", ${set.join(', ')},
      case when current_setting('synchronous_commit') not in ('on', 'remote_apply')
        then set_config('synchronous_commit', 'on', false) end`);
  for (const facts of rows) checkFacts(facts, needed);
}

function checkFacts({ version, encoding, isReplica, isReadOnly }: Facts, needed: NeededServer): void {
  if (version < MIN_VERSION)
    throw new ConnectError(
      `the server is PostgreSQL ${Math.floor(version / 10_000)}; the service needs 14 or newer`,
      'SERVER_VERSION',
    );
  if (encoding !== 'UTF8')
    throw new ConnectError(
      `the encoding of the database is ${encoding}; make one with: create database … encoding 'UTF8' template template0`,
      'SERVER_ENCODING',
    );
  if (isReplica && needed !== 'any')
    throw new ConnectError('the server is a read-only replica; the service writes to the primary', '25006');
  if (isReadOnly && needed === 'read-write')
    throw new ConnectError('the server takes no writes (default_transaction_read_only)', '25006');
}

const ROUNDS = 3;

/**
 * Checks that a connection stays on one process of the server. A pooler in transaction mode gives it another one after
 * each transaction: settings, prepared statements, LISTEN and locks of a session are lost then.
 * @param open opens a connection.
 * @throws ConnectError when it does not.
 */
export async function refuseTransactionPooler(
  open: () => Promise<pg.ClientBase & { readonly processID?: number | null; end(): Promise<void> }>,
): Promise<void> {
  const one = await open();
  try {
    // A pooler gives clients its own cancellation keys, not those of the server.
    if ((await processOf(one)) === one.processID) return;
    const other = await open();
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const first = await processOf(one);
        await other.query('begin');
        const taken = await processOf(other);
        const then = await processOf(one);
        await other.query('rollback');
        if (first !== then || first === taken) throw transactionMode();
      }
    } finally {
      await other.end();
    }
  } catch (error) {
    // PgBouncer in statement mode refuses a transaction.
    throw error instanceof pg.DatabaseError && error.code === '08P01' ? transactionMode() : error;
  } finally {
    await one.end();
  }
}

/** Checks whether an error is that of `refuseTransactionPooler`. */
export function isTransactionPooler(error: unknown): boolean {
  return error instanceof ConnectError && error.code === TRANSACTION_POOLER;
}

const TRANSACTION_POOLER = 'TRANSACTION_POOLER';

function transactionMode(): ConnectError {
  return new ConnectError(
    'there is a connection pooler in transaction mode before the server. Use its session mode (PgBouncer: pool_mode = session), or the address of the server itself',
    TRANSACTION_POOLER,
  );
}

async function processOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
