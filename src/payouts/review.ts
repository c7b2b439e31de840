import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { minorToAmount } from '../kernel/money.ts';
import type { Role } from '../kernel/role.ts';
import { amountOut, fields, oneOf, viewType } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { STAFF } from '../operations/permissions.ts';
import type { PayoutRow } from './domain/batch.ts';
import { countApprovals, isWithinHours, type PayeeMark, SECOND_APPROVER_REASONS } from './domain/policy.ts';
import { payoutId } from './payouts.ts';
import { payoutMissing } from './refusals.ts';
import { isChangedPayee, payoutRowView } from './views.ts';

const LARGEST = 3;

const reason = oneOf(SECOND_APPROVER_REASONS, 'SecondApproverReason');

const payoutReviewRow = viewType(
  'PayoutReviewRow',
  'A withdrawal of a batch, with what is unusual about it.',
  {
    ...payoutRowView.pick({
      rowNumber: true,
      transactionId: true,
      kind: true,
      amount: true,
      accountName: true,
      iban: true,
    }).shape,
    isNewPayee: z.boolean().describe('Whether nothing was paid to this IBAN for this user of this merchant.'),
    isChangedName: z
      .boolean()
      .describe('Whether the account name differs from that of the last payout to it.'),
    isChangedPayee,
    isBlacklisted: z.boolean().describe('Whether the blacklist stops it now.'),
    isMerchantDisabled: z
      .boolean()
      .describe('Whether the key of its merchant is disabled now. If it is, no batch pays the withdrawal.'),
  },
);

/** What a person checks before approving a batch. */
export const payoutReview = viewType('PayoutReview', 'What a person looks at before approving a batch.', {
  payoutId: z.string().describe('The id of the batch.'),
  contentHash: z.string().describe('The content that this is about.'),
  count: z.int().describe('The number of withdrawals.'),
  sum: amountOut.describe('Their sum.'),
  currency: z.string().describe('The currency of all amounts, as a code of ISO 4217.'),
  largest: z.array(payoutReviewRow).describe('The largest three.'),
  marked: z
    .array(payoutReviewRow)
    .describe(
      'Those with a new payee, a changed name, a payee of the desk, an entry of the blacklist or a disabled merchant, in their order.',
    ),
  approvalsNeeded: z.int().describe('How many people have to approve it: 1 or 2.'),
  approvalsGiven: z.int().describe('How many have approved what it contains now.'),
  reasons: z.array(reason).describe('Why one is not enough.'),
  isWithinHours: z.boolean().describe('Whether batches can be approved and exported now.'),
  accountId: z.string().describe('The account that pays.'),
  balance: amountOut
    .nullable()
    .describe('The balance at the end of its last statement; null if there is none.'),
  balanceDay: z.string().nullable().describe('The last day of that statement.'),
  underWay: amountOut.describe(
    'What its approved and exported batches, of any day, have not paid yet, and what the files of rejected batches of this day or later can still pay: the bank can have them. This batch is included once it is approved.',
  ),
  dailyLimit: amountOut.nullable().describe('The most that it pays on the execution day; null for no limit.'),
  dailyLeft: amountOut
    .nullable()
    .describe(
      'The part of the limit that is left for this batch, after the other batches of the day and the files of rejected ones; null for no limit.',
    ),
});

export const reviewPayout = operation({
  name: 'reviewPayout',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Read what an approver looks at before approving a batch',
  input: fields({ payoutId }),
  output: payoutReview,
  cost: ({ count }) => costOfItems(count),
  async run({ dependencies: { db, timeZone }, principal, meta }, { payoutId: id }) {
    const facts = await db.read('reviewPayout', id);
    if (!facts) throw payoutMissing();
    const { batch, rows, approvals, needed, balance, dailyUse } = facts;
    const all = rows.map((row) => viewRow(row, facts, principal.role));
    return {
      payoutId: id,
      contentHash: batch.contentHash,
      count: batch.rowCount,
      sum: minorToAmount(batch.sumMinor),
      currency: batch.currency,
      largest: all.toSorted((one, other) => other.amount - one.amount).slice(0, LARGEST),
      marked: all.filter(
        (row) =>
          row.isNewPayee ||
          row.isChangedName ||
          row.isChangedPayee ||
          row.isBlacklisted ||
          row.isMerchantDisabled,
      ),
      approvalsNeeded: needed.count,
      approvalsGiven: countApprovals(batch, approvals),
      reasons: [...needed.reasons],
      isWithinHours: isWithinHours(facts.policy, timeZone, meta.nowMs),
      accountId: batch.accountId,
      balance: balance ? minorToAmount(balance.minor) : null,
      balanceDay: balance?.day ?? null,
      underWay: minorToAmount(facts.underWayMinor),
      dailyLimit: dailyUse ? minorToAmount(dailyUse.limitMinor) : null,
      dailyLeft: dailyUse ? minorToAmount(Math.max(0, dailyUse.limitMinor - dailyUse.underWayMinor)) : null,
    };
  },
});

interface ReviewMarks {
  readonly marks: ReadonlyMap<string, PayeeMark>;
  readonly blacklisted: ReadonlySet<string>;
  readonly ofDisabled: ReadonlySet<string>;
}

const UNMARKED: PayeeMark = { isNewPayee: false, isChangedName: false, isChangedPayee: false };

function viewRow({ rowNumber, transactionId, kind, ...row }: PayoutRow, facts: ReviewMarks, role: Role) {
  return {
    rowNumber,
    transactionId,
    kind,
    amount: minorToAmount(row.amountMinor),
    accountName: row.accountName,
    iban: role === 'viewer' ? maskIban(row.iban) : row.iban,
    ...(facts.marks.get(transactionId) ?? UNMARKED),
    isBlacklisted: facts.blacklisted.has(transactionId),
    isMerchantDisabled: facts.ofDisabled.has(transactionId),
  };
}
