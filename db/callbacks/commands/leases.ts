import type { SelectQueryBuilder } from 'kysely';
import { MAX_WAIT_MS } from '../../../src/callbacks/domain/delivery.ts';
import { LEASE_MS } from '../../../src/callbacks/limits.ts';
import type { Claim } from '../../../src/callbacks/outbox.ts';
import { MAX_CLOCK_PAUSE_MS } from '../../../src/kernel/clock.ts';
import type { DatabaseTransaction, Tables } from '../../tables.ts';

type EventIds = SelectQueryBuilder<Tables, 'callbacks', { event_id: string }>;

/**
 * Begins an update of the callbacks that `choose` selects. It skips rows that another process is claiming or changing.
 * @returns the query, to which the caller adds the new values.
 */
export function updateUnlocked(trx: DatabaseTransaction, choose: (callbacks: EventIds) => EventIds) {
  return (
    trx
      // Materialized, because PostgreSQL could otherwise evaluate it several times, and exceed the limit.
      .with(
        (cte) => cte('chosen').materialized(),
        (db) => choose(db.selectFrom('callbacks').select('event_id')).forUpdate().skipLocked(),
      )
      .updateTable('callbacks')
      .where('event_id', 'in', (eb) => eb.selectFrom('chosen').select('chosen.event_id'))
  );
}

interface ClaimCallbacks {
  readonly claims: readonly Claim[];
  readonly steadyNowMs: number;
  readonly leaseEndsAtMs: number;
  /** Identifies the process that claims. */
  readonly lease: string;
}

/**
 * Claims due callbacks, for each client the ones that are due longest. A claim sets their due time to the end of
 * the lease, so that no other process claims them before. The process that claimed them records or releases them
 * earlier.
 * @returns the ids of their events.
 */
export async function claimCallbacks(
  trx: DatabaseTransaction,
  { claims, steadyNowMs, leaseEndsAtMs, lease }: ClaimCallbacks,
): Promise<string[]> {
  const claimed: string[] = [];
  for (const { clientId, limit } of claims) {
    const rows = await updateUnlocked(trx, (callbacks) =>
      callbacks
        .where('client_id', '=', clientId)
        .where('due_at_ms', '<=', steadyNowMs)
        .orderBy('due_at_ms')
        .limit(limit),
    )
      .set({ due_at_ms: leaseEndsAtMs, lease })
      .returning('event_id')
      .execute();
    for (const row of rows) claimed.push(row.event_id);
  }
  return claimed;
}

interface UnclaimCallbacks {
  readonly eventIds: readonly string[];
  readonly steadyNowMs: number;
  /** Identifies the process that has claimed them. */
  readonly lease: string;
}

/** Makes callbacks that were claimed and not sent due at once. */
export async function unclaimCallbacks(
  trx: DatabaseTransaction,
  { eventIds, steadyNowMs, lease }: UnclaimCallbacks,
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs, lease: null })
    .where('event_id', 'in', eventIds)
    .where('lease', '=', lease)
    .execute();
}

/** Ends every lease. Only for the sole process of a database: the processes that claimed callbacks are gone. */
export async function endLeases(
  trx: DatabaseTransaction,
  { steadyNowMs }: { readonly steadyNowMs: number },
): Promise<void> {
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs, lease: null })
    .where('due_at_ms', 'is not', null)
    .where('lease', 'is not', null)
    .execute();
}

interface RebaseWaits {
  readonly steadyNowMs: number;
  /** The most leases and the most waits of one command. */
  readonly limit: number;
}

/**
 * Corrects leases and waits that were set by a clock which has been set back since: it was further ahead than the
 * clocks of two processes ever are. Such leases end like those that begin now, because their attempts may be under way. Waits
 * that began in the future or are longer than the longest end at once. Rows that another process is claiming or changing are left to the next time.
 * @returns how many rows were changed.
 */
export async function rebaseWaits(
  trx: DatabaseTransaction,
  { steadyNowMs, limit }: RebaseWaits,
): Promise<number> {
  const latestMs = steadyNowMs + MAX_CLOCK_PAUSE_MS;
  const leases = await updateUnlocked(trx, (callbacks) =>
    callbacks
      .where('due_at_ms', '>', latestMs + LEASE_MS)
      .where('lease', 'is not', null)
      .limit(limit),
  )
    .set({ due_at_ms: steadyNowMs + LEASE_MS })
    .executeTakeFirstOrThrow();
  const waits = await updateUnlocked(trx, (callbacks) =>
    callbacks
      .where('due_at_ms', 'is not', null)
      .where('lease', 'is', null)
      .where((eb) =>
        eb.or([
          eb('due_since_ms', '>', latestMs),
          eb('waits_since_ms', '>', latestMs),
          eb('due_at_ms', '>', latestMs + MAX_WAIT_MS),
        ]),
      )
      .limit(limit),
  )
    .set((eb) => ({
      due_at_ms: steadyNowMs,
      due_since_ms: eb
        .case()
        .when('due_since_ms', '>', steadyNowMs)
        .then(steadyNowMs)
        .else(eb.ref('due_since_ms'))
        .end(),
      waits_since_ms: null,
    }))
    .executeTakeFirstOrThrow();
  return Number(leases.numUpdatedRows + waits.numUpdatedRows);
}
