import { type FirstHold, type HeldTransaction, releasedState } from '../../src/domain/released.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { TransactionEvent } from '../../src/domain/transition.ts';
import { transactionFromRow } from '../rows/transactions.ts';
import { padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { findEventsOf } from './events.ts';

/** A transaction as it is stored, and what it is to everybody but the desk while events of it are held back. */
interface WithHold {
  readonly stored: Transaction;
  readonly held: Held | undefined;
}

interface Held extends HeldTransaction {
  /** All events of the transaction, in their order. */
  readonly events: readonly TransactionEvent[];
}

/**
 * Finds the transactions that exist among the ids, with their holds. One statement reads both: between two, what was
 * held back could be undone, and the row from before that would seem to be released.
 */
export async function findWithHolds(db: Database, ids: readonly string[]): Promise<WithHold[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('transactions as t')
    .leftJoin('holds as h', 'h.transaction_id', 't.id')
    .leftJoin('events as e', 'e.id', 'h.event_id')
    .selectAll('t')
    .select(['e.sequence as held_sequence', 'e.from_status as held_from'])
    .select(['h.ends_at_ms as hold_ends_at_ms', 'h.before_updated_at_ms'])
    .where('t.id', 'in', padToPowerOfTwo(ids))
    .execute();
  const stored = new Map<string, Transaction>();
  const holds = new Map<string, FirstHold & { readonly endsAtMs: number }>();
  for (const row of rows) {
    if (!stored.has(row.id)) stored.set(row.id, transactionFromRow(row));
    const { held_sequence: sequence, held_from: from, hold_ends_at_ms: endsAtMs } = row;
    if (sequence === null || from === null || endsAtMs === null) continue;
    const known = holds.get(row.id);
    const first = known && known.sequence < sequence ? known : undefined;
    holds.set(row.id, {
      ...(first ?? { sequence, from, beforeUpdatedAtMs: row.before_updated_at_ms ?? row.updated_at_ms }),
      endsAtMs: Math.max(endsAtMs, known?.endsAtMs ?? 0),
    });
  }
  // Events never change, so a second statement may read them.
  const events = await findEventsOf(db, [...holds.keys()]);
  return [...stored.values()].map((transaction): WithHold => {
    const hold = holds.get(transaction.id);
    if (!hold) return { stored: transaction, held: undefined };
    const own = events.filter(({ transactionId }) => transactionId === transaction.id);
    const released = releasedState(transaction, hold, own);
    return { stored: transaction, held: { released, endsAtMs: hold.endsAtMs, events: own } };
  });
}

/** Finds the transactions of a client of which events are held back. There are those of the last seconds only. */
export async function findHeldOf(
  db: Database,
  clientId: string,
): Promise<{ readonly stored: Transaction; readonly held: Held }[]> {
  const rows = await db
    .selectFrom('holds')
    .select('transaction_id')
    .distinct()
    .where('client_id', '=', clientId)
    .execute();
  const found = await findWithHolds(
    db,
    rows.map((row) => row.transaction_id),
  );
  return found.flatMap(({ stored, held }) => (held ? [{ stored, held }] : []));
}

/** Finds transactions as everybody but the desk knows them: without the events that are held back. */
export async function findReleased(db: Database, ids: readonly string[]): Promise<Transaction[]> {
  const found = await findWithHolds(db, ids);
  return found.map(({ stored, held }) => held?.released ?? stored);
}

/**
 * Replaces transactions that were read by what everybody but the desk knows of them, in their order. One that never
 * changed has nothing that could be held back.
 */
export async function asReleased(db: Database, transactions: readonly Transaction[]): Promise<Transaction[]> {
  const changed = transactions.filter(({ sequence }) => sequence > 1).map(({ id }) => id);
  const released = new Map((await findReleased(db, changed)).map((one) => [one.id, one]));
  return transactions.map((transaction) => released.get(transaction.id) ?? transaction);
}
