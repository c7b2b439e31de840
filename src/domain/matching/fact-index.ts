import { groupBy, groupByEach } from '../group-by.ts';
import { shortReference } from '../reference.ts';
import { type LineReading, readOnce } from './line-reading.ts';
import type { DepositFacts, LineFacts, MatchFacts, WithdrawalFacts } from './model.ts';
import { payeeKey } from './money-out.ts';
import { compareNames, type NameComparisons } from './name-grades.ts';
import { MOST_OTHERS } from './other-lines.ts';
import { indexPayers, type Payers, userKey } from './payers.ts';

/** A line with what its texts say. */
export interface ReadLine extends LineFacts {
  readonly reading: LineReading;
}

/** The facts of a group, by what the rules ask for. Nothing in it depends on the order of the facts. */
export interface FactIndex extends NameComparisons {
  readonly facts: MatchFacts;
  /** The lines to decide about, in the order of the facts. */
  readonly lines: readonly ReadLine[];
  readonly depositsById: ReadonlyMap<string, DepositFacts>;
  /** By reference without RF; several if it was given more than once. */
  readonly depositsByReference: ReadonlyMap<string, readonly DepositFacts[]>;
  /** Those of the account. */
  readonly depositsByAmount: ReadonlyMap<number, readonly DepositFacts[]>;
  /** Those of the account that somebody settled by hand, with another amount than was asked for: by that. */
  readonly paidOtherwiseByAmount: ReadonlyMap<number, readonly DepositFacts[]>;
  readonly depositsByNameToken: ReadonlyMap<string, readonly DepositFacts[]>;
  readonly depositsByUser: ReadonlyMap<string, readonly DepositFacts[]>;
  /** Those of all accounts. */
  readonly allDepositsByUser: ReadonlyMap<string, readonly DepositFacts[]>;
  /** Booked payments that name a deposit, of all accounts. */
  readonly linesByDeposit: ReadonlyMap<string, readonly ReadLine[]>;
  /** Money in of the account, returns left out. */
  readonly creditsByAmount: ReadonlyMap<number, readonly ReadLine[]>;
  /** Lines of the account that take back money which came in. */
  readonly takeBacksByAmount: ReadonlyMap<number, readonly ReadLine[]>;
  /** Whether more payments name the deposit than are compared. */
  isCrowded(deposit: Pick<DepositFacts, 'transactionId' | 'reference'>): boolean;
  /** Whether more money in has the amount than is compared. */
  isCrowdedAmount(amountMinor: number): boolean;
  /** Money out of all accounts. */
  readonly debitsByIban: ReadonlyMap<string, readonly ReadLine[]>;
  /** Money out of the account that is no fee. */
  readonly debitsByAmount: ReadonlyMap<number, readonly ReadLine[]>;
  /** Money out of all accounts that names a deposit. */
  readonly debitsByDeposit: ReadonlyMap<string, readonly ReadLine[]>;
  readonly withdrawalsById: ReadonlyMap<string, WithdrawalFacts>;
  readonly withdrawalsByBankReference: ReadonlyMap<string, readonly WithdrawalFacts[]>;
  readonly withdrawalsByAmount: ReadonlyMap<number, readonly WithdrawalFacts[]>;
  /** By amount and account: see `payeeKey`. */
  readonly withdrawalsByPayee: ReadonlyMap<string, readonly WithdrawalFacts[]>;
  readonly payers: Payers;
}

