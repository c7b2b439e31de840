import { beforeAll, describe, expect, test } from 'vitest';
import { createDays } from '../../../bench/reconciliation/days.ts';
import { runDesk } from '../../../bench/reconciliation/desk.ts';
import { type Figures, sumOf } from '../../../bench/reconciliation/figures.ts';

/** `npm run bench -- --reconciliation` does the same with many more lines. */
describe('in generated days of a desk, whose truth is known', () => {
  let figures: Figures;
  beforeAll(() => {
    figures = runDesk(createDays(1, 16_000), 1);
  });

  test('no line of about 20,000 settles wrongly', () => {
    expect(sumOf(figures).lines).toBeGreaterThan(18_000);
    expect(figures.mistakes).toEqual([]);
  });

  test('at least 97 % of payments with a right reference settle by themselves', () => {
    const { settled, lines } = sumOf(figures, ['right reference', 'third party, right reference']);
    expect(settled / lines).toBeGreaterThan(0.97);
  });

  test('at least 95 % of proposals have the right deposit first', () => {
    const { rightFirst, proposed } = sumOf(figures);
    expect(rightFirst / proposed).toBeGreaterThan(0.95);
  });

  test('names without a reference settle some payments, and those of strangers never', () => {
    expect(sumOf(figures, ['no reference']).settled).toBeGreaterThan(50);
    expect(sumOf(figures, ['nobody', 'payout back', 'payout back, unmarked']).settled).toBe(0);
  });
});
