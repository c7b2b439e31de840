import {
  type Ending,
  type SentMoney,
  stillOut,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { PaidAgain, StillOutRefusal } from '../../../src/transactions/domain/transition.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';
import { findPayouts, type NamedMoney } from './live.ts';
import { findSentMoney } from './sent-money.ts';

const selectNamed = compileForList((db, names) =>
  db.selectFrom('line_references').select('reference').distinct().where('reference', 'in', names),
);

/**
 * Finds the pending withdrawals and open refunds with a booked debit that has not come back, whether it is at the desk,
 * on a held statement, or not decided yet. Paying such a withdrawal would pay it twice, and ending it unpaid would let
 * others pay it again.
 * @param transactionIds the ids of the withdrawals and refunds to check.
 * @returns the debit, by the id of the withdrawal or refund.
 */
export async function findPaidAgain(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, PaidAgain>> {
  return findPaidAgainIn(db, (await findPayouts(db, transactionIds)).named);
}

/** Does the same for those whose names were already read. Most of them are named by no line. */
export async function findPaidAgainIn(
  db: Database,
  asked: readonly NamedMoney[],
): Promise<ReadonlyMap<string, PaidAgain>> {
  const rows = await selectNamed(db, [...new Set(asked.flatMap(({ names }) => names))]);
  const named = new Set(rows.map(({ reference }) => reference));
  const found = asked.filter(({ names }) => names.some((name) => named.has(name)));
  const money = await findSentMoney(
    db,
    found.map(({ transactionId }) => transactionId),
  );
  return new Map(
    [...money].flatMap(([id, sent]): [string, PaidAgain][] => {
      const refusal = refuseEnding(sent, { by: 'past' });
      return refusal?.type === 'paid-again' ? [[id, { ...refusal, isPending: true }]] : [];
    }),
  );
}

/** Refuses to end a withdrawal or refund unpaid while its money is out, or may still leave. */
export function refuseEnding(money: SentMoney | undefined, ending: Ending): StillOutRefusal | undefined {
  const [out] = money ? stillOut(money, ending) : [];
  if (money === undefined || out === undefined) return undefined;
  const { transactionId, rows, lines } = money;
  if (out.code === 'payout-under-way') return { type: out.code, transactionId, batchNumber: out.batchNumber };
  const line = lines.find(({ lineId }) => lineId === out.byLineId);
  const row = rows.find(({ endToEndId, lineId }) =>
    line ? line.endToEndIds.includes(endToEndId) : lineId === out.byLineId,
  );
  return { type: out.code, transactionId, lineId: out.byLineId, batchNumber: row?.batchNumber ?? null };
}
