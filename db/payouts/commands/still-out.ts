import {
  type Ending,
  type ReturningLine,
  type SentMoney,
  stillOut,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { StillOutRefusal } from '../../../src/transactions/domain/transition.ts';
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
  const kept = returned.filter(
    (one) => refuseEnding(money.get(one.transactionId), { by: 'credit', ...one }) !== undefined,
  );
  return new Set(kept.map(({ lineId }) => lineId));
}

/** Refuses that a person returns a refund of which more is out. It is locked. */
export async function refuseReturn(
  trx: DatabaseTransaction,
  returned: Returned,
): Promise<StillOutRefusal | undefined> {
  const money = await findSentMoney(trx, [returned.transactionId]);
  return refuseEnding(money.get(returned.transactionId), { by: 'credit', ...returned });
}

/** Refuses to pay the money of a line again of which refunds that ended are out. */
export async function refuseEndedOut(
  trx: DatabaseTransaction,
  refundIds: readonly string[],
): Promise<StillOutRefusal | undefined> {
  const money = await findSentMoney(trx, refundIds);
  const past = { by: 'past' } as const;
  return refundIds.map((id) => refuseEnding(money.get(id), past)).find((refusal) => refusal !== undefined);
}

/** Refuses that a withdrawal or refund ends unpaid while money of it is out, or may leave yet. */
export function refuseEnding(money: SentMoney | undefined, ending: Ending): StillOutRefusal | undefined {
  const [out] = money ? stillOut(money, ending) : [];
  if (money === undefined || out === undefined) return undefined;
  const { transactionId, rows, lines } = money;
  if (out.code === 'payout-under-way') return { type: out.code, transactionId, batchNumber: out.batchNumber };
  const line = lines.find(({ lineId }) => lineId === out.byLineId);
  const row = rows.find(({ endToEndId, lineId }) =>
    line ? line.endToEndIds.includes(endToEndId) : lineId === out.byLineId,
  );
  return { type: out.code, transactionId, lineId: out.byLineId, batchNumber: row?.batchNumber ?? 0 };
}
