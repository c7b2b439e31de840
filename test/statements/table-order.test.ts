import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followBalances } from '../../src/reconciliation/domain/balance-chain.ts';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { holds } from '../support/properties.ts';
import {
  closingsOf,
  codesOf,
  type ReadParts,
  readPastedParts,
  readTableParts,
} from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';

const profile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY', decimal: 'point' } as const;

/** A day of September, an amount and the balance after it; null for none. */
type Line = readonly [day: number, amount: number, balance: number | null];

function read(lines: readonly Line[], status: readonly string[] = []) {
  const rows = lines.map(([day, amount, balance], index) => [
    `${String(day).padStart(2, '0')}.09.2026`,
    amount.toFixed(2),
    balance === null ? '' : balance.toFixed(2),
    status[index] ?? '',
  ]);
  const bytes = writeCsv({ rows: [['Tarih', 'Tutar', 'Bakiye', 'Durum'], ...rows] });
  const found = readTableParts(bytes, profile);
  const [header] = found.headers;
  const account = { iban: null, number: null, currency: 'TRY' };
  const chain = followBalances(header ?? { account, opening: null });
  for (const line of found.lines) chain.add(line);
  const closing = closingsOf(found)[0] ?? null;
  const broken = chain.end({
    closing: closing === null ? null : { amountMinor: closing, date: null },
    isLastPage: true,
  });
  return {
    balances: [header?.opening?.amountMinor ?? null, closing],
    places: found.lines.map(({ place }) => place),
    broken: broken && `${broken.reason} ${broken.place}`,
  };
}

const inPlace = (count: number) => Array.from({ length: count }, (_, index) => `row ${index + 2}`);

describe('the lines of a table with balances', () => {
  it('are put in order where the days stand newest first and their lines oldest first', () => {
    expect(
      read([
        [2, 500, 630],
        [2, 5, 635],
        [1, 10, 110],
        [1, 20, 130],
      ]),
    ).toEqual({ balances: [10000, 63500], places: ['row 4', 'row 5', 'row 2', 'row 3'], broken: undefined });
  });

  it('are put in order where the days stand oldest first and their lines newest first', () => {
    const found = read([
      [1, 20, 130],
      [1, 10, 110],
      [2, 5, 635],
      [2, 500, 630],
    ]);
    expect(found).toMatchObject({ balances: [10000, 63500], broken: undefined });
  });

  it('are put in order over a day that ends where it began', () => {
    const found = read([
      [3, 1, 101],
      [2, -10, 100],
      [1, 50, 100],
      [2, 10, 110],
    ]);
    expect(found).toMatchObject({ balances: [5000, 10100], places: ['row 4', 'row 5', 'row 3', 'row 2'] });
  });

  it('are held with the row where no order chains, and state no balance', () => {
    expect(
      read([
        [1, 10, 110],
        [1, 20, 130],
        [2, 5, 999],
        [2, 1, 1000],
      ]),
    ).toEqual({ balances: [null, null], places: inPlace(4), broken: 'running-balance row 4' });
  });

  it('are held where a missing balance hides a missing line', () => {
    const found = read([
      [1, 10, 110],
      [1, 20, null],
      [1, 5, 999],
    ]);
    expect(found).toMatchObject({ balances: [null, null], broken: 'running-balance row 4' });
  });

  it('state no balance where two orders of one day chain with different ones', () => {
    const found = read([
      [1, 10, 110],
      [1, -10, 100],
    ]);
    expect(found).toEqual({ balances: [null, null], places: inPlace(2), broken: undefined });
  });

  it.each([
    [
      'oldest first',
      [
        [1, 500, 500],
        [2, 500, 0],
      ],
    ],
    [
      'newest first',
      [
        [2, 500, 0],
        [1, 500, 500],
      ],
    ],
  ] as const)(
    'are held where they chain only against the days: a debit without its minus, %s',
    (_, lines) => {
      expect(read(lines)).toEqual({
        balances: [null, null],
        places: inPlace(2),
        broken: 'running-balance row 3',
      });
    },
  );

  it('leave out of their balances what is not booked', () => {
    const found = read(
      [
        [1, 10, 110],
        [1, 99, 110],
        [1, 20, 130],
      ],
      ['Booked', 'Pending', 'Booked'],
    );
    expect(found).toMatchObject({ balances: [10000, 13000], broken: undefined });
  });

  it('are never held, in whatever order the lines of each day stand', () => {
    const days = fc.array(fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 6 }), {
      minLength: 2,
      maxLength: 4,
    });
    return holds(
      fc.property(days, fc.infiniteStream(fc.nat(1000)), (amounts, keys) => {
        let balance = 100;
        const all = amounts.flatMap((day, index) =>
          day.map((amount): Line => {
            balance += amount;
            return [index + 1, amount, balance];
          }),
        );
        const shuffled = all
          .map((line) => ({ line, key: keys.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ line }) => line);
        expect(read(shuffled)).toMatchObject({ balances: [10000, balance * 100], broken: undefined });
      }),
      60,
    );
  });
});

