import { type FileReason, fileProblem } from '../../reconciliation/domain/file-problems.ts';
import type { LineDirection, StatementProblem } from '../../reconciliation/domain/statement.ts';
import { quoted } from '../read-failure.ts';
import { cleanText } from './lines.ts';
import { readAmount, readDay, readNearestDay } from './values.ts';

/** The content of `:61:` of a line. */
export interface Entry {
  readonly valueDate: string;
  readonly bookingDate: string | null;
  readonly direction: LineDirection;
  readonly isReversal: boolean;
  /** `EC` and `ED`: announced only. */
  readonly isExpected: boolean;
  /** Can be zero. */
  readonly amountMinor: number;
  /** `NTRF`. */
  readonly type: string;
  readonly customerReference: string;
  readonly bankReference: string;
  /** The lines below the first one. */
  readonly supplement: string;
}

const DATES = /^ {0,4}(\d{6})(\d{4})? {0,8}/;
const MARK = /^(R[CD]|E[CD]|[CD])([A-Z]?) */;
/** Takes every character that people write in amounts, so that no amount is read from a part of another one. */
const AMOUNT = /^[\d ,.'’+-]*/;
const TYPE = /^[A-Z][A-Za-z0-9 ]{0,3}/;

/** Reads the lines of `:61:`. */
export function readEntry(lines: readonly string[]): Entry | StatementProblem {
  const first = readFirstLine(lines[0] ?? '', lines.slice(1));
  // Some files fold this line too. The amount is complete only when its type follows.
  if (!('code' in first) || lines.length < 2) return first;
  const unfolded = readFirstLine(`${lines[0]}${lines[1]}`, lines.slice(2));
  return 'code' in unfolded ? first : unfolded;
}

function readFirstLine(text: string, below: readonly string[]): Entry | StatementProblem {
  const dates = DATES.exec(text);
  const valueDate = readDay(dates?.[1] ?? '');
  const bookingDate = dates?.[2] && valueDate ? readNearestDay(dates[2], valueDate) : null;
  if (!dates || valueDate === undefined) return wrong('bad_entry_value_date', text.slice(0, 10));
  if (bookingDate === undefined) return wrong('bad_entry_date', dates[2] ?? '');
  const afterDates = text.slice(dates[0].length);
  const mark = MARK.exec(afterDates);
  if (!mark?.[1]) return wrong('bad_entry_direction', afterDates.slice(0, 3));
  const afterMark = afterDates.slice(mark[0].length);
  const digits = AMOUNT.exec(afterMark)?.[0] ?? '';
  const afterAmount = afterMark.slice(digits.length);
  const type = TYPE.exec(afterAmount)?.[0];
  const amountMinor = readAmount(digits);
  if (amountMinor === undefined || type === undefined) return wrong('bad_entry_amount', digits);
  const references = readReferences(afterAmount.slice(type.length));
  return {
    valueDate,
    bookingDate,
    ...readMark(mark[1]),
    amountMinor,
    type: type.trim(),
    ...references,
    supplement: cleanText(below.join(' ')),
  };
}

/** A reversed credit is a debit, and a reversed debit is a credit. */
function readMark(mark: string): Pick<Entry, 'direction' | 'isReversal' | 'isExpected'> {
  const isReversal = mark.startsWith('R');
  const direction = mark.endsWith('C') === isReversal ? 'debit' : 'credit';
  return { direction, isReversal, isExpected: mark.startsWith('E') };
}

function readReferences(text: string) {
  const separator = text.indexOf('//');
  const customer = separator < 0 ? text : text.slice(0, separator);
  const [bank] = separator < 0 ? [''] : text.slice(separator + 2).split('/TRCD/', 1);
  return { customerReference: cleanText(customer), bankReference: cleanText(bank ?? '') };
}

/** The problem of a part of `:61:`; its line is known to the caller. */
function wrong(reason: Extract<FileReason, `bad_entry_${string}`>, found: string): StatementProblem {
  return fileProblem(reason, null, quoted(cleanText(found)));
}
