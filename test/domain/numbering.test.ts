import { expect, test } from 'vitest';
import { numbersAfterRestore } from '../../src/maintenance/domain/numbering.ts';

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

test('a clock that was set back takes nothing away', () => {
  expect(numbersAfterRestore(known, HOUR_MS, 0)).toEqual(numbersAfterRestore(known, null, 0));
});
