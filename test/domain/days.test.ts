import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn, formatDay, isTimeZone, offsetsBetween } from '../../src/kernel/time-zone.ts';
import { numbersAfterRestore } from '../../src/maintenance/domain/numbering.ts';
import { createWindows } from '../../src/presence/domain/windows.ts';
import {
  type AccountDay,
  accountDays,
  type BelievedGroup,
  believedOf,
  type DaySums,
  datesBetween,
  driftOf,
  movementOf,
  totalOf,
  unexplainedOf,
} from '../../src/reconciliation/domain/account-days.ts';
import { balancesSince, type StatementBalances } from '../../src/reconciliation/domain/day-balances.ts';
import { LINE_PARTS, type LineGroup } from '../../src/reconciliation/domain/line-parts.ts';
import { STORED_LINE_STATES } from '../../src/reconciliation/domain/line-states.ts';
import { IS_LONG } from '../support/long.ts';
import { holds } from '../support/properties.ts';
import { createRandom } from '../support/random.ts';

describe('account days', () => {
  const DATES = datesBetween('2026-02-26', '2026-03-03');
  const amount = fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n });

  const lineGroup = fc.record<LineGroup>({
    date: fc.constantFrom(...DATES),
    direction: fc.constantFrom('credit', 'debit'),
    isBooked: fc.boolean(),
    state: fc.constantFrom(...STORED_LINE_STATES),
    isPaying: fc.boolean(),
    isOwnCurrency: fc.boolean(),
    count: fc.integer({ min: 1, max: 9 }),
    sumMinor: amount,
    refundMinor: amount,
  });

  const believedGroup = fc.record<BelievedGroup>({
    date: fc.constantFrom(...DATES),
    type: fc.constantFrom('deposit', 'withdrawal'),
    count: fc.integer({ min: 1, max: 9 }),
    sumMinor: fc.bigInt({ min: -9_007_199_254_740_991n, max: 9_007_199_254_740_991n }),
  });

  const signed = ({ direction, sumMinor }: Pick<LineGroup, 'direction' | 'sumMinor'>) =>
    direction === 'credit' ? sumMinor : -sumMinor;

  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
  const partsOf = (day: DaySums) => sumOf(LINE_PARTS.map((part) => day[part]));

  test('the parts of each day add up to its movement, whatever its lines are', () =>
    holds(
      fc.property(fc.array(lineGroup), fc.array(believedGroup), (lines, believed) => {
        const days = accountDays(DATES, { lines, statements: [], believed });
        for (const day of days) {
          const counted = lines.filter(
            ({ date, isBooked, isOwnCurrency, state }) =>
              date === day.date && isBooked && isOwnCurrency && state !== 'replaced',
          );
          expect(movementOf(day)).toBe(sumOf(counted.map(signed)));
          expect(partsOf(day)).toBe(movementOf(day));
          const ofDay = believed.filter(({ date }) => date === day.date);
          expect(believedOf(day)).toBe(
            sumOf(ofDay.map(({ type, sumMinor }) => (type === 'deposit' ? sumMinor : -sumMinor))),
          );
          const others = partsOf(day) - day.deposits - day.payouts;
          expect(driftOf(day)).toBe(unexplainedOf(day) + others);
        }
        const total = totalOf(days);
        expect(partsOf(total)).toBe(movementOf(total));
        expect(movementOf(total)).toBe(sumOf(days.map(movementOf)));
        expect(driftOf(total)).toBe(sumOf(days.map(driftOf)));
      }),
      300,
    ));

  function booked(date: string, minor: bigint, state = 'unknown'): LineGroup {
    const own = { isBooked: true, isPaying: false, isOwnCurrency: true, count: 1, refundMinor: 0n };
    return {
      date,
      state,
      ...own,
      ...(minor < 0n ? { direction: 'debit', sumMinor: -minor } : { direction: 'credit', sumMinor: minor }),
    };
  }

  function statement(
    dates: string | readonly [string, string],
    openingMinor: bigint | null,
    closingMinor: bigint | null,
  ): StatementBalances {
    const [firstDate, lastDate] = typeof dates === 'string' ? [dates, dates] : dates;
    return { firstDate, lastDate, openingMinor, closingMinor };
  }

  const balancesOf = (days: readonly AccountDay[]) =>
    days.map(({ openingMinor, closingMinor, differenceMinor, gapMinor }) => [
      openingMinor,
      closingMinor,
      differenceMinor,
      gapMinor,
    ]);

  test('every day of statements that add up agrees, and a missing line is the difference of its day alone', () =>
    holds(
      fc.property(
        fc.array(
          fc.bigInt({ min: -1000n, max: 1000n }).filter((minor) => minor !== 0n),
          {
            minLength: DATES.length,
            maxLength: DATES.length,
          },
        ),
        fc.nat(DATES.length - 1),
        (moved, missing) => {
          let balance = 100n;
          const statements = DATES.map((date, index) => {
            const before = balance;
            balance += moved[index] ?? 0n;
            return statement(date, before, balance);
          }).toReversed();
          const lines = DATES.map((date, index) => booked(date, moved[index] ?? 0n));
          const whole = accountDays(DATES, { lines, statements, believed: [] });
          for (const day of whole) {
            expect((day.openingMinor ?? 0n) + movementOf(day)).toBe(day.closingMinor);
            expect([day.differenceMinor, day.gapMinor ?? 0n]).toEqual([0n, 0n]);
          }
          const others = lines.filter((_, index) => index !== missing);
          const broken = accountDays(DATES, { lines: others, statements, believed: [] });
          expect(broken.map((day) => day.differenceMinor)).toEqual(
            DATES.map((_, index) => (index === missing ? moved[index] : 0n)),
          );
          expect(broken.map((day) => day.gapMinor ?? 0n)).toEqual(DATES.map(() => 0n));
        },
      ),
      200,
    ));

  const [FIRST, SECOND, THIRD] = DATES as [string, string, string];
  const THREE = [FIRST, SECOND, THIRD];

  test('a balance is carried to days without one, is null before the first, and a missing statement is a gap', () => {
    const lines = [booked(FIRST, 5n), booked(SECOND, 10n), booked(THIRD, -3n)];
    const facts = { lines, believed: [] };
    expect(balancesOf(accountDays(THREE, { ...facts, statements: [] }))).toEqual(
      THREE.map(() => [null, null, null, null]),
    );
    expect(balancesOf(accountDays(THREE, { ...facts, statements: [statement(SECOND, 100n, 110n)] }))).toEqual(
      [
        [null, null, null, null],
        [100n, 110n, 0n, null],
        [110n, 107n, null, null],
      ],
    );
    const gap = [statement(THIRD, 150n, 147n), statement(FIRST, 0n, 5n)];
    expect(balancesOf(accountDays(THREE, { ...facts, statements: gap }))).toEqual([
      [0n, 5n, 0n, null],
      [5n, 15n, null, null],
      [150n, 147n, 0n, 135n],
    ]);
  });

  test('of several statements of a day, whatever their order, the balances are those that add up with the lines', () => {
    const lines = [booked(FIRST, 10n), booked(FIRST, 20n)];
    const parts = [statement(FIRST, 100n, 110n), statement(FIRST, 110n, 130n)];
    for (const statements of [parts, parts.toReversed()])
      expect(balancesOf(accountDays([FIRST], { lines, statements, believed: [] }))).toEqual([
        [100n, 130n, 0n, null],
      ]);
    // At noon the bank had booked one line. The evening's file has both, or all days since.
    const noon = statement(FIRST, 100n, 110n);
    const evening = statement(FIRST, 100n, 130n);
    for (const statements of [
      [evening, noon],
      [noon, evening],
    ])
      expect(balancesOf(accountDays([FIRST], { lines, statements, believed: [] }))).toEqual([
        [100n, 130n, 0n, null],
      ]);
    const longer = statement([FIRST, THIRD], 100n, 130n);
    expect(balancesOf(accountDays(THREE, { lines, statements: [longer, noon], believed: [] }))).toEqual([
      [100n, 130n, null, null],
      [130n, 130n, null, null],
      [130n, 130n, 0n, null],
    ]);
    // Money that came and went leaves the balance as it was: the evening before says where the day began.
    const round = [booked(SECOND, 10n), booked(SECOND, -10n)];
    const back = [statement(SECOND, 110n, 100n), statement(SECOND, 100n, 110n), statement(FIRST, 70n, 100n)];
    const days = accountDays([FIRST, SECOND], {
      lines: [...lines, ...round],
      statements: back,
      believed: [],
    });
    expect(balancesOf(days)[1]).toEqual([100n, 100n, 0n, 0n]);
  });

  /** Statements of an account that add up: each from a day to another, or of a part of a day. */
  const story = fc.record({
    moved: fc.array(fc.tuple(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -9n, max: 9n })), {
      minLength: DATES.length,
      maxLength: DATES.length,
    }),
    spans: fc.array(fc.tuple(fc.nat(DATES.length - 1), fc.nat(DATES.length - 1), fc.nat(5)), {
      minLength: 1,
      maxLength: 6,
    }),
  });

  test('days from the middle of statements, of any that overlap or share a day, are the same as those of a longer range', () =>
    holds(
      fc.property(story, fc.nat(DATES.length - 1), ({ moved, spans }, from) => {
        const at = (day: number) => 1000n + sumOf(moved.slice(0, day).flat());
        const statements = spans.flatMap(([one, two, kind]) => {
          const [first, last] = [Math.min(one, two), Math.max(one, two)];
          const dates = [DATES[first] ?? '', DATES[last] ?? ''] as const;
          const noon = at(first) + (moved[first]?.[0] ?? 0n);
          if (kind === 0) return [statement(dates, at(first), null)];
          if (kind === 1) return [statement(dates, null, at(last + 1))];
          if (kind > 2 || first !== last) return [statement(dates, at(first), at(last + 1))];
          return [statement(dates, noon, at(last + 1)), statement(dates, at(first), noon)];
        });
        const lines = DATES.flatMap((date, day) =>
          (moved[day] ?? []).filter((minor) => minor !== 0n).map((minor) => booked(date, minor)),
        );
        const fromDate = DATES[from] ?? '';
        const since = balancesSince(statements, { fromDate, earliestDate: DATES[0] ?? '' });
        expect(since <= fromDate).toBe(true);
        const short = accountDays(datesBetween(since, DATES.at(-1) ?? ''), {
          believed: [],
          lines: lines.filter(({ date }) => date >= since),
          statements: statements.filter(({ lastDate }) => lastDate >= since),
        });
        const whole = accountDays(DATES, { lines, statements, believed: [] });
        expect(short.filter(({ date }) => date >= fromDate)).toEqual(
          whole.filter(({ date }) => date >= fromDate),
        );
      }),
      1000,
    ));
});

