import { describe, expect, it } from 'vitest';
import { readPasted } from '../../src/statements/paste.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { codesOf, type ReadParts, readTableParts, sortParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';

const OWN = 'TR640099900000999000001001';
const OTHER = 'TR330006100519786457841326';
const HEADER = ['Tarih', 'Tutar', 'Açıklama', 'Döviz'];
const FIRST = ['01.09.2026', '10,00', 'kasa', 'TRY'];
const SECOND = ['02.09.2026', '500,00', 'K7M29QXT', 'TRY'];
const above = (iban: string) => ['IBAN:', iban, '', ''];
const wide = (text: string) => [text, '', '', ''];

type Rows = readonly (readonly string[])[];
const WAYS: readonly (readonly [string, (rows: Rows) => ReadParts])[] = [
  ['CSV', (rows) => readTableParts(writeCsv({ rows }), GENERIC_PROFILE)],
  ['XLSX', (rows) => readTableParts(writeXlsx({ sheets: [{ rows }] }), GENERIC_PROFILE)],
  [
    'pasted text',
    (rows) =>
      sortParts(
        readPasted(rows.map((row) => row.join('\t')).join('\n'), undefined, {
          detected: BANK_PROFILES,
          generic: GENERIC_PROFILE,
        }),
      ),
  ],
];

describe.each(WAYS)('a table as %s', (_, read) => {
  it.each<[string, Rows]>([
    ['another IBAN', [above(OTHER), HEADER]],
    ['another IBAN in a text', [wide(`Hesap: ${OTHER} (vadesiz)`)]],
    ['another account number', [['Hesap No', '99 123456', '', '']]],
    ['another currency', [['Para Birimi: USD', '', '', '']]],
    ['pending lines', [wide('Bekleyen İşlemler'), HEADER]],
    ['cancelled lines', [wide('İptal Edilen İşlemler')]],
    ['lines to come, in German', [wide('Vorgemerkte Umsätze')]],
    ['lines of a card', [wide('Kart Hareketleri'), HEADER]],
    ['columns in another order', [['Tarih', 'Açıklama', 'Tutar', 'Döviz']]],
    ['a column more', [[...HEADER, 'Komisyon']]],
    ['a column of another name', [['Tarih', 'Tutar', 'Komisyon', 'Döviz']]],
  ])('is refused where a section with %s begins between its lines', (_name, between) => {
    const rows = [above(OWN), HEADER, FIRST, wide(''), ...between, SECOND];
    const found = read(rows);
    expect(codesOf(found)).toEqual(['broken-file row 5']);
    expect(found.problems[0]?.message).toMatch(
      /^The file holds several accounts or sections: .*Export each alone\.$/,
    );
  });

  it('is refused where its only section is not booked', () => {
    const found = read([above(OWN), wide('Bekleyen İşlemler'), HEADER, FIRST]);
    expect(found.problems[0]?.message).toMatch(/^The rows below "Bekleyen İşlemler" are not booked\./);
    expect(found.lines).toEqual([]);
  });

  it('is read over pages, sums and notes that stand on each page', () => {
    const foot = wide('Bu belge bilgi amaçlıdır');
    const head = [wide('T. Örnek Bankası'), above(OWN), ['Hesap No', '1001', '', '']];
    const rows: Rows = [
      ...head,
      HEADER,
      ['01.09.2026', '', 'Devreden bakiye', ''],
      FIRST,
      wide('Sayfa toplamı'),
      ['Genel Toplam', '10,00', '', ''],
      foot,
      wide('Sayfa 1 / 3'),
      wide('-----'),
      ...head,
      HEADER,
      wide('Önceki sayfadan devir'),
      SECOND,
      foot,
      wide('Page 2 of 3'),
      ...head,
      HEADER,
      ['03.09.2026', '1,00', 'son', 'TRY'],
      foot,
      wide('Kapanış bakiyesi'),
      wide('Yazdırma: Ali'),
    ];
    const found = read(rows);
    expect(codesOf(found)).toEqual([]);
    expect(found.lines.map(({ amountMinor }) => amountMinor)).toEqual([1000, 50000, 100]);
  });
});

describe('a workbook', () => {
  const sheet = (title: string, rows: Rows) => ({ title, rows });
  const read = (sheets: Parameters<typeof writeXlsx>[0]['sheets']) =>
    readTableParts(writeXlsx({ sheets }), GENERIC_PROFILE);

  it('has a statement in each visible sheet with a header', () => {
    const found = read([
      sheet('Kasım', [above(OWN), HEADER, FIRST]),
      sheet('Özet', [['Toplam', '5']]),
      sheet('Aralık', [above(OTHER), HEADER, SECOND]),
    ]);
    expect(found.problems).toEqual([]);
    expect(found.headers.map(({ account }) => account.iban)).toEqual([OWN, OTHER]);
    expect(found.lines.map(({ place }) => place)).toEqual(['sheet "Kasım", row 3', 'sheet "Aralık", row 3']);
  });

  it.each(['hidden', 'veryHidden'] as const)('is read without a sheet that is %s', (state) => {
    const found = read([
      { ...sheet('Şablon', [HEADER, FIRST]), state },
      sheet('Hareketler', [HEADER, SECOND]),
    ]);
    expect([found.problems, found.lines.map(({ place }) => place)]).toEqual([[], ['row 2']]);
  });

  it.each<[string, Rows]>([
    ['without a header', [FIRST]],
    ['with columns that no profile knows', [['Gün', 'Para', 'Not', 'Kur'], FIRST]],
  ])('is refused with lines in a sheet %s', (_, rows) => {
    const { problems } = read([sheet('Kasım', [HEADER, FIRST]), sheet('Aralık', rows)]);
    expect(problems).toMatchObject([
      { message: expect.stringMatching(/^The sheet "Aralık" cannot be read\./) },
    ]);
  });

  it('is refused with a sheet of lines that are not booked', () => {
    const { problems } = read([sheet('Kasım', [HEADER, FIRST]), sheet('Bekleyenler', [HEADER, SECOND])]);
    expect(problems).toMatchObject([{ message: expect.stringMatching(/^The rows below "Bekleyenler"/) }]);
  });
});
