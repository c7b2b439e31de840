import { foldLetters } from '../kernel/fold-letters.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { MAX_RAW, type StatementLine } from '../reconciliation/domain/statement.ts';
import { dateAt, type Movement } from './movement.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import { failure, quoted } from './read-failure.ts';
import { senderOf } from './sender.ts';
import type { TableLayout } from './table-header.ts';
import { placeOf, type TableRow, textAt } from './table-row.ts';

/** The line of a row with a movement. */
export function readLine(row: TableRow, movement: Movement, layout: TableLayout): StatementLine {
  const { profile, columns } = layout;
  const at = (role: ColumnRole) => textAt(row, columns[role]) || null;
  const description = at('description');
  const texts = layout.textColumns.map((column) => textAt(row, column)).filter((text) => text !== '');
  const type = at('transactionType');
  const trusted = profile.trustedReference ? at(profile.trustedReference) : null;
  const sender = movement.direction === 'credit' ? senderOf(description ?? '', type ?? '', profile) : null;
  const iban = at('counterpartyIban');
  return {
    place: placeOf(row),
    bookingDate: movement.date,
    valueDate: valueDateOf(row, layout),
    direction: movement.direction,
    amountMinor: movement.amountMinor,
    currency: movement.currency,
    status: movement.status,
    isReversal: false,
    isCollective: false,
    returnReason: returnReasonOf(profile.returnWords, type, texts),
    counterpartyName: at('counterpartyName') ?? sender,
    ultimateName: null,
    counterpartyIban: iban === null ? null : (normalizeIban(iban) ?? iban),
    remittance: texts.length === 0 ? [] : [texts.join(' ')],
    structuredReference: null,
    endToEndId: null,
    paymentId: null,
    paymentCount: null,
    isSupplemented: false,
    bankReference: trusted ?? at('reference') ?? at('receiptNo'),
    isBankReferenceTrusted: trusted !== null,
    transactionCode: type,
    balanceAfterMinor: movement.balanceMinor,
    raw: rawOf(row),
  };
}

function fold(text: string | null): string {
  return foldLetters(text ?? '').trim();
}

/** The word of the bank for a return: in its type, or as the first word of a text. */
function returnReasonOf(
  words: readonly string[],
  type: string | null,
  texts: readonly string[],
): string | null {
  const firsts = texts.map((text) => fold(text.slice(0, 100)).split(/[^A-Z0-9]+/)[0] ?? '');
  const found = new Set([...fold(type).split(/[^A-Z0-9]+/), ...firsts]);
  return words.find((word) => found.has(word)) ?? null;
}

function valueDateOf(row: TableRow, layout: TableLayout): string | null {
  const text = textAt(row, layout.columns.valueDate);
  if (text === '') return null;
  const date = dateAt(row, 'valueDate', layout);
  if (date === undefined) throw failure('bad_value_date', placeOf(row), quoted(text));
  return date;
}

/** The cells with tabs between them. */
function rawOf({ cells }: TableRow): string {
  let raw = '';
  for (const { text } of cells) {
    raw += raw === '' ? text : `\t${text}`;
    if (raw.length >= MAX_RAW) return raw.slice(0, MAX_RAW);
  }
  return raw.trimEnd();
}
