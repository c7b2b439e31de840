import { guardFormulas } from '../../../src/kernel/table-files/formulas.ts';
import { plainAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import type { ExportTexts } from '../texts/en/export.ts';
import { exportTexts } from '../texts/exports.ts';
import { language, texts } from '../texts/texts.ts';
import { zonedIso } from '../time-zone.ts';
import { reasonOf } from '../transactions/labels.ts';

/**
 * `comma` is for programs: names and values of the service, and ISO 8601 times. `semicolon` is for people whose
 * spreadsheet uses the comma as the decimal sign, as in Turkey: texts of the console, and times that the spreadsheet
 * recognizes.
 */
export const CSV_FORMS = ['semicolon', 'comma'] as const;
export type CsvForm = (typeof CSV_FORMS)[number];

export function defaultForm(): CsvForm {
  return language() === 'tr' ? 'semicolon' : 'comma';
}

/** A row of the file: a transaction, and who changed it last. */
export interface ExportRow {
  readonly transaction: Transaction;
  readonly settledBy: string;
}

type Name = keyof ExportTexts['columns'];
type Value = string | null | undefined;

/** How a format writes values. */
export interface Words {
  amount(amount: number | null | undefined): Value;
  time(iso: string | null | undefined): Value;
  /** Writes a word of the service. */
  word(word: string | null | undefined, words: Readonly<Record<string, string>>): Value;
  flag(flag: boolean): Value;
}

const FOR_PROGRAMS: Words = {
  amount: (amount) => (amount == null ? '' : plainAmount(amount)),
  time: (iso) => (iso == null ? '' : zonedIso(iso)),
  word: (word) => word,
  flag: String,
};

const FOR_PEOPLE: Words = {
  amount: (amount) => (amount == null ? '' : plainAmount(amount).replace('.', ',')),
  time: (iso) => (iso == null ? '' : zonedIso(iso).slice(0, 19).replace('T', ' ')),
  word: (word, words) => (word == null ? '' : (words[word] ?? word)),
  flag: (flag) => (flag ? exportTexts().yes : ''),
};

/** The columns of the file, in order. */
const CELLS: Readonly<Record<Name, (row: ExportRow, words: Words) => Value>> = {
  createdAt: ({ transaction }, { time }) => time(transaction.createdAt),
  updatedAt: ({ transaction }, { time }) => time(transaction.updatedAt),
  transactionId: ({ transaction }) => transaction.transactionId,
  reference: ({ transaction }) => transaction.reference,
  type: ({ transaction }, { word }) => word(transaction.type, texts().ui.type),
  status: ({ transaction }, { word }) => word(transaction.status, texts().ui.status),
  endedAs: ({ transaction }, { word }) => word(transaction.endedAs, texts().transactions.ended),
  isLate: ({ transaction }, { flag }) => flag(transaction.isLate),
  statusReason: ({ transaction: { statusReason } }, words) =>
    words === FOR_PEOPLE && statusReason ? reasonOf(statusReason) : statusReason,
  settledBy: ({ settledBy }) => settledBy,
  amount: ({ transaction }, { amount }) => amount(transaction.amount),
  finalAmount: ({ transaction }, { amount }) => amount(transaction.finalAmount),
  client: ({ transaction }) => transaction.appKey,
  processId: ({ transaction }) => transaction.processId,
  userId: ({ transaction }) => transaction.userId,
  userName: ({ transaction }) => transaction.userName,
  name: ({ transaction }) => transaction.name,
  bankId: ({ transaction }) => transaction.bankId,
  bank: ({ transaction }) => transaction.bank,
  bankAccountName: ({ transaction }) => transaction.bankAccountName,
  bankAccountIban: ({ transaction }) => transaction.bankAccountIban,
  accountName: ({ transaction }) => transaction.accountName,
  iban: ({ transaction }) => transaction.iban,
  payerName: ({ transaction }) => transaction.payer?.name,
  payerIban: ({ transaction }) => transaction.payer?.iban,
  paidFromIban: ({ transaction }) => transaction.payment?.iban,
  bankReference: ({ transaction }) => transaction.payment?.bankReference,
  sentAt: ({ transaction }, { time }) => time(transaction.sentAt),
  sequence: ({ transaction }) => String(transaction.sequence),
};

const NAMES = Object.keys(CELLS) as readonly Name[];
const SEPARATORS = { comma: ',', semicolon: ';' } as const;

/** Negative amounts are safe. Any other value that begins with the sign of a formula is dangerous. */
const AMOUNT = /^-\d+[.,]\d\d$/;

/** The head of the file, with a byte order mark so that spreadsheets read it as UTF-8. */
export function writeHead(form: CsvForm): string {
  const { columns } = exportTexts();
  return writeTitles(
    NAMES.map((name) => (form === 'semicolon' ? columns[name] : name)),
    form,
  );
}

/** Formats the titles of a file. */
export function writeTitles(titles: readonly string[], form: CsvForm): string {
  return `\uFEFF${writeRow(titles, form)}`;
}

/** Formats rows of the file (RFC 4180). */
export function writeRows(rows: readonly ExportRow[], form: CsvForm): string {
  const words = wordsOf(form);
  return rows
    .map((row) =>
      writeRow(
        NAMES.map((name) => CELLS[name](row, words) ?? ''),
        form,
      ),
    )
    .join('');
}

export function wordsOf(form: CsvForm): Words {
  return form === 'semicolon' ? FOR_PEOPLE : FOR_PROGRAMS;
}

export function writeRow(values: readonly string[], form: CsvForm): string {
  return `${values.map(writeCell).join(SEPARATORS[form])}\r\n`;
}

function writeCell(value: string): string {
  const text = AMOUNT.test(value) ? value : guardFormulas(value);
  return /[",;\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
