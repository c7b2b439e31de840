import { partsOfRound, standingPayments } from '../../../src/reconciliation/domain/payment-rounds.ts';
import type { LineOutcome, LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { type PlannedLines, refusePlanned } from '../../../src/transactions/domain/plan.ts';
import type { Audited } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { applyTransitions } from '../../transactions/commands/apply-transitions.ts';
import type { ApplyTransition } from '../../transactions/commands/transition-facts.ts';
import { findPlans, findPlansOfLines } from '../../transactions/queries/plans.ts';
import { findRounds } from '../queries/payment-rounds.ts';

/** A request of an operator about lines. */
export interface ByOperator extends Audited {
  readonly clientId: string;
  /** The id of the event, if a transition happens. */
  readonly eventId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly timeZone: string;
  readonly traceparent?: string | undefined;
  /** The time of the decision on the steady clock: claims count as of then; now by default. */
  readonly decidedAtMs?: number | undefined;
}

/** A line of an imported file, with the reason why its statement is held. */
export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/**
 * Reads and locks lines of imported files in the order of their ids, so that until the commit no other command can
 * change them or take their files back.
 */
export async function lockLines(trx: DatabaseTransaction, lineIds: readonly string[]) {
  const statementIds = trx.selectFrom('statement_lines').select('statement_id').where('id', 'in', lineIds);
  const fileIds = trx.selectFrom('statements').select('file_id').where('id', 'in', statementIds);
  const files = trx.selectFrom('statement_files').select('id').where('id', 'in', fileIds);
  await files.orderBy('id').forShare().execute();
  return trx
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .selectAll('l')
    .select(['s.held_reason', 's.released_at_ms'])
    .where('l.id', 'in', lineIds)
    .where('f.state', '=', 'imported')
    .orderBy('l.id')
    .forUpdate('l')
    .execute();
}

/**
 * Finds the matches of the lines that paid a transaction together, by the part of one of them. It can be one line or
 * several.
 */
export function findMatchesOf(trx: DatabaseTransaction, transactionId: string, part: number) {
  const [first, end] = partsOfRound(part);
  return trx
    .selectFrom('line_decisions as d')
    .innerJoin('statement_lines as l', 'l.id', 'd.line_id')
    .select(['d.id as decisionId', 'd.line_id as lineId', 'l.state', 'd.transaction_id as transactionId'])
    .where('d.transaction_id', '=', transactionId)
    .where('d.settles', '=', 1)
    .where('d.undone_at_ms', 'is', null)
    .where('d.part', '>=', first)
    .where('d.part', '<', end)
    .orderBy('d.part')
    .execute();
}

/** A planned transition, with the lines that are its reason. */
interface PlanTerms {
  readonly holdMs: number;
  readonly lines: PlannedLines;
}

interface TransitionOfLine
  extends Pick<ApplyTransition, 'transactionId' | 'command' | 'endToEndId' | 'ending'> {
  readonly plan?: PlanTerms;
}

/**
 * Applies the transition of a decision about a line, or plans it. The audit log gets one row for the line and the
 * transition together; a plan gets its own row.
 */
export async function applyOne(
  trx: DatabaseTransaction,
  { clientId, eventId, nowMs, steadyNowMs, timeZone, audit, traceparent, decidedAtMs }: ByOperator,
  { plan, ...applied }: TransitionOfLine,
): Promise<LineOutcome> {
  const actor = { kind: 'operator', clientId } as const;
  const planned = plan && { ...plan, audit, traceparent };
  const [outcome] = await applyTransitions(trx, {
    nowMs,
    steadyNowMs,
    timeZone,
    requests: [{ ...applied, actor, eventId, decidedAtMs, ...planned }],
  });
  if (outcome?.kind === 'refused') return outcome;
  if (outcome?.kind !== 'stored') return refuse({ type: 'transaction-missing' });
  if (!outcome.isChanged && !planned) return refuse({ type: 'transaction-missing' });
  const { transaction } = outcome;
  if (!outcome.isChanged) return { kind: 'stored', transaction, isPlanned: true };
  return { kind: 'stored', transaction, isPlanned: outcome.isPlanned };
}

export function refuse(refusal: LineRefusal): LineOutcome {
  return { kind: 'refused', refusal };
}

/** Refuses to decide about lines that are the reason for a plan, or about a transaction that has a plan. */
export async function refuseOfPlan(
  trx: DatabaseTransaction,
  { lineIds, transactionId }: { readonly lineIds: readonly string[]; readonly transactionId?: string },
  steadyNowMs: number,
): Promise<LineRefusal | undefined> {
  const plans = transactionId === undefined ? undefined : await findPlans(trx, [transactionId]);
  const ofLines = await findPlansOfLines(trx);
  const plan = plans?.get(transactionId ?? '') ?? lineIds.map((id) => ofLines.get(id)).find(Boolean);
  return plan && refusePlanned(plan, steadyNowMs);
}

/**
 * Finds the lines that have paid transactions, by the ids of the transactions. A line can have paid several. The
 * payment of a deposit no longer counts once a debit has returned it.
 */
export async function findPayingLines(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paying = standingPayments(await findRounds(trx, transactionIds));
  // The decision about a debit of several payouts names none of them, but their rows name the line.
  const several = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('transactions as t', 't.id', 'r.transaction_id')
    .innerJoin('line_decisions as d', 'd.line_id', 'r.line_id')
    .select(['r.transaction_id', 'd.line_id'])
    .where('r.transaction_id', 'in', transactionIds)
    .where('t.status', '=', 'successful')
    .where('d.transaction_id', 'is', null)
    .where('d.settles', '=', 1)
    .where('d.undone_at_ms', 'is', null)
    .execute();
  return new Map([
    ...several.map((row) => [row.transaction_id, row.line_id] as const),
    ...paying.map(({ transactionId, lineId }) => [transactionId, lineId] as const),
  ]);
}

/** Returns the part of an audit row that names several lines of one decision; empty for a single line. */
export function severalOf(lineIds: readonly string[]): { readonly lineIds?: readonly string[] } {
  return lineIds.length > 1 ? { lineIds } : {};
}
