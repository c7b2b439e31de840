/** Writes MT940 and MT942 files from model lines, by the rules of SWIFT and of each dialect. */

export const MT_DIALECTS = ['german', 'polish', 'dutch', 'ing', 'free text'] as const;
export type MtDialect = (typeof MT_DIALECTS)[number];

export interface MtModelLine {
  /** `2026-11-22`. */
  readonly valueDate: string;
  readonly bookingDate: string | null;
  readonly isCredit: boolean;
  readonly isReversal: boolean;
  readonly amountMinor: number;
  readonly text: string;
  /** Texts of the dialect `free text` have none of the following fields. */
  readonly name: string;
  readonly ultimateName: string;
  readonly iban: string;
  readonly endToEndId: string;
  readonly bankReference: string;
}

export interface MtModel {
  readonly dialect: MtDialect;
  readonly isIntraday: boolean;
  readonly account: string;
  readonly currency: string;
  readonly openingMinor: number;
  readonly day: string;
  /** The pages, each in its own message. */
  readonly pages: readonly (readonly MtModelLine[])[];
  readonly lineEnd: '\n' | '\r\n';
  readonly hasEnvelope: boolean;
  readonly isPadded: boolean;
}

const LINE_LENGTH = 65;
const MAX_LINES = 6;
const SUBFIELD = 27;

/** The text of a file. */
export function writeMt940(model: MtModel): string {
  let balance = model.openingMinor;
  const messages = model.pages.map((lines, index) => {
    const [first, last] = [index === 0, index === model.pages.length - 1];
    const before = balanceField(model, `60${first ? 'F' : 'M'}`, balance);
    for (const line of lines) balance += moved(line);
    const after = balanceField(model, `62${last ? 'F' : 'M'}`, balance);
    const head = [`:20:STARTUMS`, `:25:${model.account}`, `:28C:00017/${String(index + 1).padStart(3, '0')}`];
    const start = model.isIntraday ? [`:34F:${model.currency}0,`, ':13D:2611221200+0100'] : [before];
    const end = model.isIntraday ? totals(model, lines) : [after, ':86:CLOSING TEXT OF THE BANK'];
    return framed(model, [...head, ...start, ...lines.flatMap((line) => writeLine(model, line)), ...end]);
  });
  return messages.flat().join(model.lineEnd) + model.lineEnd;
}

/** The balance after all pages. */
export function closingMinor(model: MtModel): number {
  return model.pages.flat().reduce((sum, line) => sum + moved(line), model.openingMinor);
}

function moved({ isCredit, amountMinor }: MtModelLine): number {
  return isCredit ? amountMinor : -amountMinor;
}

function framed(model: MtModel, fields: readonly string[]): readonly string[] {
  if (!model.hasEnvelope) return [...fields, '-'];
  const type = model.isIntraday ? '942' : '940';
  return [
    `{1:F01BANKDEFFXXXX0000000000}{2:O${type}1200261122BANKDEFFXXXX00000000002611221200N}{4:`,
    ...fields,
    '-}',
  ];
}

function balanceField(model: MtModel, tag: string, minor: number): string {
  const mark = minor < 0 ? 'D' : 'C';
  return `:${tag}:${mark}${shortDay(model.day)}${model.currency}${printed(Math.abs(minor), model.isPadded)}`;
}

function totals(model: MtModel, lines: readonly MtModelLine[]): readonly string[] {
  return [false, true].map((isCredit) => {
    const side = lines.filter((line) => line.isCredit === isCredit);
    const sum = side.reduce((total, line) => total + line.amountMinor, 0);
    return `:90${isCredit ? 'C' : 'D'}:${side.length}${model.currency}${printed(sum, false)}`;
  });
}

