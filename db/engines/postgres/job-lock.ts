import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_MIGRATION_TABLE, sql } from 'kysely';
import { MOVE_MARK } from '../../maintenance/move/tables.ts';
import { TIME_ZONE } from '../../sql/days.ts';
import { CURRENCY } from '../../sql/metadata.ts';
import type { Database } from '../../tables.ts';
import { COMMITS_LOST, type CommitMemory } from './commit-memory.ts';
import { ConnectError } from './errors.ts';
import { sendIn } from './send-in.ts';
import type { Send, SessionPart } from './session.ts';

/** The lock that the session of the process with the jobs holds. */
const JOB_LOCK = 4_202_612;

/** The lock that the sessions of all services share. A program that holds it exclusively keeps services out. */
export const SERVICE_LOCK = 4_202_616;

/** The time for which a start waits for a program that keeps services out, such as a change of the time zone. */
const ENTER_LIMIT_MS = 5_000;
const RETRY_MS = 50;

const OTHER_BASIS =
  'the database was moved into, was migrated by another version, has another CURRENCY, or is counted by the days of another TIME_ZONE: restart the service';

export interface JobLock extends SessionPart {
  /**
   * Registers this service on the database, and keeps it registered.
   * @throws ConnectError when another program keeps services out.
   */
  enter(): Promise<void>;
  /** Whether this process has the lock. The first call requests it: not every process runs jobs. */
  isHeld(): boolean;
  /** Why this process must not write any more; undefined while it is allowed to. */
  problem(): string | undefined;
  /**
   * Checks inside a transaction, while no session can, that the database is still the same.
   * @throws ConnectError when it has lost commits, or its settings have changed.
   */
  confirm(trx: Database): Promise<void>;
}

/**
 * The lock of the one process that runs the jobs. It ends with the session, and then another process takes it. Each
 * service also takes the shared SERVICE_LOCK before it reads anything that it reads once.
 */
export function createJobLock(memory: CommitMemory): JobLock {
  let send: Send | undefined;
  let isWanted = false;
  let isShown = false;
  let isHeld = false;
  let isConfirmed = false;
  /** What the service read at its start; undefined before. */
  let known: string | undefined;
  let problem: string | undefined;

  async function show(current: Send): Promise<boolean> {
    if (isShown) return true;
    const [row] = await current('select pg_try_advisory_lock_shared($1) as taken', [SERVICE_LOCK]);
    isShown = row?.taken === true && send === current;
    return isShown;
  }

  return {
    async enter() {
      const endsAtMs = performance.now() + ENTER_LIMIT_MS;
      for (;;) {
        const current = send;
        // If the session is lost meanwhile, the next round tries the new one.
        if (current && (await show(current).catch(() => false))) {
          known = await readBasis(current);
          await memory.look(current);
          if (memory.isLost) throw new ConnectError(COMMITS_LOST, 'KEPT_OUT');
          isConfirmed = send === current;
          return;
        }
        if (performance.now() > endsAtMs)
          throw new ConnectError(
            'another program has the database for itself: a move into it, or a count by the days of another TIME_ZONE. Start the service when that has ended',
            'KEPT_OUT',
          );
        await sleep(RETRY_MS);
      }
    },
    isHeld() {
      isWanted = true;
      return isHeld;
    },
    problem: () => problem ?? (memory.isLost ? COMMITS_LOST : undefined),
    async confirm(trx) {
      if (known === undefined || isConfirmed) return;
      const send = sendIn(trx);
      if ((await readBasis(send)) !== known) throw new ConnectError(OTHER_BASIS, 'KEPT_OUT');
      await memory.confirm(send);
    },
    async onConnect(current) {
      send = current;
      if (known === undefined) return;
      // Meanwhile another program may have had exclusive use of the database.
      if (!(await show(current))) throw new Error('services are kept out');
      if ((await readBasis(current)) !== known) problem = OTHER_BASIS;
      await memory.check(current);
      isConfirmed = send === current;
    },
    async onBeat(current) {
      if (known !== undefined) await memory.look(current);
      if (!isWanted || isHeld || problem !== undefined) return;
      if (!(await show(current))) return;
      const [row] = await current('select pg_try_advisory_lock($1) as taken', [JOB_LOCK]);
      isHeld = row?.taken === true && send === current;
    },
    onLost() {
      send = undefined;
      isShown = false;
      isHeld = false;
      isConfirmed = false;
    },
  };
}

const READ_BASIS = `
  select key, value from metadata where key in ($1, $2, $3)
  union all select 'migration', name from ${DEFAULT_MIGRATION_TABLE}
  order by key, value`;

/** Reads the settings that a service reads once, at its start. A program that changes them keeps services out. */
async function readBasis(send: Send): Promise<string> {
  const rows = await send(READ_BASIS, [TIME_ZONE, CURRENCY, MOVE_MARK]);
  return JSON.stringify(rows);
}

/**
 * Checks whether a service runs on the database. Inside a transaction, no service starts until the transaction ends.
 */
export async function hasServices(db: Database): Promise<boolean> {
  const { rows } = await sql<{ readonly isFree: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(SERVICE_LOCK)}) as "isFree"`.execute(db);
  return rows[0]?.isFree !== true;
}
