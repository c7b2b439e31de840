import { type FactIndex, namedDeposits, type ReadLine } from './fact-index.ts';
import type { DepositFacts } from './model.ts';
import { MOST_OTHERS } from './other-lines.ts';
import { isOfPerson } from './payees.ts';
import { isNamedIn, mayNamePayer, type Payment } from './payer-in-debit.ts';
import { userKey } from './payers.ts';
import type { NameGrade, Reason } from './reasons.ts';
import { sentBackBy } from './sent-back.ts';
import { isBeforeDeposit } from './time-of-line.ts';

/** The reasons against a line as the payment of a deposit, although the line names it or has its payer's name. */
export function obstaclesOf(subject: ReadLine, deposit: DepositFacts, index: FactIndex): readonly Reason[] {
  const reasons: Reason[] = strangersOf(subject, index).map((reference) => ({
    code: 'other-reference',
    reference,
  }));
  const { settledByLineId } = deposit;
  if (settledByLineId !== null) reasons.push({ code: 'settled-already', byLineId: settledByLineId });
  if (isBeforeDeposit(subject.line, deposit)) reasons.push({ code: 'before-deposit' });
  const byLineId = takenBackBy(subject, deposit, index);
  if (byLineId !== undefined) reasons.push({ code: 'taken-back', byLineId });
  const transactionId = fitsAnother(subject, deposit, index);
  if (transactionId !== undefined) reasons.push({ code: 'fits-another', transactionId });
  const named = namedAnother(subject, deposit, index);
  if (named !== undefined && named !== transactionId)
    reasons.push({ code: 'names-another', transactionId: named });
  return reasons;
}

/** Valid references of no known deposit. A number alone can look like one. */
export function strangersOf({ reading }: ReadLine, index: FactIndex): readonly string[] {
  return reading.references.whole.filter(
    (reference) => !index.depositsByReference.has(reference) && !/^\d+$/.test(reference),
  );
}

/**
 * The first line that takes back the amount and names the same deposit, account or person, or says nothing at all about
 * whose money it takes back; or that may send it back without a mark.
 */
export function takenBackBy(subject: ReadLine, deposit: DepositFacts, index: FactIndex): string | undefined {
  const takeBacks = index.takeBacksByAmount.get(subject.line.amountMinor) ?? [];
  // Not all of very many are known.
  if (takeBacks.length > MOST_OTHERS) return takeBacks.map(({ lineId }) => lineId).sort()[0];
  const found = takeBacks.filter((takeBack) => mayTakeBack(takeBack, { subject, deposit }, index));
  return [...found, ...sentBackBy(subject, deposit, index)].map(({ lineId }) => lineId).sort()[0];
}

/** Whether a line that takes back the amount does not say that it is the money of somebody else. */
function mayTakeBack(takeBack: ReadLine, payment: Payment, index: FactIndex): boolean {
  const { subject, deposit } = payment;
  const { name, isCut } = takeBack.reading;
  const names = namedDeposits(takeBack.reading, index);
  if (isCut || names.some(({ transactionId }) => transactionId === deposit.transactionId)) return true;
  if (names.length > 0) return false;
  const { counterpartyIban } = takeBack.line;
  if (counterpartyIban !== null && subject.line.counterpartyIban !== null)
    return counterpartyIban === subject.line.counterpartyIban || isNamedIn(takeBack, payment, index);
  if (name === null || subject.reading.name === null || !isOfPerson(name)) return true;
  return mayNamePayer(takeBack, payment, index);
}

/**
 * Another deposit that the money can be for: the payer may have copied a reference that is not theirs, or an operator
 * may have settled that one with it by hand.
 */
function fitsAnother(subject: ReadLine, deposit: DepositFacts, index: FactIndex): string | undefined {
  const { amountMinor } = subject.line;
  const ofAccount = depositsPaidBy(amountMinor, index);
  const ofUser = (index.allDepositsByUser.get(userKey(deposit)) ?? []).filter(
    (other) => other.amountMinor === amountMinor || other.paidWithoutLineMinor === amountMinor,
  );
  const own = fitOf(subject, deposit, index);
  const found = [
    ...ofAccount.filter((other) => fitOf(subject, other, index) > own),
    ...[...ofAccount, ...ofUser].filter((other) => isAsLikely(subject, { deposit, other, own }, index)),
  ];
  return found.map(({ transactionId }) => transactionId).sort()[0];
}

