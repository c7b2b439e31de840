import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { faultOf } from '../../src/kernel/problems.ts';
import { OPERATIONS } from '../support/operations.ts';

/** Values that are wrong in the ways in which a value can be. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '\u0000',
  '\u202e',
  '\ud800',
  ' x',
  'x'.repeat(70_000),
  'https://a:b@c/#d',
  -1,
  0,
  0.001,
  1e12,
  Number.NaN,
  true,
  {},
  { minAmount: 5, maxAmount: 1 },
  [],
  ['x', 'x'],
  [{}],
  '10.0.0.1/8',
  'demo-x',
  'iVBORw0KGgo=',
  Array.from({ length: 2000 }, (_, at) => `${at}`),
];

/** The issues of an input in which one field is wrong, or all of it. */
function issuesOf({ input }: { readonly input: z.ZodType }): readonly z.core.$ZodIssue[] {
  const names = Object.keys('shape' in input ? Object(input.shape) : {});
  const inputs = WRONG.flatMap((value) => [
    value,
    { unknown: value },
    ...names.map((name) => ({ [name]: value })),
  ]);
  return inputs.flatMap((given) => input.safeParse(given).error?.issues ?? []);
}

describe('the problem of a field', () => {
  test.each(OPERATIONS)('has a code of the list, whatever is wrong with the input of $name', (operation) => {
    for (const issue of issuesOf(operation)) {
      // A sentence of zod itself would have the code of its kind only.
      const isOurs = issue.code === 'unrecognized_keys' || issue.message.startsWith('{"code":');
      expect(
        isOurs,
        `${issue.path.join('.')}: ${issue.message}: take a field of src/operations/fields.ts`,
      ).toBe(true);
      expect(faultOf(issue).message).not.toMatch(/undefined|NaN/);
    }
  });
});
