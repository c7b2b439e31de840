import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withoutFormulas } from '../../src/kernel/table-files/formulas.ts';
import { endToEndIdOf, messageIdOf, paymentIdsIn } from '../../src/payouts/domain/file-ids.ts';
import { cutTo, transliterate } from '../../src/payouts/files/transliterate.ts';
import { encodeWindows1254 } from '../../src/payouts/files/windows-1254.ts';
import { findReferences } from '../../src/reconciliation/domain/matching/find-references.ts';
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
import { ANY_CHARACTER, holds } from '../support/properties.ts';

describe('tables', () => {
  afterEach(() => vi.useRealTimers());

  const HEADER = ['Sıra', 'Alıcı', 'IBAN', 'Tutar', 'Döviz', 'Tarih', 'Açıklama', 'Tür', 'Referans'];

  const payouts = batchOf([
    payoutRow(1, { amountMinor: 1_250_075, accountName: TURKISH }),
    payoutRow(2, { amountMinor: 7, accountName: 'A & <B>; "42"' }),
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
          'DE89370400440532013000',
          '12500,75',
          'EUR',
          '30.11.2026',
          'P000000042-000001',
          'FAST',
          'P000000042-000001',
        ],
        [
          '2',
          'A & <B>; "42"',
          'DE89370400440532013000',
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
      const row = payoutRow(1, { accountName: '=HYPERLINK("http://example.com")' });
      const [, cells] = readCsv(csv({}, batchOf([row])));
      expect(cells?.[1]).toBe('HYPERLINK("http://example.com")');
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
          'DE89370400440532013000',
          '12500.75',
          'EUR',
          '46356',
          'P000000042-000001',
          'FAST',
          'P000000042-000001',
        ],
        [
          '2',
          'A & <B>; "42"',
          'DE89370400440532013000',
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
});

const anyText = fc.string({ unit: ANY_CHARACTER, maxLength: 60 });

describe('the characters of SEPA', () => {
  it('have one letter for each Turkish one', () => {
    expect(transliterate(TURKISH, 'sepa')).toBe(
      'AaBbCcCcDdEeFfGgGgHhIiIiJjKkLlMmNnOoOoPpRrSsSsTtUuUuVvYyZzAaIiUu',
    );
  });

  it.each([
    ["O'Brien (A-1/2): +x?", "O'Brien (A-1/2): +x?"],
    ['A & B_C', 'A + B-C'],
    ['[a]{b}|c\\d', '(a)(b)/c/d'],
    ['"a";b', "'a',b"],
    ['a@b#c', 'a.b.c'],
    ['Can’ın “evi”', "Can'in 'evi'"],
    ['Straße Łódź Ångström', 'Strasse Lodz Angstrom'],
    ['Ivan Щукин', 'Ivan Shchukin'],
    ['S\u0327u\u0308kru\u0308', 'Sukru'],
    ['a 😀 b', 'a b'],
    ['  a\t\nb\u00a0\u3000c ', 'a b c'],
    ['a\u202eb\u200b\ufeffc', 'abc'],
    ['😀', ''],
  ])('write %j as %j', (text, written) => {
    expect(transliterate(text, 'sepa')).toBe(written);
  });

  it('are all that is left of any text', () =>
    holds(
      fc.property(anyText, (text) => {
        expect(transliterate(text, 'sepa')).toMatch(/^(?:[a-zA-Z0-9/\-?:().,'+]+(?: (?! |$))?)*$/);
      }),
    ));
});

describe('Latin characters', () => {
  it('keep the Turkish letters and the signs of ASCII', () => {
    const text = `${TURKISH} &<>"@`;
    expect(transliterate(text, 'latin')).toBe(text);
  });

  it('have no signs beyond ASCII', () => {
    expect(transliterate('“5 €” – x', 'latin')).toBe('"5 EUR" - x');
  });

  it('can all be encoded in windows-1254', () =>
    holds(
      fc.property(anyText, (text) => {
        const latin = transliterate(text, 'latin');
        expect(new TextDecoder('windows-1254').decode(encodeWindows1254(latin))).toBe(latin);
      }),
    ));
});

describe('windows-1254', () => {
  it('is not used for a character that it has not', () => {
    expect(() => encodeWindows1254('Щ')).toThrow(RangeError);
  });
});

describe('all characters of Unicode', () => {
  it('keep every letter, composed', () => {
    expect(transliterate('Щ 王 S\u0327 😀', 'unicode')).toBe('Щ 王 Ş 😀');
  });
});

describe('a text that is cut', () => {
  it('has whole characters and no blank at its end', () => {
    expect(cutTo('a😀😀b', 2)).toBe('a😀');
    expect(cutTo('ab cd', 3)).toBe('ab');
  });
});

describe('a text without formulas', () => {
  it.each([
    ['=HYPERLINK("x")', 'HYPERLINK("x")'],
    ['+-@=1', '1'],
    ['a;=1+1', 'a; 1+1'],
    ['a, -b', 'a, b'],
    ['a;"=1+1', 'a; 1+1'],
    ['＝1', '1'],
    ['a-b = c', 'a-b = c'],
  ])('makes %j %j', (text, plain) => {
    expect(withoutFormulas(text)).toBe(plain);
  });

  it('begins none, whatever delimiter a spreadsheet expects', () =>
    holds(
      fc.property(fc.string({ unit: fc.constantFrom(...`=+-@＝;,| a"'`), maxLength: 20 }), (text) => {
        for (const cell of withoutFormulas(text).split(/[;,|]/))
          expect(cell).not.toMatch(/^["'\s]*[=+\-@＝]/);
      }),
    ));
});

/** Small numbers and the largest. */
const number = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
);

const idsOf = (batch: number, other: number) => [
  messageIdOf(batch),
  messageIdOf(batch, other),
  endToEndIdOf(batch, other),
];

const place = fc.tuple(number, number);

describe('an id of a bank file', () => {
  it('has at most 35 capitals, digits and hyphens', () =>
    holds(
      fc.property(place, ([batch, other]) => {
        for (const id of idsOf(batch, other)) expect(id).toMatch(/^[A-Z0-9](?:[A-Z0-9-]{0,33}[A-Z0-9])?$/);
      }),
    ));

  it('is that of one batch and row only', () =>
    holds(
      fc.property(place, place, (one, other) => {
        fc.pre(one[0] !== other[0] || one[1] !== other[1]);
        expect(endToEndIdOf(...one)).not.toBe(endToEndIdOf(...other));
        expect(messageIdOf(...one)).not.toBe(messageIdOf(...other));
        expect(new Set(idsOf(...one)).size).toBe(3);
      }),
    ));

  it.each([
    ['of a payment', 'paid P000000042-G0007 today', 'P000000042-G0007'],
    ['of a file', 'paid P000000042 today', 'P000000042'],
    ['of a payout that was cut', 'P000000042-00000', 'P000000042'],
    ['of a payment beside its file', 'P000000042 P000000042-G0007', 'P000000042-G0007'],
  ])('%s stands for many payouts', (_, text, id) => {
    expect(paymentIdsIn(text)).toEqual([id]);
  });

  it.each(['P000000042-000007', 'XP000000042', 'P000000042-A', 'P000000042X'])(
    'is not read in %s',
    (text) => {
      expect(paymentIdsIn(text)).toEqual([]);
    },
  );

  it('is the same in every version of the service', () => {
    expect(idsOf(42, 7)).toEqual(['P000000042', 'P000000042-G0007', 'P000000042-000007']);
  });

  it('is never read as the reference of a deposit', () =>
    holds(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        (batch, row) => {
          const { whole, loose, near } = findReferences(idsOf(batch, row), 'TRY');
          expect([...whole, ...loose, ...near.keys()]).toEqual([]);
        },
      ),
    ));

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('is not made of %s', (wrong) => {
    expect(() => messageIdOf(wrong)).toThrow(RangeError);
    expect(() => messageIdOf(1, wrong)).toThrow(RangeError);
    expect(() => endToEndIdOf(1, wrong)).toThrow(RangeError);
  });
});