describe('time zone', () => {
  /** Whole hours, quarters of hours, summer time on both sides of the equator, and a zone that left out a day. */
  const ZONES = [
    'UTC',
    'Europe/Istanbul',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ];

  const random = createRandom(20_261_120);
  const FIRST_MS = Date.parse('2008-01-01T00:00:00Z');
  const LAST_MS = Date.parse('2030-01-01T00:00:00Z');
  const TIMES = IS_LONG ? 2000 : 200;
  const randomTime = () => FIRST_MS + random.below((LAST_MS - FIRST_MS) / 1000) * 1000;

  /** The date on a calendar in the zone, by another format than that of the service. */
  function dateIn(timeZone: string, timeMs: number): string {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(timeMs);
  }

  test.each(ZONES)('a time is on the day that calendars in %s show', (zone) => {
    for (let index = 0; index < TIMES; index += 1) {
      const timeMs = randomTime();
      expect(formatDay(dayIn(zone, timeMs))).toBe(dateIn(zone, timeMs));
    }
  });

  test.each(ZONES)('the offsets of %s over many years give the same days', (zone) => {
    const offsets = offsetsBetween(zone, FIRST_MS, LAST_MS);
    for (let index = 0; index < TIMES; index += 1) {
      const timeMs = randomTime();
      const { offsetMs } = offsets.findLast(({ sinceMs }) => sinceMs <= timeMs) ?? { offsetMs: Number.NaN };
      expect(Math.floor((timeMs + offsetMs) / 86_400_000)).toBe(dayIn(zone, timeMs));
    }
    expect(offsets.map(({ sinceMs }) => sinceMs)).toEqual(
      offsets.map(({ sinceMs }) => sinceMs).sort((a, b) => a - b),
    );
  });

  test('a day begins at midnight there, also where the clock is set back that day', () => {
    const [before, after] = ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z'].map(Date.parse);
    expect(formatDay(dayIn('Europe/Berlin', before!))).toBe('2026-10-24');
    expect(formatDay(dayIn('Europe/Berlin', after!))).toBe('2026-10-25');
    expect(formatDay(dayIn('Europe/Berlin', Date.parse('2026-10-25T22:59:59Z')))).toBe('2026-10-25');
    expect(formatDay(dayIn('Europe/Berlin', Date.parse('2026-10-25T23:00:00Z')))).toBe('2026-10-26');
  });

  test('names of the time zone database are zones, and nothing else', () => {
    for (const name of [...ZONES, 'Etc/GMT+3', 'America/Argentina/Buenos_Aires'])
      expect(isTimeZone(name)).toBe(true);
    for (const name of [
      '',
      'Istanbul',
      'Europe/',
      '+03:00',
      'Europe/Istanbul ',
      'Mars/Base',
      '../etc/passwd',
    ])
      expect(isTimeZone(name)).toBe(false);
  });
});

