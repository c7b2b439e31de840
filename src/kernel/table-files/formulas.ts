/** A spreadsheet begins a cell at the start of a text, and behind whichever of these it expects between cells. */
const CELL = '(^|[;,|\\t\\r\\n])';
/** Quotation marks and blanks before a formula do not make it a text. */
const BEFORE = '["\']|[^\\S\\t\\r\\n]';
/** A formula begins with one of these signs, and could run anything. */
const SIGN = '[=+\\-@＝＋－＠]';

const FORMULA = new RegExp(`${CELL}(?=(?:${BEFORE})*${SIGN})`, 'g');
const SIGNS = new RegExp(`${CELL}(?:${BEFORE}|${SIGN})*${SIGN}`, 'g');

/** The text with an apostrophe before each part that a spreadsheet would take for a formula. */
export function guardFormulas(text: string): string {
  return text.replace(FORMULA, "$1'");
}

/** The text without the signs that begin formulas, for readers to whom an apostrophe would be part of a name. */
export function withoutFormulas(text: string): string {
  return text.replace(SIGNS, (_, before: string) => (before === '' ? '' : `${before} `)).trim();
}
