import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AMOUNT_MAX_MINOR,
  amountToMinor,
  minorToAmount,
  parseAmountMinor,
  printAmount,
} from '../../src/kernel/money.ts';
import { holds } from '../support/properties.ts';

describe('amounts', () => {
  const minor = fc.integer({ min: 1, max: AMOUNT_MAX_MINOR });

  test('survive printing and parsing, as text and as a JSON number', () =>
    holds(
      fc.property(minor, (amountMinor) => {
        expect(parseAmountMinor(printAmount(amountMinor))).toBe(amountMinor);
        expect(amountToMinor(JSON.parse(JSON.stringify(minorToAmount(amountMinor))))).toBe(amountMinor);
      }),
      5000,
    ));

  test('print as their shortest decimal', () =>
    holds(
      fc.property(minor, (amountMinor) => {
        const units = `${amountMinor}`.padStart(3, '0');
        const exact = `${units.slice(0, -2)}.${units.slice(-2)}`.replace(/\.?0+$/, '');
        expect(printAmount(amountMinor)).toBe(exact);
        expect(JSON.stringify(minorToAmount(amountMinor))).toBe(exact);
      }),
      5000,
    ));

  test('are read from text of the documented form only', () => {
    const digits = fc.stringMatching(/^\d{0,12}$/);
    const nearly = fc
      .tuple(fc.constantFrom('', '+', '-', ' '), digits, fc.constantFrom('', '.', ',', 'e', '..'), digits)
      .map((parts) => parts.join(''));
    const expected = (text: string) => {
      const [, units, fraction = ''] = /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
      if (units === undefined) return undefined;
      const value = BigInt(units) * 100n + BigInt(fraction.padEnd(2, '0'));
      return value >= 1n && value <= 100_000_000_000n ? Number(value) : undefined;
    };
    // Around the ends of the range and of the precision of a double, with leading zeros.
    const edge = fc
      .tuple(
        fc.constantFrom(0n, 1n, 100n, 100_000_000_000n, 2n ** 53n, 10n ** 19n, 10n ** 31n),
        fc.bigInt({ min: -300n, max: 300n }),
        fc.integer({ min: 3, max: 38 }),
      )
      .map(([around, off, length]) => {
        const digits = (around + off < 0n ? 0n : around + off).toString().padStart(length, '0');
        return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      });
    const whole = fc.stringMatching(/^0{0,24}[0-9]{1,32}$/).filter((text) => text.length <= 32);
    return holds(
      fc.property(fc.oneof(nearly, edge, whole, fc.string(), fc.string({ unit: 'binary' })), (text) => {
        // Longer texts are out of range or have absurdly many leading zeros.
        if (/^[0-9]{0,32}([^0-9]|$)/.test(text)) expect(parseAmountMinor(text)).toBe(expected(text));
        else expect(parseAmountMinor(text)).toBeUndefined();
      }),
    );
  });

  test('are read from a JSON number as from its text', () => {
    const near = fc
      .tuple(minor, fc.constantFrom(-2e-9, -1e-16, 0, 1e-16, 2e-9))
      .map(([amountMinor, share]) => (amountMinor / 100) * (1 + share));
    return holds(
      fc.property(fc.oneof(fc.double(), fc.double({ min: 0, max: 1e4 }), near), (amount) => {
        expect(amountToMinor(amount)).toBe(parseAmountMinor(String(amount)));
      }),
    );
  });

  test('are not read from a number with a third fraction digit', () =>
    holds(
      fc.property(minor, fc.integer({ min: 1, max: 9 }), (amountMinor, thousandths) => {
        const units = `${amountMinor}${thousandths}`.padStart(4, '0');
        expect(amountToMinor(Number(`${units.slice(0, -3)}.${units.slice(-3)}`))).toBeUndefined();
      }),
      5000,
    ));
});
