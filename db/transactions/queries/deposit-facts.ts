import type { DepositFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { standingPayments, unnamedReturns } from '../../../src/reconciliation/domain/payment-rounds.ts';
import { FORGOTTEN, type Transaction } from '../../../src/transactions/domain/transaction.ts';
import { findPaid, findReturned, type ReturnOfRound } from '../../reconciliation/queries/payment-rounds.ts';
import type { MatchedDeposit } from '../../reconciliation/rows/matched-transactions.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';

/** The values of one statement: SQLite takes 32,766. */
export const MAX_AT_ONCE = 4096;

/** The sequence of a deposit that was reversed at least once. */
const FIRST_REVERSED = 3;

/** Reads the facts about deposits that the matching rule needs. */
export async function readDepositFacts(
  db: Database,
  deposits: readonly MatchedDeposit[],
): Promise<DepositFacts[]> {
  const facts: DepositFacts[] = [];
  for (const chunk of chunksOf(deposits, MAX_AT_ONCE)) {
    const reversed = chunk.filter(({ sequence }) => sequence >= FIRST_REVERSED);
    const returns = await findReturned(db, idsOf(reversed));
    const matches = [...(await findPaid(db, idsOf(chunk))), ...returns];
    const settledBy = new Map(
      standingPayments(matches).map(({ transactionId, lineId }) => [transactionId, lineId]),
    );
    const isUnnamed = new Set(unnamedReturns(matches).map(({ lineId }) => lineId));
    const takenBy = new Map(
      returns.filter(({ lineId }) => isUnnamed.has(lineId)).map((one) => [one.transactionId, one]),
    );
    const isPaid = new Set(matches.flatMap(({ pays, transactionId }) => (pays ? transactionId : [])));
    for (const deposit of chunk) {
      const { id } = deposit;
      const settling = settledBy.get(id);
      const isReturned = isPaid.has(id) && settling === undefined;
      facts.push(depositFacts(deposit, { settledBy: settling, isReturned, takenBy: takenBy.get(id) }));
    }
  }
  return facts;
}

const idsOf = (deposits: readonly MatchedDeposit[]) => deposits.map(({ id }) => id);

interface KnownLines {
  readonly settledBy: string | undefined;
  readonly isReturned: boolean;
  readonly takenBy: ReturnOfRound | undefined;
}

function depositFacts(deposit: MatchedDeposit, { settledBy, isReturned, takenBy }: KnownLines): DepositFacts {
  const { id: transactionId, clientId, userId, bankAccountId, currency, amountMinor, reference } = deposit;
  const { sequence, status, name, createdAtMs, updatedAtMs, finalAmountMinor } = deposit;
  const settledByLineId = settledBy ?? null;
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
    isReturned,
    takenBy: takenBy ? { lineId: takenBy.lineId, day: takenBy.day } : null,
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
