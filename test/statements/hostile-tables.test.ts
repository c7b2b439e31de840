import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES, READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { readPasted } from '../../src/statements/paste.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { holds } from '../support/properties.ts';
import { BANK_TABLES } from '../support/statements/bank-tables.ts';
import { codesOf, readTableParts, sortParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';
import { type FileToZip, writeZip } from '../support/statements/write-zip.ts';

const PASTE = { detected: BANK_PROFILES, generic: GENERIC_PROFILE };
const garanti = BANK_TABLES.find(({ id }) => id === 'garanti-bbva')!;
const xlsx = writeXlsx({ sheets: [{ rows: garanti.rows }] });
const csv = writeCsv({ rows: garanti.rows.map((row) => row.map(String)) });
const amounts = new Set(garanti.lines.map(([, amount]) => amount));

/** The files of a workbook with one sheet. */
const workbookOf = (data: Uint8Array | string, more: Partial<FileToZip> = {}): readonly FileToZip[] => [
  {
    name: 'xl/workbook.xml',
    data: '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: '<Relationships><Relationship Id="a" Target="sheet.xml"/></Relationships>',
  },
  { name: 'xl/sheet.xml', data, ...more },
];

/** Changes, removes and inserts bytes. */
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('change', 'remove', 'insert', 'cut'),
    at: fc.nat(1_000_000),
    bytes: fc.uint8Array({ maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function mutate(
  original: Uint8Array,
  list: readonly { kind: string; at: number; bytes: Uint8Array }[],
): Uint8Array {
  let bytes = Buffer.from(original);
  for (const { kind, at, bytes: more } of list) {
    const place = at % (bytes.length + 1);
    const end = kind === 'insert' ? place : place + more.length;
    if (kind === 'cut') bytes = bytes.subarray(0, place);
    else
      bytes = Buffer.concat([
        bytes.subarray(0, place),
        kind === 'remove' ? Buffer.alloc(0) : more,
        bytes.subarray(end),
      ]);
  }
  return bytes;
}

/** Reads a file, which must give lines or named problems, and never throw. */
function expectLinesOrProblems(bytes: Uint8Array) {
  const read = readTableParts(bytes, BANK_PROFILES, { maxUnpackedBytes: 8 * 1024 * 1024 });
  for (const { code, message } of read.problems) {
    expect(PROBLEM_CODES).toContain(code);
    expect(message).toMatch(/^\S.*[.]$/s);
  }
  for (const { amountMinor } of read.lines)
    expect(Number.isSafeInteger(amountMinor) && amountMinor > 0).toBe(true);
  return read;
}

describe('any bytes', () => {
  it('give lines or a named problem', () =>
    holds(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void expectLinesOrProblems(bytes)),
      200,
    ));

  it('give lines or a named problem behind the signature of a ZIP archive', () =>
    holds(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expectLinesOrProblems(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), bytes]));
      }),
      200,
    ));

  it('give lines or a named problem when they are pasted', () =>
    holds(
      fc.property(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.string({ maxLength: 100 }),
        (text, more) => {
          const pasted = `${text}\n01.09.2026\t+1,00\t${more}\n`;
          for (const { code } of sortParts(readPasted(pasted, undefined, PASTE)).problems)
            expect(PROBLEM_CODES).toContain(code);
        },
      ),
      200,
    ));
});

