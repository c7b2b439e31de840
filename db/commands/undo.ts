import { sql } from 'kysely';
import { type AppliedTransition, applyTransition } from '../../src/domain/apply-transition.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Actor, TransactionEvent } from '../../src/domain/transition.ts';
import { decideUndo, type Hold, type Rival } from '../../src/domain/undo.ts';
import type { UndoOutcome } from '../../src/operations/transactions/desk-store.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import { holdIsOver } from '../queries/holds.ts';
import { findReleased } from '../queries/released.ts';
import { findTransaction } from '../queries/transactions.ts';
import { eventFromRow } from '../rows/events.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { transactionValues } from './common/audit-values.ts';
import { countAccountUse } from './common/count-account-use.ts';
import { countTransitions } from './common/count-transactions.ts';
import { insertEvents } from './common/insert-events.ts';
import { releaseNextInOrder } from './common/release-next-in-order.ts';
import { updateTransactions } from './common/update-transactions.ts';

interface UndoTransition extends Audited {
  readonly transactionId: string;
  readonly sequence: number;
  readonly actor: Actor;
  /** The id of the event, if the undo happens. */
  readonly eventId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly timeZone: string;
}

/**
 * Undoes the last transition of a transaction while it is held back: the row has its state before, a second event says
 * so, and the callback of the first one is removed before anybody could claim it.
 */
export async function undoTransition(
  trx: DatabaseTransaction,
  { transactionId, eventId, nowMs, timeZone, audit, ...request }: UndoTransition,
): Promise<UndoOutcome> {
  const before = await findTransaction(trx, transactionId);
  if (!before) return { kind: 'missing' };
  const events = await findEvents(trx, before);
  const last = events.at(-1);
  const hold = last && (await findHold(trx, last.id));
  const rival = await findRival(trx, before);
  const decision = decideUndo(before, { events, hold, rival }, request);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  const { event, after } = applyTransition(before, decision.transition, { ...request, eventId, nowMs });
  const { endedAs, updatedAtMs } = decision;
  const undone = { event, before, after: Object.assign({}, after, { endedAs, updatedAtMs }) };
  await storeUndo(trx, undone, { undoneEventId: last?.id ?? '', timeZone });
  await appendAudit(trx, audit, {
    ...{ targetKind: 'transaction', targetId: transactionId },
    ...{ before: transactionValues(before), after: transactionValues(undone.after) },
  });
  return { kind: 'stored', transaction: undone.after };
}

async function storeUndo(
  trx: DatabaseTransaction,
  undone: AppliedTransition,
  { undoneEventId, timeZone }: { readonly undoneEventId: string; readonly timeZone: string },
): Promise<void> {
  await trx.deleteFrom('callbacks').where('event_id', '=', undoneEventId).execute();
  await trx.deleteFrom('holds').where('event_id', '=', undoneEventId).execute();
  await updateTransactions(trx, [undone]);
  await insertEvents(trx, [undone.event]);
  await countTransitions(trx, [undone], timeZone);
  await countAccountUse(trx, [undone], timeZone);
}

async function findEvents(
  trx: DatabaseTransaction,
  { id, sequence }: Transaction,
): Promise<readonly TransactionEvent[]> {
  const rows = await trx
    .selectFrom('events')
    .selectAll()
    .where('transaction_id', '=', id)
    .where('sequence', '<=', sequence)
    .orderBy('sequence')
    .execute();
  return rows.map(eventFromRow);
}

async function findHold(trx: DatabaseTransaction, eventId: string): Promise<Hold | undefined> {
  return trx
    .selectFrom('holds')
    .select(['ends_at_ms as endsAtMs', 'before_updated_at_ms as beforeUpdatedAtMs'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
}

/** Finds the pending deposit that has the user or the reference of this one. Two indexes allow only one pending deposit each. */
async function findRival(trx: DatabaseTransaction, transaction: Transaction): Promise<Rival | undefined> {
  if (transaction.type !== 'deposit') return undefined;
  const { id, clientId, userId, reference } = transaction;
  const pending = trx
    .selectFrom('transactions')
    .select('id')
    // Literals, so that the planner uses the partial indexes of pending deposits.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .where('id', '<>', id);
  const ofUser = await pending
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (ofUser) return { id: ofUser.id, shares: 'user' };
  const referred = await pending.where('reference', '=', reference).executeTakeFirst();
  return referred && { id: referred.id, shares: 'reference' };
}

interface ReleaseHolds {
  readonly steadyNowMs: number;
  /** The most holds of one command, so that other commands can run in between. */
  readonly limit: number;
}

interface ReleasedHolds {
  readonly count: number;
  /** The transactions of which everybody but the desk now knows more, as they now know them. */
  readonly released: readonly Transaction[];
}

/**
 * Ends the holds whose time is over, or that the clock would let last too long: their events can no longer be undone,
 * clients and payers are told, and their callbacks become due. Nothing else ends a hold but an undo, so never both
 * happen.
 */
export async function releaseHolds(
  trx: DatabaseTransaction,
  { steadyNowMs, limit }: ReleaseHolds,
): Promise<ReleasedHolds> {
  const rows = await trx
    .selectFrom('holds')
    .leftJoin('events', 'events.id', 'holds.event_id')
    .select(['holds.event_id', 'holds.transaction_id', 'events.sequence'])
    .where((eb) => holdIsOver(eb, steadyNowMs))
    .orderBy('holds.ends_at_ms')
    .limit(limit)
    .execute();
  if (rows.length === 0) return { count: 0, released: [] };
  const eventIds = rows.map((row) => row.event_id);
  await trx.deleteFrom('holds').where('event_id', 'in', padToPowerOfTwo(eventIds)).execute();
  const transactionIds = rows.map((row) => row.transaction_id);
  await releaseNextInOrder(trx, transactionIds, steadyNowMs);
  const released = await findReleased(trx, transactionIds);
  // One whose event follows another one that is held back for longer is still what it was.
  const isNew = ({ id, sequence }: Transaction) =>
    rows.some((row) => row.transaction_id === id && row.sequence !== null && row.sequence <= sequence);
  return { count: rows.length, released: released.filter(isNew) };
}
