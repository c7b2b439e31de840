import { beforeAll, describe, expect, test } from 'vitest';
import { measureAdversary } from '../../../bench/reconciliation/adversary/run.ts';
import type { Tally } from '../../../bench/reconciliation/adversary/tally.ts';

/** `npm run bench -- --reconciliation` does the same with many more lines. */
describe('among payments that deceive: names in every form, references of others, money that goes back', () => {
  let tally: Tally;
  beforeAll(() => {
    tally = measureAdversary(2_500);
  });

  test('no line settles wrongly, by any policy', () => {
    expect(tally.mistakes).toEqual([]);
  });

  test('at least nine of ten payments settle that name their deposit, by a name that a person recognises', () => {
    const kinds = [...tally.kinds.values()];
    const sum = (key: 'recognisable' | 'recognised') => kinds.reduce((all, kind) => all + kind[key], 0);
    expect(sum('recognised') / sum('recognisable')).toBeGreaterThan(0.9);
  });

  test('what waits lists the deposit that the money is for', () => {
    const crossed = [...tally.kinds].filter(([name]) => name.startsWith('crossed'));
    for (const [, { listed, meant }] of crossed) expect(listed / meant).toBeGreaterThan(0.98);
  });
});
