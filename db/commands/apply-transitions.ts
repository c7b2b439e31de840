import { type AppliedTransition, applyTransition } from '../../src/domain/apply-transition.ts';
import type { AuditChange, AuditOrigin } from '../../src/domain/audit.ts';
import { decideBesideHold, type HeldTransaction } from '../../src/domain/released.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import {
  type Actor,
  decideTransition,
  TRANSITIONS,
  type TransitionCommand,
} from '../../src/domain/transition.ts';
import type { TransitionOutcome } from '../../src/operations/transactions/store.ts';
import { findStops } from '../queries/blacklist.ts';
import { findWithHolds } from '../queries/released.ts';
import { moveKeys } from '../sql/transaction-keys.ts';
import type { DatabaseTransaction, HoldsTable } from '../tables.ts';
import { type Audited, appendAuditRows } from './common/append-audit.ts';
import { transactionValues } from './common/audit-values.ts';
import { countAccountUse } from './common/count-account-use.ts';
import { countTransitions } from './common/count-transactions.ts';
import { insertCallbacks } from './common/insert-callbacks.ts';
import { insertEvents } from './common/insert-events.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { isOtherMode, type MeantMode } from './common/meant-mode.ts';
import { updateTransactions } from './common/update-transactions.ts';

interface ApplyTransitions {
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  readonly requests: readonly ApplyTransition[];
}

interface ApplyTransition extends Audited, MeantMode {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
  /** The id of the event, if the transition happens. */
  readonly eventId: string;
  /** The time for which the event is held back; 0 or undefined for none. */
  readonly holdMs?: number | undefined;
}

/**
 * Applies a group of transitions, one after another. Each that happens updates the row, adds one event and one
 * callback, if its client has a callbackUrl, is counted in the statistics and in the use of its account, and has one
 * row in the audit log if a person or a key asked for it.
 * @returns one outcome for each request, in their order.
 */
export async function applyTransitions(
  trx: DatabaseTransaction,
  { requests, nowMs, steadyNowMs, timeZone }: ApplyTransitions,
): Promise<TransitionOutcome[]> {
  const ids = new Set(requests.map((request) => request.transactionId));
  await lockTransactions(trx, [...ids]);
  const found = await findWithHolds(trx, [...ids]);
  const current = new Map(found.map(({ stored }) => [stored.id, stored]));
  const heldBack = new Map<string, HeldTransaction>(
    found.flatMap(({ stored, held }) => (held ? [[stored.id, held] as const] : [])),
  );
  const paidIds = new Set(
    requests.flatMap(({ command, transactionId }) =>
      TRANSITIONS[command.kind].to === 'successful' ? transactionId : [],
    ),
  );
  const stops = await findStops(
    trx,
    [...current.values()].filter(({ id }) => paidIds.has(id)),
  );
  const applied: AppliedTransition[] = [];
  const holds: HoldsTable[] = [];
  const audited: (AuditOrigin & AuditChange)[] = [];
  const outcomes = requests.map((request): TransitionOutcome => {
    const before = current.get(request.transactionId);
    if (!before || !isMeant(before, request)) return { kind: 'missing' };
    const known = isDesk(request.actor) ? undefined : heldBack.get(before.id);
    const asking = { actor: request.actor, steadyNowMs, isBlacklisted: stops.has(before.id) };
    const decision = known
      ? decideBesideHold(known, request.command, asking)
      : decideTransition(before, request.command, asking);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'keep')
      return { kind: 'stored', transaction: known?.released ?? before, isChanged: false };
    const transition = applyTransition(before, decision.transition, { ...request, nowMs });
    current.set(before.id, transition.after);
    applied.push(transition);
    if (request.holdMs) {
      const endsAtMs = steadyNowMs + request.holdMs;
      holds.push(holdOf(transition, endsAtMs));
      heldBack.set(before.id, holdBack(transition, heldBack.get(before.id), endsAtMs));
    }
    if (request.audit) audited.push({ ...request.audit, ...changeOf(transition) });
    const isHeld = heldBack.has(before.id);
    return { kind: 'stored', transaction: transition.after, isChanged: true, isHeld };
  });
  if (applied.length > 0) await storeTransitions(trx, { applied, holds, steadyNowMs, timeZone });
  await appendAuditRows(trx, audited);
  return outcomes;
}

function isMeant(transaction: Transaction, { ownerId, isTest }: ApplyTransition): boolean {
  if (isOtherMode(transaction, isTest)) return false;
  return ownerId === undefined || transaction.clientId === ownerId;
}

/** Clients and payers act on what they know; the desk, who tests in its place, and the service on what is stored. */
function isDesk({ kind }: Actor): boolean {
  return kind === 'operator' || kind === 'service' || kind === 'test';
}

function holdBack(
  { before }: AppliedTransition,
  earlier: HeldTransaction | undefined,
  endsAtMs: number,
): HeldTransaction {
  return {
    released: earlier?.released ?? before,
    endsAtMs: Math.max(endsAtMs, earlier?.endsAtMs ?? endsAtMs),
  };
}

function changeOf({ event, before, after }: AppliedTransition): AuditChange {
  const values = { before: transactionValues(before), after: transactionValues(after, event) };
  return { targetKind: 'transaction', targetId: after.id, ...values };
}

function holdOf({ event, before }: AppliedTransition, endsAtMs: number): HoldsTable {
  const { id, transactionId, clientId } = event;
  return {
    ...{ event_id: id, transaction_id: transactionId, client_id: clientId },
    ...{ ends_at_ms: endsAtMs, before_updated_at_ms: before.updatedAtMs },
  };
}

interface Decided {
  readonly applied: readonly AppliedTransition[];
  readonly holds: readonly HoldsTable[];
  readonly steadyNowMs: number;
  readonly timeZone: string;
}

async function storeTransitions(
  trx: DatabaseTransaction,
  { applied, holds, steadyNowMs, timeZone }: Decided,
): Promise<void> {
  const events = applied.map((transition) => transition.event);
  await updateTransactions(trx, applied);
  await insertEvents(trx, events);
  if (holds.length > 0) await trx.insertInto('holds').values(holds).execute();
  await insertCallbacks(trx, events, {
    steadyNowMs,
    heldIds: new Set(holds.map((hold) => hold.event_id)),
  });
  await countAccountUse(trx, applied, timeZone);
  await moveKeys(trx, applied);
  await countTransitions(trx, applied, timeZone);
}
