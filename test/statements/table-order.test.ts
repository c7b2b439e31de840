import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followBalances } from '../../src/reconciliation/domain/balance-chain.ts';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { holds } from '../support/properties.ts';
import { closingsOf, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';

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