/** The deposits of the account that ask for an amount, and those that somebody settled by hand with it. */
export function depositsPaidBy(amountMinor: number, index: FactIndex): readonly DepositFacts[] {
  return [
    ...(index.depositsByAmount.get(amountMinor) ?? []),
    ...(index.paidOtherwiseByAmount.get(amountMinor) ?? []),
  ];
}

interface Rivals {
  readonly deposit: DepositFacts;
  readonly other: DepositFacts;
  /** How well the payer fits the deposit. */
  readonly own: number;
}

/**
 * Whether the money can be for another deposit as well. A reference, the exact amount and a deposit that is pending leave
 * no such doubt.
 */
function isAsLikely(subject: ReadLine, { deposit, other, own }: Rivals, index: FactIndex): boolean {
  if (other.transactionId === deposit.transactionId) return false;
  const differs = subject.line.amountMinor !== deposit.amountMinor;
  if (!differs && deposit.state === 'pending') return false;
  const fit = fitOf(subject, other, index);
  const isSameUser = userKey(other) === userKey(deposit);
  if (!canBeMeant(other, deposit))
    return differs && !isSameUser && other.state !== 'successful' && fit > 0 && fit >= own;
  if (isSameUser) return true;
  return differs ? !isRuledOut(subject, other, index) : fit > 0 && fit >= own;
}

/** Whether a deposit waits for money, or was settled by hand with money that came after the other was created. */
function canBeMeant(other: DepositFacts, { createdAtMs }: DepositFacts): boolean {
  if (other.state === 'pending') return true;
  return other.paidWithoutLineMinor !== null && (other.endedAtMs ?? createdAtMs) >= createdAtMs;
}

/** Whether the payer is certainly somebody else than the user of a deposit. */
function isRuledOut({ line, reading }: ReadLine, other: DepositFacts, index: FactIndex): boolean {
  if (other.name === null || index.isInTexts(other, reading.text)) return false;
  const { counterpartyIban } = line;
  if (index.payers.find(counterpartyIban, other) !== undefined) return false;
  const printed = [reading.name, reading.ultimateName].filter((name) => name !== null);
  // Not all names of a crowded account are known.
  if (reading.name === null && index.payers.isCrowded(counterpartyIban)) return false;
  const names = reading.name === null ? [...printed, ...index.payers.namesOf(counterpartyIban)] : printed;
  return names.length > 0 && names.every((name) => index.grade(other, name) === 'no');
}

/**
 * Another deposit of the amount whose user the texts name, and name better than the user of this one: a bank can write its
 * payer into the text, and a payer can say for whom the money is. Two whole names tell nobody whose it is.
 */
export function namedAnother(subject: ReadLine, deposit: DepositFacts, index: FactIndex): string | undefined {
  const others = depositsPaidBy(subject.line.amountMinor, index);
  const own = Math.max(fitOf(subject, deposit, index), textFitOf(subject, deposit, index));
  const words = new Set(index.nameOf(deposit)?.tokens);
  const found = others.filter((other) => {
    if (other.transactionId === deposit.transactionId) return false;
    const fit = textFitOf(subject, other, index);
    if (fit !== own || fit !== GRADES.exact) return fit > own;
    return index.nameOf(other)?.tokens.some((word) => !words.has(word));
  });
  return found.map(({ transactionId }) => transactionId).sort()[0];
}

/** How well a deposit fits the person whom the texts name, or for whom the bank says that the money is. */
function textFitOf({ reading }: ReadLine, deposit: DepositFacts, index: FactIndex): number {
  return Math.max(
    GRADES[index.gradeInText(deposit, reading.text)],
    GRADES[index.grade(deposit, reading.ultimateName)],
  );
}

/** How well the payer's account and name fit a deposit; a known account counts as an exact name. */
function fitOf({ line, reading }: ReadLine, deposit: DepositFacts, index: FactIndex): number {
  if (index.payers.find(line.counterpartyIban, deposit) !== undefined) return GRADES.exact;
  return GRADES[index.grade(deposit, reading.name)];
}

const GRADES: Readonly<Record<NameGrade, number>> = { no: 0, maybe: 1, compatible: 2, exact: 3 };

/** Why a deposit that is not pending cannot simply be settled. */
export function reasonsOfEnd({ state, settledByLineId }: DepositFacts): readonly Reason[] {
  const settled: readonly Reason[] =
    state === 'successful' || settledByLineId !== null
      ? [{ code: 'settled-already', byLineId: settledByLineId }]
      : [];
  if (state === 'pending' || state === 'successful') return settled;
  return [{ code: 'ended', state, lateMs: null }, ...settled];
}
