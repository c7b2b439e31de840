import { expect, test } from 'vitest';
import { CHANGE_KINDS, TRANSITIONS } from '../src/domain/change.ts';
import { TRANSACTION_STATUSES } from '../src/domain/transaction.ts';

const ALLOWED = [
  'pending successful',
  'pending unsuccessful',
  'successful unsuccessful',
  'unsuccessful successful',
];

test.each(TRANSACTION_STATUSES.flatMap((from) => TRANSACTION_STATUSES.map((to) => [from, to] as const)))(
  'from %s to %s a transaction goes only if the table says so',
  (from, to) => {
    const leads = CHANGE_KINDS.some((kind) => TRANSITIONS[kind].from === from && TRANSITIONS[kind].to === to);
    expect(leads).toBe(ALLOWED.includes(`${from} ${to}`));
  },
);
