import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMt940 } from '../../src/statements/mt940.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { holds } from '../support/properties.ts';
import { MT_MODELS } from '../support/statements/mt940-models.ts';
import { readParts } from '../support/statements/read-parts.ts';
import {
  closingMinor,
  type MtModel,
  type MtModelLine,
  writeMt940,
} from '../support/statements/write-mt940.ts';

/** The long form has a megabyte. Both are enough for a pass within a pass to fail by the time limit of a test. */
const HOSTILE_BYTES = IS_LONG ? 1_000_000 : 250_000;

/** The line that a reader must make, by the model alone. */
function expected(line: MtModelLine, { dialect, isIntraday, currency }: MtModel) {
  const isFree = dialect === 'free text';
  const hasIds = !isFree && dialect !== 'polish';
  return {
    valueDate: line.valueDate,
    bookingDate: line.bookingDate,
    direction: line.isCredit ? 'credit' : 'debit',
    amountMinor: line.amountMinor,
    currency,
    status: isIntraday ? 'pending' : 'booked',
    isReversal: line.isReversal,
    counterpartyName: isFree ? null : line.name,
    ultimateName: hasIds && line.ultimateName ? line.ultimateName : null,
    counterpartyIban: isFree ? null : line.iban,
    remittance: [line.text],
    endToEndId: hasIds && line.endToEndId ? line.endToEndId : null,
    bankReference: line.bankReference || null,
  };
}

test('Every file of the writer gives the lines and balances that were written', () => {
  holds(
    fc.property(MT_MODELS, (model) => {
      const { headers, lines, ends, problems } = readParts(readMt940, writeMt940(model));
      expect(problems).toEqual([]);
      expect(lines).toHaveLength(model.pages.flat().length);
      model.pages.flat().forEach((line, index) => {
        expect(lines[index]).toMatchObject(expected(line, model));
      });
      expect(headers.map((header) => header.page)).toEqual(model.pages.map((_, index) => index + 1));
      expect(headers[0]!.kind).toBe(model.isIntraday ? 'intraday' : 'statement');
      if (model.isIntraday) return;
      expect(headers[0]!.opening).toEqual({ amountMinor: model.openingMinor, date: model.day });
      expect(ends.at(-1)!.closing).toEqual({ amountMinor: closingMinor(model), date: model.day });
      expect(ends.map((end) => end.isLastPage)).toEqual(
        model.pages.map((_, i) => i === model.pages.length - 1),
      );
    }),
  );
});

/** Checks that a file gives lines or problems, and that each amount stands in the file as a number of its own. */
function checkAnyFile(file: Uint8Array) {
  const { headers, lines, ends, problems } = readParts(readMt940, file);
  expect(headers.length + problems.length).toBeGreaterThan(0);
  expect(headers.length).toBeGreaterThanOrEqual(ends.length);
  for (const problem of problems) expect(problem.message.length).toBeLessThan(300);
  for (const line of lines) {
    const entry = line.raw.split(':86:')[0]!.replaceAll(/[ \n]/g, '');
    const numbers = entry.match(/[\d,.'’+-]+/g) ?? [];
    expect(numbers.filter((number) => /^\d+(,\d*)?$/.test(number)).map(hundredths)).toContain(
      line.amountMinor,
    );
    expect(line.amountMinor).toBeGreaterThan(0);
    for (const text of line.remittance) expect(text.trim()).not.toBe('');
  }
}

function hundredths(number: string): number {
  const [units = '', decimals = ''] = number.split(',');
  return Number(BigInt(`${units}${decimals.slice(0, 2).padEnd(2, '0')}`));
}

test('Random bytes give lines or a problem', () => {
  const bytes = fc.uint8Array({ maxLength: 2000 });
  holds(fc.property(bytes, checkAnyFile));
});

test('Files with random fields give lines or a problem', () => {
  const tag = fc.constantFrom(...'20 25 28C 60F 60M 61 86 62F 62M 64 34F 13D 90D 90C NS 99'.split(' '));
  const value = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      'C261122EUR1,',
      'D261122TRY12,',
      '2611221122C1,NTRF',
      '261122RD1,5NTRF//x',
      '166?20SVWZ+x?32y',
      '/REMI/x',
    ),
  );
  const field = fc.tuple(tag, value).map(([name, text]) => `:${name}:${text}`);
  const line = fc.oneof(
    field,
    field,
    fc.string({ maxLength: 70 }),
    fc.constantFrom('-', '-}', '{1:F01}{4:', ''),
  );
  holds(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => checkAnyFile(Buffer.from(lines.join('\n')))),
  );
});

test('Damaged files give lines or a problem', () => {
  const damage = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 60 }),
    insert: fc.oneof(
      fc.constantFrom('\n', ':61:', ':86:', '-', ',', '9', '?20', '//', '\u0000'),
      fc.string({ maxLength: 9 }),
    ),
  });
  holds(
    fc.property(MT_MODELS, fc.array(damage, { minLength: 1, maxLength: 8 }), (model, damages) => {
      let file = writeMt940(model);
      for (const { at, remove, insert } of damages) {
        const start = at % file.length;
        file = file.slice(0, start) + insert + file.slice(start + remove);
      }
      checkAnyFile(Buffer.from(file, 'latin1'));
    }),
  );
});

test('A file that is cut anywhere before its last balance is a problem, or has no last page', () => {
  holds(
    fc.property(MT_MODELS, fc.nat(), (model, at) => {
      const file = writeMt940({ ...model, isIntraday: false });
      const end = file.lastIndexOf(':62F:');
      const { ends, problems } = readParts(readMt940, file.slice(0, at % end));
      expect(problems.length > 0 || ends.at(-1)!.isLastPage === false).toBe(true);
    }),
  );
});

const PIECES = [
  ['blanks', ' '],
  ['signs of subfields', '?'],
  ['subfields', '?20'],
  ['subfields without numbers', '?a'],
  ['keys', 'EREF+'],
  ['beginnings of keys', 'ERE'],
  ['slashes', '/'],
  ['codes', '/REMI'],
  ['parties', '/ULTD//NAME/x'],
  ['letters', 'A'],
  ['digits', '1'],
  ['digits in groups', '1 111'],
  ['commas', ','],
  ['control characters', '\u0001'],
  ['line ends', '\n'],
  ['hyphens', '-\n'],
  ['ends of messages', '-}\n'],
  ['envelopes', '{1:'],
  ['texts', ':86:x\n'],
  ['beginnings', ':20:x\n'],
  ['pieces of lines', 'RF18 '],
] as const;

test.each(everyNth(4, PIECES))(
  '%s without end are read in one pass: a pass for each of them would last for minutes',
  (_, piece) => {
    const hostile = piece.repeat(Math.ceil(HOSTILE_BYTES / piece.length));
    const limits = { maxText: 2 * HOSTILE_BYTES };
    const head = ':20:A\n:25:1\n:28C:1\n:60F:C261122EUR1,\n';
    for (const start of ['166?20SVWZ+', '/REMI/', ''])
      readParts(readMt940, `${head}:61:261122C1,NTRF\n:86:${start}${hostile}x\n:62F:C261122EUR1,`, limits);
    for (const tag of ['25:', '28C:', '61:261122C', '61:261122C1,NTRF', '62F:C261122EUR'])
      readParts(readMt940, `${head}:${tag}${hostile}x`, limits);
    expect(readParts(readMt940, hostile).problems.length).toBeGreaterThan(0);
  },
);