function writeLine(model: MtModel, line: MtModelLine): readonly string[] {
  // A reversal has the mark of what it reverses.
  const mark = line.isReversal ? `R${line.isCredit ? 'D' : 'C'}` : line.isCredit ? 'C' : 'D';
  const booked = line.bookingDate === null ? '' : shortDay(line.bookingDate).slice(2);
  const bank = line.bankReference === '' ? '' : `//${line.bankReference}`;
  const amount = printed(line.amountMinor, model.isPadded);
  const entry = `:61:${shortDay(line.valueDate)}${booked}${mark}${model.currency.slice(2)}${amount}NTRFNONREF${bank}`;
  return [entry, ...folded(`:86:`, TEXTS[model.dialect](line))];
}

function shortDay(day: string): string {
  return day.slice(2).replaceAll('-', '');
}

/** Trailing decimals can be left out, but never the comma. */
function printed(minor: number, isPadded: boolean): string {
  const digits = String(minor).padStart(3, '0');
  const [units, cents] = [digits.slice(0, -2), digits.slice(-2)];
  if (isPadded) return `${units.padStart(12, '0')},${cents}`;
  return `${units},${cents === '00' ? '' : cents.endsWith('0') ? cents[0] : cents}`;
}

const TEXTS: Readonly<Record<MtDialect, (line: MtModelLine) => string>> = {
  german: (line) => {
    const purpose = [
      line.endToEndId && `EREF+${line.endToEndId}`,
      `SVWZ+${line.text}`,
      line.ultimateName && `${line.isCredit ? 'ABWA' : 'ABWE'}+${line.ultimateName}`,
    ].join('');
    return `166?00SEPA-UEBERWEISUNG?109315${numbered('?', purpose)}?30COLSDE33XXX${party('?', '31', line)}`;
  },
  polish: (line) => `020~00PRZELEW${numbered('~', line.text)}~3010500031${party('~', '38', line)}`,
  dutch: (line) =>
    [
      `/TRTP/SEPA OVERBOEKING/IBAN/${line.iban}/BIC/INGBNL2A/NAME/${line.name}/REMI/${line.text}`,
      `/EREF/${line.endToEndId || 'NOTPROVIDED'}`,
      line.ultimateName && `/${line.isCredit ? 'ULTD' : 'ULTC'}//NAME/${line.ultimateName}`,
    ].join(''),
  ing: (line) =>
    [
      `/EREF/${line.endToEndId || 'NOTPROVIDED'}/`,
      `/CNTP/${line.iban}/INGBNL2A/${line.name}///REMI/USTD//${line.text}/`,
      line.ultimateName && `/${line.isCredit ? 'ULTD' : 'ULTC'}/${line.ultimateName}//`,
    ].join(''),
  'free text': (line) => line.text,
};

function numbered(sign: string, purpose: string): string {
  return chunks(purpose, SUBFIELD)
    .map((chunk, index) => `${sign}${index < 10 ? 20 + index : 50 + index}${chunk}`)
    .join('');
}

function party(sign: string, accountNumber: string, { iban, name }: MtModelLine): string {
  const [first = '', second] = chunks(name, SUBFIELD);
  return `${sign}${accountNumber}${iban}${sign}32${first}${second === undefined ? '' : `${sign}33${second}`}`;
}

/** Folds a text. A line must not begin with a text that looks like a tag. */
function folded(tag: string, text: string): readonly string[] {
  const lines: string[] = [];
  for (let rest = text; rest.length > 0; ) {
    let length = Math.min(LINE_LENGTH, rest.length);
    while (/^(?::\d\d[A-Z]?:|-$)/.test(rest.slice(length))) length -= 1;
    lines.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  if (lines.length > MAX_LINES) throw new Error(`A text must have at most ${MAX_LINES} lines.`);
  return [`${tag}${lines[0] ?? ''}`, ...lines.slice(1)];
}

function chunks(text: string, length: number): readonly string[] {
  const all: string[] = [];
  for (let start = 0; start < text.length; start += length) all.push(text.slice(start, start + length));
  return all;
}
