import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { holds } from '../support/properties.ts';
import { closingsOf, codesOf, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';

interface Payment {
  readonly day: number;
  readonly minor: number;
  readonly text: string;
}

const HEADER = ['Tarih', 'Tutar', 'Bakiye', 'Açıklama', 'Fiş No'];
/** A text that a payer can write. Blanks at the ends are not kept, and an empty text is none. */
const text = fc
  .oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[A-ZÇĞİÖŞÜçğıöşü;,|"' \n*]{0,40}$/))
  .map((value) => value.replace(/[\r\0-\x09\x0b-\x1f\ufffe\uffff]/g, '').trim());
const payments = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 30 }),
    minor: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).filter((minor) => minor !== 0),
    text,
  }) satisfies fc.Arbitrary<Payment>,
  { maxLength: 30 },
);

const digitsOf = (minor: number) => String(Math.abs(minor)).padStart(3, '0');
const signOf = (minor: number) => (minor < 0 ? '-' : '');
const plain = (minor: number) =>
  `${signOf(minor)}${digitsOf(minor).slice(0, -2)}.${digitsOf(minor).slice(-2)}`;
const turkish = (minor: number) => {
  const units = digitsOf(minor)
    .slice(0, -2)
    .replace(/\B(?=(\d{3})+$)/g, '.');
  return `${signOf(minor)}${units},${digitsOf(minor).slice(-2)}`;
};
const dayText = (day: number) => `${String(day).padStart(2, '0')}.09.2026`;

/** Balances after each payment, from 1,000.00. */
function balances(list: readonly Payment[]): readonly number[] {
  let balance = 100_000;
  return list.map(({ minor }) => {
    balance += minor;
    return balance;
  });
}

function expectSame(bytes: Uint8Array, list: readonly Payment[], isNewestFirst: boolean): void {
  const profile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY', decimal: 'comma' } as const;
  const read = readTableParts(bytes, profile);
  expect(codesOf(read)).toEqual([]);
  expect(
    read.lines.map(({ bookingDate, direction, amountMinor, remittance }) => ({
      day: Number(bookingDate?.slice(-2)),
      minor: direction === 'credit' ? amountMinor : -amountMinor,
      text: (remittance[0] ?? '').replaceAll('\r\n', '\n'),
    })),
  ).toEqual(isNewestFirst ? list.toReversed() : list);
  const sum = list.reduce((total, { minor }) => total + minor, 0);
  if (list.length > 1) {
    expect(read.headers[0]?.opening?.amountMinor).toBe(100_000);
    expect(closingsOf(read)).toEqual([100_000 + sum]);
  }
}

describe('whatever payments a second writer puts into a file', () => {
  it('are read from CSV as they were written, in either order of time', () => {
    const files = fc.record({
      payments,
      delimiter: fc.constantFrom(';', ',', '\t', '|'),
      lineEnd: fc.constantFrom('\r\n', '\n'),
      isNewestFirst: fc.boolean(),
    });
    return holds(
      fc.property(files, ({ payments: list, delimiter, lineEnd, isNewestFirst }) => {
        // A text that holds a whole row looks like a quotation mark that is never closed.
        fc.pre(
          list.every(({ text: value }) =>
            value.split('\n').every((line) => line.split(delimiter).length < 5),
          ),
        );
        const after = balances(list);
        const rows = list.map(({ day, minor, text: value }, index) => [
          dayText(day),
          turkish(minor),
          turkish(after[index] ?? 0),
          value,
          `F${index}`,
        ]);
        const ordered = isNewestFirst ? rows.toReversed() : rows;
        expectSame(writeCsv({ rows: [HEADER, ...ordered], delimiter, lineEnd }), list, isNewestFirst);
      }),
      100,
    );
  });

  it('are read from XLSX as they were written, from numbers and from texts', () => {
    const files = fc.record({ payments, isText: fc.boolean(), isNewestFirst: fc.boolean() });
    return holds(
      fc.property(files, ({ payments: list, isText, isNewestFirst }) => {
        const after = balances(list);
        const cell = (minor: number) => (isText ? turkish(minor) : { number: plain(minor) });
        const rows = list.map(({ day, minor, text: value }, index) => [
          isText ? dayText(day) : { date: `${46265 + day}.5` },
          cell(minor),
          cell(after[index] ?? 0),
          value,
          `F${index}`,
        ]);
        const ordered = isNewestFirst ? rows.toReversed() : rows;
        expectSame(writeXlsx({ sheets: [{ rows: [[], HEADER, ...ordered] }] }), list, isNewestFirst);
      }),
      100,
    );
  });
});
