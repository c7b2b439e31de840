import { describe, expect, it } from 'vitest';
import { readNumber, readPrintedAmount } from '../../src/statements/amount-text.ts';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import type { BankProfile } from '../../src/statements/profiles/profile.ts';
import { codesOf, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';

const profile: BankProfile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY', decimal: 'comma' };
const HEADER = ['Tarih', 'Tutar', 'Açıklama'];
const read = (rows: readonly (readonly string[])[], change: Partial<BankProfile> = {}) =>
  readTableParts(writeCsv({ rows }), { ...profile, ...change });
const minorOf = (amount: object) => ('amountMinor' in amount ? amount.amountMinor : undefined);

describe('an amount', () => {
  it.each([
    ['1.250,50', 125050],
    ['1250,5', 125050],
    ['1 250,50 TL', 125050],
    ['₺1.250,50', 125050],
    ['(1.250,50)', 125050],
    ['1.250,50-', 125050],
    ['12,5000', 1250],
    ['90.071.992.547.409,91', 9007199254740991],
  ])('%s with a decimal comma is %d', (text, minor) => {
    expect(minorOf(readPrintedAmount(text, 'comma'))).toBe(minor);
  });

  it.each([
    '12500.75',
    '12.50',
    '1,250.50',
    '1,250',
    '1.25.000',
    '12,505',
    '--1,00',
    '',
    '1e5',
    '٣,٠٠',
    '90.071.992.547.409,92',
  ])('%s with a decimal comma is none', (text) => {
    expect(minorOf(readPrintedAmount(text, 'comma'))).toBeUndefined();
  });

  it.each([
    ['1.250,50', 125050],
    ['1,250.50', 125050],
    ['1.250.000', 125000000],
    ['1250.5', 125050],
    ['12', 1200],
    ['1.250', undefined],
    ['1,250', undefined],
  ])('%s is read without a known sign only if it has one meaning', (text, minor) => {
    expect(minorOf(readPrintedAmount(text, 'auto'))).toBe(minor);
  });

  it.each([
    ['12500.75', 1250075],
    ['1.25E4', 1250000],
    ['1.2345E+2', 12345],
    ['125E-2', 125],
    ['1234.5599999999999', 123456],
    ['1.1000000000000001', 110],
    ['0.30000000000000004', 30],
    ['12345678901.4551', undefined],
    ['1.005', undefined],
    ['1E30', undefined],
    ['1,5', undefined],
  ])('%s in a numeric cell is exact', (text, minor) => {
    expect(minorOf(readNumber(text))).toBe(minor);
  });
});

describe('a row', () => {
  it('with the date, amount or direction in doubt is a problem with its place', () => {
    const rows = [
      HEADER,
      ['31.02.2026', '1,00', 'x'],
      ['01.09.2026', '12.50', 'x'],
      ['01.09.2026', '1,005', 'x'],
      ['', '1,00', 'x'],
      ['01.09.2026', '', 'x'],
      ['01.09.2026', '1,00 EUR', 'x'],
      ['01.09.2026', '1,00 TL', 'x'],
    ];
    expect(codesOf(read(rows))).toEqual([
      'bad-date row 2',
      'bad-amount row 3',
      'bad-amount row 4',
      'missing-field row 5',
      'bad-amount row 6',
      'bad-currency row 8',
    ]);
  });

  it('that is a sum, a note, a repeated header or an amount of zero is no line', () => {
    const rows = [
      HEADER,
      ['01.09.2026', '1,00', 'x'],
      ['', '', ''],
      HEADER,
      ['01.09.2026', '0,00', 'free of charge'],
      ['01.09.2026', '', 'Devreden bakiye'],
      ['02.09.2026', '2,00', 'y'],
      ['Toplam', '3,00', ''],
      ['Bu belge bilgi amaçlıdır', '', ''],
    ];
    const { lines, problems } = read(rows);
    expect(problems).toEqual([]);
    expect(lines.map(({ place, amountMinor }) => [place, amountMinor])).toEqual([
      ['row 2', 100],
      ['row 7', 200],
    ]);
  });

  it('has its direction by letters, and a sign that contradicts them is a problem', () => {
    const rows = [
      [...HEADER, 'B/A'],
      ['01.09.2026', '1,00', 'x', 'A'],
      ['01.09.2026', '1,00', 'x', 'Borç'],
      ['01.09.2026', '-1,00', 'x', 'B'],
      ['01.09.2026', '-1,00', 'x', 'A'],
      ['01.09.2026', '1,00', 'x', 'Z'],
    ];
    const found = read(rows, { direction: { kind: 'letters' } });
    expect(found.lines.map(({ direction }) => direction)).toEqual(['credit', 'debit', 'debit']);
    expect(codesOf(found)).toEqual(['bad-direction row 5', 'bad-direction row 6']);
    expect(codesOf(read(rows.slice(0, 3)))).toEqual(['bad-direction row 3']);
  });

  it('has its direction by two columns, of which one is filled', () => {
    const columns = { date: ['TARIH'], debitAmount: ['BORC'], creditAmount: ['ALACAK'] };
    const rows = [
      ['Tarih', 'Borç', 'Alacak'],
      ['01.09.2026', '1,00', '0,00'],
      ['01.09.2026', '', '2,00'],
      ['01.09.2026', '-3,00', ''],
      ['01.09.2026', '1,00', '1,00'],
      ['01.09.2026', '', '-1,00'],
    ];
    const found = read(rows, { columns, direction: { kind: 'columns' } });
    expect(found.lines.map(({ direction, amountMinor }) => [direction, amountMinor])).toEqual([
      ['debit', 100],
      ['credit', 200],
      ['debit', 300],
    ]);
    expect(codesOf(found)).toEqual(['bad-direction row 5', 'bad-direction row 6']);
  });

  it('is refused where a text shifts its cells, or a quotation mark swallows rows', () => {
    const shifted = Buffer.from('Tarih,Tutar,Açıklama\n01.09.2026,1.250,50,x\n');
    expect(codesOf(readTableParts(shifted, profile))).toEqual(['broken-file row 2']);
    const swallowed = Buffer.from(
      'Tarih;Tutar;Açıklama\n01.09.2026;1,00;"x\n02.09.2026;2,00;y\n03.09.2026;3,00;"z\n',
    );
    const { lines, problems } = readTableParts(swallowed, profile);
    expect([lines.length, problems.length]).toEqual([0, 1]);
  });

  it('that looks like a formula is plain text', () => {
    const formula = '=HYPERLINK("http://example.test";"x")';
    expect(read([HEADER, ['01.09.2026', '1,00', formula]]).lines[0]?.remittance).toEqual([formula]);
  });
});

describe('a table', () => {
  const lines = [
    ['01.09.2026', '1,00', 'ŞĞİı'],
    ['02.09.2026', '-2,00', 'x'],
  ];

  it.each(['utf-8', 'utf-8-bom', 'utf-16le', 'windows-1254'] as const)('is read in %s', (encoding) => {
    const found = readTableParts(writeCsv({ rows: [HEADER, ...lines], encoding }), profile);
    expect(found.lines.map(({ remittance }) => remittance)).toEqual([['ŞĞİı'], ['x']]);
  });

  it.each([';', ',', '\t', '|'])('is read with %j between its cells', (delimiter) => {
    expect(readTableParts(writeCsv({ rows: [HEADER, ...lines], delimiter }), profile).lines).toHaveLength(2);
  });

  it('with several accounts or currencies is a problem', () => {
    const header = [...HEADER, 'Hesap No', 'Döviz'];
    const rows = [header, [...lines[0]!, '1', 'TRY'], [...lines[1]!, '2', 'TRY'], [...lines[1]!, '1', 'EUR']];
    expect(codesOf(read(rows))).toEqual(['broken-file row 3', 'bad-currency row 4']);
  });

  it('names the currency of its account above the header or in it, and both must agree', () => {
    const above = ['Para Birimi:', 'USD'];
    expect(read([above, HEADER, lines[0]!]).headers[0]?.account.currency).toBe('USD');
    const header = ['Tarih', 'Tutar (TL)', 'Açıklama'];
    expect(codesOf(read([above, header, lines[0]!]))).toEqual(['bad-currency row 3']);
  });

  it('stops after the most lines, and after the most problems', () => {
    const many = writeCsv({ rows: [HEADER, ...lines, ...lines] });
    expect(codesOf(readTableParts(many, profile, { maxLines: 3 }))).toEqual(['too-many-lines row 5']);
    const bad = writeCsv({ rows: [HEADER, ...Array.from({ length: 9 }, () => ['x', '1,00', ''])] });
    expect(readTableParts(bad, profile, { maxProblems: 4 }).problems).toHaveLength(4);
  });
});
