import { describe, expect, test } from 'vitest';
import { byAccountName } from '../../src/banks/domain/account-order.ts';
import { couldBeNumberOf, isNumberOf } from '../../src/kernel/account-number.ts';
import { LinesOfKey, RunLines } from '../../src/reconciliation/domain/lines-of-key.ts';
import { findSame, type GivenLine, type StatementSpan } from '../../src/reconciliation/domain/same-line.ts';
import {
  createReferences,
  isReference,
  makeReference,
  readReference,
  referenceIn,
} from '../../src/transactions/domain/reference.ts';
import { everyNth } from '../support/long.ts';
import { createRandom } from '../support/random.ts';

describe('same line', () => {
  const DAY = '2026-11-20';

  function span(openingMinor: number | null, closingMinor: number | null, more: Partial<StatementSpan> = {}) {
    const days = { firstLineDate: DAY, lastLineDate: DAY };
    return {
      kind: 'statement',
      sequenceNumber: null,
      page: 1,
      openingMinor,
      closingMinor,
      ...days,
      ...more,
    } as const;
  }

  interface Line {
    readonly span: StatementSpan;
    readonly id?: string;
    readonly balance?: number;
  }

  const given = ({ span: of, id = '', balance }: Line, more: Partial<GivenLine> = {}): GivenLine => ({
    status: 'booked',
    bankReference: id || null,
    isBankReferenceTrusted: false,
    balanceAfterMinor: balance ?? null,
    span: of,
    ...more,
  });

  /** Whether the second line is the first one again. */
  function isSame(first: Line, second: Line, more: Partial<GivenLine> = {}): boolean {
    const stored = { bankReference: first.id ?? null, balanceAfterMinor: first.balance ?? null };
    return findSame(given(second, more), [{ ...stored, spans: [first.span] }]) !== undefined;
  }

  describe('an equal line of another file is another payment', () => {
    test('with another id of the bank in a message of the same kind', () => {
      const day = span(0, 500);
      expect(isSame({ span: day, id: 'BR1' }, { span: day, id: 'BR2' })).toBe(false);
      const report = span(null, null, { kind: 'intraday' });
      expect(isSame({ span: report, id: 'BR1' }, { span: report, id: 'BR2' })).toBe(false);
    });

    test('in a statement that begins where the other ended, whichever came first', () => {
      expect(isSame({ span: span(0, 500) }, { span: span(500, 1000) })).toBe(false);
      expect(isSame({ span: span(500, 1000) }, { span: span(0, 500) })).toBe(false);
      expect(isSame({ span: span(0, 500), id: 'BATCH' }, { span: span(500, 1000), id: 'BATCH' })).toBe(false);
    });

    test('in a statement, or on a page, with another number', () => {
      const one = { sequenceNumber: '1' };
      expect(
        isSame({ span: span(null, null, one) }, { span: span(null, null, { sequenceNumber: '2' }) }),
      ).toBe(false);
      expect(isSame({ span: span(0, 500, one) }, { span: span(700, 1200, { sequenceNumber: '3' }) })).toBe(
        false,
      );
      expect(isSame({ span: span(null, null, one) }, { span: span(null, null, { ...one, page: 2 }) })).toBe(
        false,
      );
    });
  });

  describe('an equal line of another file is the same', () => {
    test('where nothing says otherwise', () => {
      expect(isSame({ span: span(0, 500) }, { span: span(0, 500) })).toBe(true);
      expect(isSame({ span: span(0, 500), id: 'BR1' }, { span: span(0, 900), id: 'BR1' })).toBe(true);
      expect(isSame({ span: span(0, 500), id: 'BR1' }, { span: span(0, 900) })).toBe(true);
    });

    test('in the statement of a month with another number', () => {
      const month = { firstLineDate: '2026-11-01', lastLineDate: '2026-11-30', sequenceNumber: '11' };
      const daily = span(300, 800, { sequenceNumber: '214' });
      expect(isSame({ span: daily }, { span: span(0, 5000, month) })).toBe(true);
      expect(
        isSame({ span: span(null, null, { sequenceNumber: '214' }) }, { span: span(null, null, month) }),
      ).toBe(true);
      // Even if the month began with the balance of that evening.
      expect(isSame({ span: daily }, { span: span(800, 5000, month) })).toBe(true);
    });

    test('in the statement of a day that leaves the balance as it was', () => {
      const [part, day] = [span(100, 150), span(150, 150)];
      expect(isSame({ span: part }, { span: day })).toBe(true);
      expect(isSame({ span: day }, { span: part })).toBe(true);
    });

    test('in overlapping periods with different numbers', () => {
      const first = span(0, 900, { firstLineDate: '2026-11-18', sequenceNumber: '5' });
      const second = span(400, 1500, { lastLineDate: '2026-11-22', sequenceNumber: '6' });
      expect(isSame({ span: first }, { span: second })).toBe(true);
    });

    test('in a statement that was issued again with another number', () => {
      const again = { sequenceNumber: '8' };
      expect(isSame({ span: span(0, 500, { sequenceNumber: '7' }) }, { span: span(0, 900, again) })).toBe(
        true,
      );
      expect(isSame({ span: span(0, 500, { sequenceNumber: '7' }) }, { span: span(0, 500, again) })).toBe(
        true,
      );
    });

    test('where each day leaves the balance as it was', () => {
      expect(isSame({ span: span(0, 0) }, { span: span(0, 0) })).toBe(true);
      expect(isSame({ span: span(0, 0) }, { span: span(0, 500) })).toBe(true);
    });

    test('with the same balance behind it', () => {
      expect(isSame({ span: span(0, 500), balance: 500 }, { span: span(500, 900), balance: 500 })).toBe(true);
      expect(isSame({ span: span(0, 500), balance: 500 }, { span: span(500, 1000), balance: 1000 })).toBe(
        false,
      );
    });

    test('in a report, whatever its number and its balances are', () => {
      const report = (sequenceNumber: string) => span(null, null, { kind: 'intraday', sequenceNumber });
      expect(isSame({ span: report('1') }, { span: report('2') })).toBe(true);
      expect(isSame({ span: report('1'), id: 'A' }, { span: span(0, 500), id: 'B' })).toBe(true);
    });

    test('with an id that names it alone, and while it is pending', () => {
      const [first, second] = [
        { span: span(0, 500), id: 'A' },
        { span: span(500, 1000), id: 'A' },
      ];
      expect(isSame(first, second, { isBankReferenceTrusted: true })).toBe(true);
      expect(isSame(first, { ...second, id: 'B' }, { status: 'pending' })).toBe(true);
    });
  });

  test('of several equal lines, the one with the same id is the same line', () => {
    const spans = [span(0, 500)] as const;
    const stored = ['A', 'B', null].map((bankReference) => ({
      bankReference,
      balanceAfterMinor: null,
      spans,
    }));
    expect(findSame(given({ span: span(0, 500), id: 'B' }), stored)).toBe(stored[1]);
    expect(findSame(given({ span: span(0, 500), id: 'C' }), stored)).toBe(stored[2]);
  });

  test.each([
    ['once without balances', [undefined, undefined], [true, false]],
    ['once with one balance', [500, 500], [true, false]],
    ['twice where its balances prove two', [500, 1000], [true, true]],
  ])('a line whose id names it alone counts in a statement %s', (_, balances, areNew) => {
    const lines = new LinesOfKey();
    const run = new RunLines();
    const found = balances.map((balance) => {
      const line = given({ span: span(0, 1000), id: 'R1', ...(balance !== undefined && { balance }) });
      return lines.take({ ...line, isBankReferenceTrusted: true }, 'id', run);
    });
    expect(found.map(({ isNew, sameAs }) => [isNew, sameAs])).toEqual(areNew.map((isNew) => [isNew, null]));
  });
});

