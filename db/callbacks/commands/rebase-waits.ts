import { MAX_WAIT_MS } from '../../../src/callbacks/domain/delivery.ts';
import { LEASE_MS } from '../../../src/callbacks/limits.ts';
import { MAX_CLOCK_PAUSE_MS } from '../../../src/kernel/clock.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { updateUnlocked } from './update-unlocked.ts';

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
