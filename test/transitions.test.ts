import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES, TRANSITIONS } from '../src/domain/transaction.ts';

const ALLOWED = [
  'pending successful',
  'pending unsuccessful',
  'successful unsuccessful',
  'unsuccessful successful',
];

test.each(TRANSACTION_STATUSES.flatMap((from) => TRANSACTION_STATUSES.map((to) => [from, to] as const)))(
  'from %s to %s a transaction goes only if the table says so',
  (from, to) => {
    expect(TRANSITIONS[from].includes(to)).toBe(ALLOWED.includes(`${from} ${to}`));
  },
);
