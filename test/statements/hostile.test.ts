import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  MAX_RAW,
  PROBLEM_CODES,
  READ_LIMITS,
  type ReadLimits,
} from '../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { BANK_PROFILES } from '../../src/statements/profiles/index.ts';
import { IS_LONG } from '../support/long.ts';
import { ANY_CHARACTER, holds } from '../support/properties.ts';
import { BANK_TABLES } from '../support/statements/bank-tables.ts';
import {
  balance,
  entry,
  fileOf,
  OUR_IBAN,
  statement,
  statementFile,
  transaction,
} from '../support/statements/camt-texts.ts';
import { changesOf } from '../support/statements/mutations.ts';
import { lineOf, linesOf, problemOf } from '../support/statements/read-camt.ts';
import {
  bytesOf,
  CountedBytes,
  codesOf,
  readParts,
  readPastedParts,
  readTableParts,
} from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';
import { type FileToZip, writeZip } from '../support/statements/write-zip.ts';

describe('camt hostile', () => {
  const NAMED = fileOf(entry({ details: transaction('100.00', 'ŞİŞLİ ğüç €') }));

  function utf16(text: string, isBigEndian: boolean, hasMark: boolean): Uint8Array {
    const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le');
    return isBigEndian ? bytes.swap16() : bytes;
  }

  /** The text in windows-1254, for the characters that the tests have. */
  function windows1254(text: string): Uint8Array {
    const own: Readonly<Record<string, number>> = { Ş: 0xde, İ: 0xdd, ğ: 0xf0, '€': 0x80 };
    return Uint8Array.from([...text], (character) => own[character] ?? character.charCodeAt(0));
  }

  /** How many pieces of the file are read before the reader stops. */
  function piecesOf(file: string, limits: Partial<ReadLimits> = {}) {
    const bytes = new CountedBytes(bytesOf(file));
    const { problems } = readParts(readCamt, bytes, limits);
    return { taken: bytes.taken, code: problems.at(-1)?.code };
  }

  describe('the encoding of a file', () => {
    test('is that of its mark, its first bytes or its declaration', () => {
      const declared = (name: string) => NAMED.replace('UTF-8', name);
      const files = [
        bytesOf(NAMED),
        bytesOf(`\ufeff${NAMED}`),
        bytesOf(`\n ${NAMED}`),
        bytesOf(NAMED.replace(/<\?xml.*\?>/, '')),
        bytesOf(declared('utf-16')),
        ...[true, false].flatMap((big) => [true, false].map((mark) => utf16(declared('UTF-16'), big, mark))),
        windows1254(declared('windows-1254')),
        windows1254(declared('ISO-8859-9')),
      ];
      for (const file of files) expect(lineOf(file).remittance).toEqual(['ŞİŞLİ ğüç €']);
    });

    test.each(['ISO-8859-1', 'windows-1252'])('%s has the characters of western banks', (name) => {
      const file = NAMED.replace('UTF-8', name).replace('ŞİŞLİ ğüç', 'Grüße');
      expect(lineOf(windows1254(file)).remittance).toEqual(['Grüße €']);
    });

    test.each([
      ['ISO-8859-15', 'Grüße \u20ac', '4772fcdf6520a4'],
      ['ISO-8859-2', 'Łódź', 'a3f364bc'],
      ['windows-1250', 'Łódź', 'a3f3649f'],
    ])('%s is read', (name, text, hex) => {
      const [before = '', after = ''] = NAMED.replace('UTF-8', name).split('ŞİŞLİ ğüç €');
      const file = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)]);
      expect(lineOf(file).remittance).toEqual([text]);
    });

    test('is a problem if it is unknown, or the bytes are of another', () => {
      expect(problemOf(NAMED.replace('UTF-8', 'EBCDIC-CP-US'))?.message).toContain('EBCDIC-CP-US');
      expect(problemOf(windows1254(NAMED))?.code).toBe('broken-file');
    });
  });

  describe('any form of XML', () => {
    test('is read by the local names of its elements', () => {
      const plain = fileOf(entry());
      const prefixed = plain
        .replace('<Document xmlns=', '<n0:Document xmlns:n0=')
        .replace('</Document', '</n0:Document');
      const unbound = plain.replaceAll('<Ntry>', '<x:Ntry>').replaceAll('</Ntry>', '</x:Ntry>');
      const wrapped = plain
        .replace('<Document', '<Envelope><Document')
        .replace('</Document>', '</Document></Envelope>');
      const cdata = plain.replace('>100.00<', '><![CDATA[100.00]]><');
      for (const file of [plain, prefixed, unbound, wrapped, cdata, plain.replace(/ xmlns="[^"]*"/, '')])
        expect(lineOf(file)).toMatchObject({ amountMinor: 10_000, bookingDate: '2026-11-22' });
    });

    test('that is no statement is refused with what it is', () => {
      for (const file of [
        '',
        '  ',
        'Tarih;Tutar',
        '{1:F01',
        '<',
        '<a/>',
        '<Document><CstmrPmtStsRpt/></Document>',
      ])
        expect(readParts(readCamt, file).parts).toHaveLength(1);
      expect(problemOf('Tarih;Tutar')?.code).toBe('not-a-statement');
      expect(problemOf('<Document><CstmrPmtStsRpt/></Document>')?.code).toBe('not-a-statement');
      expect(problemOf(statementFile())?.code).toBe('not-a-statement');
    });

    test('with a document type or entities is refused', () => {
      const type = '<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b "&a;&a;&a;">]>';
      expect(problemOf(fileOf(entry()).replace('<Document', `${type}<Document`))?.code).toBe(
        'forbidden-content',
      );
      expect(problemOf(fileOf(entry()).replace('>100.00<', '>&b;<'))?.code).toBe('broken-file');
    });

    test('that breaks off or is not closed is broken, with the line where', () => {
      const problem = readParts(readCamt, fileOf(entry()).slice(0, -30)).problems.at(-1);
      expect(problem).toMatchObject({ code: 'broken-file', place: expect.stringMatching(/^line \d+$/) });
    });
  });

  test('several documents in one file are named as what they are', () => {
    const { problems } = readParts(readCamt, fileOf(entry()) + fileOf(entry()));
    expect(problems.map(({ code }) => code)).toEqual(['broken-file']);
    expect(problems[0]?.message).toMatch(/several documents\. Save each/);
  });

  describe('the limits of a file', () => {
    const long = 20 * 65_536;

    test('of depth stop a nest at its first piece, in whatever element it is', () => {
      for (const before of [
        '<a>',
        '<Document><BkToCstmrStmt><Stmt><Ntry>',
        fileOf().split('</Stmt>')[0] ?? '',
      ])
        expect(piecesOf(before + '<b>'.repeat(long / 3))).toEqual({ taken: 2, code: 'too-deep' });
      expect(piecesOf('<a>'.repeat(65)).code).toBe('too-deep');
      expect(piecesOf('<a>'.repeat(64)).code).toBe('broken-file');
    });

    test('of texts stop one that is too long, and one that never ends', () => {
      const text = (length: number) => fileOf(entry({ words: 'x'.repeat(length) }));
      expect(lineOf(text(10_000)).remittance[0]).toHaveLength(10_000);
      expect(problemOf(text(10_001))?.code).toBe('too-large');
      for (const open of [
        '<a>',
        '<a b="',
        '<a><!--',
        '<a><![CDATA[',
        '<a',
        '<?p ',
        '<a>&',
        '<!DOCTYPE a ["',
      ]) {
        const { taken, code } = piecesOf(open + 'x'.repeat(long));
        expect(code).toBe('too-large');
        expect(taken).toBeLessThanOrEqual(18);
      }
    });

    test('of bytes and lines stop what is larger, and not what just fits', () => {
      const file = fileOf(entry(), entry(), entry());
      const { length } = bytesOf(file);
      expect(piecesOf(file, { maxBytes: length - 1 })).toEqual({ taken: 0, code: 'too-large' });
      expect(readParts(readCamt, file, { maxBytes: length, maxLines: 3 }).lines).toHaveLength(3);
      const { parts, problems } = readParts(readCamt, file, { maxLines: 2 });
      expect(parts.map((part) => part.kind)).toEqual(['begin', 'line', 'line', 'problem']);
      expect(problems[0]?.code).toBe('too-many-lines');
    });

    test('of statements stop the first that is too many', () => {
      const file = statementFile(statement(), statement(), statement());
      const problems = (maxStatements: number) =>
        readParts(readCamt, file, { maxStatements }).problems.map(({ code }) => code);
      expect([problems(2), problems(3)]).toEqual([['too-many-statements'], []]);
    });

    test('of lines stop an entry of too many transactions before it ends', () => {
      const details = transaction('1.00', 'x').repeat(20_000);
      const { taken, code } = piecesOf(fileOf(entry({ details })), { maxLines: 100 });
      expect({ taken, code }).toEqual({ taken: 2, code: 'too-many-lines' });
    });

    test('of problems stop a file that has nothing else', () => {
      const bad = entry({ direction: 'X' });
      const { problems } = readParts(readCamt, fileOf(bad.repeat(50)), { maxProblems: 5 });
      expect(problems.map((problem) => problem.place)).toEqual([1, 2, 3, 4, 5].map((n) => `entry ${n}`));
      expect(problemOf(fileOf(balance('OPBD', '1.00').repeat(1001)))?.code).toBe('too-large');
    });

    test('keep the texts that fit of a batch that is one line, and its file in short', () => {
      const details = Array.from({ length: 200 }, (_, index) =>
        transaction('1.00', `${index} ${'x'.repeat(136)}`),
      );
      const line = lineOf(fileOf(entry({ details: details.join('') })));
      expect(line.remittance.join('').length).toBeLessThanOrEqual(READ_LIMITS.maxText);
      expect(line.remittance.length).toBeGreaterThan(60);
      expect(line.raw).toHaveLength(MAX_RAW);
    });
  });

  test('lines and their texts are whole wherever the pieces of a file end', () => {
    const words = (index: number) => `Zahlung Nr. ${index} — Grüße, 👋 &amp; Şişli`;
    const entries = Array.from({ length: 400 }, (_, index) =>
      entry({
        amount: `<Amt\r\n Ccy="EUR">${index + 1}.07</Amt>`,
        details: transaction('1.00', words(index)),
      }),
    );
    const file = fileOf(...entries).replace(/(?<!\r)\n/g, '\r\n');
    for (const shift of [0, 1, 2, 3]) {
      const shifted = file.replace('<Document', `<!--${'x'.repeat(shift)}--><Document`);
      const lines = linesOf(shifted);
      expect(lines.map((line) => [line.amountMinor, line.remittance[0], line.raw])).toEqual(
        entries.map((text, index) => [
          (index + 1) * 100 + 7,
          words(index).replace('&amp;', '&'),
          text.replace(/(?<!\r)\n/g, '\r\n'),
        ]),
      );
    }
  });

  test('problems quote at most 40 characters, and no names or accounts', () => {
    const long = '9'.repeat(300);
    const amount = problemOf(fileOf(entry({ amount: `<Amt Ccy="EUR">${long}x</Amt>` })))?.message ?? '';
    expect(/"(.*)"/.exec(amount)?.[1]).toHaveLength(40);
    const broken = readParts(readCamt, fileOf(entry()).replace('</Acct>', `</${OUR_IBAN}>`));
    expect(JSON.stringify(broken.parts)).not.toContain(OUR_IBAN);
  });
});

describe.skipIf(!IS_LONG)('hostile tables', () => {
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
          fc.string({ maxLength: 200, unit: ANY_CHARACTER }),
          fc.string({ maxLength: 100 }),
          (text, more) => {
            const pasted = `${text}\n01.09.2026\t+1,00\t${more}\n`;
            for (const { code } of readPastedParts(pasted).problems) expect(PROBLEM_CODES).toContain(code);
          },
        ),
        200,
      ));
  });

  describe('a changed file', () => {
    it('of text gives lines or a named problem', () =>
      holds(
        fc.property(changesOf(csv), (bytes) => void expectLinesOrProblems(bytes)),
        200,
      ));

    it('of a packed spreadsheet gives no amount that was not in it, unless with a problem', () =>
      holds(
        fc.property(changesOf(xlsx), (bytes) => {
          const { lines, problems } = expectLinesOrProblems(bytes);
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
        fc.property(changesOf(sheet), (bytes) => {
          expectLinesOrProblems(writeZip(workbookOf(bytes)));
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
});
