import type { StoredLineState } from '../../../src/reconciliation/domain/line-states.ts';
import { isLastRound } from '../../../src/reconciliation/domain/payment-rounds.ts';
import type { LineOutcome } from '../../../src/reconciliation/line-store.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { cancelRefund } from '../../payouts/commands/refunds.ts';
import { undoRefund } from '../../payouts/commands/undo-refund.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findTransaction } from '../../transactions/queries/transactions.ts';
import { findRounds } from '../queries/payment-rounds.ts';
import { freeLines } from './free-lines.ts';
import {
  type ByOperator,
  findMatchesOf,
  type LockedLine,
  lockLines,
  refuse,
  refuseOfPlan,
  severalOf,
} from './lines.ts';
import { byOperator, storeDecisions } from './store-decisions.ts';
import { takeBackMatch } from './take-back-match.ts';

interface PutLineAway extends ByOperator {
  readonly lineId: string;
  readonly decisionId: string;
  readonly note: string;
}

/** Puts a line away: its money belongs to no transaction. */
export async function putLineAway(
  trx: DatabaseTransaction,
  { lineId, clientId, decisionId, nowMs, steadyNowMs, note, audit }: PutLineAway,
): Promise<LineOutcome> {
  const [line] = await lockLines(trx, [lineId]);
  if (!line) return refuse({ type: 'line-missing' });
  if (line.is_open === 0)
    return refuse({ type: 'line-decided', lineId, state: line.state as StoredLineState });
  const planned = await refuseOfPlan(trx, { lineIds: [lineId] }, steadyNowMs);
  if (planned) return refuse(planned);
  await storeDecisions(trx, [byOperator({ decisionId, lineId, state: 'put-away', clientId, note })], nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: lineId,
    before: { state: line.state },
    after: { state: 'put-away' },
  });
  return { kind: 'stored', transaction: undefined, isPlanned: false };
}

/** The states of lines whose decision can be undone. */
const UNDONE: ReadonlySet<string> = new Set(['matched', 'put-away', 'giving-back']);

interface UndoLine extends ByOperator {
  readonly lineId: string;
  readonly seenDecisionId?: string | undefined;
  readonly reason: string;
  readonly person: string;
}

/**
 * Undoes the match of a line, its putting away, or a refund of it that is in no batch. Lines that were confirmed
 * together are undone together. A transaction that the line has settled is reversed, and one that it has reversed is
 * corrected. A transaction that has changed since then is left as it is; while that change can still be undone, the
 * request is refused. If undoing a debit does not credit its deposit again, the payment that the debit had returned is
 * undone too.
 */
export async function undoLine(trx: DatabaseTransaction, request: UndoLine): Promise<LineOutcome> {
  const { lineId, seenDecisionId } = request;
  const locked = await lockTogether(trx, lineId);
  const line = locked.find(({ id }) => id === lineId);
  if (!line) return refuse({ type: 'line-missing' });
  const decision = line.decision_id === null ? undefined : await findDecision(trx, line.decision_id);
  if (!decision || !UNDONE.has(line.state)) return refuse({ type: 'line-not-matched' });
  const isOfRefund = line.state === 'matched' && decision.transaction_id === null;
  if (isOfRefund && decision.rule !== 'operator') return refuse({ type: 'line-pays-several' });
  const together = await findTogether(trx, decision);
  // Other lines were matched with the transaction before these were locked.
  const isOther = together.some((one) => !locked.some(({ id }) => id === one.lineId));
  if (isOther || (seenDecisionId !== undefined && seenDecisionId !== decision.id))
    return refuse({ type: 'decision-outdated', decisionId: decision.id });
  const inPayout = line.state === 'giving-back' && (await cancelRefund(trx, lineId, request.nowMs));
  if (inPayout) return refuse(inPayout);
  const undone = await (isOfRefund
    ? undoRefund(trx, { ...request, confirmedBy: decision.actor_client_id })
    : takeBackMatch(trx, { ...request, lineIds: together.map((one) => one.lineId) }, decision));
  if (undone.kind === 'refused') return undone;
  const eventId = undone.transaction ? request.eventId : null;
  await storeTakenBack(trx, { ...request, eventId }, [...together, ...(await findLeftOver(trx, decision))]);
  return undone;
}

