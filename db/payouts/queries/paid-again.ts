import {
  type Ending,
  type SentMoney,
  stillOut,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { PaidAgain, StillOutRefusal } from '../../../src/transactions/domain/transition.ts';
import { compileForList } from '../../sql/compile-once.ts';
import type { Database } from '../../tables.ts';
import { findPayouts, type Named } from './live.ts';
import { findSentMoney } from './sent-money.ts';

const selectNamed = compileForList((db, names) =>
  db.selectFrom('line_references').select('reference').distinct().where('reference', 'in', names),
);

/**
 * Finds the pending withdrawals and open refunds of which a booked debit has not come back, whether it is at the desk, on a
 * held statement, or still to be decided about: to pay such a one pays it twice, and to end it unpaid lets others do so.
 * @param transactionIds those that are asked about, refunds among them.
 * @returns the debit, by the id of the withdrawal or refund.
 */
export async function findPaidAgain(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, PaidAgain>> {
  return findPaidAgainIn(db, (await findPayouts(db, transactionIds)).named);
}

/** The same for those whose names were read already. Of most of them, no line says anything. */
export async function findPaidAgainIn(
  db: Database,
  asked: readonly Named[],
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
  return { type: out.code, transactionId, lineId: out.byLineId, batchNumber: row?.batchNumber ?? null };
}
