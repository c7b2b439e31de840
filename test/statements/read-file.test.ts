import { zipSync } from 'fflate';
import { describe, expect, it, test, vi } from 'vitest';
import { READ_LIMITS, type StatementPart } from '../../src/reconciliation/domain/statement.ts';
import { detectFormat } from '../../src/statements/detect.ts';
import { otherKindOf } from '../../src/statements/other-kinds.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { readFile } from '../../src/statements/read-file.ts';
import { closingsOf, codesOf, readTableParts, sortParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import {
  DATE_STYLES,
  type SheetCell,
  type WorkbookToWrite,
  writeXlsx,
} from '../support/statements/write-xlsx.ts';

describe('read file', () => {
  const HEADER = ['Tarih', 'Açıklama', 'Etiket', 'Tutar', 'Bakiye', 'Dekont No'];

  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      '01.09.2026',
      `AYŞE ${index}`,
      'x',
      '1,00',
      `${index + 1},00`,
      `${index}`,
    ]);

  const bytes = writeCsv({ rows: [HEADER, ...rowsOf(1000)] });
  const terms = { profiles: BANK_PROFILES, generic: GENERIC_PROFILE, currency: undefined };
  const options = { wanted: 'plain' as const, limits: READ_LIMITS, timeLimitMs: 60_000 };

  async function collect(batches: AsyncIterable<readonly StatementPart[]>) {
    const parts: StatementPart[] = [];
    let count = 0;
    for await (const batch of batches) {
      parts.push(...batch);
      count += 1;
    }
    return { ...sortParts(parts), count };
  }

  describe('a file that is read in a thread', () => {
    it('gives the same lines in order, in batches, and stays with its caller', async () => {
      const { lines, ends, problems, count } = await collect(
        readFile({ bytes, format: 'csv', ...terms }, options),
      );
      expect(problems).toEqual([]);
      expect(lines.map(({ bankReference }) => bankReference)).toEqual(rowsOf(1000).map((row) => row[5]));
      expect(closingsOf({ ends })).toEqual([100_000]);
      expect(count).toBeGreaterThan(5);
      expect(bytes.length).toBeGreaterThan(10_000);
    });

    it('whose lines have long texts is given in smaller batches, so that nothing else waits for all that they say', async () => {
      const rows = rowsOf(100).map(([day = '', , ...rest]) => [day, 'long '.repeat(1000), ...rest]);
      const long = writeCsv({ rows: [HEADER, ...rows] });
      const counts: number[] = [];
      for await (const batch of readFile(
        { bytes: long, format: 'csv', ...terms },
        { ...options, wanted: 'keyed' },
      ))
        counts.push(batch.filter(({ kind }) => kind === 'line').length);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
      expect(Math.max(...counts)).toBe(9);
    });

    it('gives its problems, as the reader does', async () => {
      const { problems } = await collect(
        readFile({ bytes: Buffer.from('x'), format: 'csv', ...terms }, options),
      );
      expect(problems).toMatchObject([{ code: 'unknown-columns' }]);
    });

    it('that takes too much time gives one problem', async () => {
      const { problems } = await collect(
        readFile({ bytes, format: 'csv', ...terms }, { ...options, timeLimitMs: 1 }),
      );
      expect(problems).toMatchObject([{ code: 'too-slow' }]);
    });

    it('that takes too much memory gives one problem, and others are read beside it', async () => {
      const rows = rowsOf(5_000).map((row) => [...row.slice(0, 5), `${row[5]}-${'x'.repeat(200)}`]);
      const large = writeXlsx({ sheets: [{ rows: [HEADER, ...rows] }] });
      const [starved, fed] = await Promise.all([
        collect(readFile({ bytes: large, format: 'xlsx', ...terms }, { ...options, heapLimitMb: 8 })),
        collect(readFile({ bytes, format: 'csv', ...terms }, options)),
      ]);
      expect(starved.problems).toMatchObject([{ code: 'too-large' }]);
      expect(fed.lines).toHaveLength(1000);
    });

    it('after another one is read by the same thread, which starts anew', async () => {
      const few = writeCsv({ rows: [HEADER, ...rowsOf(3)] });
      await collect(readFile({ bytes, format: 'csv', ...terms }, options));
      const started = vi.fn();
      process.on('worker', started);
      const { lines } = await collect(readFile({ bytes: few, format: 'csv', ...terms }, options));
      process.off('worker', started);
      expect(lines).toHaveLength(3);
      expect(started).not.toHaveBeenCalled();
    });

    it('is read no further than one batch ahead of a consumer that stops', async () => {
      const batches = readFile({ bytes, format: 'csv', ...terms }, options);
      const first = await batches.next();
      expect(first.value).toBeDefined();
      await batches.return();
      expect(await batches.next()).toEqual({ done: true, value: undefined });
    });
  });
});