/** Indexes the facts of a group. */
export function indexFacts(facts: MatchFacts): FactIndex {
  const lines = facts.lines.map(read);
  const allLines = uniqueBy([...lines, ...facts.otherLines.map(read)], ({ lineId }) => lineId);
  const deposits = uniqueBy(facts.deposits, ({ transactionId }) => transactionId);
  const withdrawals = uniqueBy(facts.withdrawals, ({ transactionId }) => transactionId);
  const here = deposits.filter(({ bankAccountId }) => bankAccountId === facts.bankAccountId);
  const linesHere = allLines.filter(({ bankAccountId }) => bankAccountId === facts.bankAccountId);
  const names = compareNames();
  const byReference = groupByEach(deposits, ({ reference }) =>
    reference === null ? [] : [shortReference(reference)],
  );
  const byId = new Map(deposits.map((deposit) => [deposit.transactionId, deposit]));
  const named = { depositsByReference: byReference, depositsById: byId };
  const namings = countBy(allLines.filter(isBookedCredit), ({ reading }) => [
    ...[...reading.references.whole, ...reading.references.loose, ...reading.transactionIds],
  ]);
  const amounts = countBy(
    linesHere.filter(({ line }) => line.direction === 'credit'),
    ({ line }) => [line.amountMinor],
  );
  const debits = uniqueBy([...allLines, ...facts.moneyOut.map(read)], ({ lineId }) => lineId).filter(isDebit);
  return {
    facts,
    lines,
    ...names,
    ...named,
    depositsByAmount: groupBy(here, ({ amountMinor }) => amountMinor),
    paidOtherwiseByAmount: groupByEach(here, ({ paidWithoutLineMinor: paid, amountMinor }) =>
      paid === null || paid === amountMinor ? [] : [paid],
    ),
    depositsByNameToken: groupByEach(here, (deposit) => new Set(names.nameOf(deposit)?.tokens)),
    depositsByUser: groupBy(here, userKey),
    allDepositsByUser: groupBy(deposits, userKey),
    linesByDeposit: groupByEach(allLines.filter(isPayment), ({ reading }) =>
      namedDeposits(reading, named).map(({ transactionId }) => transactionId),
    ),
    creditsByAmount: groupBy(linesHere.filter(isCredit), ({ line }) => line.amountMinor),
    takeBacksByAmount: groupBy(linesHere.filter(isTakeBack), ({ line }) => line.amountMinor),
    isCrowded: ({ transactionId, reference }) =>
      [transactionId, reference === null ? '' : shortReference(reference)].some(
        (name) => (namings.get(name) ?? 0) > MOST_OTHERS,
      ),
    isCrowdedAmount: (amountMinor) => (amounts.get(amountMinor) ?? 0) > MOST_OTHERS,
    debitsByIban: groupByEach(debits, ({ line }) =>
      line.counterpartyIban === null ? [] : [line.counterpartyIban],
    ),
    debitsByAmount: groupBy(
      debits.filter(
        ({ bankAccountId, reading }) => bankAccountId === facts.bankAccountId && reading.debitKind !== 'fee',
      ),
      ({ line }) => line.amountMinor,
    ),
    // An operator who sends money back can write the id into the text.
    debitsByDeposit: groupByEach(
      debits,
      ({ reading }) =>
        new Set([
          ...namedDeposits(reading, named).map(({ transactionId }) => transactionId),
          ...reading.transactionIds.filter((id) => byId.has(id)),
        ]),
    ),
    withdrawalsById: new Map(withdrawals.map((withdrawal) => [withdrawal.transactionId, withdrawal])),
    withdrawalsByBankReference: groupByEach(withdrawals, ({ bankReferences }) => bankReferences),
    withdrawalsByAmount: groupBy(withdrawals, ({ amountMinor }) => amountMinor),
    withdrawalsByPayee: groupBy(withdrawals, ({ amountMinor, iban }) => payeeKey(amountMinor, iban)),
    payers: indexPayers(facts.knownPayers),
  };
}

/** The deposits that a line names by reference or end-to-end id, each once, in the order of their ids. */
export function namedDeposits(
  { references, endToEndId }: LineReading,
  index: Pick<FactIndex, 'depositsByReference' | 'depositsById'>,
): readonly DepositFacts[] {
  const byId = endToEndId === null ? undefined : index.depositsById.get(endToEndId);
  const byReference = [...references.whole, ...references.loose].flatMap(
    (reference) => index.depositsByReference.get(reference) ?? [],
  );
  const named = byId === undefined ? byReference : [byId, ...byReference];
  return uniqueBy(named, ({ transactionId }) => transactionId).sort((a, b) =>
    a.transactionId < b.transactionId ? -1 : 1,
  );
}

function read(facts: LineFacts): ReadLine {
  return { ...facts, reading: readOnce(facts.line) };
}

function isCredit({ line, reading }: ReadLine): boolean {
  return line.direction === 'credit' && reading.returnMark === null;
}

function isBookedCredit({ line }: ReadLine): boolean {
  return line.direction === 'credit' && line.status === 'booked';
}

function isPayment(facts: ReadLine): boolean {
  return isCredit(facts) && facts.line.status === 'booked';
}

function isDebit({ line }: ReadLine): boolean {
  return line.direction === 'debit';
}

function isTakeBack(facts: ReadLine): boolean {
  return isDebit(facts) && facts.reading.returnMark !== null;
}

function countBy<K, V>(values: readonly V[], keysOf: (value: V) => readonly K[]): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const value of values)
    for (const key of new Set(keysOf(value))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function uniqueBy<V>(values: readonly V[], keyOf: (value: V) => string): V[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
