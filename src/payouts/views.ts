import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { minorToAmount } from '../kernel/money.ts';
import type { Role } from '../kernel/role.ts';
import { amountOut, formatTimestamp, oneOf, timestampOut, viewType } from '../operations/fields.ts';
import {
  BATCH_STATES,
  factsOf,
  isBeforeExport,
  PAYOUT_KINDS,
  type PayoutApproval,
  type PayoutBatch,
  type PayoutRow,
} from './domain/batch.ts';
import type { PayoutReport } from './domain/payout-report.ts';
import { SHOWN_STATES, stateOf } from './domain/payout-state.ts';
import { countsFor } from './domain/policy.ts';
import { wordsOfReasons } from './domain/reason-words.ts';
import { type StatusReason, UNMATCHED, type UnmatchedPart } from './domain/status-report.ts';
import { approverOf, makerOf, type NameOf } from './names.ts';

export const payoutState = oneOf(BATCH_STATES, 'PayoutState');

export const payoutRowState = oneOf(SHOWN_STATES, 'PayoutRowState');

export const payoutKind = oneOf(PAYOUT_KINDS, 'PayoutKind').describe(
  "A merchant's withdrawal, or a refund of a line's money to its payer.",
);

export const isChangedPayee = z
  .boolean()
  .describe("Whether the desk has named the payee, instead of the merchant or the bank's line.");

export const refundedLineId = z
  .string()
  .nullable()
  .describe('The line whose money a refund gives back; null for a withdrawal.');

const HEAD = {
  payoutId: z.string().describe('The id of the batch.'),
  number: z.int().describe('The number of the batch, for people; the newest has the highest.'),
  state: payoutState.describe(
    'Whether it waits for approval, is approved, was exported for the bank, or is paid: booked debits have settled all of it. A rejected batch has released its withdrawals.',
  ),
  accountId: z.string().describe('The bank account that pays.'),
  currency: z.string().describe('The currency of all withdrawals, as a code of ISO 4217.'),
  executionDay: z.string().describe('The day on which the bank is to pay, in TIME_ZONE.'),
  count: z.int().describe('The number of withdrawals.'),
  sum: amountOut.describe('Their sum.'),
  contentHash: z
    .string()
    .describe(
      'The hash over everything that is paid. Send the one that you have seen with each decision: an approval applies to exactly this content.',
    ),
  preparedBy: z.string().describe('The name of the person who has prepared it, and cannot approve it.'),
  createdAt: timestampOut.describe('When it was prepared.'),
  rejectedBy: z
    .string()
    .nullable()
    .describe(
      'The name of the person who has rejected it, or who was the last to reject payouts of its file; null for none.',
    ),
  rejectReason: z.string().nullable().describe('Why; null for none.'),
};

/** A batch in a list. */
export const payoutView = viewType('Payout', 'A batch of withdrawals that are paid together.', HEAD);
export type PayoutView = z.infer<typeof payoutView>;

type UnmatchedKind = (typeof UNMATCHED)[UnmatchedPart['kind']];
const UNMATCHED_KINDS = Object.values(UNMATCHED) as [UnmatchedKind, ...UnmatchedKind[]];

/** A part of a report that people must look at. */
const unmatchedStatusView = viewType(
  'UnmatchedStatus',
  "A part of a bank's answer that has changed nothing.",
  {
    kind: oneOf(UNMATCHED_KINDS, 'UnmatchedStatusKind').describe(
      'Why its meaning is unknown, or what it contradicts: `refused_but_paid` and `refused_but_executed` if the bank refuses a payout that it has debited or executed; `let_go` if it pays, or has the file of, a payout that the bank refused or people rejected, and that another payment can replace by now.',
    ),
    id: z.string().nullable().describe('The payout or payment that it names.'),
    status: z.string().nullable().describe('The status, as the bank wrote it.'),
  },
);

/** What one report of a bank has changed. */
export const payoutReportView = viewType('PayoutReport', "What a bank's answer has changed in a batch.", {
  payoutId: z.string().describe('The batch that it answers.'),
  payoutNumber: z.int().describe('The number of that batch.'),
  acceptedCount: z.int().describe('The payouts that the bank has newly accepted. They are not paid yet.'),
  heldCount: z.int().describe('The payouts that the bank newly holds, such as for a doubtful payee.'),
  refusedCount: z.int().describe('The payouts that the bank has newly refused. They have left the batch.'),
  unmatched: z
    .array(unmatchedStatusView)
    .describe('The first 50 parts of the answer that have changed nothing, or contradict what is known.'),
});

export function viewPayoutReport({ batchId, batchNumber, counts, unmatched }: PayoutReport) {
  return {
    payoutId: batchId,
    payoutNumber: batchNumber,
    acceptedCount: counts.accepted,
    heldCount: counts.held,
    refusedCount: counts.refused,
    unmatched: unmatched.map((one) => ({ ...one, kind: UNMATCHED[one.kind] })),
  };
}

