import { describe, expect, test } from 'vitest';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import type { BankProfile } from '../../src/statements/profiles/profile.ts';
import { codesOf, readPastedParts, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';

const generic: BankProfile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY' };
const DAY = '25.11.2026';

function read(rows: readonly (readonly string[])[], by: BankProfile | readonly BankProfile[] = generic) {
  return readTableParts(writeCsv({ rows }), by);
}

/** Reads lines of 500 with a further column. */
function withColumn(title: string, words: readonly string[], amount = '500,00') {
  const lines = words.map((word) => [DAY, 'K7M29QXT AYSE YILMAZ', amount, word]);
  return read([['Date', 'Description', 'Amount', title], ...lines]);
}

describe('an unread column that marks unsigned amounts as debits refuses the file', () => {
  test.each([
    ['Type', 'DEBIT'],
    ['Type', 'Debit'],
    ['Transaction type', 'Outgoing transfer'],
    ['Transaction kind', 'Withdrawal'],
    ['Tip', 'Borç'],
    ['Tip', 'B'],
    ['İşlem Tipi', 'Giden'],
    ['İşlem Tipi', 'Giden FAST'],
    ['Para Hareketi', 'Çıkış'],
    ['Soll/Haben', 'S'],
    ['Flow', '-'],
    ['Kind', 'DR'],
    ['Tür', 'Para Gönderme'],
    ['Tür', 'Gönderilen FAST'],
    ['Kind', 'Transfer out'],
    ['Borç', '500,00'],
    ['Giden (TL)', '500,00 TL'],
    ['Debit', '500.00'],
    ['Debit amount', '500.00'],
  ])('%s: %s', (title, word) => {
    const found = withColumn(title, [word]);
    expect(found.lines).toEqual([]);
    expect(codesOf(found)).toEqual(['unknown-columns row 2']);
    expect(found.problems[0]?.message).toContain(`the column "${title}" says "${word}"`);
  });

  test('also next to credits and fees, once for all of its lines', () => {
    expect(codesOf(withColumn('Type', ['CREDIT', 'DEBIT', 'FEE', 'DEBIT']))).toEqual([
      'unknown-columns row 3',
    ]);
    expect(codesOf(withColumn('Tip', ['A', 'B', 'A']))).toEqual(['unknown-columns row 3']);
  });
});

test.each([
  ['Yön', 'Giden'],
  ['Dr/Cr', 'DR'],
])('The column %s is one of the direction, and contradicts an amount without a sign: %s', (title, word) => {
  expect(codesOf(withColumn(title, [word]))).toEqual(['bad-direction row 2']);
});

describe('an amount without a sign', () => {
  const amounts = (...texts: readonly string[]) =>
    read([['Date', 'Description', 'Amount'], ...texts.map((text) => [DAY, 'AYSE YILMAZ', text])]);

  test('refuses the file where another one has a plus', () => {
    expect(codesOf(amounts('100,00', '+500,00', '-1,00'))).toEqual(['bad-direction row 2']);
    const pasted = readPastedParts(`${DAY}\tAYSE\t+500,00\n${DAY}\tALI\t100,00`, { generic });
    expect(codesOf(pasted)).toEqual(['bad-direction row 2']);
  });

  test('is a credit where no other one has a plus', () => {
    const { lines } = amounts('100,00', '-1,00');
    expect(lines.map(({ direction }) => direction)).toEqual(['credit', 'debit']);
  });

  test('can stand beside a plus where its direction has a column, or it is zero', () => {
    expect(amounts('+500,00', '0,00').problems).toEqual([]);
    const rows = [
      ['Date', 'Amount', 'Dr/Cr'],
      [DAY, '+500,00', 'CR'],
      [DAY, '100,00', 'DR'],
    ];
    expect(read(rows, { ...generic, direction: { kind: 'letters' } }).problems).toEqual([]);
  });
});

describe('a file is read', () => {
  test.each([
    ['Type', ['CREDIT', 'CREDIT'], '500,00', 'credit'],
    ['Type', ['DEBIT'], '-500,00', 'debit'],
    ['Tip', ['B', 'X'], '500,00', 'credit'],
    ['Type', ['Giden FAST iadesi'], '500,00', 'credit'],
    ['Borç', ['', '0,00', '-', '0,00 TL'], '500,00', 'credit'],
    ['Debit', ['500,00'], '-500,00', 'debit'],
    ['İptal', ['', 'H', 'Hayır', '0', '-'], '500,00', 'credit'],
  ] as const)('%s: %j with %s', (title, words, amount, direction) => {
    const { lines, problems } = withColumn(title, words, amount);
    expect(problems).toEqual([]);
    expect(lines.map((line) => line.direction)).toEqual(words.map(() => direction));
  });

  test('whose payer writes such a word into the text', () => {
    const rows = [
      ['Date', 'Description', 'Amount'],
      [DAY, 'DEBIT', '500,00'],
    ];
    expect(read(rows).problems).toEqual([]);
  });
});

describe('dates with slashes in an English table of any bank', () => {
  const days = (title: string, ...dates: readonly string[]) =>
    read([[title, 'Amount'], ...dates.map((date) => [date, '500.00'])]);

  test('are refused where each can be read with the month first', () => {
    expect(codesOf(days('Date', '11/05/2026', '11/11/2026'))).toEqual(['bad-date']);
  });

  test('are read where one proves the order, where the order changes nothing, or with a Turkish header', () => {
    const datesOf = (...given: Parameters<typeof days>) =>
      days(...given).lines.map((line) => line.bookingDate);
    expect(datesOf('Date', '05/11/2026', '25/11/2026')).toEqual(['2026-11-05', '2026-11-25']);
    expect(datesOf('Date', '11/11/2026')).toEqual(['2026-11-11']);
    expect(datesOf('Tarih', '05/11/2026')).toEqual(['2026-11-05']);
  });
});

/** Reads lines as Garanti BBVA exports them, with a further column. */
function garanti(title: string, word: string) {
  return read(
    [
      ['Tarih', 'Açıklama', 'Etiket', 'Tutar', 'Dekont No', title],
      [DAY, 'FAST GELEN - AYSE YILMAZ - K7M29QXT', '', '500,00', '1', word],
    ],
    BANK_PROFILES,
  );
}

describe('a column of the state that the profile does not name', () => {
  test.each([
    ['Durum', 'Reddedildi'],
    ['İşlem Durumu', 'Bekliyor'],
    ['State', 'RED'],
    ['Transaction status', 'Pending'],
    ['Status', 'Cancelled'],
  ])('is read by its name, %s: %s is not booked', (title, word) => {
    for (const { lines, problems } of [garanti(title, word), withColumn(title, [word])]) {
      expect(problems).toEqual([]);
      expect(lines.map(({ status }) => status)).toEqual(['pending']);
    }
  });

  test('refuses the file with a word that is not known', () => {
    expect(codesOf(garanti('Durum', 'Onaylandı'))).toEqual(['bad-status row 2']);
    expect(codesOf(garanti('Booked', 'false'))).toEqual(['bad-status row 2']);
    expect(codesOf(garanti('Durum Kodu', 'I'))).toEqual(['bad-status row 2']);
    expect(garanti('Durum', 'Gerçekleşti').lines.map(({ status }) => status)).toEqual(['booked']);
  });

  test.each([
    ['Sonuç', 'İptal edildi'],
    ['Bilgi', 'REDDEDİLDİ'],
    ['Outcome', 'Rejected'],
    ['Result', 'On hold'],
    ['İptal', 'E'],
    ['İptal mi?', 'Evet'],
    ['İade', 'X'],
    ['Reversed', 'true'],
    ['Storno', 'J'],
  ])(
    'refuses the file where its name or its word says that the line is not booked: %s, %s',
    (title, word) => {
      for (const found of [garanti(title, word), withColumn(title, [word])]) {
        expect(found.lines).toEqual([]);
        expect(codesOf(found)).toEqual(['unknown-columns row 2']);
        expect(found.problems[0]?.message).toContain(`The column "${title}" says "${word}"`);
      }
    },
  );

  test('refuses pasted lines as well', () => {
    const text = `${DAY}\tAYSE YILMAZ K7M29QXT\t+500,00\tReddedildi`;
    const found = readPastedParts(text, { generic });
    expect(found.lines).toEqual([]);
    expect(codesOf(found)).toEqual(['unknown-columns row 1']);
  });

  test('is no column with short words of other meanings, nor the text of the payer', () => {
    expect(garanti('Renk', 'RED').problems).toEqual([]);
    const rows = [
      ['Date', 'Description', 'Amount'],
      [DAY, 'İptal', '500,00'],
    ];
    expect(read(rows).problems).toEqual([]);
  });
});

describe('lines above the header', () => {
  const HEADER = ['Tarih', 'Açıklama', 'Tutar', 'Bakiye'];
  const line = (balance: string) => [DAY, 'AYSE YILMAZ', '500,00', balance];
  const problemsOf = (rows: readonly (readonly string[])[]) =>
    read(rows).problems.map(({ message }) => message);

  test('refuse the file with the place of the first', () => {
    const rows = [['Hesap Hareketleri'], line('500,00'), line('1.000,00'), HEADER, line('1.500,00')];
    expect(problemsOf(rows)).toEqual([expect.stringMatching(/above the header/)]);
    expect(codesOf(read(rows))).toEqual(['broken-file row 2']);
  });

  test('refuse pasted lines', () => {
    const text = [line('500,00'), HEADER, line('1.000,00')].map((row) => row.join('\t')).join('\n');
    const found = readPastedParts(text, { generic });
    expect([found.lines, codesOf(found)]).toEqual([[], ['broken-file row 1']]);
  });

  test('refuse the file in columns of another section', () => {
    const section = [
      ['Gün', 'Kimden', 'Para'],
      ['001', DAY, 'AYSE YILMAZ', '500,00'],
    ];
    expect(problemsOf([...section, HEADER, line('1.000,00')])).toHaveLength(1);
  });

  test('are no days and balances that the bank names', () => {
    const above = [
      ['Rapor Tarihi', DAY, 'Bakiye', '1.500,00'],
      ['Tarih Aralığı:', '01.11.2026 - 25.11.2026', 'Kullanılabilir Bakiye:', '1.500,00 TL'],
      ['Devreden Bakiye', DAY, '1.000,00'],
    ];
    expect(problemsOf([...above, HEADER, line('1.500,00')])).toEqual([]);
  });

  test('are no balances of a day in the columns of lines', () => {
    const carried = [DAY, 'Devreden Bakiye', '', '1.000,00'];
    expect(problemsOf([carried, HEADER, line('1.500,00')])).toEqual([]);
  });

  test('are no days next to an address', () => {
    const owner = ['ACME A.Ş.', 'Cumhuriyet Cad. No:5,34330 Şişli', DAY];
    expect(problemsOf([owner, HEADER, line('1.500,00')])).toEqual([]);
  });

  test.each(['500,00 TL', '500,00 (A)', '-500.00', '1.500,00 B'])('have %s as an amount', (amount) => {
    const section = ['001', DAY, 'AYSE YILMAZ', amount];
    expect(problemsOf([section, HEADER, line('1.000,00')])).toHaveLength(1);
  });
});
