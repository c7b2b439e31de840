import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyStatus } from '../../src/payouts/domain/apply-status.ts';
import { type PayoutFacts, stateOf } from '../../src/payouts/domain/payout-state.ts';
import type { SentBatch } from '../../src/payouts/domain/sent-batch.ts';
import type { FiledPayout } from '../../src/reconciliation/domain/matching/model.ts';
import { effectOfLine, type PayoutLine } from '../../src/reconciliation/domain/matching/payout-effect.ts';
import type { Reason } from '../../src/reconciliation/domain/matching/reasons.ts';
import { payment, payoutId, reportIn, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { batchOf, filedOf, payoutOf, withChanges } from '../support/payouts/sent-batch.ts';
import { holds } from '../support/properties.ts';

describe('the effect of a line', () => {
  /** A debit of 10.00 that names no payout. */
  const DEBIT = { direction: 'debit', amountMinor: 1000, currency: 'TRY', paymentCount: null } as const;
  /** A debit that stands for a whole payment: of three payouts of 60.00. */
  const WHOLE = { ...DEBIT, amountMinor: 6000, paymentCount: 3 };
  const REFUSED = { bankStatus: 'RJCT' } as const;
  const PAID = { isDebited: true } as const;
  const PAYOUTS = [1, 2, 3].map((row) => filedOf(payoutOf(row)));

  /** The rows that a line changes, or why it changes none. */
  function effect(
    line: PayoutLine['line'],
    filed: readonly FiledPayout[],
    payoutIds: readonly string[] = [],
  ): readonly number[] | Reason {
    const found = effectOfLine({ line, reading: { payoutIds } }, filed);
    return 'doubt' in found
      ? found.doubt
      : found.changed.map(({ endToEndId }) => Number(endToEndId.slice(-6)));
  }

  describe('a debit with an end-to-end id', () => {
    const single = (given: Partial<PayoutLine['line']>, payout = payoutOf(1)) =>
      effect({ ...DEBIT, ...given }, [filedOf(payout)], [payoutId(1)]);

    test('pays the payout of its amount', () => {
      expect(single({})).toEqual([1]);
    });

    test.each([
      ['another amount', { amountMinor: 1001 }, { code: 'amount-differs', differenceMinor: 1 }],
      ['another currency', { currency: 'EUR' }, { code: 'other-currency', currency: 'TRY' }],
    ])('with %s pays nothing', (_, given, doubt) => {
      expect(single(given)).toEqual(doubt);
    });

    test.each([
      ['an unknown id of a known payment', ['X']],
      ['several ids', [payoutId(1), payoutId(2)]],
    ])('with %s pays nothing', (_, payoutIds) => {
      expect(effect(DEBIT, PAYOUTS, payoutIds)).toEqual({ code: 'several-payouts' });
    });

    test('of a payout that is paid already is repeated', () => {
      expect(single({}, payoutOf(1, PAID))).toEqual(REPEATED);
    });

    test('of a refused payout pays it', () => {
      expect(single({}, payoutOf(1, REFUSED))).toEqual([1]);
    });
  });

  const REPEATED = { code: 'settled-already', byLineId: null };

  describe('a debit of a payment', () => {
    test('pays its payouts if count and sum agree', () => {
      expect(effect(WHOLE, PAYOUTS)).toEqual([1, 2, 3]);
    });

    test('pays them by their sum where the bank says no count', () => {
      expect(effect({ ...WHOLE, paymentCount: null }, PAYOUTS)).toEqual([1, 2, 3]);
    });

    test.each([
      ['another count', { paymentCount: 2 }],
      ['another sum', { amountMinor: 6001 }],
      ['another sum and no count', { amountMinor: 6001, paymentCount: null }],
      ['the sum of other payouts', { amountMinor: 3000, paymentCount: 2 }],
    ])('with %s pays nothing, and says what is open', (_, given) => {
      expect(effect({ ...WHOLE, ...given }, PAYOUTS)).toEqual({
        code: 'other-total',
        count: 3,
        sumMinor: 6000,
      });
    });

    test('with another currency pays nothing', () => {
      expect(effect({ ...WHOLE, currency: 'EUR' }, PAYOUTS)).toMatchObject({ code: 'other-currency' });
    });

    const withSecond = (facts: Partial<PayoutFacts>, state?: FiledPayout['state']) => [
      filedOf(payoutOf(1)),
      filedOf(payoutOf(2, facts), state),
      filedOf(payoutOf(3)),
    ];

    test('without the refused ones pays the others', () => {
      const others = { ...WHOLE, amountMinor: 4000, paymentCount: 2 };
      expect(effect(others, withSecond(REFUSED))).toEqual([1, 3]);
    });

    test('without those that people let go pays the others', () => {
      const others = { ...WHOLE, amountMinor: 4000, paymentCount: 2 };
      expect(effect(others, withSecond({}, 'out'))).toEqual([1, 3]);
    });

    test('with those that people let go pays them too', () => {
      expect(effect(WHOLE, withSecond({}, 'out'))).toEqual([1, 2, 3]);
    });

    test('with the refused ones pays them too', () => {
      expect(effect(WHOLE, withSecond(REFUSED))).toEqual([1, 2, 3]);
    });

    test('without those that people have confirmed pays the others', () => {
      const others = { ...WHOLE, amountMinor: 4000, paymentCount: 2 };
      expect(effect(others, withSecond({}, 'paid'))).toEqual([1, 3]);
    });

    test('of what single debits have not paid can have refused ones too', () => {
      const filed = [payoutOf(1, PAID), payoutOf(2, REFUSED), payoutOf(3)].map((one) => filedOf(one));
      expect(effect({ ...WHOLE, amountMinor: 5000, paymentCount: 2 }, filed)).toEqual([2, 3]);
    });

    test('is repeated if one of its payouts is paid already', () => {
      expect(effect(WHOLE, withSecond(PAID))).toEqual(REPEATED);
    });

    test('of exactly those that were paid before is repeated', () => {
      const filed = [payoutOf(1, PAID), payoutOf(2), payoutOf(3, PAID)].map((one) => filedOf(one));
      expect(effect({ ...WHOLE, amountMinor: 4000, paymentCount: 2 }, filed)).toEqual(REPEATED);
    });

    describe('of a file with several payments', () => {
      const inGroups = (...rows: readonly (readonly [row: number, group: string])[]) =>
        rows.map(([row, group]) => filedOf(payoutOf(row, {}, group)));
      const SEVERAL = inGroups([1, 'A'], [2, 'A'], [4, 'B'], [5, 'B']);

      test.each([
        [[1, 2], 3000],
        [[4, 5], 9000],
      ])('pays the payment %j whose sum and count it has', (rows, amountMinor) => {
        expect(effect({ ...WHOLE, amountMinor, paymentCount: 2 }, SEVERAL)).toEqual(rows);
      });

      test('waits where two payments have its sum and count', () => {
        const filed = inGroups([1, 'A'], [4, 'A'], [2, 'B'], [3, 'B']);
        const of = { ...WHOLE, amountMinor: 5000, paymentCount: 2 };
        expect(effect(of, filed)).toMatchObject({ code: 'other-total' });
      });

      test('pays the last payment that is left', () => {
        const [one, other, ...left] = SEVERAL;
        const filed = [one, other].flatMap((of) =>
          of ? [{ ...of, facts: { ...of.facts, isDebited: true } }] : [],
        );
        const of = { ...WHOLE, amountMinor: 9000, paymentCount: 2 };
        expect(effect(of, [...filed, ...left])).toEqual([4, 5]);
      });
    });

    describe('without a count', () => {
      const uncounted = { ...WHOLE, amountMinor: 3000, paymentCount: null };

      test.each([
        ['people let go', {}, 'out'],
        ['the bank has refused', REFUSED, 'refused'],
        ['was paid before', PAID, 'paid'],
      ] as const)('waits where one that %s has its amount', (_, facts, state) => {
        const filed = [filedOf(payoutOf(1)), filedOf(payoutOf(2)), filedOf(payoutOf(3, facts), state)];
        expect(effect(uncounted, filed)).toMatchObject({ code: 'other-total' });
      });

      test('pays those that wait where none of the others has its amount', () => {
        const filed = [filedOf(payoutOf(1)), filedOf(payoutOf(2)), filedOf(payoutOf(4), 'out')];
        expect(effect(uncounted, filed)).toEqual([1, 2]);
      });
    });

    test('has the exact sum of payouts beyond the safe integers', () => {
      const large = [1, 2, 3].map((row) => filedOf({ ...payoutOf(row), amountMinor: 2 ** 53 - 1 }));
      const rounded = { ...WHOLE, amountMinor: 3 * (2 ** 53 - 1) };
      expect(effect(rounded, large)).toMatchObject({ code: 'other-total' });
    });
  });

  describe('a credit', () => {
    const credit = (given: Partial<PayoutLine['line']>, facts: Partial<PayoutFacts>) =>
      effect({ ...DEBIT, direction: 'credit', ...given }, [filedOf(payoutOf(1, facts))], [payoutId(1)]);

    test('with the id of a paid payout returns it', () => {
      expect(credit({}, PAID)).toEqual([1]);
    });

    test('with the id of a payout that is not paid waits for its debit', () => {
      expect(credit({}, {})).toEqual({ code: 'not-paid-yet' });
    });

    test('of a payout that came back is repeated', () => {
      expect(credit({}, { isDebited: true, isReturned: true })).toEqual(REPEATED);
    });

    test('less a charge is left to people', () => {
      expect(credit({ amountMinor: 950 }, PAID)).toEqual({ code: 'amount-differs', differenceMinor: -50 });
    });
  });
});

describe('batch orders', () => {
  const OTHER_GROUP = 'P000000042-G0002';
  const BATCH = batchOf(payoutOf(1), payoutOf(2), payoutOf(3), payoutOf(4, {}, OTHER_GROUP), payoutOf(5));
  type Event = (batch: SentBatch) => SentBatch;

  const REPORTS = [
    { group: '<GrpSts>RCVD</GrpSts>' },
    { group: '<GrpSts>RVCM</GrpSts>', payments: payment(transaction(1, 'RVNM') + transaction(2, 'RCVC')) },
    { group: '<GrpSts>ACCP</GrpSts>' },
    { group: '<GrpSts>PART</GrpSts>', payments: payment(transaction(2, 'ACSP') + transaction(3, 'RJCT')) },
    { payments: payment('<PmtInfSts>ACSC</PmtInfSts>') },
    { payments: payment('<PmtInfSts>PDNG</PmtInfSts>', OTHER_GROUP) },
    { payments: payment(transaction(4, 'BLCK'), OTHER_GROUP) },
  ].map((given): Event => {
    const report = reportIn(statusFile(given));
    return (batch) => withChanges(batch, applyStatus(batch, report).changes);
  });

  function debitOf(row: number): Event {
    const line = {
      direction: 'debit',
      amountMinor: row * 1000,
      currency: 'TRY',
      paymentCount: null,
    } as const;
    const named = { line, reading: { payoutIds: [payoutId(row)] } };
    return (batch) => {
      const filed = batch.payouts.filter(({ endToEndId }) => endToEndId === payoutId(row));
      const effect = effectOfLine(
        named,
        filed.map((one) => filedOf(one)),
      );
      const changed = 'doubt' in effect ? [] : effect.changed;
      return withChanges(
        batch,
        changed.map(({ endToEndId, facts }) => ({ endToEndId, facts: { ...facts, isDebited: true } })),
      );
    };
  }

  /** All that becomes known about a batch. */
  const EVENTS: readonly Event[] = [...REPORTS, ...[1, 3, 5].map(debitOf)];

  test('the news of a batch in 1,000 orders with repeats ends in one state', () => {
    const repeats = fc.array(fc.constantFrom(...EVENTS), { maxLength: 6 });
    const order = fc.shuffledSubarray([...EVENTS], { minLength: EVENTS.length });
    return holds(
      fc.property(repeats, order, repeats, (...parts) => {
        const end = parts.flat().reduce((batch, event) => event(batch), BATCH);
        const states = end.payouts.map(({ facts }) => stateOf(facts));
        expect(states).toEqual(['paid', 'accepted', 'paid', 'held', 'paid']);
      }),
      1000,
    );
  });
});
