import { type Calls, DECIDED } from './call.ts';

export const TEST_KEY_CALLS: Calls = {
  settleTestTransaction: {
    summary: 'Settle a test transaction',
    description: 'As the desk does when the money has come.',
    refusals: DECIDED,
  },
  rejectTestTransaction: {
    summary: 'Reject a test transaction',
    description: 'Pending becomes unsuccessful.',
    refusals: DECIDED,
  },
  reverseTestTransaction: {
    summary: 'Reverse a successful test transaction',
    description: 'Successful becomes unsuccessful.',
    refusals: DECIDED,
  },
  expireTestTransaction: {
    summary: 'Expire a pending test deposit',
    description: 'Whatever time it has left. Withdrawals never expire.',
    refusals: DECIDED,
  },
};
