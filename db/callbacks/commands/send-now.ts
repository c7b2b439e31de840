import { LEASE_MS } from '../../../src/callbacks/limits.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { updateUnlocked } from './leases.ts';

interface RetryCallbacksNow {
  readonly clientId: string;
  /** Limits the command to callbacks that wait since an attempt that began then or earlier. */
  readonly waitingSinceMs: number;
  readonly limit: number;
  readonly steadyNowMs: number;
}

/**
 * Makes callbacks due that wait for another attempt, except for waits that the receiver requested.
 * @returns whether more of them still wait, beyond the limit or locked by another process, or can do so yet: those that
 * were claimed then or earlier.
 */
export async function retryCallbacksNow(
  trx: DatabaseTransaction,
  { clientId, waitingSinceMs, limit, steadyNowMs }: RetryCallbacksNow,
): Promise<boolean> {
  await updateUnlocked(trx, (callbacks) =>
    callbacks
      .where('client_id', '=', clientId)
      .where('due_at_ms', '>', steadyNowMs)
      .where('lease', 'is', null)
      .where('waits_since_ms', '<=', waitingSinceMs)
      .orderBy('due_at_ms')
      .limit(limit),
  )
    .set({ due_at_ms: steadyNowMs })
    .execute();
  const left = await trx
    .selectFrom('callbacks')
    .select('event_id')
    .where('client_id', '=', clientId)
    .where('due_at_ms', '>', steadyNowMs)
    .where((eb) =>
      eb
        .case()
        .when('lease', 'is', null)
        .then(eb('waits_since_ms', '<=', waitingSinceMs))
        .else(eb('due_at_ms', '<=', waitingSinceMs + LEASE_MS))
        .end(),
    )
    .limit(1)
    .executeTakeFirst();
  return left !== undefined;
}

interface SendWaitingCallbacks extends Audited {
  /** Names the client in the audit log. */
  readonly appKey: string;
  readonly eventIds: readonly string[];
  readonly steadyNowMs: number;
}

/**
 * Makes those of the callbacks due that wait for their next attempt, whoever requested the wait. Their age and their
 * failed attempts stay, so that a receiver that never answers is given up in time.
 * @returns how many it made due.
 */
export async function sendWaitingCallbacks(
  trx: DatabaseTransaction,
  { appKey, eventIds, steadyNowMs, audit }: SendWaitingCallbacks,
): Promise<number> {
  const rows = await updateUnlocked(trx, (callbacks) =>
    callbacks
      .where('event_id', 'in', eventIds)
      .where('due_at_ms', '>', steadyNowMs)
      .where('lease', 'is', null),
  )
    .set({ due_at_ms: steadyNowMs })
    .returning('event_id')
    .execute();
  if (rows.length > 0)
    await appendAudit(trx, audit, {
      targetKind: 'client',
      targetId: appKey,
      before: null,
      after: { redelivered: rows.length, waiting: rows.length },
    });
  return rows.length;
}