const LIMITS = { ttlMs: 25_000, maxOfKey: 2, max: 5 };

describe('the windows of a desk', () => {
  /** @returns what the key `viewer` sees, as `key line`. */
  const seenIn = (windows: ReturnType<typeof createWindows>, nowMs = 0) =>
    windows.openOfOthers('viewer', nowMs).map(({ clientId, open }) => `${clientId} ${open}`);

  test('have one thing open, until it is closed or not renewed in time', () => {
    const windows = createWindows(LIMITS);
    windows.receive({ clientId: 'ada', windowId: '1', open: 'a' }, 0);
    windows.receive({ clientId: 'ada', windowId: '1', open: 'b' }, 1_000);
    windows.receive({ clientId: 'ben', windowId: '1', open: 'a' }, 2_000);
    expect(seenIn(windows, 25_999)).toEqual(['ada b', 'ben a']);
    expect(seenIn(windows, 26_000)).toEqual(['ben a']);
    windows.receive({ clientId: 'ben', windowId: '1', open: null }, 26_000);
    expect(seenIn(windows, 26_000)).toEqual([]);
  });

  test('of one key do not count as others, and two with the same thing open count once', () => {
    const windows = createWindows(LIMITS);
    for (const windowId of ['1', '2']) windows.receive({ clientId: 'ada', windowId, open: 'a' }, 0);
    expect(windows.openOfOthers('ada', 0)).toEqual([]);
    expect(seenIn(windows)).toEqual(['ada a']);
  });

  test('are bounded for each key and for all, and the oldest go first', () => {
    const windows = createWindows(LIMITS);
    for (const open of ['a', 'b', 'c']) windows.receive({ clientId: 'ada', windowId: open, open }, 0);
    expect(seenIn(windows)).toEqual(['ada b', 'ada c']);
    for (const clientId of ['ben', 'cem', 'eda', 'filiz'])
      windows.receive({ clientId, windowId: '1', open: 'd' }, 0);
    expect(seenIn(windows)).toEqual(['ada c', 'ben d', 'cem d', 'eda d', 'filiz d']);
  });
});

describe('numbering', () => {
  const HOUR_MS = 3_600_000;
  const known = [{ transactions: 500, batches: 40 }];

  test('a restored database goes on beyond the highest number that is known', () => {
    const former = { transactions: 900, batches: 30 };
    expect(numbersAfterRestore([...known, former], null, 0)).toEqual({
      transactions: 900 + 10_000_000,
      batches: 40 + 10_000,
    });
  });

  test('a later restore of the same backup goes on beyond what an earlier one can have given out', () => {
    const first = numbersAfterRestore(known, 0, HOUR_MS);
    const second = numbersAfterRestore(known, 0, 2 * HOUR_MS);
    expect(second.transactions - first.transactions).toBe(3600 * 200);
    expect(second.batches - first.batches).toBe(720);
  });

  test('a clock that was set back does not lower the numbers', () => {
    expect(numbersAfterRestore(known, HOUR_MS, 0)).toEqual(numbersAfterRestore(known, null, 0));
  });
});