describe('detect', () => {
  function utf16(text: string, isBigEndian = false): Buffer {
    const bytes = Buffer.from(text, 'utf16le');
    return isBigEndian ? bytes.swap16() : bytes;
  }

  const XML =
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">';

  const EXCEL_2003 = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>';
  const envelopeOf = (body: string, message = 'camt.053') =>
    `<?xml version="1.0"?>\n<DataPDU xmlns="urn:swift:saa:xsd:saa.2.0"><Revision>2.0.13</Revision><Header/><${body}><AppHdr/><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.08">`;
  const document = (body: string) => `<?xml version="1.0"?>\n<Document>\n<${body}><GrpHdr>`;

  test.each([
    ['XML with its declaration', Buffer.from(XML), 'camt'],
    ['XML behind blanks and a mark of UTF-8', Buffer.from(`\ufeff\n  ${XML}`), 'camt'],
    ['XML without a declaration', Buffer.from('<n0:Document>'), 'camt'],
    ['XML in UTF-16 with a mark', utf16(`\ufeff${XML}`), 'camt'],
    ['XML in UTF-16 without a mark', utf16(XML), 'camt'],
    ['XML in UTF-16 with the high bytes first', utf16(`\ufeff${XML}`, true), 'camt'],
    ['an answer to a file of payouts', Buffer.from(document('CstmrPmtStsRpt')), 'pain002'],
    ['an answer to a file of payouts in UTF-16', utf16(document('n0:CstmrPmtStsRpt')), 'pain002'],
    ['a statement in an envelope of SWIFT', Buffer.from(envelopeOf('Body')), 'camt'],
    [
      'a statement in an envelope with a prefix like a page',
      Buffer.from('<Envelope><head:AppHdr xmlns:head="x">'),
      'camt',
    ],
    ['an answer to a file of payouts in an envelope', Buffer.from(envelopeOf('Body', 'pain.002')), 'pain002'],
    ['a page behind a comment', Buffer.from('<!-- x --><meta charset="utf-8"><table>'), 'old-excel'],
    ['many comments without an element', Buffer.from(`${'<!---->'.repeat(40)}x`), 'camt'],
    ['a text behind a comment', Buffer.from('<!-- x --> y --><table>'), 'camt'],
    ['SWIFT in UTF-16 with a mark', utf16('\ufeff:20:A\r\n:25:0123\r\n'), 'mt940'],
    ['SWIFT in UTF-16 without a mark', utf16(':20:A\r\n:25:0123\r\n'), 'mt940'],
    ['SWIFT in an envelope', Buffer.from('{1:F01BANKDEFF}{4:\n:20:A'), 'mt940'],
    ['SWIFT in an envelope behind a control byte', Buffer.from('\u0001{1:F01BANKDEFF}'), 'mt940'],
    ['SWIFT without an envelope', Buffer.from('\r\n:20:STARTUMS\r\n'), 'mt940'],
    ['SWIFT behind lines of the bank', Buffer.from('ABNANL2A\n940\nABNANL2A\n:20:A\n'), 'mt940'],
    ['SWIFT without its first field', Buffer.from(':25:0123\n:60F:C261122EUR1,\n'), 'mt940'],
    ['a fragment of SWIFT from its texts on', Buffer.from(':86:REF\n:62F:C261122EUR1,\n'), 'mt940'],
    ['a fragment of SWIFT from its end on', Buffer.from(':62F:C261122EUR1,\n'), 'mt940'],
    ['a zip archive', Buffer.from(zipSync({ 'xl/workbook.xml': Buffer.from('<workbook/>') })), 'xlsx'],
    ['an empty zip archive', Buffer.from(zipSync({})), 'xlsx'],
    ['Excel 97', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old-excel'],
    ['Excel 5', Buffer.from('0908100000060500', 'hex'), 'old-excel'],
    ['a page', Buffer.from('\n<!DOCTYPE html>\n<html><body><table>'), 'old-excel'],
    ['a table of a page', Buffer.from('<TABLE border=1><tr><td>Tarih'), 'old-excel'],
    [
      'a page as XML',
      Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'),
      'old-excel',
    ],
    ['the XML of Excel 2003', Buffer.from(EXCEL_2003), 'old-excel'],
    ['CSV', Buffer.from('Tarih;Tutar\n22.11.2026;1.234,56\n'), 'table'],
    ['CSV with a mark of UTF-8', Buffer.from('\ufeffTarih;Tutar\n'), 'table'],
    ['CSV with a time', Buffer.from('Saat;Tutar\n16:20:37;1\n'), 'table'],
    ['lines copied from a page', Buffer.from('22.11.2026\t1.234,56\t<b>'), 'table'],
    ['nothing', Buffer.alloc(0), 'table'],
  ])('%s is recognized', (_, bytes, format) => {
    expect(detectFormat(bytes)).toBe(format);
  });

  test.each([
    ['PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1'), 'This is PDF, not a statement.'],
    ['OFX', Buffer.from('OFXHEADER:100\nDATA:OFXSGML\n'), 'This is OFX, not a statement.'],
    [
      'OFX in XML',
      Buffer.from('<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX>'),
      'This is OFX, not a statement.',
    ],
    ['QIF', Buffer.from('!Type:Bank\nD1/1/26\n'), 'This is QIF, not a statement.'],
    ['JSON', Buffer.from('{ "transactions": [] }'), 'This is JSON, not a statement.'],
    ['pain.001', Buffer.from(document('CstmrCdtTrfInitn')), 'This is an order to pay'],
    ['GZIP', Buffer.from('1f8b0800', 'hex'), 'This is a compressed file (GZIP)'],
  ])('%s is named as what it is, with a cure', (_, bytes, beginning) => {
    const { message } = otherKindOf(bytes) ?? {};
    expect(message).toMatch(/\. |: /);
    expect(message?.startsWith(beginning)).toBe(true);
  });

  test.each([
    ['camt', Buffer.from(XML)],
    ['SWIFT in an envelope', Buffer.from('{1:F01BANKDEFF}{4:\n:20:A')],
    ['a table with brackets', Buffer.from('[Hesap];x\nTarih;Tutar\n')],
  ])('%s is no other kind', (_, bytes) => {
    expect(otherKindOf(bytes)).toBeUndefined();
  });

  test.each([
    [
      'other files',
      'november.sta',
      'This is a compressed file (ZIP): unpack it, and import each file in it.',
    ],
    [
      'a binary workbook',
      'xl/workbook.bin',
      'This is Excel .xlsb, not XLSX: export the statement as XLSX or CSV.',
    ],
    [
      'a sheet of OpenDocument',
      'content.xml',
      'This is OpenDocument, not XLSX: export the statement as XLSX or CSV.',
    ],
  ])('an archive of %s says what to do with it', (_, name, message) => {
    const { problems } = readTableParts(Buffer.from(zipSync({ [name]: Buffer.from('<a/>') })));
    expect(problems).toMatchObject([{ code: 'not-a-statement', message }]);
  });

  test.each([false, true])(
    'a table in UTF-16 without a mark is read (high bytes first: %s)',
    (isBigEndian) => {
      const text = 'Tarih;Açıklama;Etiket;Tutar;Bakiye;Dekont No\n01.09.2026;ŞĞİı kira;x;10,00;10,00;1\n';
      const found = readTableParts(utf16(text, isBigEndian));
      expect([codesOf(found), found.lines[0]?.remittance]).toEqual([[], ['ŞĞİı kira']]);
    },
  );
});

describe('xlsx', () => {
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
        sheets: [
          { rows: [HEADER, [{ date: '46266' }, { formula: '1+1', value: '2.5' }, { inline: '=1+1' }]] },
        ],
      }).lines;
      expect([line?.amountMinor, line?.remittance]).toEqual([250, ['=1+1']]);
    });

    it('has the characters that its texts escape', () => {
      const texts = ['AYSE_x000D_\nYILMAZ', { inline: 'a_x005F_x000D_b_xD800_' }] as const;
      const rows = texts.map((text): readonly SheetCell[] => [{ date: '46266' }, { number: '1' }, text]);
      const { lines } = read({ sheets: [{ rows: [HEADER, ...rows] }] });
      expect(lines.map(({ remittance }) => remittance)).toEqual([['AYSE\r\nYILMAZ'], ['a_x000D_b_xD800_']]);
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
  });
});