/** Locks a line, and those that were matched with its transaction. */
async function lockTogether(trx: DatabaseTransaction, lineId: string): Promise<readonly LockedLine[]> {
  const others = await trx
    .selectFrom('statement_lines as l')
    .innerJoin('statement_lines as o', 'o.transaction_id', 'l.transaction_id')
    .select('o.id')
    .where('l.id', '=', lineId)
    .execute();
  return lockLines(trx, [...new Set([lineId, ...others.map(({ id }) => id)])]);
}

type MatchedLine = Awaited<ReturnType<typeof findMatchesOf>>[number];

/** Finds the matches that were made together with a given one. */
async function findTogether(
  trx: DatabaseTransaction,
  { id: decisionId, line_id: lineId, state, settles, transaction_id: transactionId, part }: Decision,
): Promise<readonly MatchedLine[]> {
  if (settles === 0 || transactionId === null) return [{ decisionId, lineId, state, transactionId }];
  return findMatchesOf(trx, transactionId, part);
}

/**
 * Finds the payments of a round whose debit is undone, if no credit of the deposit belongs to them any more: the
 * deposit stays unpaid, or a later round has paid it. The locks of the undo are held.
 */
async function findLeftOver(
  trx: DatabaseTransaction,
  { settles, transaction_id: transactionId, part }: Decision,
): Promise<readonly MatchedLine[]> {
  if (settles === 1 || transactionId === null) return [];
  const transaction = await findTransaction(trx, transactionId);
  if (transaction?.type !== 'deposit') return [];
  const isLast = isLastRound(part, await findRounds(trx, [transactionId]));
  return transaction.status === 'successful' && isLast ? [] : findMatchesOf(trx, transactionId, part);
}

interface UndoneLine extends Omit<UndoLine, 'eventId'> {
  /** The event of the transition that it has made. */
  readonly eventId: string | null;
}

async function storeTakenBack(
  trx: DatabaseTransaction,
  { lineId, clientId, nowMs, reason, audit, eventId }: UndoneLine,
  together: readonly MatchedLine[],
): Promise<void> {
  const decisionIds = together.map(({ decisionId }) => decisionId);
  await trx
    .updateTable('line_decisions')
    .set({ undone_at_ms: nowMs, undone_by: clientId, undo_reason: reason, undo_event_id: eventId })
    .where('id', 'in', decisionIds)
    .execute();
  const lineIds = together.map(({ lineId }) => lineId);
  await trx
    .updateTable('statement_lines')
    .set({ state: 'undone', is_open: 1, transaction_id: null, state_at_ms: nowMs })
    .where('id', 'in', lineIds)
    .execute();
  const own = together.find((one) => one.lineId === lineId);
  const several = severalOf(together.map((one) => one.lineId));
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: lineId,
    before: { state: own?.state, transactionId: own?.transactionId, ...several },
    after: { state: 'undone' },
  });
}

type Decision = NonNullable<Awaited<ReturnType<typeof findDecision>>>;

function findDecision(trx: DatabaseTransaction, id: string) {
  return trx
    .selectFrom('line_decisions')
    .selectAll()
    .where('id', '=', id)
    .where('undone_at_ms', 'is', null)
    .executeTakeFirst();
}

interface ReleaseStatement extends Audited {
  readonly statementId: string;
  readonly clientId: string;
  readonly reason: string;
  readonly nowMs: number;
}

/**
 * Releases a held statement, so that its lines can settle. Its open lines are decided about again.
 * @returns whether there is such a statement.
 */
export async function releaseStatement(
  trx: DatabaseTransaction,
  { statementId, clientId, reason, nowMs, audit }: ReleaseStatement,
): Promise<boolean> {
  // Matching locks the file before its lines, and before it marks it as done.
  const file = await trx
    .selectFrom('statement_files')
    .select('id')
    .where((eb) => eb('id', '=', eb.selectFrom('statements').select('file_id').where('id', '=', statementId)))
    .forUpdate()
    .executeTakeFirst();
  const { numUpdatedRows } = await trx
    .updateTable('statements')
    .set({ released_at_ms: nowMs, released_by: clientId, release_reason: reason })
    .where('id', '=', statementId)
    .where('held_reason', 'is not', null)
    .where('released_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) === 0) return false;
  await freeLines(trx, { fileId: file?.id ?? '', statementIds: [statementId] }, nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'statement',
    targetId: statementId,
    before: { held: true },
    after: { held: false },
  });
  return true;
}