describe('table sections', () => {
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
    ['pasted text', (rows) => readPastedParts(rows.map((row) => row.join('\t')).join('\n'))],
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
      expect(found.lines.map(({ place }) => place)).toEqual([
        'sheet "Kasım", row 3',
        'sheet "Aralık", row 3',
      ]);
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
});

describe('table round trip', () => {
  interface Payment {
    readonly day: number;
    readonly minor: number;
    readonly text: string;
  }

  const HEADER = ['Tarih', 'Tutar', 'Bakiye', 'Açıklama', 'Fiş No'];

  /** A text that a payer can write. Blanks at the ends are not kept, and an empty text is none. */
  const text = fc
    .oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[A-ZÇĞİÖŞÜçğıöşü;,|"' \n*]{0,40}$/))
    .map((value) => value.replace(/[\r\0-\x09\x0b-\x1f\ufffe\uffff]/g, '').trim());

  const payments = fc
    .array(
      fc.record({
        day: fc.integer({ min: 1, max: 30 }),
        minor: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).filter((minor) => minor !== 0),
        text,
      }) satisfies fc.Arbitrary<Payment>,
      { maxLength: 30 },
    )
    .map((list) => list.toSorted((one, other) => one.day - other.day));

  const digitsOf = (minor: number) => String(Math.abs(minor)).padStart(3, '0');
  const signOf = (minor: number) => (minor < 0 ? '-' : '');

  const plain = (minor: number) =>
    `${signOf(minor)}${digitsOf(minor).slice(0, -2)}.${digitsOf(minor).slice(-2)}`;

  const turkish = (minor: number) => {
    const units = digitsOf(minor)
      .slice(0, -2)
      .replace(/\B(?=(\d{3})+$)/g, '.');
    return `${signOf(minor)}${units},${digitsOf(minor).slice(-2)}`;
  };

  const dayText = (day: number) => `${String(day).padStart(2, '0')}.09.2026`;

  /** Balances after each payment, from 1,000.00. */
  function balances(list: readonly Payment[]): readonly number[] {
    let balance = 100_000;
    return list.map(({ minor }) => {
      balance += minor;
      return balance;
    });
  }

  function expectSame(bytes: Uint8Array, list: readonly Payment[], isNewestFirst: boolean): void {
    const profile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY', decimal: 'comma' } as const;
    const read = readTableParts(bytes, profile);
    expect(codesOf(read)).toEqual([]);
    expect(
      read.lines.map(({ bookingDate, direction, amountMinor, remittance }) => ({
        day: Number(bookingDate?.slice(-2)),
        minor: direction === 'credit' ? amountMinor : -amountMinor,
        text: (remittance[0] ?? '').replaceAll('\r\n', '\n'),
      })),
    ).toEqual(isNewestFirst ? list.toReversed() : list);
    const sum = list.reduce((total, { minor }) => total + minor, 0);
    if (list.length > 1) {
      expect(read.headers[0]?.opening?.amountMinor).toBe(100_000);
      expect(closingsOf(read)).toEqual([100_000 + sum]);
    }
  }

  describe('whatever payments a second writer puts into a file', () => {
    it('are read from CSV as they were written, in either order of time', () => {
      const files = fc.record({
        payments,
        delimiter: fc.constantFrom(';', ',', '\t', '|'),
        lineEnd: fc.constantFrom('\r\n', '\n'),
        isNewestFirst: fc.boolean(),
      });
      return holds(
        fc.property(files, ({ payments: list, delimiter, lineEnd, isNewestFirst }) => {
          // A text that holds a whole row looks like a quotation mark that is never closed.
          fc.pre(
            list.every(({ text: value }) =>
              value.split('\n').every((line) => line.split(delimiter).length < 5),
            ),
          );
          const after = balances(list);
          const rows = list.map(({ day, minor, text: value }, index) => [
            dayText(day),
            turkish(minor),
            turkish(after[index] ?? 0),
            value,
            `F${index}`,
          ]);
          const ordered = isNewestFirst ? rows.toReversed() : rows;
          expectSame(writeCsv({ rows: [HEADER, ...ordered], delimiter, lineEnd }), list, isNewestFirst);
        }),
        100,
      );
    });

    it('are read from XLSX as they were written, from numbers and from texts', () => {
      const files = fc.record({ payments, isText: fc.boolean(), isNewestFirst: fc.boolean() });
      return holds(
        fc.property(files, ({ payments: list, isText, isNewestFirst }) => {
          const after = balances(list);
          const cell = (minor: number) => (isText ? turkish(minor) : { number: plain(minor) });
          const rows = list.map(({ day, minor, text: value }, index) => [
            isText ? dayText(day) : { date: `${46265 + day}.5` },
            cell(minor),
            cell(after[index] ?? 0),
            value,
            `F${index}`,
          ]);
          const ordered = isNewestFirst ? rows.toReversed() : rows;
          expectSame(writeXlsx({ sheets: [{ rows: [[], HEADER, ...ordered] }] }), list, isNewestFirst);
        }),
        100,
      );
    });
  });
});
