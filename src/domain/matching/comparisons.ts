import { type FactIndex, namedDeposits, type ReadLine } from './fact-index.ts';
import { userKey } from './payers.ts';

/**
 * The most comparisons of one command: creates wait for it in the writing thread, and all requests where there is no such
 * thread. They take some tens of milliseconds.
 */
export const MOST_COMPARISONS = 10_000;
/** A shared word, a withdrawal, another line or a payer takes less time than the names of a deposit. */
const LESSER = 1 / 4;

/**
 * How many transactions and other lines a line is compared with. Deposits of the amount count once for each name that they
 * are compared with; what only shares words, an account or a user with the line counts less.
 */
export function comparisonsOf({ line, reading }: ReadLine, index: FactIndex): number {
  const deposits = sizeOf(index.depositsByAmount, line.amountMinor);
  const paidOtherwise = sizeOf(index.paidOtherwiseByAmount, line.amountMinor);
  const withdrawals = sizeOf(index.withdrawalsByAmount, line.amountMinor);
  let sharing = 0;
  for (const words of [reading.text.all, reading.name?.tokens ?? [], reading.ultimateName?.tokens ?? []])
    for (const word of words) sharing += sizeOf(index.depositsByNameToken, word);
  for (const payer of index.payers.ofIban(line.counterpartyIban))
    sharing += 1 + sizeOf(index.depositsByUser, userKey(payer));
  for (const deposit of namedDeposits(reading, index))
    sharing += sizeOf(index.allDepositsByUser, userKey(deposit));
  // A payer whom the bank does not name can be anybody who has paid from the account.
  const isNameless = reading.name === null && !index.payers.isCrowded(line.counterpartyIban);
  const names = isNameless ? Math.max(1, index.payers.namesOf(line.counterpartyIban).length) : 1;
  const lesser = withdrawals + sharing + otherLines({ line }, index);
  return names * (deposits + paidOtherwise) + LESSER * lesser;
}

/** Lines that are compared with a line: money in of the amount, and what may send it back. */
function otherLines({ line }: Pick<ReadLine, 'line'>, index: FactIndex): number {
  if (line.direction === 'debit') return sizeOf(index.debitsByAmount, line.amountMinor);
  return (
    sizeOf(index.creditsByAmount, line.amountMinor) +
    sizeOf(index.takeBacksByAmount, line.amountMinor) +
    sizeOf(index.debitsByAmount, line.amountMinor) +
    sizeOf(index.debitsByIban, line.counterpartyIban ?? '')
  );
}

function sizeOf<K>(groups: ReadonlyMap<K, readonly unknown[]>, key: K): number {
  return groups.get(key)?.length ?? 0;
}
