import { type HeldTransaction, secondsLeftOf } from '../../../src/domain/released.ts';
import type { TransitionCommand } from '../../../src/domain/transition.ts';
import type { LineOutcome, LineRefusal } from '../../../src/operations/reconciliation/line-store.ts';
import { padToPowerOfTwo } from '../../sql/list-statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { applyTransitions } from '../apply-transitions.ts';
import type { Audited } from './append-audit.ts';

/** A request of an operator about a line. */
export interface ByOperator extends Audited {
  readonly lineId: string;
  readonly clientId: string;
  readonly decisionId: string;
  readonly eventId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly timeZone: string;
}

/** A line of an imported file, with why its statement is held. */
export type LockedLine = NonNullable<Awaited<ReturnType<typeof lockLine>>>;

/** Reads a line of an imported file, so that no other command changes it before the commit. */
export function lockLine(trx: DatabaseTransaction, lineId: string) {
  return trx
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .selectAll('l')
    .select(['s.held_reason', 's.released_at_ms'])
    .where('l.id', '=', lineId)
    .where('f.state', '=', 'imported')
    .forUpdate('l')
    .executeTakeFirst();
}

/** Applies the transition that a decision about a line makes. */
export async function applyOne(
  trx: DatabaseTransaction,
  { clientId, eventId, nowMs, steadyNowMs, timeZone }: ByOperator,
  command: TransitionCommand,
  transactionId: string,
): Promise<LineOutcome> {
  const actor = { kind: 'operator', clientId } as const;
  const [outcome] = await applyTransitions(trx, {
    ...{ nowMs, steadyNowMs, timeZone },
    requests: [{ transactionId, command, actor, eventId }],
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