describe('reference', () => {
  const ALPHABET = '23456789CDFHJKMNPRTVWXY';
  const random = createRandom(20_261_120);
  const KEY = '000102030405060708090a0b0c0d0e0f';
  const REFERENCES = Array.from({ length: 300 }, () => makeReference(random.below(2 ** 31)));

  test('a reference has eight characters, of which none looks like another and none is a vowel', () => {
    for (const reference of REFERENCES) expect(reference).toMatch(new RegExp(`^[${ALPHABET}]{8}$`));
    for (const looksAlike of ['0OQ', '1IL', '2Z', '5S', '6G', '8B', 'UV'])
      expect([...looksAlike].filter((character) => ALPHABET.includes(character)).length).toBeLessThan(2);
  });

  test('every single wrong character is found', () => {
    for (const reference of everyNth(6, REFERENCES))
      for (let place = 0; place < 8; place += 1)
        for (const wrong of ALPHABET) {
          if (wrong === reference[place]) continue;
          expect(isReference(reference.slice(0, place) + wrong + reference.slice(place + 1))).toBe(false);
        }
  });

  test('every swap of two characters is found, of neighbours and of others', () => {
    for (const reference of REFERENCES)
      for (let one = 0; one < 8; one += 1)
        for (let other = one + 1; other < 8; other += 1) {
          const swapped = [...reference];
          [swapped[one], swapped[other]] = [reference[other]!, reference[one]!];
          expect(isReference(swapped.join(''))).toBe(reference[one] === reference[other]);
        }
  });

  test('it is read as people type it: in lower case, with blanks or hyphens', () => {
    for (const reference of REFERENCES) {
      const [head, tail] = [reference.slice(0, 4), reference.slice(4)];
      for (const typed of [
        reference,
        `${head} ${tail}`,
        `${head}-${tail}`.toLowerCase(),
        ` ${head}\u00a0${tail} `,
      ])
        expect(readReference(typed)).toEqual([reference, referenceIn('EUR', reference)]);
    }
    for (const none of ['', 'ABCDEFGH', '1234567', '٢٢٢٢٢٢٢٢', 'RF', 'RF00'])
      expect(readReference(none)).toEqual([]);
  });

  test('for EUR it is a creditor reference of ISO 11649: the number of its rearranged characters is 1 modulo 97', () => {
    for (const short of REFERENCES) {
      const reference = referenceIn('EUR', short);
      expect(reference).toBe(`RF${reference.slice(2, 4)}${short}`);
      const digits = [...(reference.slice(4) + reference.slice(0, 4))].map((one) => Number.parseInt(one, 36));
      expect(BigInt(digits.join('')) % 97n).toBe(1n);
      expect(isReference(reference)).toBe(true);
      expect(
        readReference(`${reference.slice(0, 4)} ${short.slice(0, 4)} ${short.slice(4)}`.toLowerCase()),
      ).toEqual([reference]);
      const wrong = `RF${String((Number(reference.slice(2, 4)) + 1) % 100).padStart(2, '0')}${short}`;
      expect(isReference(wrong)).toBe(false);
    }
    expect(referenceIn('TRY', '22222222')).toBe('22222222');
  });

  test('each number has a reference of its own, by which it is found', () => {
    const references = createReferences(KEY);
    const numbers = [0, 1, 2, 23 ** 7 - 1, ...Array.from({ length: 2000 }, (_, index) => index * 1_699_999)];
    const made = new Map(numbers.map((number) => [references.of(number), number]));
    expect(made.size).toBe(new Set(numbers).size);
    for (const [reference, number] of made) {
      expect(isReference(reference)).toBe(true);
      expect(references.numbersOf(reference)[0]).toBe(number);
      expect(references.numbersOf(referenceIn('EUR', reference))[0]).toBe(number);
    }
  });

  test('a number beyond the last reference has one that names it, too', () => {
    const references = createReferences(KEY);
    const reference = references.of(5 + 2 * 23 ** 7);
    expect(references.numbersOf(reference)).toContain(5 + 2 * 23 ** 7);
  });

  test('what is no reference has no numbers', () => {
    const references = createReferences(KEY);
    for (const none of ['', 'RF', '2222222X', '2222-2222', 'RF00XXXXXXXX'])
      expect(references.numbersOf(none)).toEqual([]);
  });

  test('references of consecutive numbers use all that there are, and another key gives others', () => {
    const [one, other] = [createReferences(KEY), createReferences('f'.repeat(32))];
    const made = Array.from({ length: 5000 }, (_, number) => one.of(number));
    for (let place = 0; place < 8; place += 1)
      expect(new Set(made.map((reference) => reference[place])).size).toBe(ALPHABET.length);
    expect(made.filter((reference, number) => reference === other.of(number))).toEqual([]);
  });
});

