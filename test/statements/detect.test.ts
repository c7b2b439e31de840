import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { detectFormat } from '../../src/statements/detect.ts';
import { otherKindOf } from '../../src/statements/other-kinds.ts';
import { codesOf, readTableParts } from '../support/statements/read-parts.ts';

function utf16(text: string, isBigEndian = false): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

const XML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">';
const EXCEL_2003 = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>';

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
  ['other files', 'november.sta', 'This is a compressed file (ZIP): unpack it, and import each file in it.'],
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

test.each([false, true])('a table in UTF-16 without a mark is read (high bytes first: %s)', (isBigEndian) => {
  const text = 'Tarih;Açıklama;Etiket;Tutar;Bakiye;Dekont No\n01.09.2026;ŞĞİı kira;x;10,00;10,00;1\n';
  const found = readTableParts(utf16(text, isBigEndian));
  expect([codesOf(found), found.lines[0]?.remittance]).toEqual([[], ['ŞĞİı kira']]);
});
