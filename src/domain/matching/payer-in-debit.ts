import type { FactIndex, ReadLine } from './fact-index.ts';
import type { DepositFacts } from './model.ts';
import type { Name } from './names.ts';

/** A line, and the deposit that it would settle. */
export interface Payment {
  readonly subject: ReadLine;
  readonly deposit: DepositFacts;
}

/** Fewer letters are the beginning of too many names. */
const MIN_ALIKE_LETTERS = 3;

/** The payer of a line: the user of its deposit where the line names nobody, as far as is known. */
export function payerOf({ subject, deposit }: Payment, index: FactIndex): Name | null {
  return subject.reading.name ?? index.nameOf(deposit);
}

/**
 * Whether money out can name the payer of a line: by any word of the name, or by a word that can be one, because banks
 * mask, cut and break names. So can what is not read whole.
 */
export function mayNamePayer(debit: ReadLine, payment: Payment, index: FactIndex): boolean {
  const payer = payerOf(payment, index);
  const { name, text, isCut } = debit.reading;
  if (payer === null || isCut || payer.tokens.some((token) => text.all.has(token))) return true;
  return (name !== null && areAlike(name, payer)) || isNamedIn(debit, payment, index);
}

/** Whether money out has the whole name of the payer, or of the user of the deposit. */
export function isNamedIn({ reading }: ReadLine, { subject, deposit }: Payment, index: FactIndex): boolean {
  return (
    index.isInTexts(deposit, reading.text) ||
    index.grade(deposit, reading.name) !== 'no' ||
    index.gradeText(subject.line.counterpartyName ?? '', reading.name) !== 'no'
  );
}

function areAlike(name: Name, payer: Name): boolean {
  const isBeginning = (token: string) => payer.tokens.some((word) => word.startsWith(token));
  return (
    name.tokens.every(isBeginning) ||
    name.tokens.some((token) => payer.tokens.some((word) => token === word || isCutOff(token, word)))
  );
}

/** Whether one word is the beginning of the other. */
function isCutOff(token: string, word: string): boolean {
  if (Math.min(token.length, word.length) < MIN_ALIKE_LETTERS) return false;
  return word.startsWith(token) || token.startsWith(word);
}
