import { padToPowerOfTwo } from '../padding.ts';
import type { DatabaseTransaction } from '../tables.ts';

export interface ReleaseCallbacks {
  readonly eventIds: readonly string[];
  readonly steadyNowMs: number;
  /** Names the process that had claimed them. */
  readonly lease: string;
}

/** Gives back what was claimed and not sent: it is due at once. */
export async function releaseCallbacks(
  trx: DatabaseTransaction,
  { eventIds, steadyNowMs, lease }: ReleaseCallbacks,
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs, lease: null })
    .where('event_id', 'in', padToPowerOfTwo(eventIds))
    .where('lease', '=', lease)
    .execute();
}

/** Ends every lease: the processes that had one are gone. For a process that is alone with its database. */
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
