import { dayNumber, formatDay } from '../../../kernel/time-zone.ts';
import type { FactIndex, ReadLine, ReceivedLine } from './fact-index.ts';
import type { DepositFacts, LineDecision, LineFacts } from './model.ts';
import { dayOf, isSince, isToPayer, NO_DAY } from './money-back.ts';
import { gradeNames, type Name } from './name-grade.ts';
import { bestGrade } from './payer-names.ts';
import { type Candidate, MAX_CANDIDATES, type Reason, rankCandidates } from './reasons.ts';
import { isBeforeDeposit } from './time-of-line.ts';
import { amountReason } from './withdrawal-lines.ts';

/** How many days back a bank takes a credit back. */
export const MAX_DAYS_BACK = 10;

/** Words with which banks undo a booking. In the text of a credit, payers can write them too. */
const REVERSAL_WORDS = [
  'STORNO',
  'STORNIERUNG',
  'REVERSAL',
  'IPTAL',
  'IPTALI',
  'DUZELTME',
  'DUZELTMESI',
  'HATALI',
];

/** Returns the first day of the credits that a debit can take back; null if the debit has no day. */
export function firstDayBack({ line }: Pick<LineFacts, 'line'>): string | null {
  const day = dayOf(line);
  return day === null ? null : formatDay(dayNumber(day) - MAX_DAYS_BACK);
}

/**
 * Decides about a debit that can take back money of the last days without saying so. It has the amount and currency of
 * a credit, and goes to the payer's IBAN, has a name that fits the payer's, or has a word of a reversal while only one
 * credit has the amount. If it has only a name, a withdrawal with the amount and without a debit explains it. People
 * decide.
 */
export function decideTakenBack(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const before = receivedBefore(subject, index);
  const word = reversalWordIn(subject);
  const isExplained = couldPayOwed(subject, index);
  const ofPayer = before.filter(
    (money) =>
      isFromIban(subject, money) ||
      (hasNameOf(subject, money, index) && (word !== undefined || !isExplained)),
  );
  const onlyOne = before.length === 1 ? before : [];
  const byWord = word === undefined ? [] : onlyOne.filter((money) => namesNobodyElse(subject, money, index));
  const taken = ofPayer.length > 0 ? ofPayer : byWord;
  if (taken.length === 0) return undefined;
  const lineIds = taken.flatMap(({ credit }) => credit?.lineId ?? []).slice(0, MAX_CANDIDATES);
  const evidence: Reason[] = lineIds.length > 0 ? [{ code: 'takes-back', lineIds }] : [];
  if (word !== undefined) evidence.push({ code: 'return-mark', mark: word });
  const candidates = candidatesOf(subject, taken, index);
  return {
    lineId: subject.lineId,
    state: 'returned',
    rule: 'takes-back',
    evidence,
    candidates,
    action: null,
  };
}

/** Finds money with the amount, currency and account of a debit that came on its day or a few days before. */
function receivedBefore(subject: ReadLine, { receivedByAmount }: FactIndex): readonly ReceivedLine[] {
  const { amountMinor, currency } = subject.line;
  const ofAmount = receivedByAmount.get(amountMinor) ?? [];
  return ofAmount.filter((money) => money.currency === currency && cameBefore(subject, money));
}

function cameBefore(subject: ReadLine, { credit, deposits }: ReceivedLine): boolean {
  const [deposit] = deposits;
  if ((credit ?? deposit)?.bankAccountId !== subject.bankAccountId) return false;
  if (credit === null) return deposit !== undefined && !isBeforeDeposit(subject.line, deposit);
  return isSince(credit, subject) && (dayOf(credit.line) ?? NO_DAY) >= (firstDayBack(subject) ?? '');
}

function reversalWordIn({ reading: { words } }: ReadLine): string | undefined {
  const word = REVERSAL_WORDS.find((one) => words.has(one));
  return word ?? (words.has('TERS') && words.has('KAYIT') ? 'TERS KAYIT' : undefined);
}

/** Whether a debit without an IBAN has the name of the payee of a withdrawal of its amount that has no debit yet. */
function couldPayOwed(subject: ReadLine, index: FactIndex): boolean {
  const { amountMinor, currency, counterpartyIban } = subject.line;
  if (counterpartyIban !== null) return false;
  const owed = index.facts.reclaimable?.owed ?? [];
  return owed.some(
    (one) =>
      one.amountMinor === amountMinor &&
      one.currency === currency &&
      bestGrade(subject, index.nameOf(one)) === 'fits',
  );
}

function isFromIban(subject: ReadLine, { credit }: ReceivedLine): boolean {
  return credit !== null && isToPayer(credit, subject);
}

function hasNameOf(subject: ReadLine, money: ReceivedLine, index: FactIndex): boolean {
  return payersOf(money, index).some((payer) => bestGrade(subject, payer) === 'fits');
}

/** Whether no name field of a debit shows somebody other than the payer. Words of a reversal can look like a name. */
function namesNobodyElse({ reading: { names } }: ReadLine, money: ReceivedLine, index: FactIndex): boolean {
  const payers = payersOf(money, index);
  return (
    names.length === 0 ||
    payers.length === 0 ||
    names.some((name) => payers.some((payer) => gradeNames(name, payer) !== 'differs'))
  );
}

function payersOf({ credit, deposits }: ReceivedLine, index: FactIndex): readonly Name[] {
  return [...deposits.flatMap((deposit) => index.nameOf(deposit) ?? []), ...(credit?.reading.names ?? [])];
}

function candidatesOf(subject: ReadLine, taken: readonly ReceivedLine[], index: FactIndex): Candidate[] {
  const found = new Map<string, { readonly deposit: DepositFacts; readonly money: ReceivedLine }>();
  for (const money of taken)
    for (const deposit of money.deposits) found.set(deposit.transactionId, { deposit, money });
  return rankCandidates(
    [...found.values()].map(({ deposit: { transactionId, amountMinor, name, state }, money }) => {
      const grade = bestGrade(subject, index.nameOf({ name }));
      const isIban = isFromIban(subject, money);
      const reasons: Reason[] = [amountReason(subject.line.amountMinor - amountMinor)];
      if (isIban) reasons.push({ code: 'iban-own-payer' });
      if (grade === 'fits') reasons.push({ code: 'name', grade });
      const weight = 2 * Number(isIban) + Number(grade === 'fits') + Number(state === 'successful');
      return { candidate: { type: 'deposit', transactionId, reasons }, weight };
    }),
  );
}
