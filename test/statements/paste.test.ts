import { describe, expect, it } from 'vitest';
import { readPasted } from '../../src/statements/paste.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { codesOf, sortParts } from '../support/statements/read-parts.ts';

const terms = { detected: BANK_PROFILES, generic: GENERIC_PROFILE };
const paste = (text: string) => sortParts(readPasted(text, undefined, { ...terms, currency: 'TRY' }));
const seen = (text: string) => {
  const { lines, problems } = paste(text);
  expect(problems).toEqual([]);
  return lines.map((line) => [
    line.bookingDate,
    line.direction === 'credit' ? line.amountMinor : -line.amountMinor,
    line.balanceAfterMinor,
    line.remittance[0] ?? null,
  ]);
};

describe('pasted lines', () => {
  it('are read by their header, between tabs, semicolons or blanks', () => {
    for (const between of ['\t', ';', '   ']) {
      const text = `Tarih${between}Açıklama${between}Tutar\n01.09.2026${between}AYŞE YILMAZ REF K7${between}-1.250,50\n`;
      expect(seen(text)).toEqual([['2026-09-01', -125050, null, 'AYŞE YILMAZ REF K7']]);
    }
  });

  it('are read without a header where each column has one meaning', () => {
    expect(seen('01.09.2026\t10:00\tAYŞE\tREF K7\t+1.250,50\n')).toEqual([
      ['2026-09-01', 125050, null, 'AYŞE REF K7'],
    ]);
    expect(seen('2026-09-01;x;5,00 TL;A\n2026-09-02;y;5,00 TL;B\n')).toEqual([
      ['2026-09-01', 500, null, 'x'],
      ['2026-09-02', -500, null, 'y'],
    ]);
  });

  it('have a balance column where only one of two adds up, in either order', () => {
    expect(seen('01.09.2026\t+10,00\t110,00\tx\n02.09.2026\t-30,00\t80,00\ty\n')).toEqual([
      ['2026-09-01', 1000, 11000, 'x'],
      ['2026-09-02', -3000, 8000, 'y'],
    ]);
    expect(
      seen('02.09.2026\t80,00\t-30,00\ty\n01.09.2026\t110,00\t+10,00\tx\n').map(([, amount]) => amount),
    ).toEqual([-3000, 1000]);
  });

  it.each([
    ['no signs', '01.09.2026\t1.250,50\tAYŞE', 'bad-direction'],
    ['a day that may be a month', '01/09/2026\t+1.250,50\tAYŞE', 'bad-date'],
    ['an amount that may be thousands', '01.09.2026\t+1.250\tAYŞE', 'unknown-columns'],
    ['two amounts that prove nothing', '01.09.2026\t+1,00\t+5,00\tAYŞE', 'unknown-columns'],
    ['two columns of days', '01.09.2026\t02.09.2026\t+1,00\tAYŞE', 'unknown-columns'],
    ['rows of different lengths', '01.09.2026  AYŞE  +1,00\n02.09.2026  +2,00', 'unknown-columns row 2'],
    ['a row without a cell under a header', 'Tarih  Açıklama  Tutar\n01.09.2026  +1,00', 'broken-file row 2'],
    ['no text at all', ' \n', 'not-a-statement'],
  ])('with %s are a problem, and no line', (_, text, code) => {
    const found = paste(text);
    expect([codesOf(found), found.lines]).toEqual([[code], []]);
  });

  it('that name no currency, for an account without one, are a problem', () => {
    expect(codesOf(sortParts(readPasted('01.09.2026\t+1,00\tx', undefined, terms)))).toEqual([
      'bad-currency row 1',
    ]);
  });
});
