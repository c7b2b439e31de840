import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { minorToAmount } from '../kernel/money.ts';
import { amountOut, viewType } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import { CLOSED_STATES } from '../reconciliation/domain/line-states.ts';
import type { StoredLine } from '../reconciliation/read-store.ts';

const MAX_CANDIDATES = 9;

/** A refund of the amount of a line, which may be its debit, or its return. */
export const refundCandidateView = viewType(
  'RefundCandidate',
  'A refund whose debit, or return, a line may be.',
  {
    refundId: z.string().describe('The refund: to confirm it, give this as `transactionId`.'),
    refundedLineId: z.string().describe('The credit whose money it gives back.'),
    amount: amountOut.describe('What is given back.'),
    accountName: z.string().describe('The holder of the account that gets it.'),
    iban: z.string().describe('That account; its middle is left out for viewers.'),
    batchNumber: z.int().describe('The number of the batch that pays it.'),
  },
);

/** Finds the refunds that an open line may pay, or return, by account, currency and amount. The newest come first. */
export async function readRefundCandidates(
  { dependencies: { db }, principal }: Context,
  { accountId, state, line: { amountMinor, currency, direction, status } }: StoredLine,
): Promise<z.infer<typeof refundCandidateView>[]> {
  const closed: readonly string[] = CLOSED_STATES;
  if (closed.includes(state) || status === 'pending') return [];
  const found = await db.read('findSentRefunds', {
    accountId,
    amountsMinor: [amountMinor],
    isPaid: direction === 'credit',
  });
  const fitting = found
    .filter((refund) => refund.currency === currency)
    .sort((one, other) => (one.refundId < other.refundId ? 1 : -1))
    .slice(0, MAX_CANDIDATES);
  return fitting.map(({ refundId, refundedLineId, accountName, iban, batchNumber, ...refund }) => ({
    refundId,
    refundedLineId,
    amount: minorToAmount(refund.amountMinor),
    accountName,
    iban: principal.role === 'viewer' ? maskIban(iban) : iban,
    batchNumber,
  }));
}
