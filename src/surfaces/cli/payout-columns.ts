import type { z } from 'zod';
import { printable } from '../../kernel/printable.ts';
import type { PayoutAccountView } from '../../payouts/accounts.ts';
import type { PayoutDetail, PayoutView, payoutReportView } from '../../payouts/views.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';

export const payoutColumns: readonly Column<PayoutView>[] = [
  ['PAYOUT ID', (payout) => payout.payoutId],
  ['NUMBER', (payout) => String(payout.number)],
  ['STATE', (payout) => payout.state],
  ['DAY', (payout) => payout.executionDay],
  ['COUNT', (payout) => String(payout.count)],
  ['SUM', (payout) => `${payout.sum.toFixed(2)} ${payout.currency}`],
  ['PREPARED BY', (payout) => payout.preparedBy],
  ['CREATED', (payout) => formatShortTimestamp(payout.createdAt)],
];

export const accountColumns: readonly Column<PayoutAccountView>[] = [
  ['ACCOUNT ID', (account) => account.accountId],
  ['ACCOUNT NAME', (account) => account.accountName],
  ['IBAN', (account) => account.iban],
  ['PROFILE', (account) => orDash(account.profileId)],
  ['BIC', (account) => orDash(account.bic)],
];

const rowColumns: readonly Column<PayoutDetail['rows'][number]>[] = [
  ['ROW', (row) => String(row.rowNumber)],
  ['TRANSACTION ID', (row) => row.transactionId],
  ['AMOUNT', (row) => row.amount.toFixed(2)],
  ['ACCOUNT NAME', (row) => row.accountName],
  ['IBAN', (row) => row.iban],
  ['STATE', (row) => row.state],
  ['REASON OF THE BANK', (row) => orDash(row.bankReason?.en)],
];

const approvalColumns: readonly Column<PayoutDetail['approvals'][number]>[] = [
  ['APPROVED BY', (approval) => approval.approvedBy],
  ['APPROVED', (approval) => formatShortTimestamp(approval.approvedAt)],
  ['FOR WHAT IT IS NOW', (approval) => (approval.isCurrent ? 'yes' : 'no')],
  ['COUNTS', (approval) => (approval.counts ? 'yes' : 'no')],
];

/** A batch with its withdrawals, and its approvals if there are any. */
export function describePayout(payout: PayoutDetail): string {
  const parts = [renderTable(payoutColumns, [payout]), renderTable(rowColumns, payout.rows)];
  if (payout.rows.length < payout.count)
    parts.push(`These are the first ${payout.rows.length} of ${payout.count} withdrawals.\n`);
  if (payout.approvals.length > 0) parts.push(renderTable(approvalColumns, payout.approvals));
  return parts.join('\n');
}

/** What the answer of a bank to a file has changed, a line for each part that changed nothing. */
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
