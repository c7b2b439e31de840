import { sql } from 'kysely';
import { type AppliedTransition, applyTransition } from '../../src/domain/apply-transition.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Actor } from '../../src/domain/transition.ts';
import { decideUndo, type Hold, type Rival } from '../../src/domain/undo.ts';
import type { UndoOutcome } from '../../src/operations/transactions/desk-store.ts';
import { findEventsOf } from '../queries/events.ts';
import { findTransaction } from '../queries/transactions.ts';
import { moveKeys } from '../sql/transaction-keys.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { transactionValues } from './common/audit-values.ts';
import { countAccountUse } from './common/count-account-use.ts';
import { countTransitions } from './common/count-transactions.ts';
import { insertEvents } from './common/insert-events.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { isOtherMode, type MeantMode } from './common/meant-mode.ts';
import { lockConfirmed, reopenLines } from './common/reopen-lines.ts';
import { updateTransactions } from './common/update-transactions.ts';

interface UndoTransition extends Audited, MeantMode {
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
 * so, and the callback of the first one is removed before anybody could claim it. The lines that an operator has
 * confirmed with it are what they were before.
 */
export async function undoTransition(
  trx: DatabaseTransaction,
  { transactionId, isTest, eventId, nowMs, timeZone, audit, ...request }: UndoTransition,
): Promise<UndoOutcome> {
  await lockConfirmed(trx, transactionId);
  await lockTransactions(trx, [transactionId]);
  const before = await findTransaction(trx, transactionId);
  if (!before || isOtherMode(before, isTest)) return { kind: 'missing' };
  const events = await findEventsOf(trx, [transactionId]);
  const last = events.find((event) => event.sequence === before.sequence);
  const hold = last && (await findHold(trx, last.id));
  const rival = await findRival(trx, before);
  const decision = decideUndo(before, { events, hold, rival }, request);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  const { event, after } = applyTransition(before, decision.transition, { ...request, eventId, nowMs });
  const { endedAs, updatedAtMs, undoneEventId } = decision;
  const undone = { event, before, after: Object.assign({}, after, { endedAs, updatedAtMs }) };
  await storeUndo(trx, undone, { undoneEventId, timeZone });
  const { clientId } = request.actor;
  await reopenLines(trx, { transactionId, eventId: undoneEventId, clientId, nowMs });
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
  await updateTransactions(trx, [undone]);
  await insertEvents(trx, [undone.event]);
  await trx.deleteFrom('holds').where('event_id', '=', undoneEventId).execute();
  await trx.deleteFrom('callbacks').where('event_id', '=', undoneEventId).execute();
  await countAccountUse(trx, [undone], timeZone);
  await moveKeys(trx, [undone]);
  await countTransitions(trx, [undone], timeZone);
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
