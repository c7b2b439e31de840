import { type ClaimRequest, decideClaim, liveClaim, refuseOthers } from '../../src/domain/claim.ts';
import { type ClaimFields, type Transaction, UNCLAIMED } from '../../src/domain/transaction.ts';
import type { ClaimOutcome } from '../../src/operations/transactions/desk-store.ts';
import { findTransaction } from '../queries/transactions.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { formatTime } from './common/audit-values.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { isOtherMode, type MeantMode } from './common/meant-mode.ts';

interface ClaimWithdrawal extends ClaimRequest, Audited, MeantMode {
  readonly transactionId: string;
}

/** Gives a pending withdrawal to an operator who pays it, unless another one is paying it. */
export async function claimWithdrawal(
  trx: DatabaseTransaction,
  { transactionId, isTest, audit, ...request }: ClaimWithdrawal,
): Promise<ClaimOutcome> {
  await lockTransactions(trx, [transactionId]);
  const before = await findTransaction(trx, transactionId);
  if (!before || isOtherMode(before, isTest)) return { kind: 'missing' };
  const decision = decideClaim(before, request);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  return setClaim(trx, before, { claim: decision.claim, steadyNowMs: request.steadyNowMs, audit });
}

interface ReleaseWithdrawal extends Audited, MeantMode {
  readonly transactionId: string;
  readonly holderId: string;
  readonly steadyNowMs: number;
}

/** Ends the claim of its holder. A withdrawal that nobody is paying stays as it is. */
export async function releaseWithdrawal(
  trx: DatabaseTransaction,
  { transactionId, isTest, holderId, steadyNowMs, audit }: ReleaseWithdrawal,
): Promise<ClaimOutcome> {
  await lockTransactions(trx, [transactionId]);
  const before = await findTransaction(trx, transactionId);
  if (!before || isOtherMode(before, isTest)) return { kind: 'missing' };
  const refusal = refuseOthers(before, holderId, steadyNowMs);
  if (refusal) return { kind: 'refused', refusal };
  if (!liveClaim(before, steadyNowMs)) return { kind: 'stored', transaction: before, isChanged: false };
  return setClaim(trx, before, { claim: UNCLAIMED, steadyNowMs, audit });
}

interface NewClaim extends Audited {
  readonly claim: ClaimFields;
  readonly steadyNowMs: number;
}

async function setClaim(
  trx: DatabaseTransaction,
  before: Transaction,
  { claim, steadyNowMs, audit }: NewClaim,
): Promise<ClaimOutcome> {
  await trx
    .updateTable('transactions')
    .set({
      claim_holder_id: claim.claimHolderId,
      claimed_at_ms: claim.claimedAtMs,
      claim_ends_at_ms: claim.claimEndsAtMs,
    })
    .where('id', '=', before.id)
    .execute();
  const transaction: Transaction = Object.assign({}, before, claim);
  const auditPosition = await appendAudit(trx, audit, {
    ...{ targetKind: 'transaction', targetId: before.id },
    before: await claimValues(trx, before, steadyNowMs),
    after: await claimValues(trx, transaction, steadyNowMs),
  });
  return { kind: 'stored', transaction, isChanged: true, auditPosition };
}

/** The claim that counts, for the audit log. */
async function claimValues(trx: DatabaseTransaction, transaction: Transaction, steadyNowMs: number) {
  const claim = liveClaim(transaction, steadyNowMs);
  const holder =
    claim &&
    (await trx.selectFrom('clients').select('app_key').where('id', '=', claim.holderId).executeTakeFirst());
  return {
    claimedBy: holder?.app_key ?? null,
    claimedAt: formatTime(claim?.claimedAtMs ?? null),
    claimEndsAt: formatTime(claim?.endsAtMs ?? null),
  };
}
