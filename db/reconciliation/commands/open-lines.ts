import type { StoredLineState } from '../../../src/reconciliation/domain/line-states.ts';
import type { Doubt } from '../../../src/reconciliation/domain/matching/doubts.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import { MAX_LINE_MINOR } from '../../../src/reconciliation/domain/statement.ts';
import type { DoubtfulLine, LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { moneyOf, refuseTaken } from '../../payouts/commands/line-money.ts';
import { findFiledPayouts } from '../../payouts/queries/filed.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findDoubts } from '../queries/doubts.ts';
import { lineFromRow } from '../rows/statement-lines.ts';
import type { LockedLine } from './lines.ts';

/** Open lines that an operator confirms, all of one account, currency and direction. */
export interface OpenLines {
  readonly all: readonly LockedLine[];
  readonly direction: LockedLine['direction'];
  readonly currency: string;
  readonly accountId: string;
  readonly sumMinor: number;
}

/** The fields in which lines of one transaction must agree. */
const SHARED = ['account_id', 'currency', 'direction'] as const;

/**
 * Checks the lines that an operator names, as far as they were found.
 * @returns them, or why they cannot be confirmed.
 */
export function openLinesOf(
  lines: readonly LockedLine[],
  lineIds: readonly string[],
): OpenLines | LineRefusal {
  const missing = lineIds.find((id) => !lines.some((line) => line.id === id));
  const [first] = lines;
  if (missing !== undefined || !first) return { type: 'line-missing' };
  for (const line of lines) {
    const refusal = refuseLine(line);
    if (refusal) return refusal;
  }
  if (SHARED.some((field) => lines.some((line) => line[field] !== first[field])))
    return { type: 'lines-differ' };
  const sumMinor = lines.reduce((sum, line) => sum + line.amount_minor, 0);
  if (sumMinor > MAX_LINE_MINOR) return { type: 'lines-too-large' };
  const { direction, currency, account_id: accountId } = first;
  return { all: lines, direction, currency, accountId, sumMinor };
}

/**
 * Refuses to confirm the debit of a whole payment for one transaction while all its payouts wait, because it settles
 * them automatically. A debit whose amount is that of this transaction alone is not refused. Once some payouts were
 * paid in another way, people decide.
 */
export async function refuseOfPayment(
  trx: DatabaseTransaction,
  { all, direction }: OpenLines,
  transactionId: string,
): Promise<LineRefusal | undefined> {
  if (direction === 'credit') return undefined;
  for (const row of all) {
    const line = lineFromRow(row);
    const { payoutIds, paymentIds } = lookupsOf(line);
    const [paymentId] = paymentIds;
    if (paymentId === undefined || (payoutIds.length > 0 && line.paymentCount === null)) continue;
    const payouts = await findFiledPayouts(trx, { ids: [], paymentIds: [paymentId] });
    const own = payouts.find(({ withdrawal }) => withdrawal.transactionId === transactionId);
    const count = line.paymentCount ?? (own?.amountMinor === line.amountMinor ? 1 : null);
    const isWaiting = payouts.every(({ withdrawal }) => withdrawal.state === 'pending');
    if (count !== 1 && payouts.length > 1 && isWaiting) return { type: 'line-of-payment', paymentId, count };
  }
  return undefined;
}

/**
 * Refuses to confirm credits for a transaction if their money has left with refunds, or if other deposits that they
 * name were credited by hand after they were imported: they may have been taken for the payment of these. A deposit
 * that was credited earlier does not count, since the payer can have typed its reference again.
 */
export async function refuseUsed(
  trx: DatabaseTransaction,
  { all, direction }: OpenLines,
  transactionId: string,
): Promise<LineRefusal | undefined> {
  if (direction === 'debit') return undefined;
  for (const line of all) {
    const taken = await refuseTaken(trx, await moneyOf(trx, line), {
      amountMinor: line.amount_minor,
      counts: ({ transactionId: id, endedAtMs }) =>
        id !== transactionId && (endedAtMs ?? 0) >= line.created_at_ms,
    });
    if (taken) return taken;
  }
  return undefined;
}

/**
 * Finds a line whose money an unexplained debit can have given back, or that can be the same payment as another line,
 * even one of these. The command holds the lock on the credits of their account.
 * @param codes the doubts that count: for a line that returns something, fewer do, because no payer's money could go
 * back.
 */
export async function findDoubtful(
  trx: DatabaseTransaction,
  all: readonly LockedLine[],
  codes: readonly Doubt['code'][] = ['taken-back', 'same-payment'],
): Promise<DoubtfulLine | undefined> {
  const doubts = [...(await findDoubts(trx, all, { areTogether: true }))].flatMap(([lineId, ofLine]) =>
    ofLine.filter(({ code }) => codes.includes(code)).map(({ byLineId }) => ({ lineId, byLineId })),
  );
  return doubts[0] && { type: 'line-doubtful', ...doubts[0] };
}

/** Returns why an operator cannot decide about a line. */
export function refuseLine(line: LockedLine): LineRefusal | undefined {
  if (line.is_open === 0)
    return { type: 'line-decided', lineId: line.id, state: line.state as StoredLineState };
  if (line.status === 'pending') return { type: 'line-pending' };
  if (line.held_reason !== null && line.released_at_ms === null && line.is_vouched === 0)
    return { type: 'line-held', statementId: line.statement_id };
  return undefined;
}
