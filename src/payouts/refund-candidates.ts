import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { amountOut, viewType } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import { project } from '../operations/project.ts';
import { CLOSED_STATES } from '../reconciliation/domain/line-states.ts';
import type { StoredLine } from '../reconciliation/read-store.ts';

const MAX_CANDIDATES = 9;

export const refundCandidateView = viewType(
  'RefundCandidate',
  'A refund whose debit, or return, a line may be.',
  {
    refundId: z.string().describe('The refund: to confirm it, give this as `transactionId`.'),
    refundedLineId: z.string().describe('The credit whose money it gives back.'),
    amount: amountOut.describe('What is given back.'),
    currency: z.string().describe('Its currency, three letters.'),
    accountName: z.string().describe('The holder of the account that gets it.'),
    iban: z.string().describe('That account; its middle is left out for viewers.'),
    accountId: z.string().describe('The account that pays it.'),
    batchNumber: z.int().describe('The number of the batch that pays it.'),
    differs: z
      .boolean()
      .describe(
        'Whether the line, which names its payout, has another amount, account or currency: to confirm it takes `acceptDifference`.',
      ),
  },
);

/**
 * Finds the refunds that an open line may pay or return: first those whose payouts it names, then those with its
 * account, currency and amount. The newest come first.
 */
export async function readRefundCandidates(
  { dependencies: { db }, principal }: Context,
  { id: lineId, accountId, state, line: { amountMinor, currency, direction, status } }: StoredLine,
): Promise<z.infer<typeof refundCandidateView>[]> {
  if (CLOSED_STATES.includes(state) || status === 'pending') return [];
  const isPaid = direction === 'credit';
  const alike = await db.read('findSentRefunds', { accountId, amountsMinor: [amountMinor], isPaid });
  const named = await db.read('findNamedRefunds', { lineId, isPaid });
  const namedIds = new Set(named.map(({ refundId }) => refundId));
  const others = alike.filter((one) => one.currency === currency && !namedIds.has(one.refundId));
  const found = [named, others].flatMap((some) =>
    some.toSorted((one, other) => (one.refundId < other.refundId ? 1 : -1)),
  );
  return found.slice(0, MAX_CANDIDATES).map((refund) => {
    const iban = principal.role === 'viewer' ? maskIban(refund.iban) : refund.iban;
    const { amountMinor: minor, currency: itsCurrency, accountId: payingId } = refund;
    const differs = minor !== amountMinor || itsCurrency !== currency || payingId !== accountId;
    return project(refundCandidateView, { ...refund, iban }, { differs });
  });
}
