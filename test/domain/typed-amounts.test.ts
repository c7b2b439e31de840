import { expect, test } from 'vitest';
import { readAmount } from '../../web/console/format.ts';

test.each(['0.500', '0,125', '00.500', '012.500'])('a group does not begin with a zero: %s', (typed) => {
  expect(readAmount(typed)).toBeUndefined();
});

test.each([
  ['0.50', 0.5],
  ['0,5', 0.5],
  ['1.250', 1250],
  ['10,125', 10_125],
  ['1.250.500,05', 1_250_500.05],
])('an amount is read as it is printed: %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});
