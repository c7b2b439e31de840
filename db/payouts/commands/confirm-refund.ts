import { sql } from 'kysely';
import type { Refund } from '../../../src/payouts/domain/refund.ts';
import type { LineOutcome, LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockCredits } from '../../engines/statements.ts';
import { refuse, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
import { findDoubtful, type OpenLines } from '../../reconciliation/commands/open-lines.ts';
import { byOperator, storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findNamedPayout, namesPayout } from '../queries/named-payout.ts';
import { findRefunds } from '../queries/refunds.ts';
import { PAID_STATES, SENT_STATES } from '../queries/sent-refunds.ts';
import { lockBatch } from './change-batch.ts';
import { notePaidBy } from './note-lines.ts';
import { lockRefundedLines, lockRefunds, moveRefunds } from './refunds.ts';
import { refuseReturn } from './still-out.ts';

export interface RefundByPerson extends Audited {
  readonly clientId: string;
  /** The id of the decision about the line whose money the refund gives back. */
  readonly eventId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

interface ConfirmRefund extends RefundByPerson {
  readonly refundId: string;
  /** The id of the decision about the line. */
  readonly decisionId: string;
  /** How long the operator wants the decision to be held, in milliseconds. */
  readonly holdMs: number;
  /** Whether the operator confirms a line that names the payout but differs from it. */
  readonly acceptDifference?: boolean | undefined;
}

export const DONE = { kind: 'stored', transaction: undefined, isPlanned: false } as const;

/**
 * Records that a line is the booked debit of a refund, or the credit that returns one, because an operator says so:
 * banks can leave out the id of the payout, or book its debit or return with another amount. It takes effect at once,
 * and can be undone. The lines are locked.
 */
export async function confirmRefund(
  trx: DatabaseTransaction,
  request: ConfirmRefund,
  lines: OpenLines,
): Promise<LineOutcome> {
  const { refundId, decisionId, eventId, clientId, nowMs, audit } = request;
  await lockRefundedLines(trx, [refundId]);
  await lockCredits(trx, [lines.accountId]);
  await lockRefunds(trx, [refundId]);
  const [refund] = await findRefunds(trx, [refundId]);
  const [line, ...others] = lines.all;
  if (!refund || !line) return refuse({ type: 'transaction-missing' });
  if (request.holdMs > 0) return refuse({ type: 'refund-held' });
  if (others.length > 0) return refuse({ type: 'refund-of-one-line' });
  const isPaid = lines.direction === 'debit';
  const planned = await refuseOfPlan(trx, { lineIds: [line.id] }, request.steadyNowMs);
  const named = await findNamedPayout(trx, { transactionId: refundId, lineIds: [line.id] });
  const row = await lockRow(trx, refundId, { ...lines, named });
  const isNamed = row?.endToEndId === named;
  const wrong = planned ?? refuseLine(lines, refund, { ...request, row, isNamed });
  if (wrong || !row) return refuse(wrong ?? { type: 'refund-not-exported' });
  if (!isPaid && named === undefined && (await namesPayout(trx, { lineIds: [line.id] })))
    return refuse({ type: 'names-other-payout' });
  const doubtful = request.acceptDifference
    ? undefined
    : await findDoubtful(trx, lines.all, ['same-payment']);
  if (doubtful) return refuse(doubtful);
  const { endToEndId } = row;
  const returned = { transactionId: refundId, lineId: line.id, endToEndId: named ?? endToEndId };
  const out = isPaid ? undefined : await refuseReturn(trx, returned);
  if (out) return refuse(out);
  await moveRefunds(
    trx,
    [{ refundId, isPaid, shownBy: line.id, decisionId: eventId, endToEndId, clientId }],
    nowMs,
  );
  if (isPaid) await notePaidBy(trx, { endToEndIds: [endToEndId], lineId: line.id, nowMs });
  const decided = byOperator({ decisionId, lineId: line.id, state: 'matched', clientId, settles: isPaid });
  await storeDecisions(trx, [decided], nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: line.id,
    before: { state: line.state },
    after: { state: 'matched', refundId, refundState: isPaid ? 'paid' : 'returned' },
  });
  return DONE;
}

/** Locks a refund and the line whose money it gives back, in the same order as matching. */
export async function lockRefund(trx: DatabaseTransaction, id: string): Promise<Refund | undefined> {
  await lockRefundedLines(trx, [id]);
  await lockRefunds(trx, [id]);
  const [refund] = await findRefunds(trx, [id]);
  return refund;
}

type Row = NonNullable<Awaited<ReturnType<typeof lockRow>>>;

/**
 * Finds the row by which the bank pays a refund, or has paid it, and locks its batch. A line belongs to the payout that
 * it names. A debit that names none belongs to the file that is under way, or else to the last one of its account: the
 * money has left even if the bank has refused the row, or people have taken the batch back. The refund is locked, so no
 * other batch can take it meanwhile.
 */
async function lockRow(
  trx: DatabaseTransaction,
  refundId: string,
  {
    direction,
    accountId,
    named = '',
  }: Pick<OpenLines, 'direction' | 'accountId'> & { readonly named: string | undefined },
) {
  const row = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['r.end_to_end_id as endToEndId', 'r.batch_id as batchId', 'b.account_id as accountId'])
    .where('r.transaction_id', '=', refundId)
    .where('r.state', 'in', direction === 'debit' ? SENT_STATES : PAID_STATES)
    .where('r.payment_id', 'is not', null)
    .orderBy(sql`case when r.end_to_end_id = ${named} then 0 when r.state = 'in' then 1
      when b.account_id = ${accountId} then 2 else 3 end`)
    .orderBy('b.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) await lockBatch(trx, row.batchId);
  return row;
}

interface Claimed extends Pick<ConfirmRefund, 'acceptDifference'> {
  readonly row: Row | undefined;
  /** Whether the line names the payout of the row. */
  readonly isNamed: boolean;
}

/** Returns why a line is neither the debit of a refund nor its return. */
function refuseLine(
  lines: OpenLines,
  refund: Refund,
  { row, isNamed, acceptDifference }: Claimed,
): LineRefusal | undefined {
  const { state, id: transactionId, amountMinor, currency } = refund;
  if (state !== (lines.direction === 'debit' ? 'open' : 'paid')) return { type: 'refund-state', state };
  if (!row) return { type: 'refund-not-exported' };
  const other = refuseOther(lines, refund, row);
  if (!other || !isNamed) return other;
  return acceptDifference ? undefined : { type: 'payout-differs', transactionId, amountMinor, currency };
}

/** Returns how a line differs from a refund. */
function refuseOther(
  { currency, sumMinor, accountId }: OpenLines,
  refund: Refund,
  row: Row,
): LineRefusal | undefined {
  const { amountMinor } = refund;
  if (row.accountId !== accountId) return { type: 'refund-other-account', accountId: row.accountId };
  if (refund.currency !== currency) return { type: 'other-currency', currency: refund.currency };
  return amountMinor === sumMinor ? undefined : { type: 'refund-other-amount', amountMinor };
}
