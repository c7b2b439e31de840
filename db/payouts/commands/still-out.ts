import type { ReturningLine } from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { StillOutRefusal } from '../../../src/transactions/domain/transition.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { refuseEnding } from '../queries/paid-again.ts';
import { findSentMoney } from '../queries/sent-money.ts';

/** A withdrawal or refund, with the line that would return it. */
interface ReturnedMoney extends ReturningLine {
  readonly transactionId: string;
}

/**
 * Finds the lines that cannot return their withdrawal or refund, because more of its money is out. The withdrawals and
 * refunds are locked.
 */
export async function findUnreturnable(
  trx: DatabaseTransaction,
  returned: readonly ReturnedMoney[],
): Promise<ReadonlySet<string>> {
  if (returned.length === 0) return new Set();
  const money = await findSentMoney(
    trx,
    returned.map(({ transactionId }) => transactionId),
  );
  const kept = returned.filter(
    (one) => refuseEnding(money.get(one.transactionId), { by: 'credit', ...one }) !== undefined,
  );
  return new Set(kept.map(({ lineId }) => lineId));
}

/** Refuses a person's return of a refund if more of its money is out. The refund is locked. */
export async function refuseReturn(
  trx: DatabaseTransaction,
  returned: ReturnedMoney,
): Promise<StillOutRefusal | undefined> {
  const money = await findSentMoney(trx, [returned.transactionId]);
  return refuseEnding(money.get(returned.transactionId), { by: 'credit', ...returned });
}

/** Refuses to pay the money of a line again while money of its ended refunds is out. */
export async function refuseEndedOut(
  trx: DatabaseTransaction,
  refundIds: readonly string[],
): Promise<StillOutRefusal | undefined> {
  const money = await findSentMoney(trx, refundIds);
  const past = { by: 'past' } as const;
  return refundIds.map((id) => refuseEnding(money.get(id), past)).find((refusal) => refusal !== undefined);
}
