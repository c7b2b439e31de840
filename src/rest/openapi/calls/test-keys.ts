import { type Calls, DECIDED } from './call.ts';

export const TEST_KEY_CALLS: Calls = {
  settleTestTransaction: {
    summary: 'Settle a test transaction',
    description:
      'As the desk does when the money has come. `delaySeconds` holds the transition back: until then you read what was before, and the callback waits.',
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
  advanceTestClock: {
    summary: 'Move the clock of the key forward',
    description:
      'By at most 400 days in all, and never back. Deposits whose time is over expire, and callbacks that wait for their next attempt are sent. 0 reads the clock.',
  },
  failTestCallbacks: {
    summary: 'Let the next callbacks of the key go wrong',
    description:
      '`timeout` and `error500`: your receiver gets the callback, and its answer is taken for a time-out or a 500, so that it comes again. `duplicate`: it comes twice at once. `outOfOrder`: it is given up, and delivered after the next one. A count of 0 takes back what was asked, and what was given up for it is delivered.',
  },
};
