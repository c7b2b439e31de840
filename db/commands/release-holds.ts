import type { Transaction } from '../../src/domain/transaction.ts';
import { holdIsOver } from '../queries/holds.ts';
import { findWithHolds } from '../queries/released.ts';
import { padToPowerOfTwo } from '../sql/list-statements.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { releaseNextInOrder } from './common/release-next-in-order.ts';

interface ReleaseHolds {
  readonly steadyNowMs: number;
  /** The most holds of one command, so that other commands can run in between. */
  readonly limit: number;
  /** Transactions whose holds an earlier command may have ended, of which no reply came. */
  readonly untold: readonly string[];
}

/**
 * Ends the holds whose time is over, or that the clock would let last too long: their events can no longer be undone,
 * clients and payers are told, and their callbacks become due. Nothing else ends a hold but an undo, so never both
 * happen.
 * @returns the transactions of which everybody but the desk now knows more, as they now know them.
 */
export async function releaseHolds(
  trx: DatabaseTransaction,
  { steadyNowMs, limit, untold }: ReleaseHolds,
): Promise<Transaction[]> {
  const rows = await lockEndedHolds(trx, steadyNowMs, limit);
  const transactionIds = rows.map((row) => row.transaction_id);
  if (rows.length > 0) {
    const eventIds = rows.map((row) => row.event_id);
    await trx.deleteFrom('holds').where('event_id', 'in', padToPowerOfTwo(eventIds)).execute();
    await releaseNextInOrder(trx, transactionIds, steadyNowMs);
  }
  const found = await findWithHolds(trx, [...new Set([...transactionIds, ...untold])]);
  // One whose event follows another one that is held back for longer is still what it was.
  const isNew = ({ id, sequence }: Transaction) =>
    rows.some((row) => row.transaction_id === id && row.sequence !== null && row.sequence <= sequence);
  return found.flatMap(({ stored, held }) => {
    if (!held) return [stored];
    return isNew(held.released) ? [held.released] : [];
  });
}

interface EndedHold {
  readonly event_id: string;
  readonly transaction_id: string;
  readonly sequence: number | null;
}

async function lockEndedHolds(
  trx: DatabaseTransaction,
  steadyNowMs: number,
  limit: number,
): Promise<readonly EndedHold[]> {
  const over = await trx
    .selectFrom('holds')
    .select(['event_id', 'transaction_id'])
    .where((eb) => holdIsOver(eb, steadyNowMs))
    .orderBy('ends_at_ms')
    .limit(limit)
    .execute();
  if (over.length === 0) return [];
  await lockTransactions(
    trx,
    over.map((row) => row.transaction_id),
  );
  // Read again: before the lock, another process may have ended or undone some of them.
  return trx
    .selectFrom('holds')
    .leftJoin('events', 'events.id', 'holds.event_id')
    .select(['holds.event_id', 'holds.transaction_id', 'events.sequence'])
    .where('holds.event_id', 'in', padToPowerOfTwo(over.map((row) => row.event_id)))
    .execute();
}
