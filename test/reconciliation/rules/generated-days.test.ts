import { beforeAll, describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../../bench/reconciliation/bank-files.ts';
import { Banks } from '../../../bench/reconciliation/banks.ts';
import { createDays } from '../../../bench/reconciliation/days.ts';
import { runDesk } from '../../../bench/reconciliation/desk.ts';
import { addFigures, createFigures, type Figures, sumOf } from '../../../bench/reconciliation/figures.ts';
import { IS_LONG } from '../../support/long.ts';

/** The long form has more lines, and `npm run bench -- --reconciliation` many more. */
const DEPOSITS = IS_LONG ? 16_000 : 500;
const IN_FILES = IS_LONG ? 300 : 50;

describe('in generated days of a desk, whose truth is known', () => {
  let figures: Figures;
  beforeAll(() => {
    figures = runDesk(createDays(1, DEPOSITS), 1);
  }, 300_000);

  test('of more lines than deposits, none settles wrongly', () => {
    expect(sumOf(figures).lines).toBeGreaterThan(DEPOSITS);
    expect(figures.mistakes).toEqual([]);
  });

  test('at least 93 % of payments by users with a right reference settle by themselves', () => {
    const { settled, lines } = sumOf(figures, ['right reference']);
    expect(settled / lines).toBeGreaterThan(0.93);
  });

  test('at least 95 % of proposals have the right deposit first', () => {
    const { rightFirst, proposed } = sumOf(figures);
    expect(rightFirst / proposed).toBeGreaterThan(0.95);
  });

  test('what names no deposit settles nothing', () => {
    expect(sumOf(figures, ['no reference', 'nobody', 'payout back', 'payout back, unmarked']).settled).toBe(
      0,
    );
  });
});

describe('in generated days whose lines come in files of every format, which overlap, come twice and out of order', () => {
  const figures = createFigures();
  const ways: Banks[] = [];
  beforeAll(() => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const days = createDays(seed, IN_FILES, IN_FILES);
      const banks = new Banks(days, seed);
      addFigures(figures, runDesk(days, seed, banks));
      banks.countLost(days.endMs);
      ways.push(banks);
    }
  }, 300_000);

  test('every format is used', () => {
    const used = new Set(ways.flatMap(({ formats }) => [...formats]));
    expect([...used].sort()).toEqual([...FORMAT_NAMES].sort());
  });

  test('no line is lost, doubled, held, read with another amount, or left pending though it is booked', () => {
    for (const { figures: way } of ways) {
      expect(way).toMatchObject({ doubled: 0, misread: 0, held: 0, lost: 0, stuck: 0 });
      expect(way.written).toBeGreaterThan(2 * way.received);
    }
  });

  test('no line settles wrongly, and at least 93 % of payments by users with a right reference settle by themselves', () => {
    expect(figures.mistakes).toEqual([]);
    const { settled, lines } = sumOf(figures, ['right reference']);
    expect(settled / lines).toBeGreaterThan(0.93);
  });
});
