import {
  MAX_CONFIRMED_TOGETHER,
  standingPayments,
} from '../../../src/reconciliation/domain/payment-rounds.ts';
import type { LinePayments, StoredLine } from '../../../src/reconciliation/read-store.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import type { Database } from '../../tables.ts';
import { storedLineFromRow } from '../rows/statement-lines.ts';
import { findDoubts } from './doubts.ts';
import { findRounds } from './payment-rounds.ts';
import { selectLines, selectNaming } from './statements.ts';

/** Finds the other lines of the transactions that a line may pay or has paid. */
export async function findLinePayments(
  db: Database,
  { line, transactions }: { readonly line: StoredLine; readonly transactions: readonly Transaction[] },
): Promise<LinePayments[]> {
  const found = new Map<string, LinePayments>();
  const ids = transactions.map(({ id }) => id);
  const mine = line.transactionId;
  for (const transactionId of new Set(mine === null ? ids : [...ids, mine])) {
    const transaction = transactions.find(({ id }) => id === transactionId);
    const paying = await findPaying(db, transactionId);
    const naming = transaction && paying.length === 0 ? await findNaming(db, line, transaction) : [];
    found.set(transactionId, { transactionId, paying, naming });
  }
  return [...found.values()];
}

async function findPaying(db: Database, transactionId: string): Promise<StoredLine[]> {
  const paying = standingPayments(await findRounds(db, [transactionId])).toSorted((a, b) => a.part - b.part);
  if (paying.length === 0) return [];
  const ids = paying.map(({ lineId }) => lineId);
  const rows = await selectLines(db).where('l.id', 'in', ids).execute();
  return rows.map(storedLineFromRow).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** If a line is open, names a transaction and its money is not in doubt, finds all such lines of that transaction. */
async function findNaming(
  db: Database,
  { id: lineId, accountId, line: { currency, direction } }: StoredLine,
  transaction: Transaction,
): Promise<StoredLine[]> {
  const isDeposit = transaction.type === 'deposit';
  if ((direction === 'credit') !== isDeposit) return [];
  const reference = isDeposit ? transaction.reference : null;
  const names = reference === null ? [transaction.id] : [transaction.id, reference];
  const rows = await selectNaming(db, { names, accountId, currency, direction })
    .where((eb) =>
      eb.or([
        eb('s.held_reason', 'is', null),
        eb('s.released_at_ms', 'is not', null),
        eb('l.is_vouched', '=', 1),
      ]),
    )
    .orderBy('l.id')
    .limit(MAX_CONFIRMED_TOGETHER)
    .execute();
  const doubts = await findDoubts(db, rows);
  const found = rows.filter(({ id }) => !doubts.has(id)).map(storedLineFromRow);
  return found.some((one) => one.id === lineId) ? found : [];
}
