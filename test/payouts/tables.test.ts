import { afterEach, describe, expect, it, vi } from 'vitest';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { csvRows } from '../../src/statements/csv-rows.ts';
import { xlsxSheets } from '../../src/statements/xlsx-rows.ts';
import {
  batchOf,
  bytesOf,
  isoProfile,
  payoutRow,
  TURKISH,
  tableProfile,
} from '../support/payouts/payout-batch.ts';

afterEach(() => vi.useRealTimers());

const HEADER = ['Sıra', 'Alıcı', 'IBAN', 'Tutar', 'Döviz', 'Tarih', 'Açıklama', 'Tür', 'Referans'];
const payouts = batchOf([
  payoutRow(1, { amountMinor: 1_250_075, accountName: TURKISH, text: 'Sipariş; "42" O\'Brien uzun metin' }),
  payoutRow(2, { amountMinor: 7, accountName: 'A & <B>', text: '' }),
]);
const textsOf = (rows: Iterable<{ readonly cells: readonly { readonly text: string }[] }>) =>
  [...rows].map(({ cells }) => cells.map(({ text }) => text));
const readCsv = (bytes: Uint8Array, delimiter: ';' | ',' = ';') =>
  textsOf(csvRows(bytes, delimiter, READ_LIMITS));
const csv = (settings: Record<string, unknown> = {}, batch = payouts) =>
  bytesOf(tableProfile({ format: 'csv', ...settings }), batch);

describe('a CSV file', () => {
  it('is read back as it was meant', () => {
    expect(readCsv(csv())).toEqual([
      HEADER,
      [
        '1',
        TURKISH,
        'TR320010009999901234567890',
        '12500,75',
        'EUR',
        '30.11.2026',
        'Sipariş; "42" O\'Brie',
        'FAST',
        'P000000042-000001',
      ],
      [
        '2',
        'A & <B>',
        'TR320010009999901234567890',
        '0,07',
        'EUR',
        '30.11.2026',
        'P000000042-000002',
        'FAST',
        'P000000042-000002',
      ],
    ]);
  });

  it('has no header where the profile has none', () => {
    expect(readCsv(csv({ hasHeader: false }))).toHaveLength(2);
  });

  it('has the delimiter, the decimal sign and the form of days of the profile', () => {
    const bytes = csv({ delimiter: ',', decimal: 'point', dateFormat: 'yyyymmdd' });
    expect(readCsv(bytes, ',')[1]?.slice(3, 6)).toEqual(['12500.75', 'EUR', '20261130']);
  });

  it('is read back from windows-1254', () => {
    const bytes = csv({ encoding: 'windows-1254' });
    expect(readCsv(bytes)).toEqual(readCsv(csv()));
    expect(bytes.length).toBeLessThan(csv().length);
  });

  it('begins no cell like a formula', () => {
    const row = payoutRow(1, { accountName: '=HYPERLINK("http://example.com")', text: '@a;-b' });
    const [, cells] = readCsv(csv({}, batchOf([row])));
    expect([cells?.[1], cells?.[6]]).toEqual(['HYPERLINK("http://example.com")', 'a; b']);
  });
});

describe('an XLSX file', () => {
  const cellsOf = (settings: Record<string, unknown> = {}) => {
    const sheets = xlsxSheets(bytesOf(tableProfile({ format: 'xlsx', ...settings }), payouts), READ_LIMITS);
    return sheets.map((sheet) => [...sheet]);
  };

  it('is read back as it was meant', () => {
    const [rows = []] = cellsOf();
    expect(textsOf(rows)).toEqual([
      HEADER,
      [
        '1',
        TURKISH,
        'TR320010009999901234567890',
        '12500.75',
        'EUR',
        '46356',
        'Sipariş; "42" O\'Brie',
        'FAST',
        'P000000042-000001',
      ],
      [
        '2',
        'A & <B>',
        'TR320010009999901234567890',
        '0.07',
        'EUR',
        '46356',
        'P000000042-000002',
        'FAST',
        'P000000042-000002',
      ],
    ]);
  });

  it('has amounts as numbers and days as dates', () => {
    const kinds = cellsOf({ dateFormat: 'yyyy-mm-dd' })[0]?.[1]?.cells.map(({ kind }) => kind);
    expect(kinds).toEqual(['number', 'text', 'text', 'number', 'text', 'date', 'text', 'text', 'text']);
  });

  it('has texts that look like formulas as texts', () => {
    const batch = batchOf([payoutRow(1, { accountName: '=1+1' })]);
    const [sheet] = xlsxSheets(bytesOf(tableProfile({ format: 'xlsx' }), batch), READ_LIMITS);
    expect([...(sheet ?? [])][1]?.cells[1]).toEqual({ kind: 'text', text: '=1+1' });
  });

  it('reaches behind the column Z', () => {
    const columns = Array.from({ length: 28 }, (_, index) => ({
      header: `C${index}`,
      value: 'constant',
      constant: `c${index}`,
    }));
    const needed = [
      { header: 'a', value: 'amount' },
      { header: 'i', value: 'iban' },
      { header: 'n', value: 'name' },
    ];
    const [rows = []] = cellsOf({ columns: [...columns, ...needed] });
    expect(rows[1]?.cells.slice(25, 28).map(({ text }) => text)).toEqual(['c25', 'c26', 'c27']);
  });
});

describe('every form of file', () => {
  it.each(['pain.001.001.09', 'pain.001.001.03', 'csv', 'xlsx'])(
    '%s has the same bytes for the same batch',
    (format) => {
      const isTable = format === 'csv' || format === 'xlsx';
      const profile = isTable ? tableProfile({ format }) : isoProfile({ format });
      vi.useFakeTimers({ now: 0, toFake: ['Date'] });
      const first = bytesOf(profile, payouts);
      vi.setSystemTime(Date.UTC(2030, 5, 1));
      expect(bytesOf(profile, payouts).equals(first)).toBe(true);
    },
  );
});
