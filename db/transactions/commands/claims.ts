import type { ClaimOutcome } from '../../../src/transactions/desk-store.ts';
import {
  type ClaimRequest,
  claimOf,
  decideClaim,
  decideRelease,
  decideSent,
  isClaimed,
} from '../../../src/transactions/domain/claim.ts';
import { refusePlanned } from '../../../src/transactions/domain/plan.ts';
import type { ClaimFields, Transaction } from '../../../src/transactions/domain/transaction.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { toIsoTime } from '../../audit/commands/audit-values.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findPayouts } from '../../payouts/queries/live.ts';
import { findPaidAgainIn } from '../../payouts/queries/paid-again.ts';
import { findPayoutPolicy } from '../../payouts/queries/policy.ts';
import { toRow } from '../../sql/columns.ts';
import { holdsPayouts } from '../../sql/metadata.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransaction } from '../queries/transactions.ts';
import { OF_CLAIM } from '../rows/transactions.ts';
import { isOtherMode, type ModeScope } from './mode-scope.ts';

interface ClaimTarget extends Audited, ModeScope {
  readonly transactionId: string;
}

/**
 * Gives a pending withdrawal to an operator who pays it, unless another operator is paying it, or was and is not named
 * in the request.
 */
export async function claimWithdrawal(
  trx: DatabaseTransaction,
  { transactionId, isTest, audit, ...request }: ClaimTarget & ClaimRequest,
): Promise<ClaimOutcome> {
  return changeClaim(trx, { transactionId, isTest, audit, ...request }, async (before, { named }) => {
    const decision = decideClaim(before, request);
    if (decision.kind !== 'claim') return decision;
    if (!before.isTest && (await holdsPayouts(trx)))
      return { kind: 'refuse', refusal: { type: 'restored', transactionId } };
    // No batch takes what somebody has claimed before, so that people finish it by hand.
    const isByHand = isClaimed(before);
    if (!before.isTest && !isByHand && !(await findPayoutPolicy(trx)).policy.isByHandAllowed)
      return { kind: 'refuse', refusal: { type: 'error_payout_by_batch_only', transactionId } };
    const refusal = (await findPaidAgainIn(trx, named)).get(transactionId);
    if (refusal) return { kind: 'refuse', refusal };
    const stops = await findStops(trx, [before]);
    if (stops.size === 0) return decision;
    return { kind: 'refuse', refusal: { type: 'blacklisted', transactionId } };
  });
}

interface ByHolder extends ClaimTarget {
  readonly holderId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/** Ends the claim of its holder. Without a claim, the withdrawal is not changed. */
export function releaseWithdrawal(trx: DatabaseTransaction, request: ByHolder): Promise<ClaimOutcome> {
  return changeClaim(trx, request, (before) => decideRelease(before, request));
}

/**
 * Records that the holder of a withdrawal has handed the transfer to the bank. The claim then no longer ends by itself.
 */
export function markWithdrawalSent(trx: DatabaseTransaction, request: ByHolder): Promise<ClaimOutcome> {
  return changeClaim(trx, request, (before) => decideSent(before, request));
}

type Decision = ReturnType<typeof decideRelease> | Awaited<ReturnType<typeof decideClaim>>;
type Refusal = Extract<ClaimOutcome, { readonly kind: 'refused' }>['refusal'];

async function changeClaim(
  trx: DatabaseTransaction,
  { transactionId, isTest, steadyNowMs, audit }: ClaimTarget & { readonly steadyNowMs: number },
  decide: (
    before: Transaction,
    payouts: Awaited<ReturnType<typeof findPayouts>>,
  ) => Decision | Promise<Decision | { readonly kind: 'refuse'; readonly refusal: Refusal }>,
): Promise<ClaimOutcome> {
  await lockTransactions(trx, [transactionId]);
  const before = await findTransaction(trx, transactionId);
  if (!before || isOtherMode(before, isTest)) return { kind: 'missing' };
  const payouts = await findPayouts(trx, [transactionId]);
  const decision = await decide(before, payouts);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  if (decision.kind === 'keep') return { kind: 'stored', transaction: before, isChanged: false };
  const batchNumber = payouts.live.get(transactionId)?.number;
  if (batchNumber !== undefined)
    return { kind: 'refused', refusal: { type: 'error_in_payout', transactionId, batchNumber } };
  const plan = (await findPlans(trx, [transactionId])).get(transactionId);
  if (plan) return { kind: 'refused', refusal: refusePlanned(plan, steadyNowMs) };
  const { claim } = decision;
  await storeClaim(trx, transactionId, claim);
  const transaction: Transaction = Object.assign({}, before, claim);
  await appendAudit(trx, audit, {
    targetKind: 'transaction',
    targetId: transactionId,
    before: await claimValues(trx, before, steadyNowMs),
    after: await claimValues(trx, transaction, steadyNowMs),
  });
  return { kind: 'stored', transaction, isChanged: true };
}

async function storeClaim(trx: DatabaseTransaction, id: string, claim: ClaimFields): Promise<void> {
  await trx.updateTable('transactions').set(toRow(OF_CLAIM, claim)).where('id', '=', id).execute();
}

/** The last claim, for the audit log. claim-history.ts derives the history of claims from these values. */
async function claimValues(trx: DatabaseTransaction, transaction: Transaction, steadyNowMs: number) {
  const claim = claimOf(transaction, steadyNowMs);
  const holder =
    claim &&
    (await trx.selectFrom('clients').select('app_key').where('id', '=', claim.holderId).executeTakeFirst());
  return {
    claimedBy: claim ? (holder?.app_key ?? claim.holderId) : null,
    claimedAt: toIsoTime(claim?.claimedAtMs ?? null),
    claimEndsAt: toIsoTime(claim?.endsAtMs ?? null),
    sentToBankAt: toIsoTime(claim?.sentAtMs ?? null),
  };
}
