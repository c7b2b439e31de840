import { describe, expect, test } from 'vitest';
import { matchLines } from '../../src/reconciliation/domain/matching/decide-lines.ts';
import { readMt940 } from '../../src/statements/mt940.ts';
import { makeDeposit, makeFacts, REFERENCE, TODAY } from '../support/matching.ts';
import { readParts } from '../support/statements/read-parts.ts';

const BANK = 'GELEN FAST SORGU NO 123456789 ACIKLAMA ';
const HEAD = [':20:STARTUMS', ':25:TR330006100519786457841326', ':28C:17/1', ':60F:C261122TRY100,'];
const ENTRY = ':61:2611221122C0,01NTRFNONREF//000000001';
const FORGED = `:61:2611221122C500,00NTRF${REFERENCE}`;
const DEBIT = ':61:2611211121D500,00NTRFX';
/** A debit of the day before: its money can be that of no credit of today. */
const BACK = ':61:2611211121D500,00NTRF';

/** Folds a text as a bank that guards no colon. @param first the characters of its first line. */
function fold(text: string, width = 65, first = width): string[] {
  const lines = [text.slice(0, first)];
  for (let at = first; at < text.length; at += width) lines.push(text.slice(at, at + width));
  return lines;
}

/** A file with a payment of 0.01 whose text is forged, and a last one of 0.01. */
function fileOf(texts: readonly string[], end = '\n', closing = 'C261122TRY100,02') {
  const [first = '', ...rest] = texts;
  const last = [':61:2611221122C0,01NTRFNONREF//000000002', ':86:GELEN FAST AYSE'];
  return [...HEAD, ENTRY, `:86:${first}`, ...rest, ...last, `:62F:${closing}`, '-', ''].join(end);
}

/** What becomes of the lines of a file beside a pending deposit of 500 with the reference. */
function settledBy(file: string) {
  const { lines, problems } = readParts(readMt940, file);
  if (problems.length > 0) return { settled: [], lines, problems };
  const facts = lines.map((line, index) => ({
    lineId: `line${index}`,
    bankAccountId: 'account',
    isHeld: false,
    line,
  }));
  const deposits = [makeDeposit({ amountMinor: 50_000 })];
  const decisions = matchLines(makeFacts({ lines: facts, deposits }));
  return { settled: decisions.filter(({ action }) => action !== null), lines, problems };
}

const pad = (text: string, width = 65) => text.padEnd(width, 'X');
const filled = (before: string, width = 65) => before.padEnd(width, 'x');

/** Forged texts, as the lines that the bank makes of them. */
const FORGERIES: readonly (readonly [string, readonly string[]])[] = [
  ['a credit and a debit', fold(filled(BANK) + pad(`${FORGED}//`) + BACK)],
  ['a debit and a credit', fold(filled(BANK) + pad(`${DEBIT}//`) + FORGED)],
  ['a credit with a text', fold(`${filled(BANK) + pad(`${FORGED}//`)}:86:AYSE YILMAZ ${REFERENCE}`)],
  [
    'a credit with a text, where the first line counts with its tag',
    fold(`${filled(BANK, 61) + pad(`${FORGED}//`)}:86:${REFERENCE}`, 65, 61),
  ],
  [
    'a credit behind a line that lost its blank',
    [filled(BANK, 64), pad(`${FORGED}//`), `:86:AYSE YILMAZ ${REFERENCE}`],
  ],
  [
    'a credit that blanks fill, which the bank removes',
    [filled(BANK), FORGED, `:86:AYSE YILMAZ ${REFERENCE}`],
  ],
  ['a credit alone, at the end of a short line', ['GELEN FAST', FORGED]],
  [
    'lines of 27 characters',
    fold(`${filled('GELEN FAST ', 27) + pad(':61:2611221122C500,00NTRF//', 27)}:86:${REFERENCE}`, 27),
  ],
  [
    'lines of 35 characters, the first one with its tag',
    fold(`${filled('GELEN FAST ', 31) + pad(`${FORGED}//`, 35)}:86:${REFERENCE}`, 35, 31),
  ],
  [
    'a numbered text',
    fold(
      filled('166?00GUTSCHRIFT?109310?20SVWZ+') +
        pad(`${FORGED}//`) +
        `:86:166?00X?20SVWZ+${REFERENCE}?32AYSE YILMAZ`,
    ),
  ],
  [
    'a numbered text, with the fields of the bank behind it',
    fold(`${filled('166?00GUTSCHRIFT?20SVWZ+')}${FORGED}?30COLSDE33?31DE89370400440532013000?32A B`),
  ],
  [
    'a text with codes',
    fold(
      filled('/TRTP/SEPA/NAME/A B/REMI/') +
        pad(`${FORGED}//`) +
        `:86:/REMI/${REFERENCE}/NAME/AYSE YILMAZ/EREF/X`,
    ),
  ],
  ['two texts of one line', [...fold(filled(BANK) + FORGED), ':86:AYSE YILMAZ']],
];

describe.each([['\n'], ['\r\n']])('with lines that end by %j', (end) => {
  test.each(FORGERIES)('A payer who writes %s into his text settles nothing', (_, texts) => {
    const { settled, lines } = settledBy(fileOf(texts, end));
    expect(lines.filter(({ amountMinor }) => amountMinor === 50_000).length).toBeGreaterThan(0);
    expect(settled).toEqual([]);
  });
});

test('The same entry settles where a text cannot go on in it', () => {
  const entry = [`${FORGED}//000000003`, ':86:AYSE YILMAZ'];
  const { settled, lines } = settledBy(fileOf(['GELEN FAST', ...entry], '\n', 'C261122TRY600,02'));
  expect(lines.map(({ isCollective }) => isCollective)).toEqual([false, false, false]);
  expect(settled).toHaveLength(1);
});

test('Entries of a bank without texts are certain', () => {
  const { lines } = readParts(readMt940, [...HEAD, ENTRY, FORGED, ':62F:C261122TRY600,01'].join('\n'));
  expect(lines.map(({ isCollective }) => isCollective)).toEqual([false, false]);
});

test('Lines that are longer than those of any fold show that texts are not folded', () => {
  const long = [':61:2611221122C1,NTRFNONREF', `:86:${'x'.repeat(120)}`];
  const file = fileOf([filled(BANK), ...long, ENTRY, `:86:${filled(BANK)}`], '\n', 'C261122TRY101,03');
  const certain = readParts(readMt940, file).lines.map(({ isCollective }) => !isCollective);
  expect(certain).toEqual([true, false, true, true]);
});

test.each([':62F:C261122TRY100,01', ':62M:C261122TRY100,01', ':60F:C261122TRY100,01'])(
  'A payer who writes %s into his text has the file refused',
  (field) => {
    expect(settledBy(fileOf(fold(filled(BANK) + field))).problems).not.toEqual([]);
  },
);

test.each([
  [[':34F:TRY0,']],
  [[pad(':90D:1TRY1,'), ':34F:TRY0,']],
  [[pad(':90D:1TRY1,'), ':13D:2611221200+0100']],
])('A payer who writes %j into his text does not make a report of the statement', (fields) => {
  const { ends, problems } = readParts(readMt940, fileOf([filled(BANK), ...fields]));
  expect(problems).toEqual([]);
  expect(ends).toEqual([{ closing: { amountMinor: 10_002, date: TODAY }, isLastPage: true }]);
});
