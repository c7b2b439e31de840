import { sql } from 'kysely';
import type { Transaction } from '../../src/domain/transaction.ts';
import {
  type Actor,
  type AppliedTransition,
  applyTransition,
  decideTransition,
  type TransitionCommand,
} from '../../src/domain/transition.ts';
import type { TransitionOutcome } from '../../src/operations/transactions/store.ts';
import { padToPowerOfTwo } from '../padding.ts';
import { countTransitions } from '../queries/statistics.ts';
import { findTransactions } from '../queries/transactions.ts';
import { insertCallbacks } from '../rows/callbacks.ts';
import { insertEvents } from '../rows/events.ts';
import type { DatabaseTransaction } from '../tables.ts';

export interface ApplyTransitions {
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly requests: readonly ApplyTransition[];
}

export interface ApplyTransition {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
  /** The id that the event gets if there is one. */
  readonly eventId: string;
}

/**
 * Carries out what was asked for together, one request after another: the row, one event and, for a client that
 * wants it, one callback for each change.
 * @returns one outcome for each request, in their order.
 */
export async function applyTransitions(
  trx: DatabaseTransaction,
  { requests, nowMs, steadyNowMs }: ApplyTransitions,
): Promise<TransitionOutcome[]> {
  const ids = new Set(requests.map((request) => request.transactionId));
  const found = await findTransactions(trx, [...ids]);
  const current = new Map(found.map((transaction) => [transaction.id, transaction]));
  const changes: AppliedTransition[] = [];
  const outcomes = requests.map((request) => {
    const before = current.get(request.transactionId);
    if (!before || (request.ownerId !== undefined && before.clientId !== request.ownerId))
      return { kind: 'missing' } as const;
    const decision = decideTransition(before, request.command);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal } as const;
    if (decision.kind === 'keep') return { kind: 'stored', transaction: before, isChanged: false } as const;
    const applied = applyTransition(before, decision.transition, { ...request, nowMs });
    current.set(before.id, applied.after);
    changes.push(applied);
    return { kind: 'stored', transaction: applied.after, isChanged: true } as const;
  });
  if (changes.length > 0) await store(trx, changes, steadyNowMs);
  return outcomes;
}

async function store(
  trx: DatabaseTransaction,
  changes: readonly AppliedTransition[],
  steadyNowMs: number,
): Promise<void> {
  const events = changes.map((transition) => transition.event);
  await updateTransactions(trx, changes);
  await insertEvents(trx, events);
  await insertCallbacks(trx, events, steadyNowMs);
  await countTransitions(trx, changes);
}

/** A transaction that changed more than once is written once, from its first state to its last. */
async function updateTransactions(
  trx: DatabaseTransaction,
  changes: readonly AppliedTransition[],
): Promise<void> {
  const first = new Map<string, Transaction>();
  const last = new Map<string, Transaction>();
  for (const { before, after } of changes) {
    if (!first.has(before.id)) first.set(before.id, before);
    last.set(after.id, after);
  }
  const rows = [...last.values()].map(
    ({ id, status, statusReason, finalAmountMinor, sequence, updatedAtMs }) =>
      sql`(${id}, ${first.get(id)?.sequence}, ${status}, ${statusReason}, ${finalAmountMinor}, ${sequence}, ${updatedAtMs})`,
  );
  const { numUpdatedRows } = await trx
    .with(
      'changed(id, seen, status, status_reason, final_amount_minor, sequence, updated_at_ms)',
      () => sql<ChangedRow>`(values ${sql.join(padToPowerOfTwo(rows))})`,
    )
    .updateTable('transactions')
    .from('changed')
    .set((eb) => ({
      status: eb.ref('changed.status'),
      status_reason: eb.ref('changed.status_reason'),
      final_amount_minor: eb.ref('changed.final_amount_minor'),
      sequence: eb.ref('changed.sequence'),
      updated_at_ms: eb.ref('changed.updated_at_ms'),
    }))
    .whereRef('transactions.id', '=', 'changed.id')
    .whereRef('transactions.sequence', '=', 'changed.seen')
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== last.size) throw new Error('a transaction changed under the write lock');
}

interface ChangedRow {
  readonly id: string;
  readonly seen: number;
  readonly status: Transaction['status'];
  readonly status_reason: string | null;
  readonly final_amount_minor: number | null;
  readonly sequence: number;
  readonly updated_at_ms: number;
}
