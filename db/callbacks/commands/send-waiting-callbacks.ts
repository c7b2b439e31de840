import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { updateUnlocked } from './update-unlocked.ts';

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
