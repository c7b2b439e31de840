import { describe, expect, it } from 'vitest';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { codesOf, readTableParts } from '../support/statements/read-parts.ts';
import {
  DATE_STYLES,
  type SheetCell,
  type WorkbookToWrite,
  writeXlsx,
} from '../support/statements/write-xlsx.ts';

const profile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY', decimal: 'comma' } as const;
const HEADER: readonly SheetCell[] = ['Tarih', 'Tutar', 'Açıklama'];
const LINE: readonly SheetCell[] = [{ date: '46266' }, { number: '12500.75' }, 'x'];
const read = (workbook: Partial<WorkbookToWrite>) =>
  readTableParts(writeXlsx({ sheets: [{ rows: [HEADER, LINE] }], ...workbook }), profile);
const amountsOf = (rows: readonly (readonly SheetCell[])[]) =>
  read({ sheets: [{ rows: [HEADER, ...rows] }] }).lines.map(({ amountMinor }) => amountMinor);

describe('a spreadsheet', () => {
  it('keeps numeric cells apart from texts', () => {
    expect(amountsOf([LINE, ['01.09.2026', '12.500,75', 'x']])).toEqual([1250075, 1250075]);
    const text: readonly SheetCell[] = ['01.09.2026', '12500.75', 'x'];
    expect(codesOf(read({ sheets: [{ rows: [HEADER, text] }] }))).toEqual(['bad-amount row 2']);
  });

  it('gives the stored value of a formula, and takes its text for nothing else', () => {
    const [line] = read({
      sheets: [{ rows: [HEADER, [{ date: '46266' }, { formula: '1+1', value: '2.5' }, { inline: '=1+1' }]] }],
    }).lines;
    expect([line?.amountMinor, line?.remittance]).toEqual([250, ['=1+1']]);
  });

  it.each([
    ['damaged', '<styleSheet><cellXfs><xf'],
    ['empty', ''],
    ['without formats', DATE_STYLES.replace('164" formatCode', '999" formatCode')],
  ])('is read with %s styles', (_, styles) => {
    expect(read({ styles }).lines[0]).toMatchObject({ bookingDate: '2026-09-01', amountMinor: 1250075 });
  });

  it('does not take a date for an amount', () => {
    const rows = [HEADER, [{ date: '46266' }, { date: '46266' }, 'x']];
    expect(codesOf(read({ sheets: [{ rows }] }))).toEqual(['bad-amount row 2']);
  });

  it('is read whatever size it declares, and with prefixed elements', () => {
    const rows = [HEADER, LINE];
    expect(read({ sheets: [{ rows, dimension: 'A1' }] }).lines).toHaveLength(1);
    expect(read({ sheets: [{ rows, dimension: 'A1:XFD1048576' }] }).lines).toHaveLength(1);
    expect(read({ prefix: 'x' }).lines).toHaveLength(1);
  });

  it('is read from the sheet that has the header', () => {
    expect(
      read({ sheets: [{ rows: [['Özet'], ['Toplam', '5']] }, { rows: [[], [], HEADER, LINE] }] }).lines,
    ).toMatchObject([{ place: 'sheet "Sayfa2", row 4', amountMinor: 1250075 }]);
  });

  it('is refused when it counts days from 1904', () => {
    expect(codesOf(read({ workbookProperties: '<workbookPr date1904="1"/>' }))).toEqual(['bad-date']);
  });

  it('that is old, or is HTML in disguise, asks to be saved as XLSX or CSV', () => {
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    const html = Buffer.from('\n<html><body><table><tr><td>Tarih</td></tr></table></body></html>');
    for (const bytes of [old, html]) {
      const { problems } = readTableParts(bytes, profile);
      expect(problems).toMatchObject([
        { code: 'old-excel', message: expect.stringContaining('save it as XLSX or CSV') },
      ]);
    }
  });
});
