import { describe, expect, test } from 'vitest';
import {
  type Ending,
  type NamingLine,
  type SentMoney,
  type SentRow,
  stillOut,
} from '../../src/reconciliation/domain/matching/still-out.ts';
import { createRuntime, nodePlatform } from '../../src/service/platform.ts';
import { refuseUnusual } from '../../src/transactions/domain/final-amount.ts';
import { isDue, MAX_HOLD_SECONDS } from '../../src/transactions/domain/plan.ts';
import { TRANSACTION_STATUSES, type Transaction } from '../../src/transactions/domain/transaction.ts';
import { TRANSITION_KINDS, TRANSITIONS } from '../../src/transactions/domain/transition.ts';

describe('still out', () => {
  const [FIRST, SECOND] = ['P000000001-000001', 'P000000002-000001'];

  const rowOf = (given: Partial<SentRow> = {}): SentRow => ({
    endToEndId: FIRST,
    batchNumber: 1,
    accountId: 'account',
    currency: 'TRY',
    amountMinor: 1000,
    state: 'paid',
    unpaidState: 'in',
    isExecuted: false,
    lineId: 'debit',
    ...given,
  });

  const lineOf = (lineId: string, given: Partial<NamingLine> = {}): NamingLine => ({
    lineId,
    direction: lineId.startsWith('debit') ? 'debit' : 'credit',
    amountMinor: 1000,
    currency: 'TRY',
    accountId: 'account',
    state: lineId.startsWith('debit') ? 'payout' : 'payout-back',
    isHeld: false,
    matchedWith: null,
    endToEndIds: [FIRST],
    isByOwnId: false,
    ...given,
  });

  const PAYING = lineOf('debit', { state: 'matched', matchedWith: 'withdrawal' });
  const RETURN: Ending = { by: 'credit', lineId: 'return', endToEndId: FIRST };

  /** What the returning line leaves out, beside the debit that has paid. */
  const leaves = (lines: readonly NamingLine[], given: Partial<SentMoney> = {}, ending: Ending = RETURN) =>
    stillOut(
      {
        transactionId: 'withdrawal',
        rows: [rowOf()],
        lines: [PAYING, lineOf('return'), ...lines],
        isWhole: true,
        ...given,
      },
      ending,
    );

  const AGAIN = [{ code: 'paid-again', byLineId: 'debit-2' }];

  describe('a return of what was paid', () => {
    test('brings all back, where nothing else is known', () => {
      expect(leaves([])).toEqual([]);
    });

    test.each(['payout', 'put-away', 'undone', 'new', 'held', 'returned'])(
      'leaves the money of a second debit out that is %s',
      (state) => {
        expect(leaves([lineOf('debit-2', { state })])).toEqual(AGAIN);
      },
    );

    test.each([
      ['of more, with a charge', { amountMinor: 1010 }],
      ['in another currency', { amountMinor: 20, currency: 'EUR' }],
      ['of another account', { accountId: 'other' }],
      ['of its whole payment', { amountMinor: 3000, endToEndIds: [FIRST, SECOND] }],
    ])('leaves the money of a second debit out %s', (_, given) => {
      expect(leaves([lineOf('debit-2', given)])).toEqual(AGAIN);
    });

    test.each([
      ['is a fee', { state: 'fee' }],
      ['is less than the payout: a charge', { amountMinor: 150 }],
      ['has paid another withdrawal', { state: 'matched', matchedWith: 'other' }],
      ['has paid a refund', { state: 'matched' }],
    ])('leaves nothing of a debit out that %s', (_, given) => {
      expect(leaves([lineOf('debit-2', given)])).toEqual([]);
    });

    test.each(['payout-back', 'put-away', 'new'])('is met by another return that is %s', (state) => {
      expect(leaves([lineOf('debit-2'), lineOf('return-2', { state })])).toEqual([]);
    });

    test.each([
      ['was undone', { state: 'undone' }],
      ['is on a statement that is held', { isHeld: true }],
      ['is given to a payer', { state: 'giving-back' }],
      ['was given to a payer', { state: 'given-back' }],
      ['is of another amount', { amountMinor: 990 }],
      ['is in another currency', { currency: 'EUR' }],
      ['is of another account', { accountId: 'other' }],
      ['names several', { endToEndIds: [FIRST, SECOND] }],
      ['is of another payout', { endToEndIds: [SECOND] }],
      ['has paid a deposit', { state: 'matched', matchedWith: 'deposit' }],
      ['has returned what nobody knows', { state: 'matched' }],
    ])('is not met by another credit that %s', (_, given) => {
      expect(leaves([lineOf('debit-2'), lineOf('return-2', given)])).toEqual(AGAIN);
    });

    test('leaves something out where more is known than was read', () => {
      expect(leaves([lineOf('debit-2'), lineOf('return-2')], { isWhole: false })).toEqual(AGAIN);
    });

    test('leaves a debit by a whole payment and a second one out', () => {
      const lines = [lineOf('return'), lineOf('debit-2', { endToEndIds: [FIRST, SECOND] })];
      expect(leaves([], { lines })).toEqual(AGAIN);
    });
  });

  describe('a debit that has the id of the withdrawal alone, and was put away', () => {
    const lines = [lineOf('debit-2', { state: 'put-away', isByOwnId: true })];
    const outOf = (given: Partial<SentRow>, ending: Ending) =>
      leaves(
        [],
        { lines, rows: [rowOf({ batchNumber: null, lineId: null, unpaidState: 'out', ...given })] },
        ending,
      );

    test('is no payment of what waits', () => {
      expect(outOf({ state: 'out' }, { by: 'past' })).toEqual([]);
    });

    test('may be the payment that a person has settled by hand', () => {
      expect(outOf({ state: 'paid' }, { by: 'undo', lineIds: [] })).toEqual(AGAIN);
    });
  });

  describe('with another file', () => {
    const other = (given: Partial<SentRow>) => ({
      rows: [rowOf(), rowOf({ endToEndId: SECOND, batchNumber: 2, state: 'in', lineId: null, ...given })],
    });
    const named = { endToEndIds: [SECOND] };

    test('that waits, it may be paid', () => {
      expect(leaves([], other({}))).toEqual([{ code: 'payout-under-way', batchNumber: 2 }]);
    });

    test.each(['out', 'refused', 'returned'] as const)('that is %s, nothing is out', (state) => {
      expect(leaves([], other({ state }))).toEqual([]);
    });

    test.each(['in', 'out', 'refused'] as const)('that is %s and was debited, that is out', (state) => {
      expect(leaves([lineOf('debit-2', named)], other({ state }))).toEqual(AGAIN);
    });

    test('that the bank has executed and refused, it may be paid', () => {
      const refused = rowOf({ endToEndId: SECOND, batchNumber: 2, state: 'refused', lineId: null });
      const lines = [lineOf('debit', { state: 'matched' })];
      expect(leaves([], { rows: [rowOf(), { ...refused, isExecuted: true }], lines })).toEqual([
        { code: 'payout-under-way', batchNumber: 2 },
      ]);
      expect(leaves([], { rows: [rowOf(), refused], lines })).toEqual([]);
    });

    test('that was debited and came back, nothing is out', () => {
      expect(leaves([lineOf('debit-2', named), lineOf('return-2', named)], other({}))).toEqual([]);
    });

    test('that was paid without an id, its money is out', () => {
      expect(leaves([], other({ state: 'paid' }))).toEqual([{ code: 'payout-under-way', batchNumber: 2 }]);
    });

    test('whose second return has no debit yet, it meets no debit of the first file', () => {
      expect(leaves([lineOf('debit-2'), lineOf('return-2', named)], other({}))).toEqual(AGAIN);
    });
  });

  describe('a return that a person reports', () => {
    const nameless: Ending = { by: 'credit', lineId: 'nameless', endToEndId: null };

    test('without an id returns the payout that was paid', () => {
      expect(leaves([], { lines: [PAYING] }, nameless)).toEqual([]);
      expect(leaves([], { lines: [PAYING, lineOf('debit-2')] }, nameless)).toEqual(AGAIN);
    });

    test('of what was settled by hand can be that of its file, whose debit is not known', () => {
      const rows = [rowOf({ state: 'out', lineId: null })];
      expect(leaves([], { rows, lines: [] })).toEqual([]);
    });

    test('of what was settled by hand, and debited as well, leaves one of them out', () => {
      const rows = [rowOf({ state: 'out', lineId: null })];
      expect(leaves([], { rows, lines: [lineOf('debit-2')] })).toEqual(AGAIN);
    });
  });

  describe('a reversal that a person reports', () => {
    const word: Ending = { by: 'word' };
    const second = lineOf('debit-2');

    test('is the return of what was paid, and of no second debit', () => {
      expect(leaves([], { lines: [PAYING] }, word)).toEqual([]);
      expect(leaves([], { lines: [PAYING, second] }, word)).toEqual(AGAIN);
    });

    test('is no other return than the one that waits', () => {
      expect(leaves([second], {}, word)).toEqual(AGAIN);
      expect(leaves([second, lineOf('return-2')], {}, word)).toEqual([]);
    });

    test('is another return than one that has reversed it before', () => {
      const before = lineOf('return', { state: 'matched', matchedWith: 'withdrawal' });
      expect(leaves([], { lines: [PAYING, second, before] }, word)).toEqual([]);
    });

    test('of what was settled otherwise returns no debit of a file', () => {
      const rows = [rowOf({ state: 'out', lineId: null })];
      expect(leaves([], { rows, lines: [] }, word)).toEqual([]);
      expect(leaves([], { rows, lines: [second] }, word)).toEqual(AGAIN);
    });
  });

  test.each([
    ['the word of a person', { by: 'word' }],
    ['a return', RETURN],
  ] as const)(
    'of a payment without an id and a debit that names the payout, %s brings one back',
    (_, ending) => {
      const rows = [rowOf({ lineId: null })];
      const lines = [lineOf('debit-2'), lineOf('return')];
      expect(leaves([], { rows, lines }, ending)).toEqual(AGAIN);
      expect(leaves([], { rows, lines: [{ ...PAYING, lineId: 'debit-2' }] }, ending)).toEqual([]);
    },
  );

  describe('a payment that a person undoes', () => {
    const undo: Ending = { by: 'undo', lineIds: ['debit'] };

    test('is out where it names the payout and has not come back', () => {
      expect(leaves([], { lines: [PAYING] }, undo)).toEqual([{ code: 'paid-again', byLineId: 'debit' }]);
      expect(leaves([], {}, undo)).toEqual([]);
    });

    test.each([
      ['in', [{ code: 'payout-under-way', batchNumber: 1 }]],
      ['out', []],
      ['refused', []],
    ] as const)('without an id leaves its payout %s', (unpaidState, out) => {
      const nameless = { lines: [], rows: [rowOf({ unpaidState, lineId: null })] };
      expect(leaves([], nameless, undo)).toEqual(out);
    });

    test('says nothing of a payout that another line has paid', () => {
      const rows = [rowOf({ unpaidState: 'out', lineId: 'debit-2' })];
      expect(leaves([], { rows, lines: [] }, undo)).toEqual([{ code: 'paid-again', byLineId: 'debit-2' }]);
    });
  });

  const PAST: Ending = { by: 'past' };

  describe('of a refund that has come back', () => {
    const ended = (lines: readonly NamingLine[]) =>
      stillOut({ transactionId: 'refund', rows: [rowOf({ state: 'returned' })], lines, isWhole: true }, PAST);

    test('nothing is out, also where a line without an id has returned it', () => {
      expect(ended([lineOf('debit', { state: 'matched' })])).toEqual([]);
    });

    test('the money of a second debit is out', () => {
      expect(ended([lineOf('debit', { state: 'matched' }), lineOf('return'), lineOf('debit-2')])).toEqual(
        AGAIN,
      );
    });
  });

  /** Reads files of debits and returns one after another. @returns after each, whether the withdrawal was reversed. */
  function reversedAfter(files: readonly string[]): readonly boolean[] {
    const lines: NamingLine[] = [];
    let isReversed = false;
    return files.map((file) => {
      for (const kind of file) {
        const isFirst = kind === 'D' && !lines.some(({ direction }) => direction === 'debit');
        const id = kind === 'D' ? (isFirst ? 'debit' : `debit-${lines.length}`) : `return-${lines.length}`;
        lines.push(isFirst ? PAYING : lineOf(id));
      }
      const isPaid = lines.includes(PAYING);
      const returned = lines.find(({ direction }) => direction === 'credit');
      if (!isReversed && isPaid && returned)
        isReversed =
          leaves([], { lines }, { by: 'credit', lineId: returned.lineId, endToEndId: FIRST }).length === 0;
      return isReversed;
    });
  }

  test.each(['D D R R', 'D R D R', 'R D D R', 'R R D D', 'R R DD', 'DDR R', 'R DDR', 'DDRR', 'DDD R R R'])(
    'of several debits and returns, the withdrawal is reversed once all that is known of them is back: %s',
    (order) => {
      const files = order.split(' ');
      let isReversed = false;
      const expected = files.map((_, place) => {
        const known = files.slice(0, place + 1).join('');
        const [debits, returns] = ['D', 'R'].map((kind) => known.split(kind).length - 1) as [number, number];
        // A withdrawal that was reversed before the second debit was imported stays reversed.
        isReversed ||= debits > 0 && returns >= debits;
        return isReversed;
      });
      expect(reversedAfter(files)).toEqual(expected);
      expect(isReversed).toBe(true);
    },
  );
});

