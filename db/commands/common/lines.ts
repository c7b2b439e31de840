import { type HeldTransaction, secondsLeftOf } from '../../../src/domain/released.ts';
import type { TransitionCommand } from '../../../src/domain/transition.ts';
import type { LineOutcome, LineRefusal } from '../../../src/operations/reconciliation/line-store.ts';
import { padToPowerOfTwo } from '../../sql/list-statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { applyTransitions } from '../apply-transitions.ts';
import type { Audited } from './append-audit.ts';

/** A request of an operator about lines. */
export interface ByOperator extends Audited {
  readonly clientId: string;
  /** The id of the event, if a transition happens. */
  readonly eventId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly timeZone: string;
}

/** A line of an imported file, with why its statement is held. */
export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/** Reads lines of imported files in the order of their ids, so that no other command changes them before the commit. */
export function lockLines(trx: DatabaseTransaction, lineIds: readonly string[]) {
  return trx
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .selectAll('l')
    .select(['s.held_reason', 's.released_at_ms'])
    .where('l.id', 'in', padToPowerOfTwo(lineIds))
    .where('f.state', '=', 'imported')
    .orderBy('l.id')
    .forUpdate('l')
    .execute();
}

/** Finds the matches by which lines have paid a transaction: one, or those that were confirmed together. */
export function findMatchesOf(trx: DatabaseTransaction, transactionId: string) {
  return trx
    .selectFrom('line_decisions as d')
    .innerJoin('statement_lines as l', 'l.id', 'd.line_id')
    .select(['d.id as decisionId', 'd.line_id as lineId', 'l.state', 'd.transaction_id as transactionId'])
    .where('d.transaction_id', '=', transactionId)
    .where('d.settles', '=', 1)
    .where('d.undone_at_ms', 'is', null)
    .orderBy('d.part')
    .execute();
}

/** Applies the transition that a decision about a line makes. */
export async function applyOne(
  trx: DatabaseTransaction,
  { clientId, eventId, nowMs, steadyNowMs, timeZone, holdMs }: ByOperator & { readonly holdMs?: number },
  command: TransitionCommand,
  transactionId: string,
): Promise<LineOutcome> {
  const actor = { kind: 'operator', clientId } as const;
  const [outcome] = await applyTransitions(trx, {
    ...{ nowMs, steadyNowMs, timeZone },
    requests: [{ transactionId, command, actor, eventId, holdMs }],
  });
  if (outcome?.kind === 'refused') return outcome;
  if (outcome?.kind !== 'stored' || !outcome.isChanged) return refuse({ type: 'transaction-missing' });
  return { kind: 'stored', transaction: outcome.transaction, isHeld: outcome.isHeld };
}

export function refuse(refusal: LineRefusal): LineOutcome {
  return { kind: 'refused', refusal };
}

/** Refuses what the undo of a transition that is held back could make wrong. */
export function refuseHeld(
  transactionId: string,
  held: Pick<HeldTransaction, 'endsAtMs'>,
  { steadyNowMs }: Pick<ByOperator, 'steadyNowMs'>,
): LineOutcome {
  return refuse({ type: 'held-back', transactionId, secondsLeft: secondsLeftOf(held, steadyNowMs) });
}

/** Finds the lines that have paid transactions, by the ids of these. */
export async function findPayingLines(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('line_decisions')
    .select(['transaction_id', 'line_id'])
    .where('transaction_id', 'in', padToPowerOfTwo(transactionIds))
    .where('settles', '=', 1)
    .where('undone_at_ms', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.transaction_id ?? '', row.line_id]));
}

/** The part of an audit row that names several lines of one decision; nothing of a line alone. */
export function severalOf(lineIds: readonly string[]): { readonly lineIds?: readonly string[] } {
  return lineIds.length > 1 ? { lineIds } : {};
}
