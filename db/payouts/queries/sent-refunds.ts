import type { Database } from '../../tables.ts';
import { PAID_IBAN, PAID_NAME, selectPaid } from './paid.ts';

/** How many refunds with these amounts are read. */
const MAX_FOUND = 1000;

/** The states of rows in bank files whose money can have left, whatever the bank or people have said since. */
export const SENT_STATES = ['in', 'refused', 'out'] as const;
/** The states of rows whose money can come back. */
export const PAID_STATES = ['paid'] as const;

interface SentRefundsRequest {
  /** The account that pays them. */
  readonly accountId: string;
  /** Hundredths. */
  readonly amountsMinor: readonly number[];
  /** Whether a debit has paid them; otherwise they are open. */
  readonly isPaid: boolean;
}

/** Finds refunds in bank files that an account pays or has paid, by amount, each with its last batch. */
export async function findSentRefunds(db: Database, { accountId, amountsMinor, isPaid }: SentRefundsRequest) {
  if (amountsMinor.length === 0) return [];
  const rows = await selectSent(db, isPaid)
    .where('b.account_id', '=', accountId)
    .where('f.amount_minor', 'in', [...new Set(amountsMinor)])
    .execute();
  return refundsFromRows(rows);
}

interface NamedRefundsRequest extends Pick<SentRefundsRequest, 'isPaid'> {
  readonly lineId: string;
}

/** Finds refunds in bank files whose payouts a line names, even if it differs in everything else. */
export async function findNamedRefunds(db: Database, { lineId, isPaid }: NamedRefundsRequest) {
  const rows = await selectSent(db, isPaid)
    .where('r.end_to_end_id', 'in', (eb) =>
      eb.selectFrom('line_references').select('reference').where('line_id', '=', lineId),
    )
    .execute();
  return refundsFromRows(rows);
}

function selectSent(db: Database, isPaid: boolean) {
  return selectPaid(db)
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['r.transaction_id as refundId', 'f.line_id as refundedLineId', 'f.amount_minor as amountMinor'])
    .select(['b.currency', PAID_NAME.as('accountName'), PAID_IBAN.as('iban')])
    .select(['b.account_id as accountId', 'b.number as batchNumber'])
    .where('f.state', '=', isPaid ? 'paid' : 'open')
    .where('r.state', 'in', isPaid ? PAID_STATES : SENT_STATES)
    .where('r.payment_id', 'is not', null)
    .limit(MAX_FOUND);
}

type SentRow = Awaited<ReturnType<ReturnType<typeof selectSent>['execute']>>[number];

function refundsFromRows(rows: readonly SentRow[]) {
  const inOrder = rows.toSorted((a, b) => a.batchNumber - b.batchNumber);
  return [...new Map(inOrder.map((row) => [row.refundId, row])).values()].map((row) => ({
    ...row,
    refundedLineId: row.refundedLineId ?? '',
    amountMinor: Number(row.amountMinor),
  }));
}
