import {
  type ReturningLine,
  type SentMoney,
  type StillOut,
  stillOut,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { LineRefusal } from '../../../src/reconciliation/line-store.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findSentMoney } from '../queries/sent-money.ts';

/** A withdrawal or refund, with the line that would return it. */
interface Returned extends ReturningLine {
  readonly transactionId: string;
}

/** Finds those lines that cannot return what they would, because more of it is out. The withdrawals and refunds are locked. */
export async function findKept(
  trx: DatabaseTransaction,
  returned: readonly Returned[],
): Promise<ReadonlySet<string>> {
  if (returned.length === 0) return new Set();
  const money = await findSentMoney(
    trx,
    returned.map(({ transactionId }) => transactionId),
  );
  const kept = returned.filter((one) => outOf(money.get(one.transactionId), one) !== undefined);
  return new Set(kept.map(({ lineId }) => lineId));
}

/** Refuses that a person returns a withdrawal or refund of which more is out. It is locked. */
export async function refuseReturn(
  trx: DatabaseTransaction,
  returned: Returned,
): Promise<LineRefusal | undefined> {
  const money = await findSentMoney(trx, [returned.transactionId]);
  return refusalOf(outOf(money.get(returned.transactionId), returned));
}

/** Refuses to pay the money of a line again of which refunds that ended are out. */
export async function refuseEndedOut(
  trx: DatabaseTransaction,
  refundIds: readonly string[],
): Promise<LineRefusal | undefined> {
  const money = await findSentMoney(trx, refundIds);
  const found = refundIds.map((id) => outOf(money.get(id), null)).find((out) => out !== undefined);
  return refusalOf(found);
}

function outOf(money: SentMoney | undefined, credit: ReturningLine | null): StillOut | undefined {
  return money && stillOut(money, credit)[0];
}

function refusalOf(out: StillOut | undefined): LineRefusal | undefined {
  if (out === undefined) return undefined;
  return out.code === 'paid-again'
    ? { type: 'paid-again', lineId: out.byLineId }
    : { type: 'payout-under-way', batchNumber: out.batchNumber };
}
