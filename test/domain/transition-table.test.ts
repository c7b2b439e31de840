import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from '../../src/transactions/domain/transaction.ts';
import { TRANSITION_KINDS, TRANSITIONS } from '../../src/transactions/domain/transition.ts';

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