export const bankReasonView = viewType('BankReason', 'The reason of a bank in words.', {
  en: z.string().describe('In English.'),
  tr: z.string().describe('In Turkish.'),
});

export const payoutRowView = viewType('PayoutRow', 'A withdrawal of a batch.', {
  rowNumber: z.int().describe('The place in the batch, from 1. It stays when other rows are taken out.'),
  transactionId: z.string().describe('The withdrawal, or the refund.'),
  kind: payoutKind,
  refundedLineId,
  endToEndId: z.string().describe('Its id in the file for the bank, which banks repeat.'),
  state: payoutRowState.describe(
    'Whether the bank has accepted, held or refused it, and whether a booked debit has paid it. `returned` was paid, and the money came back; `waiting` is in no file yet.',
  ),
  bankStatus: z.string().nullable().describe('The code that the bank gave it, such as ACSC or RJCT.'),
  bankReason: bankReasonView.nullable().describe("The bank's reason in words; null if it has given none."),
  lineId: z.string().nullable().describe('The line of a statement that has paid it.'),
  amount: amountOut.describe('What is paid.'),
  accountName: z.string().describe('The holder of the account that is paid.'),
  iban: z.string().describe('The account that is paid; its middle is left out for viewers.'),
  isChangedPayee,
});

const payoutApprovalView = viewType('PayoutApproval', 'An approval of a batch by a person.', {
  approvedBy: z.string().describe('The name of the person.'),
  approvedAt: timestampOut.describe('When.'),
  isCurrent: z.boolean().describe('Whether it was given for what the batch contains now.'),
  counts: z
    .boolean()
    .describe(
      'Whether it counts: it must be current and, until the export, its key must be allowed to approve. A batch that loses one waits as `prepared`.',
    ),
});

/** A batch with its withdrawals and approvals. */
export const payoutDetail = viewType(
  'PayoutDetail',
  'A batch of payouts with its withdrawals and approvals.',
  {
    ...HEAD,
    progressHash: z
      .string()
      .nullable()
      .describe(
        'The hash over what the bank and its statements have said about each payout; null without a file. Send the one that you have seen with the rejection of a batch that was exported.',
      ),
    isFileGivenOut: z
      .boolean()
      .describe(
        'Whether its file can be downloaded: not before the export, and no longer once a payout in it was rejected, or refused by the bank, because another file can pay that one.',
      ),
    rows: z.array(payoutRowView).describe('The withdrawals, in the order in which they are paid.'),
    approvals: z.array(payoutApprovalView).describe('All approvals, the oldest first.'),
  },
);
export type PayoutDetail = z.infer<typeof payoutDetail>;

/** @param nameOf must know the maker. */
export function viewPayout(batch: PayoutBatch, nameOf: NameOf): PayoutView {
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
    preparedBy: nameOf(makerOf(batch)),
    createdAt: formatTimestamp(batch.createdAtMs),
    rejectedBy: batch.rejectedBy,
    rejectReason: batch.rejectReason,
  };
}

interface Reader {
  readonly role: Role;
  readonly nameOf: NameOf;
}

interface BatchFacts {
  readonly batch: PayoutBatch;
  readonly progressHash: string | null;
  readonly isFileGivenOut: boolean;
  readonly rows: readonly PayoutRow[];
  readonly approvals: readonly PayoutApproval[];
}

/** @param nameOf must know the maker and the approvers. */
export function viewPayoutDetail(whole: BatchFacts, { role, nameOf }: Reader): PayoutDetail {
  const { batch, progressHash, isFileGivenOut, rows, approvals } = whole;
  return {
    ...viewPayout(batch, nameOf),
    progressHash,
    isFileGivenOut,
    rows: viewPayoutRows({ batch, rows }, role),
    approvals: approvals.map((approval) => ({
      approvedBy: nameOf(approverOf(approval)),
      approvedAt: formatTimestamp(approval.approvedAtMs),
      isCurrent: approval.contentHash === batch.contentHash,
      counts: countsFor(batch, approval),
    })),
  };
}

export function viewPayoutRows(
  { batch, rows }: Pick<BatchFacts, 'batch' | 'rows'>,
  role: Role,
): PayoutDetail['rows'] {
  const isInFile = !isBeforeExport(batch);
  return rows.map((row) => ({
    rowNumber: row.rowNumber,
    transactionId: row.transactionId,
    kind: row.kind,
    refundedLineId: row.refundedLineId,
    endToEndId: row.endToEndId,
    state: isInFile ? stateOf(factsOf(row)) : 'waiting',
    bankStatus: row.bankStatus,
    bankReason: viewReasons(row.bankReasons),
    lineId: row.lineId,
    amount: minorToAmount(row.amountMinor),
    accountName: row.accountName,
    iban: role === 'viewer' ? maskIban(row.iban) : row.iban,
    isChangedPayee: row.isChangedPayee,
  }));
}

export function viewReasons(reasons: readonly StatusReason[]) {
  if (reasons.length === 0) return null;
  return { en: wordsOfReasons(reasons, 'en'), tr: wordsOfReasons(reasons, 'tr') };
}
