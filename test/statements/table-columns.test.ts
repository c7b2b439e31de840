import { describe, expect, it } from 'vitest';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { type BankProfile, bankProfile } from '../../src/statements/profiles/profile.ts';
import { codesOf, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';

const profile: BankProfile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY' };
const read = (rows: readonly (readonly string[])[], by = profile) => readTableParts(writeCsv({ rows }), by);

describe('the word for the state of a line', () => {
  const statusOf = (word: string, by = profile) =>
    read(
      [
        ['Tarih', 'Tutar', 'Durum'],
        ['01.09.2026', '500,00', word],
      ],
      by,
    );

  it.each(['', 'Gerçekleşti', 'TAMAMLANDI', 'Booked', 'completed', 'gebucht'])('%j is booked', (word) => {
    expect(statusOf(word).lines[0]?.status).toBe('booked');
  });

  it.each([
    'Bekliyor',
    'Onay bekliyor',
    'Askıda',
    'İşlemde',
    'Bloke',
    'Reddedildi',
    'İptal',
    'İptal Edildi',
    'İade',
    'İade Edildi',
    'Başarısız',
    'Cancelled',
    'Canceled',
    'Rejected',
    'Declined',
    'FAILED',
    'Reverted',
    'Returned',
    'Processing',
    'In progress',
    'Authorized',
    'On hold',
    'vorgemerkt',
    'storniert',
    'PDNG',
  ])('%s is not booked', (word) => {
    expect(statusOf(word).lines[0]?.status).toBe('pending');
  });

  it.each(['Onaylandı', 'Pending (settles tomorrow)', 'ödendi', 'x'])(
    '%s is a problem that names it',
    (word) => {
      const { lines, problems } = statusOf(word);
      expect(lines).toEqual([]);
      expect(problems).toMatchObject([{ code: 'bad-status', message: expect.stringContaining(`"${word}"`) }]);
    },
  );

  it('is named once, however many rows have it', () => {
    const row = ['01.09.2026', '500,00', 'Onaylandı'];
    expect(codesOf(read([['Tarih', 'Tutar', 'Durum'], row, row, row]))).toEqual(['bad-status row 2']);
  });

  it('can be one of a profile, and never one of both lists', () => {
    const own = { id: 'x', title: 'X', columns: { date: ['Tarih'], amount: ['Tutar'], status: ['Durum'] } };
    const terms = { ...own, decimal: 'comma', dates: ['dd.mm.yyyy'], direction: { kind: 'signed' } };
    const by = bankProfile.parse({ ...terms, defaultCurrency: 'TRY', bookedWords: ['Onaylandı'] });
    expect(statusOf('ONAYLANDI', by).lines[0]?.status).toBe('booked');
    expect(codesOf(statusOf('Booked', by))).toEqual(['bad-status row 2']);
    const both = bankProfile.safeParse({ ...terms, bookedWords: ['İşlemde'] });
    expect(both.error?.issues.map(({ path }) => path)).toEqual([['pendingWords']]);
  });
});

describe('the text of a line', () => {
  it.each([
    ['by the number behind their name', ['Açıklama1', 'Açıklama2'], 'GELEN FAST REF K7M29QXT'],
    ['without a blank at the end of one', ['VWZ 1', 'VWZ14'], 'GELEN FAST REF K7M29QXT'],
    ['by several names', ['Verwendungszweck', 'Buchungstext'], 'GELEN FAST REF K7M29QXT'],
    ['in the order of the names of the profile', ['Text', 'Açıklama'], 'REF K7M29QXT GELEN FAST'],
  ])('is joined of all its columns, %s', (_, names, text) => {
    const rows = [
      ['Tarih', ...names, 'Tutar'],
      ['01.09.2026', 'GELEN FAST', 'REF K7M29QXT', '10,00'],
    ];
    expect(read(rows).lines[0]?.remittance).toEqual([text]);
  });

  it('leaves out a numbered column that holds something else', () => {
    const own = {
      id: 'x',
      title: 'X',
      decimal: 'comma',
      dates: ['dd.mm.yyyy'],
      direction: { kind: 'signed' },
      columns: { date: ['Tarih'], amount: ['Tutar'], description: ['VWZ'], counterpartyName: ['VWZ2'] },
      defaultCurrency: 'TRY',
    };
    const rows = [
      ['Tarih', 'VWZ1', 'VWZ2', 'Tutar'],
      ['01.09.2026', 'REF', 'AYŞE YILMAZ', '10,00'],
    ];
    expect(read(rows, bankProfile.parse(own)).lines[0]).toMatchObject({
      remittance: ['REF'],
      counterpartyName: 'AYŞE YILMAZ',
    });
  });

  it('is listed among the columns of a file that no profile knows, with its number', () => {
    const [problem] = read([
      ['Gün', 'Para', 'VWZ1', 'Variable symbol 1'],
      ['01.09.2026', '10,00', 'x', '1'],
    ]).problems;
    expect(problem?.message).toContain('"VWZ1", "Variable symbol 1"');
  });
});

describe('a column IBAN', () => {
  const IBAN = 'TR330006100519786457841326';
  const rows = [
    ['Tarih', 'Tutar', 'IBAN'],
    ['01.09.2026', '10,00', IBAN],
    ['02.09.2026', '20,00', IBAN],
  ];

  it('is never taken for that of the account: the problem names column and value', () => {
    const found = read(rows);
    expect(found.headers).toEqual([]);
    expect(codesOf(found)).toEqual(['unknown-columns row 2']);
    expect(found.problems[0]?.message).toContain(`The column "IBAN" says "${IBAN}"`);
  });

  it('is that of the account where the rows above the header name it too', () => {
    const found = read([['IBAN: TR33 0006 1005 1978 6457 8413 26'], ...rows]);
    expect([found.problems, found.headers[0]?.account.iban]).toEqual([[], IBAN]);
  });
});

describe('an amount of a table without a known decimal sign', () => {
  const amounts = (...texts: readonly string[]) =>
    read([['Tarih', 'Tutar'], ...texts.map((text) => ['01.09.2026', text])]);

  it.each([
    [
      ['1.488,69', '1.000'],
      [148869, 100000],
    ],
    [
      ['1,488.69', '1,000'],
      [148869, 100000],
    ],
    [
      ['1.000', '12,5'],
      [100000, 1250],
    ],
    [
      ['1.000.000', '1.000'],
      [100000000, 100000],
    ],
  ])('is read by what the others prove: %j', (texts, minor) => {
    expect(amounts(...texts).lines.map(({ amountMinor }) => amountMinor)).toEqual(minor);
  });

  it.each([[['1.000']], [['1.000', '12']], [['1.000', '12,50', '12.50']]])(
    'is a problem with its cure where they prove none: %j',
    (texts) => {
      const { problems } = amounts(...texts);
      expect(problems).toMatchObject([
        { code: 'bad-amount', message: expect.stringContaining('choose a profile that says which sign') },
      ]);
    },
  );
});

it('a table without a currency says once how to name it', () => {
  const row = ['01.09.2026', '10,00'];
  const found = read([['Tarih', 'Tutar'], row, row], GENERIC_PROFILE);
  expect(codesOf(found)).toEqual(['bad-currency row 2']);
  expect(found.problems[0]?.message).toContain('Write it into the header, as in "Tutar (TRY)"');
  expect(read([['Tarih', 'Tutar (TRY)'], row], GENERIC_PROFILE).problems).toEqual([]);
});