describe('a changed file', () => {
  it('of text gives lines or a named problem', () =>
    holds(
      fc.property(edits, (list) => void expectLinesOrProblems(mutate(csv, list))),
      200,
    ));

  it('of a packed spreadsheet gives no amount that was not in it, unless with a problem', () =>
    holds(
      fc.property(edits, (list) => {
        const { lines, problems } = expectLinesOrProblems(mutate(xlsx, list));
        if (problems.length === 0)
          for (const { amountMinor } of lines) expect(amounts).toContain(amountMinor);
      }),
      200,
    ));

  it('of a spreadsheet with one other digit is a damaged file', () => {
    const cells = '<c r="A1" t="str"><v>Tarih</v></c><c r="B1"><v>12500.75</v></c>';
    const data = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
    const bytes = Buffer.from(writeZip(workbookOf(data, { isStored: true })));
    expect(codesOf(readTableParts(bytes))).toEqual(['unknown-columns']);
    bytes.write('9', bytes.indexOf('12500.75'), 'latin1');
    expect(codesOf(readTableParts(bytes))).toEqual(['broken-file']);
  });

  it('with other XML in its sheet gives lines or a named problem', () => {
    const sheet = Buffer.from(
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Tarih</t></is></c></row></sheetData></worksheet>',
    );
    return holds(
      fc.property(edits, (list) => {
        expectLinesOrProblems(writeZip(workbookOf(mutate(sheet, list))));
      }),
      200,
    );
  });
});

describe('a ZIP bomb', () => {
  const codes = (zip: Uint8Array, limits = {}) => codesOf(readTableParts(zip, BANK_PROFILES, limits));
  const blanks = Buffer.concat([Buffer.from('<worksheet>'), Buffer.alloc(30 * 1024 * 1024, 32)]);

  it('of one file that unpacks to far more is stopped by its ratio, whatever size it declares', () => {
    expect(codes(writeZip(workbookOf(blanks)))).toEqual(['too-large']);
    expect(codes(writeZip(workbookOf(blanks, { says: { size: 10 } })))).toEqual(['too-large']);
  });

  it('is stopped by its unpacked size', () => {
    expect(codes(writeZip(workbookOf(blanks)), { maxRatio: 1e9, maxUnpackedBytes: 1024 * 1024 })).toEqual([
      'too-large',
    ]);
  });

  it('of many files, or of two with one name, is not opened', () => {
    const many = Array.from({ length: 2001 }, (_, index) => ({ name: `${index}`, data: '' }));
    expect(codes(writeZip([...workbookOf(''), ...many]))).toEqual(['too-large']);
    expect(codes(writeZip([...workbookOf('<worksheet/>'), ...workbookOf('<worksheet/>')]))).toEqual([
      'broken-file',
    ]);
  });

  it('of files in files is not unpacked twice', () => {
    const inner = writeZip([{ name: 'xl/workbook.xml', data: blanks }]);
    expect(codes(writeZip([{ name: 'inner.zip', data: inner }]))).toEqual(['not-a-statement']);
  });

  it.each([
    ['a size beyond the file', { packedSize: 0x7fffffff }],
    ['a place beyond the file', { offset: 0x7fffffff }],
    ['a place in another file', { offset: 5 }],
    ['a size too small', { packedSize: 3 }],
  ])('with %s is a damaged file', (_, says) => {
    expect(codes(writeZip(workbookOf('<worksheet><sheetData/></worksheet>', { says })))).toEqual([
      'broken-file',
    ]);
  });

  it('of nested elements, entities or endless text is stopped', () => {
    expect(codes(writeZip(workbookOf('<a>'.repeat(5000))))).toEqual(['too-deep']);
    const entities = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><a>&b;</a>';
    expect(codes(writeZip(workbookOf(entities)))).toEqual(['forbidden-content']);
    const cell = `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${'x'.repeat(20_000)}</v></c></row></sheetData></worksheet>`;
    expect(codes(writeZip(workbookOf(cell)))).toEqual(['too-large row 1']);
  });

  it('of a file beyond the limit of size is not opened', () => {
    expect(codes(xlsx, { maxBytes: 100 })).toEqual(['too-large']);
    expect(READ_LIMITS.maxRatio).toBeLessThan(1000);
  });
});

describe('a hostile text file', () => {
  it('of one endless row is stopped', () => {
    for (const piece of [';', 'x', '"', '\t'])
      expect(codesOf(readTableParts(Buffer.from(piece.repeat(3 * 1024 * 1024))))).toHaveLength(1);
  });
});
