import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyStatus } from '../../src/payouts/domain/apply-status.ts';
import type { BookedLine } from '../../src/payouts/domain/booked-line.ts';
import { applyDebits, applyReturns } from '../../src/payouts/domain/debits.ts';
import { EXPORTED, stateOf } from '../../src/payouts/domain/payout-state.ts';
import type { SentBatch } from '../../src/payouts/domain/sent-batch.ts';
import {
  GROUP_ID,
  payment,
  payoutId,
  reportIn,
  statusFile,
  transaction,
} from '../support/payouts/pain002-texts.ts';
import { batchOf, payoutOf, withChanges } from '../support/payouts/sent-batch.ts';
import { holds } from '../support/properties.ts';

describe('debits', () => {
  /** A line of 10.00 that names the first payout. */
  function line(given: Partial<BookedLine> = {}): BookedLine {
    return {
      lineId: 'L1',
      amountMinor: 1000,
      currency: 'TRY',
      endToEndId: payoutId(1),
      paymentInformationId: null,
      count: null,
      ...given,
    };
  }

  /** A line that stands for a whole payment: of three payouts of 60.00. */
  function collective(given: Partial<BookedLine> = {}): BookedLine {
    return line({ amountMinor: 6000, endToEndId: null, paymentInformationId: GROUP_ID, count: 3, ...given });
  }

  const REFUSED = { bankStatus: 'RJCT' } as const;
  const PAID = { isDebited: true } as const;
  const BATCH = batchOf(payoutOf(1), payoutOf(2), payoutOf(3));

  /** The rows that lines pay, and the kinds of the lines that pay none. */
  function paidBy(lines: readonly BookedLine[], batch = BATCH) {
    const { changes, unmatched } = applyDebits(lines, [batchOf(payoutOf(9, {}, 'OTHER')), batch]);
    expect(changes.every(({ to }) => to === 'paid')).toBe(true);
    const rows = changes.map(({ endToEndId }) => Number(endToEndId.slice(-6)));
    return { rows, kinds: unmatched.map(({ kind }) => kind) };
  }

  describe('a debit with an end-to-end id', () => {
    test('pays the payout of its amount', () => {
      expect(applyDebits([line()], [BATCH])).toEqual({
        changes: [
          {
            endToEndId: payoutId(1),
            lineId: 'L1',
            from: 'exported',
            to: 'paid',
            facts: { ...EXPORTED, isDebited: true },
            contradiction: null,
          },
        ],
        unmatched: [],
      });
    });

    test.each([
      [
        'another amount',
        { amountMinor: 1001 },
        { kind: 'other-amount', endToEndId: payoutId(1), amountMinor: 1000 },
      ],
      ['another currency', { currency: 'EUR' }, { kind: 'other-currency', currency: 'TRY' }],
      ['an unknown id', { endToEndId: 'X' }, { kind: 'unknown-id' }],
      [
        'an unknown id of a known payment',
        { endToEndId: 'X', paymentInformationId: GROUP_ID },
        { kind: 'unknown-id' },
      ],
      ['no id at all', { endToEndId: null }, { kind: 'no-id' }],
    ])('with %s pays nothing', (_, given, unmatched) => {
      expect(applyDebits([line(given)], [BATCH])).toEqual({
        changes: [],
        unmatched: [{ lineId: 'L1', ...unmatched }],
      });
    });

    test('of a payout that is paid already is repeated', () => {
      const { unmatched } = applyDebits([line(), line({ lineId: 'L2' })], [BATCH]);
      expect(unmatched).toEqual([{ lineId: 'L2', kind: 'repeated', endToEndIds: [payoutId(1)] }]);
      expect(paidBy([line()], batchOf(payoutOf(1, PAID)))).toEqual({ rows: [], kinds: ['repeated'] });
    });

    test('of a refused payout pays it, and contradicts', () => {
      const { changes } = applyDebits([line()], [batchOf(payoutOf(1, REFUSED))]);
      expect(changes).toMatchObject([{ from: 'refused', to: 'paid', contradiction: 'refused-but-paid' }]);
    });
  });

  describe('a debit of a payment', () => {
    test('pays its payouts if count and sum agree', () => {
      expect(paidBy([collective()])).toEqual({ rows: [1, 2, 3], kinds: [] });
    });

    test.each([
      ['another count', { count: 2 }],
      ['no count', { count: null }],
      ['another sum', { amountMinor: 6001 }],
      ['the sum of other payouts', { amountMinor: 3000, count: 2 }],
    ])('with %s pays nothing, and says what is open', (_, given) => {
      expect(applyDebits([collective(given)], [BATCH])).toEqual({
        changes: [],
        unmatched: [{ lineId: 'L1', kind: 'other-total', count: 3, sumMinor: 6000 }],
      });
    });

    test.each([
      ['another currency', { currency: 'EUR' }, 'other-currency'],
      ['an unknown id', { paymentInformationId: 'X' }, 'unknown-id'],
    ])('with %s pays nothing', (_, given, kind) => {
      expect(paidBy([collective(given)])).toEqual({ rows: [], kinds: [kind] });
    });

    test('without the refused ones pays the others', () => {
      const batch = batchOf(payoutOf(1), payoutOf(2, REFUSED), payoutOf(3));
      expect(paidBy([collective({ amountMinor: 4000, count: 2 })], batch)).toEqual({
        rows: [1, 3],
        kinds: [],
      });
    });

    test('with the refused ones pays them too, and contradicts', () => {
      const { changes } = applyDebits(
        [collective()],
        [batchOf(payoutOf(1), payoutOf(2, REFUSED), payoutOf(3))],
      );
      expect(changes.map(({ contradiction }) => contradiction)).toEqual([null, 'refused-but-paid', null]);
    });

    test('of what single debits have not paid can have refused ones too', () => {
      const batch = batchOf(payoutOf(1, PAID), payoutOf(2, REFUSED), payoutOf(3));
      expect(paidBy([collective({ amountMinor: 5000, count: 2 })], batch)).toEqual({
        rows: [2, 3],
        kinds: [],
      });
    });

    test('pays what single debits have not paid, wherever these stand', () => {
      const rest = collective({ amountMinor: 5000, count: 2 });
      expect(paidBy([rest, line()])).toEqual({ rows: [1, 2, 3], kinds: [] });
    });

    test('can follow another of the same payment', () => {
      const batch = batchOf(payoutOf(1), payoutOf(2, REFUSED), payoutOf(3));
      const [accepted, refused] = [
        collective({ amountMinor: 4000, count: 2 }),
        collective({ amountMinor: 2000, count: 1 }),
      ];
      expect(paidBy([accepted, refused], batch)).toEqual({ rows: [1, 3, 2], kinds: [] });
    });

    test('is repeated if one of its payouts is paid already', () => {
      const { unmatched } = applyDebits([line(), collective({ lineId: 'L2' })], [BATCH]);
      expect(unmatched).toEqual([{ lineId: 'L2', kind: 'repeated', endToEndIds: [payoutId(1)] }]);
    });

    test('of exactly those that were paid before is repeated', () => {
      const batch = batchOf(payoutOf(1, PAID), payoutOf(2), payoutOf(3, PAID));
      const { unmatched } = applyDebits([collective({ amountMinor: 4000, count: 2 })], [batch]);
      const endToEndIds = [payoutId(1), payoutId(3)];
      expect(unmatched).toEqual([{ lineId: 'L1', kind: 'repeated', endToEndIds }]);
    });

    test('has the exact sum of payouts beyond the safe integers', () => {
      const large = [1, 2, 3].map((row) => ({ ...payoutOf(row), amountMinor: 2 ** 53 - 1 }));
      const rounded = collective({ amountMinor: 3 * (2 ** 53 - 1) });
      expect(paidBy([rounded], batchOf(...large))).toEqual({ rows: [], kinds: ['other-total'] });
    });
  });

  describe('a credit', () => {
    const paid = batchOf(payoutOf(1, PAID), payoutOf(2));

    test('with the id of a paid payout returns it', () => {
      expect(applyReturns([line()], [paid]).changes).toMatchObject([
        { lineId: 'L1', from: 'paid', to: 'returned', contradiction: null },
      ]);
    });

    test('with the id of a payout that is not paid keeps that it came, and contradicts', () => {
      const { changes } = applyReturns([line({ amountMinor: 2000, endToEndId: payoutId(2) })], [paid]);
      expect(changes).toMatchObject([
        { from: 'exported', to: 'exported', contradiction: 'returned-but-not-paid' },
      ]);
      const debit = line({ amountMinor: 2000, endToEndId: payoutId(2) });
      expect(applyDebits([debit], [withChanges(paid, changes)]).changes).toMatchObject([{ to: 'returned' }]);
    });

    test.each([
      ['less a charge', { amountMinor: 950 }, 'other-amount'],
      ['of a whole payment', collective(), 'no-id'],
    ])('that is %s is left to people', (_, given, kind) => {
      expect(applyReturns([line(given)], [paid])).toMatchObject({ changes: [], unmatched: [{ kind }] });
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

  function lineEvent(row: number, apply: typeof applyDebits): Event {
    const line = { lineId: `L${row}`, amountMinor: row * 1000, currency: 'TRY', count: null };
    const named = { ...line, endToEndId: payoutId(row), paymentInformationId: null };
    return (batch) => withChanges(batch, apply([named], [batch]).changes);
  }

  /** All that becomes known about a batch. */
  const EVENTS: readonly Event[] = [
    ...REPORTS,
    ...[1, 3, 5].map((row) => lineEvent(row, applyDebits)),
    lineEvent(5, applyReturns),
  ];

  test('the news of a batch in 1,000 orders with repeats ends in one state', () => {
    const repeats = fc.array(fc.constantFrom(...EVENTS), { maxLength: 6 });
    const order = fc.shuffledSubarray([...EVENTS], { minLength: EVENTS.length });
    return holds(
      fc.property(repeats, order, repeats, (...parts) => {
        const end = parts.flat().reduce((batch, event) => event(batch), BATCH);
        const states = end.payouts.map(({ facts }) => stateOf(facts));
        expect(states).toEqual(['paid', 'accepted', 'paid', 'held', 'returned']);
      }),
      1000,
    );
  });
});
