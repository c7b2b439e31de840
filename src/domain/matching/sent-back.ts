import type { FactIndex, ReadLine } from './fact-index.ts';
import { namedDeposits } from './fact-index.ts';
import type { DepositFacts, LineDecision, WithdrawalFacts } from './model.ts';
import { askedBy, isOfAmount, isToPayer } from './money-out.ts';
import { MOST_OTHERS } from './other-lines.ts';
import { isOfPerson, payeesOf } from './payees.ts';
import { mayNamePayer, type Payment, payerOf } from './payer-in-debit.ts';
import { type Candidate, MAX_CANDIDATES, type Reason } from './reasons.ts';
import { withdrawalsOf } from './returned-money.ts';
import { isBeforeDeposit, isOfEarlierDay } from './time-of-line.ts';

/**
 * Finds money that an operator can have sent back without a mark, on the day of the line or later: to the payer's account,
 * also less a fee, whatever withdrawal has that sum, because another line can have paid it; of the amount, where no account
 * says whose it is; or in the name of the deposit. What names a withdrawal of ours is that withdrawal.
 */
export function sentBackBy(subject: ReadLine, deposit: DepositFacts, index: FactIndex): readonly ReadLine[] {
  const asked = askedBy(subject);
  const toPayer = (index.debitsByIban.get(asked.counterpartyIban ?? '') ?? []).filter((debit) =>
    isToPayer(asked, debit),
  );
  const ofAmount = (index.debitsByAmount.get(asked.amountMinor) ?? []).filter((debit) =>
    isOfAmount(asked, debit),
  );
  const naming = index.debitsByDeposit.get(deposit.transactionId) ?? [];
  // Not all of very many are known.
  const crowd = [toPayer, ofAmount, naming].find(({ length }) => length > MOST_OTHERS);
  if (crowd) return crowd;
  const found = [
    ...toPayer,
    ...ofAmount.filter((debit) => mayBeOf(debit, { subject, deposit }, index)),
    ...naming.filter(({ line }) => !isOfEarlierDay(line, subject.line)),
  ];
  return found.filter((debit) => withdrawalsOf(debit, index).length === 0);
}

/**
 * Whether a debit, where one of both lines has no account, can send back a payment, by the names. One that says nothing of
 * anybody can, and so can one whose name has words that banks write themselves.
 */
function mayBeOf(debit: ReadLine, payment: Payment, index: FactIndex): boolean {
  const { subject, deposit } = payment;
  const { name, text, isCut } = debit.reading;
  const named = isCut ? [] : namedDeposits(debit.reading, index);
  if (named.length > 0) return named.some(({ transactionId }) => transactionId === deposit.transactionId);
  const payer = payerOf(payment, index);
  if (payer === null || mayNamePayer(debit, payment, index)) return true;
  if (name !== null && isOfPerson(name)) return false;
  // It pays a withdrawal to somebody who is certainly not the payer.
  return !payeesOf(debit.line.amountMinor, index)
    .of(debit)
    .some(
      (withdrawal) =>
        (withdrawal.iban === (debit.line.counterpartyIban ?? '') ||
          (index.isInTexts(withdrawal, text) && isOfPerson(index.nameOf(withdrawal)))) &&
        index.grade(withdrawal, payer) === 'no' &&
        !canHaveName(subject, withdrawal, index),
    );
}

/** Whether the text of a line can have the name of a payee. */
function canHaveName({ reading }: ReadLine, withdrawal: WithdrawalFacts, index: FactIndex): boolean {
  return index.nameOf(withdrawal) === null || index.gradeInText(withdrawal, reading.text) !== 'no';
}

/**
 * Money out that may give back a deposit which is settled: it names it, or has its amount and its payer's account or name.
 * The desk decides whether that takes the settlement back.
 * @returns undefined where there is none.
 */
export function decideSentBack(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const candidates = givenBack(subject, index);
  if (candidates.length === 0) return undefined;
  const { lineId } = subject;
  return { lineId, state: 'returned', rule: 'sent-back', evidence: [], candidates, action: null };
}

/** The deposits that money out may give back, those that it names first. */
function givenBack(subject: ReadLine, index: FactIndex): readonly Candidate[] {
  const { line, reading } = subject;
  const named = namedDeposits(reading, index).map((deposit): readonly [DepositFacts, Reason] => [
    deposit,
    deposit.reference === null || reading.endToEndId === deposit.transactionId
      ? { code: 'transaction-id', transactionId: deposit.transactionId }
      : { code: 'reference', reference: deposit.reference },
  ]);
  const ofAmount = named.length > 0 ? [] : (index.depositsByAmount.get(line.amountMinor) ?? []);
  const inOrder = [...ofAmount].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  const isOwn = inOrder.length > 0 && mayBeWithdrawal(subject, index);
  const likely = inOrder.flatMap((deposit): (readonly [DepositFacts, Reason])[] => {
    const reason = isBeforeDeposit(line, deposit) ? undefined : reasonFor(subject, { deposit, isOwn }, index);
    return reason ? [[deposit, reason]] : [];
  });
  return [...named, ...likely]
    .filter(([{ state, currency }]) => state === 'successful' && currency === line.currency)
    .slice(0, MAX_CANDIDATES)
    .map(([{ transactionId, amountMinor, settledByLineId }, reason]) => {
      const differenceMinor = line.amountMinor - amountMinor;
      const amount: Reason =
        differenceMinor === 0 ? { code: 'amount-exact' } : { code: 'amount-differs', differenceMinor };
      const settled: Reason = { code: 'settled-already', byLineId: settledByLineId };
      return { type: 'deposit', transactionId, reasons: [reason, amount, settled], rank: 1 };
    });
}

interface Given {
  readonly deposit: DepositFacts;
  /** A withdrawal of the amount to that person is the likelier reason. */
  readonly isOwn: boolean;
}

/** Why money out can be for the payer of a deposit. */
function reasonFor(
  { line, reading }: ReadLine,
  { deposit, isOwn }: Given,
  index: FactIndex,
): Reason | undefined {
  const payer = index.payers.find(line.counterpartyIban, deposit);
  if (payer) return { code: 'iban-known', source: payer.source };
  if (line.counterpartyIban !== null || isOwn) return undefined;
  const grade = index.grade(deposit, reading.name);
  if (grade !== 'no') return { code: 'name', grade };
  return index.isInTexts(deposit, reading.text) ? { code: 'name-in-text' } : undefined;
}

/** Whether money out names somebody who gets a withdrawal of the amount. */
function mayBeWithdrawal({ line, reading }: ReadLine, index: FactIndex): boolean {
  return (index.withdrawalsByAmount.get(line.amountMinor) ?? []).some(
    (withdrawal) =>
      index.grade(withdrawal, reading.name) !== 'no' || index.isInTexts(withdrawal, reading.text),
  );
}
