import { plainAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import { zonedIso } from '../time-zone.ts';

type Cell = readonly [title: string, read: (transaction: Transaction) => string | null | undefined];

const optionalAmount = (amount: number | null | undefined) => (amount == null ? '' : plainAmount(amount));
const optionalTimestamp = (iso: string | null | undefined) => (iso == null ? '' : zonedIso(iso));

/** The columns of the file, in order. */
const CELLS: readonly Cell[] = [
  ['createdAt', ({ createdAt }) => zonedIso(createdAt)],
  ['updatedAt', ({ updatedAt }) => zonedIso(updatedAt)],
  ['transactionId', ({ transactionId }) => transactionId],
  ['type', ({ type }) => type],
  ['status', ({ status }) => status],
  ['statusReason', ({ statusReason }) => statusReason],
  ['amount', ({ amount }) => plainAmount(amount)],
  ['finalAmount', ({ finalAmount }) => optionalAmount(finalAmount)],
  ['client', ({ appKey }) => appKey],
  ['processId', ({ processId }) => processId],
  ['userId', ({ userId }) => userId],
  ['userName', ({ userName }) => userName],
  ['name', ({ name }) => name],
  ['bankId', ({ bankId }) => bankId],
  ['bank', ({ bank }) => bank],
  ['bankAccountName', ({ bankAccountName }) => bankAccountName],
  ['bankAccountIban', ({ bankAccountIban }) => bankAccountIban],
  ['accountName', ({ accountName }) => accountName],
  ['iban', ({ iban }) => iban],
  ['sentAt', ({ sentAt }) => optionalTimestamp(sentAt)],
  ['sequence', ({ sequence }) => String(sequence)],
];

/**
 * Spreadsheets treat cells that begin like this as formulas, which could call anything. Text after a semicolon is also
 * covered, because spreadsheets begin a cell there where the comma is the decimal sign, as in Turkey.
 */
const FORMULA = /(^|;)(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/g;

/** Header row of the file, with a byte order mark so that spreadsheets read it as UTF-8. */
export const CSV_START = `\uFEFF${writeRow(CELLS.map(([title]) => title))}`;

/** Formats transactions as rows of the file (RFC 4180). */
export function writeRows(transactions: readonly Transaction[]): string {
  return transactions
    .map((transaction) => writeRow(CELLS.map(([, read]) => read(transaction) ?? '')))
    .join('');
}

function writeRow(values: readonly string[]): string {
  return `${values.map(writeCell).join(',')}\r\n`;
}

function writeCell(value: string): string {
  const text = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