describe('after the clock that processes follow was set back, a plan', () => {
  /** @returns the clocks of a process that stands still, if it may, and of one that starts after the jump. */
  function clocksAfter(jumpMs: number) {
    let serverMs = 1_000_000_000;
    const follow = () => {
      const { steadyNowMs } = createRuntime(nodePlatform, { nowMs: () => serverMs, isSure: () => true });
      steadyNowMs();
      return steadyNowMs;
    };
    const planner = follow();
    const plan = { dueAtMs: serverMs + MAX_HOLD_SECONDS * 1000 };
    serverMs -= jumpMs;
    return { plan, planner, started: follow() };
  }

  test('waits in every process, as long as one of them stands still', () => {
    const { plan, planner, started } = clocksAfter(60_000);
    expect([isDue(plan, planner()), isDue(plan, started())]).toEqual([false, false]);
  });

  test('is due in every process, once all follow it', () => {
    const { plan, planner, started } = clocksAfter(60_001);
    expect([isDue(plan, planner()), isDue(plan, started())]).toEqual([true, true]);
  });
});

describe('transition table', () => {
  const ALLOWED = [
    'pending successful',
    'pending unsuccessful',
    'successful unsuccessful',
    'unsuccessful successful',
  ];

  test.each(TRANSACTION_STATUSES.flatMap((from) => TRANSACTION_STATUSES.map((to) => [from, to] as const)))(
    'a transition from %s to %s exists only if the table has it',
    (from, to) => {
      const leads = TRANSITION_KINDS.some(
        (kind) => TRANSITIONS[kind].from === from && TRANSITIONS[kind].to === to,
      );
      expect(leads).toBe(ALLOWED.includes(`${from} ${to}`));
    },
  );
});

describe('a final amount', () => {
  const refuse = (amountMinor: number, finalAmountMinor: number, more = {}) =>
    refuseUnusual({ id: 'a', amountMinor } as Transaction, { finalAmountMinor, ...more });

  // An amount, the farthest final amount that is usual, and the nearest one that is not.
  test.each([
    [50_000, 60_000, 60_001],
    [50_000, 40_000, 39_999],
    // A fifth of these is no whole number of minor units.
    [50_001, 60_001, 60_002],
    [50_001, 40_001, 40_000],
    [5, 6, 7],
    [4, 4, 5],
    [4, 4, 3],
    [50_000_000_000, 60_000_000_000, 60_000_000_001],
    [100_000_000_000, 80_000_000_000, 79_999_999_999],
  ])('for %i is usual up to %i, and %i needs to be accepted', (amount, usual, unusual) => {
    expect(refuse(amount, usual)).toBeUndefined();
    expect(refuse(amount, unusual)).toMatchObject({ finalAmountMinor: unusual, limits: undefined });
    expect(refuse(amount, unusual, { acceptDifference: true })).toBeUndefined();
  });
});