const GERMAN = 'DE36200400000012345678';
const SHORT = 'DE12666423990000093387';
const TURKISH = 'TR640099900000999000001001';
const TURKISH_WITH_BRANCH = 'TR120005900037200666009999';
const DUTCH = 'NL91ABNA0417164300';
const CZECH = 'CZ6508000000192000145399';
const SWISS = 'CH9300762011623852957';

describe('the number of an account', () => {
  test.each([
    ...['12345678', '0012345678', '12345678EUR', '20040000/0012345678', '20040000/12345678'].map((number) => [
      number,
      GERMAN,
    ]),
    ...['20040000/12345678EUR', '12345678/20040000', 'COBADEFFXXX/12345678', '200400000012345678'].map(
      (number) => [number, GERMAN],
    ),
    ['66642399/93387', SHORT],
    ['00999/0000999000001001', TURKISH],
    ['0099/0999-000001001TRY', 'TR640009900000999000001001'],
    ['0059-00372/666009999', TURKISH_WITH_BRANCH],
    ['0059-00372/666009999', 'TR120005900000000666009999'],
    ['0417164300', DUTCH],
    ['ABNANL2A/0417164300', DUTCH],
    ['19-2000145399/0800', CZECH],
  ])('%s is that of %s', (number, iban) => {
    expect(isNumberOf(number, iban)).toBe(true);
  });

  test.each([
    // The end of it only.
    ['345678', GERMAN],
    ['5678', GERMAN],
    ['385295', SWISS],
    ['852957', SWISS],
    // Another bank, or another number there.
    ['20040001/12345678', GERMAN],
    ['00046/12345678', GERMAN],
    ['20040000/2345678', GERMAN],
    ['20040000/112345678', GERMAN],
    ['COBAATWWXXX/12345678', GERMAN],
    ['INGBNL2A/0417164300', DUTCH],
    ['00046/9876543210', TURKISH],
    ['93387', SHORT],
    ['', GERMAN],
    ['/', GERMAN],
    ['0000000000', GERMAN],
    ['.*', GERMAN],
  ])('%s is not that of %s', (number, iban) => {
    expect(isNumberOf(number, iban)).toBe(false);
  });

  test('can be that of a chosen account where it has digits of its account, whatever branch stands before them', () => {
    expect(couldBeNumberOf('93387', SHORT)).toBe(true);
    expect(couldBeNumberOf('666009999-351', 'TR120013400000666009999351')).toBe(true);
    expect(couldBeNumberOf('666009999', 'TR120013400000666009999351')).toBe(true);
    expect(couldBeNumberOf('372/666009999', 'TR120013400000666009999351')).toBe(true);
    expect(couldBeNumberOf('00046/9876543210', TURKISH)).toBe(false);
    expect(couldBeNumberOf('20040000/99999999', GERMAN)).toBe(false);
    expect(couldBeNumberOf('1', GERMAN)).toBe(false);
  });

  test.each([
    ['0200051332', true],
    ['21000418/0200051332', true],
    ['CAIXESBB/0200051332', true],
    ['0200051333', false],
    ['21000418/9999999999', false],
    ['00491500/0200051332', false],
  ])('%s can be that of a chosen account of a country whose bank codes are not known: %s', (number, can) => {
    expect(couldBeNumberOf(number, 'ES9121000418450200051332')).toBe(can);
  });
});

test('accounts stand in the order of the Turkish alphabet', () => {
  const banks = ['Ziraat', 'İş Bankası', 'Şekerbank', 'Garanti', 'Çağdaş', 'Denizbank'];
  const named = banks.map((bank) => ({ bank, accountName: 'Demo', iban: 'TR33' }));
  expect(named.sort(byAccountName).map(({ bank }) => bank)).toEqual([
    ...['Çağdaş', 'Denizbank', 'Garanti', 'İş Bankası', 'Şekerbank', 'Ziraat'],
  ]);
});
