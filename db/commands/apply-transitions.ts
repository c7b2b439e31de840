import { sql } from 'kysely';
import type { AuditChange, AuditOrigin } from '../../src/domain/audit.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import {
  type Actor,
  type AppliedTransition,
  applyTransition,
  decideTransition,
  type TransitionCommand,
} from '../../src/domain/transition.ts';
import type { TransitionOutcome } from '../../src/operations/transactions/store.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import { findTransactions } from '../queries/transactions.ts';
import type { TransactionsTable } from '../rows/transactions.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAuditRows } from './common/append-audit.ts';
import { transactionValues } from './common/audit-values.ts';
import { countAccountUse } from './common/count-account-use.ts';
import { countTransitions } from './common/count-transactions.ts';
import { insertCallbacks } from './common/insert-callbacks.ts';
import { insertEvents } from './common/insert-events.ts';

interface ApplyTransitions {
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly requests: readonly ApplyTransition[];
}

interface ApplyTransition extends Audited {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
  /** The id of the event, if the transition happens. */
  readonly eventId: string;
}

/**
 * Applies a group of transitions, one after another. Each that happens updates the row, adds one event and one
 * callback, if its client has a callbackUrl, is counted in the statistics and in the use of its account, and has one
 * row in the audit log if a person or a key asked for it.
 * @returns one outcome for each request, in their order.
 */
export async function applyTransitions(
  trx: DatabaseTransaction,
  { requests, nowMs, steadyNowMs }: ApplyTransitions,
): Promise<TransitionOutcome[]> {
  const ids = new Set(requests.map((request) => request.transactionId));
  const found = await findTransactions(trx, [...ids]);
  const current = new Map(found.map((transaction) => [transaction.id, transaction]));
  const applied: AppliedTransition[] = [];
  const audited: (AuditOrigin & AuditChange)[] = [];
  const outcomes = requests.map((request): TransitionOutcome => {
    const before = current.get(request.transactionId);
    if (!before || (request.ownerId !== undefined && before.clientId !== request.ownerId))
      return { kind: 'missing' };
    const decision = decideTransition(before, request.command);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'keep') return { kind: 'stored', transaction: before, isChanged: false };
    const transition = applyTransition(before, decision.transition, { ...request, nowMs });
    current.set(before.id, transition.after);
    applied.push(transition);
    if (request.audit) audited.push({ ...request.audit, ...changeOf(transition) });
    return { kind: 'stored', transaction: transition.after, isChanged: true };
  });
  if (applied.length > 0) await storeTransitions(trx, applied, steadyNowMs);
  await appendAuditRows(trx, audited);
  return outcomes;
}

function changeOf({ before, after }: AppliedTransition): AuditChange {
  const values = { before: transactionValues(before), after: transactionValues(after) };
  return { targetKind: 'transaction', targetId: after.id, ...values };
}

async function storeTransitions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
  steadyNowMs: number,
): Promise<void> {
  const events = applied.map((transition) => transition.event);
  await updateTransactions(trx, applied);
  await insertEvents(trx, events);
  await insertCallbacks(trx, events, steadyNowMs);
  await countTransitions(trx, applied);
  await countAccountUse(trx, applied);
}

/** Updates each transaction once, from its first state in the group to its last. */
async function updateTransactions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
): Promise<void> {
  const first = new Map<string, Transaction>();
  const last = new Map<string, Transaction>();
  for (const { before, after } of applied) {
    if (!first.has(before.id)) first.set(before.id, before);
    last.set(after.id, after);
  }
  const rows = [...last.values()].map(
    ({ id, status, statusReason, endedAs, finalAmountMinor, sequence, updatedAtMs }) =>
      sql`(${id}, ${first.get(id)?.sequence}, ${status}, ${statusReason}, ${endedAs}, ${finalAmountMinor}, ${sequence}, ${updatedAtMs})`,
  );
  const { numUpdatedRows } = await trx
    .with(
      'changed(id, old_sequence, status, status_reason, ended_as, final_amount_minor, sequence, updated_at_ms)',
      () => sql<ChangedRow>`(values ${sql.join(padToPowerOfTwo(rows))})`,
    )
    .updateTable('transactions')
    .from('changed')
    .set((eb) => ({
      status: eb.ref('changed.status'),
      status_reason: eb.ref('changed.status_reason'),
      ended_as: eb.ref('changed.ended_as'),
      final_amount_minor: eb.ref('changed.final_amount_minor'),
      sequence: eb.ref('changed.sequence'),
      updated_at_ms: eb.ref('changed.updated_at_ms'),
    }))
    .whereRef('transactions.id', '=', 'changed.id')
    .whereRef('transactions.sequence', '=', 'changed.old_sequence')
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== last.size) throw new Error('a transaction changed under the write lock');
}

interface ChangedRow
  extends Readonly<
    Pick<
      TransactionsTable,
      'id' | 'status' | 'status_reason' | 'ended_as' | 'final_amount_minor' | 'sequence' | 'updated_at_ms'
    >
  > {
  readonly old_sequence: number;
}
