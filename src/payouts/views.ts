import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { minorToAmount } from '../kernel/money.ts';
import type { Role } from '../kernel/role.ts';
import { amountOut, formatTimestamp, graphqlTypes, oneOf, timestampOut } from '../operations/fields.ts';
import { PAYOUT_STATES, type PayoutApproval, type PayoutBatch, type PayoutRow } from './domain/batch.ts';

export const payoutState = oneOf(PAYOUT_STATES).register(graphqlTypes, { name: 'PayoutState' });

const HEAD = {
  payoutId: z.string().describe('The id of the batch.'),
  number: z.int().describe('The number of the batch, for people; the newest has the highest.'),
  state: payoutState.describe(
    'Whether it waits for approval, is approved, was exported for the bank, or is paid: booked debits have settled all of it. A rejected batch has let go of its withdrawals.',
  ),
  accountId: z.string().describe('The bank account that pays.'),
  currency: z.string().describe('The currency of all withdrawals, as a code of ISO 4217.'),
  executionDay: z.string().describe('The day on which the bank shall pay, in TIME_ZONE.'),
  count: z.int().describe('The number of withdrawals.'),
  sum: amountOut.describe('Their sum.'),
  contentHash: z
    .string()
    .describe(
      'The hash over everything that is paid. Send the one that you have seen with each decision: an approval holds for exactly this content.',
    ),
  preparedBy: z.string().describe('The person who has prepared it, and cannot approve it.'),
  createdAt: timestampOut.describe('When it was prepared.'),
  rejectedBy: z.string().nullable().describe('The person who has rejected it; null otherwise.'),
  rejectReason: z.string().nullable().describe('Why it was rejected; null otherwise.'),
};

/** A batch in a list. */
export const payoutView = z.object(HEAD);
export type PayoutView = z.infer<typeof payoutView>;

export const payoutRowView = z.object({
  rowNumber: z.int().describe('The place in the batch, from 1. It stays when other rows are taken out.'),
  transactionId: z.string().describe('The withdrawal.'),
  isPaid: z.boolean().describe('Whether a booked debit has settled it.'),
  amount: amountOut.describe('What is paid.'),
  accountName: z.string().describe('The holder of the account that is paid.'),
  iban: z.string().describe('The account that is paid; its middle is left out for viewers.'),
});

export const payoutApprovalView = z.object({
  approvedBy: z.string().describe('The person.'),
  approvedAt: timestampOut.describe('When.'),
  isCurrent: z.boolean().describe('Whether it was given for what the batch contains now.'),
});

/** A batch with its withdrawals and approvals. */
export const payoutDetail = z.object({
  ...HEAD,
  rows: z.array(payoutRowView).describe('The withdrawals, in the order in which they are paid.'),
  approvals: z.array(payoutApprovalView).describe('All approvals, the oldest first.'),
});
export type PayoutDetail = z.infer<typeof payoutDetail>;

export function viewPayout(batch: PayoutBatch): PayoutView {
  return {
    payoutId: batch.id,
    number: batch.number,
    state: batch.state,
    accountId: batch.accountId,
    currency: batch.currency,
    executionDay: batch.executionDay,
    count: batch.rowCount,
    sum: minorToAmount(batch.sumMinor),
    contentHash: batch.contentHash,
    preparedBy: batch.maker,
    createdAt: formatTimestamp(batch.createdAtMs),
    rejectedBy: batch.rejectedBy,
    rejectReason: batch.rejectReason,
  };
}

interface Whole {
  readonly batch: PayoutBatch;
  readonly rows: readonly PayoutRow[];
  readonly approvals: readonly PayoutApproval[];
}

export function viewPayoutDetail({ batch, rows, approvals }: Whole, role: Role): PayoutDetail {
  return {
    ...viewPayout(batch),
    rows: rows.map(({ rowNumber, transactionId, state, amountMinor, accountName, iban }) => ({
      rowNumber,
      transactionId,
      isPaid: state === 'paid',
      amount: minorToAmount(amountMinor),
      accountName,
      iban: role === 'viewer' ? maskIban(iban) : iban,
    })),
    approvals: approvals.map(({ approver, approvedAtMs, contentHash }) => ({
      approvedBy: approver,
      approvedAt: formatTimestamp(approvedAtMs),
      isCurrent: contentHash === batch.contentHash,
    })),
  };
}
