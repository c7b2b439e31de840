import type { z } from 'zod';
import { printable } from '../../kernel/texts.ts';
import { getPayout } from '../../payouts/payouts.ts';
import type { PayoutDetail, PayoutView, payoutReportView } from '../../payouts/views.ts';
import { type ShownColumns, tableOf } from './columns.ts';
import { orDash } from './table.ts';

export const payoutColumns: ShownColumns<PayoutView> = [
  'payoutId number state executionDay:DAY count',
  ['SUM', ({ sum, currency }) => `${sum.toFixed(2)} ${currency}`],
  'preparedBy createdAt',
];

const formatBatch = tableOf(getPayout.output, payoutColumns);
const formatRows = tableOf(getPayout.output.shape.rows, [
  'rowNumber:ROW transactionId amount accountName iban state',
  ['REASON OF THE BANK', ({ bankReason }) => orDash(bankReason?.en)],
]);
const formatApprovals = tableOf(getPayout.output.shape.approvals, [
  'approvedBy approvedAt isCurrent:FOR_WHAT_IT_IS_NOW counts',
]);

/** A batch with its withdrawals, and its approvals if there are any. */
export function describePayout(payout: PayoutDetail): string {
  const parts = [formatBatch(payout), formatRows(payout.rows)];
  if (payout.rows.length < payout.count)
    parts.push(`These are the first ${payout.rows.length} of ${payout.count} withdrawals.\n`);
  if (payout.approvals.length > 0) parts.push(formatApprovals(payout.approvals));
  return parts.join('\n');
}

/** Says what a bank's answer to a file has changed, with a line for each part that changed nothing. */
export function describeReport(
  report: z.infer<typeof payoutReportView>,
  { name, isRepeat }: { readonly name: string; readonly isRepeat: boolean },
): string[] {
  const { payoutNumber, acceptedCount, heldCount, refusedCount, unmatched } = report;
  const counts = `${acceptedCount} accepted, ${heldCount} held, ${refusedCount} refused`;
  return [
    `${name}: the answer to batch ${payoutNumber}${isRepeat ? ' was imported before' : ''}: ${counts}`,
    ...unmatched.map(
      ({ kind, id, status }) => `  changed nothing: ${kind} ${printable(`${orDash(id)} ${orDash(status)}`)}`,
    ),
  ];
}
