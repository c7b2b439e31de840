import { sql } from 'kysely';
import type { DepositFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { FORGOTTEN, type Transaction } from '../../../src/transactions/domain/transaction.ts';
import type { MatchedDeposit } from '../../reconciliation/rows/matched-transactions.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';

/** The values of one statement: SQLite takes 32,766. */
export const MAX_AT_ONCE = 4096;

/** Reads what the rule asks about deposits. */
export async function readDepositFacts(
  db: Database,
  deposits: readonly MatchedDeposit[],
): Promise<DepositFacts[]> {
  const settledBy = await findSettlingLines(
    db,
    deposits.map(({ id }) => id),
  );
  return deposits.map((deposit) => depositFacts(deposit, settledBy.get(deposit.id) ?? null));
}

/** Finds the lines that settled transactions. */
async function findSettlingLines(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const chunk of chunksOf(ids, MAX_AT_ONCE)) {
    const rows = await db
      .selectFrom('line_decisions')
      .select(['transaction_id', 'line_id'])
      .where('transaction_id', 'in', chunk)
      .where('settles', '=', sql.lit(1))
      .where('undone_at_ms', 'is', null)
      .execute();
    for (const row of rows) found.set(row.transaction_id ?? '', row.line_id);
  }
  return found;
}

function depositFacts(deposit: MatchedDeposit, settledByLineId: string | null): DepositFacts {
  const { id: transactionId, clientId, userId, bankAccountId, currency, amountMinor, reference } = deposit;
  const { sequence, status, name, createdAtMs, updatedAtMs, finalAmountMinor } = deposit;
  const isPaidByHand = status === 'successful' && settledByLineId === null;
  return {
    transactionId,
    clientId,
    userId,
    bankAccountId,
    currency,
    amountMinor,
    reference,
    sequence,
    name: nameOf(name),
    state: stateOf(deposit),
    createdAtMs,
    endedAtMs: status === 'pending' ? null : updatedAtMs,
    settledByLineId,
    paidWithoutLineMinor: isPaidByHand ? finalAmountMinor : null,
  };
}

/** The status, with how it ended unpaid. */
export function stateOf({ status, endedAs }: Pick<Transaction, 'status' | 'endedAs'>): DepositFacts['state'] {
  return status === 'unsuccessful' ? (endedAs ?? 'rejected') : status;
}

/** Null for a person who was forgotten. */
export function nameOf(text: string): string | null {
  return text === FORGOTTEN ? null : text;
}
