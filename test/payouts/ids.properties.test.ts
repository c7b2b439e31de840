import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endToEndIdOf, messageIdOf } from '../../src/payouts/domain/file-ids.ts';
import { findReferences } from '../../src/reconciliation/domain/matching/find-references.ts';
import { holds } from '../support/properties.ts';

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
