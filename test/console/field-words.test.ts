import { expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../src/kernel/problems.ts';
import { english, turkish } from '../support/texts.ts';

test.each([
  ['English', english],
  ['Turkish', turkish],
])(
  'in %s every code of a problem of a field has words',
  (_, { failures, adminFields, statementFields, payouts }) => {
    const words = { ...failures.fields, ...adminFields, ...statementFields, ...payouts.payoutFields };
    expect(Object.keys(words).sort()).toEqual([...PROBLEM_CODES].sort());
  },
);
