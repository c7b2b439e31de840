import { amountIn, currencyCode, formatAmount, formatDay, printedAmount } from '../format.ts';
import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import type { StatementFieldsFragment } from './gql/graphql.ts';
import type { Line, Reason } from './line-types.ts';

type Words = Readonly<Record<string, string | ((detail: string) => string)>>;

function wordsFor(words: Words, key: string, detail: string): string | undefined {
  const found = Object.hasOwn(words, key) ? words[key] : undefined;
  return typeof found === 'function' ? found(detail) : found;
}

/** Returns the state of a line in words. */
export function stateOf(state: string): string {
  return wordsFor(reconciliationTexts().words.states, state, '') ?? state;
}

/** Returns the rule that decided, or who else did. */
export function ruleOf(rule: string): string {
  return wordsFor(reconciliationTexts().words.rules, rule, '') ?? rule;
}

const SUMS: readonly string[] = ['several-lines', 'several-deposits', 'other-total'];

/** Returns a reason in words. */
export function reasonOf({ code, detail }: Reason): string {
  const words = reconciliationTexts().words.reasons;
  const value = detail ?? '';
  if (code === 'amount-differs')
    return (Number(value) < 0 ? words['amount-less'] : words['amount-more'])(
      formatAmount(Math.abs(Number(value))),
    );
  if (SUMS.includes(code)) return wordsFor(words, code, formatAmount(Number(value))) ?? code;
  return (
    wordsFor(words, `${code}-${value}`, value) ?? wordsFor(words, code, value) ?? `${code} ${value}`.trim()
  );
}

/** Returns a reason in a word or two, for a row. */
export function signOf({ code, detail }: Reason): string {
  const { signs } = reconciliationTexts().words;
  const value = detail ?? '';
  if (code === 'amount-differs') return signs.difference(signedDifference(Number(value)));
  return wordsFor(signs, `${code}-${value}`, value) ?? wordsFor(signs, code, value) ?? signs.other;
}

function signedDifference(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${printedAmount(Math.abs(amount))}`;
}

/** The reasons whose detail is the id of a line. */
const OF_LINES: readonly string[] = ['settled-already', 'taken-back', 'same-payment', 'paid-again'];

/** Returns where the other lines, or the other deposit, that a reason is about are shown. */
export function hrefsOf({ code, detail, lineIds }: Reason, lineId: string): readonly string[] {
  if (code === 'matches-other-deposit') return [hrefOf('search', { open: detail ?? '' })];
  const ids = OF_LINES.includes(code) && detail != null ? [detail] : lineIds;
  const others = ids.filter((id) => id !== lineId).slice(0, MAX_LINKS);
  return others.map((open) => hrefOf('reconciliation', { group: 'all', open }));
}

const MAX_LINKS = 5;

const FOR: readonly string[] = [
  'reference',
  'transaction-id',
  'end-to-end-id',
  'payment-id',
  'amount-exact',
  'name',
  'waiting-deposit',
  'iban-own-payee',
  'iban-own-payer',
  'near-in-time',
];

/** Whether a reason speaks for a match. */
export function speaksFor({ code, detail }: Reason): boolean {
  return FOR.includes(code) && !(code === 'name' && detail === 'unclear');
}

/** The tone of a state as a badge. */
export function toneOf(state: string): 'good' | 'warn' | 'neutral' | 'info' | 'bad' {
  if (state === 'matched') return 'good';
  if (['proposed', 'payout', 'giving-back'].includes(state)) return 'info';
  if (['put-away', 'given-back', 'replaced', 'fee', 'other-debit', 'new', 'pending'].includes(state))
    return 'neutral';
  // Money that went back, or that must wait, is lost or stopped. All other lines need a look.
  return ['payout-back', 'returned', 'held'].includes(state) ? 'bad' : 'warn';
}

/** Returns the day of a line; an empty text without one. */
export function dayOf({ bookingDate, valueDate }: Pick<Line, 'bookingDate' | 'valueDate'>): string {
  const day = bookingDate ?? valueDate;
  return day == null ? '' : formatDay(day);
}

type Statement = Pick<StatementFieldsFragment, 'accountId' | 'firstDate' | 'lastDate'>;

/** Returns the first and the last day of a statement; an empty text without one. */
export function daysOf({ firstDate, lastDate }: Statement): string {
  const days = [...new Set([firstDate, lastDate])];
  return days.flatMap((day) => (day == null ? [] : [formatDay(day)])).join(' – ');
}

/** Returns where the days of a statement are shown; undefined without one. */
export function hrefOfDays({ accountId: account, firstDate, lastDate: to }: Statement): string | undefined {
  if (to == null) return undefined;
  return hrefOf('reconciliation', { view: 'days', account, open: to, from: firstDate ?? to, to });
}

/** Returns in words why a statement is held. */
export function whyHeld(reason: string): string {
  return wordsFor(reconciliationTexts().desk.heldStatements.why, reason, '') ?? reason;
}

/** Formats the amount of a line with its sign. A debit is negative. */
export function signedAmount({
  direction,
  amount,
  currency,
}: Pick<Line, 'direction' | 'amount' | 'currency'>): string {
  return directionSign(direction) + amountIn(currency, amount);
}

/** Formats the amount in a list, which does not name the service's own currency. */
export function listedAmount(line: Pick<Line, 'direction' | 'amount' | 'currency'>): string {
  const isOwn = line.currency === currencyCode();
  return isOwn ? directionSign(line.direction) + formatAmount(line.amount) : signedAmount(line);
}

function directionSign(direction: Line['direction']): string {
  return direction === 'debit' ? '−' : '+';
}

type LineTexts = Pick<Line, 'counterpartyName' | 'remittance'>;

export function nameOf({ counterpartyName, remittance }: LineTexts): string {
  return counterpartyName ?? remittance[0] ?? reconciliationTexts().desk.nameless;
}

/** Returns the text below the name. */
export function textOf({ counterpartyName, remittance }: LineTexts): string {
  return (counterpartyName == null ? remittance.slice(1) : remittance).join(' · ');
}

/** Returns a place in a file, `entry 3, transaction 2`, in words of the console. */
export function placeOf(place: string): string {
  const words: Words = reconciliationTexts().imports.places;
  return place.replace(/"[^"]*"|[a-z]+/g, (word) => wordsFor(words, word, '') ?? word);
}
