import { type Calls, CONFIRMED, DECIDED, FOUND } from './call.ts';

export const DESK_CALLS: Calls = {
  readQueueTotals: { summary: 'Count the pending transactions that filters select' },
  listFilterChoices: { summary: 'List the accounts and merchants to filter by' },
  settleTransaction: {
    summary: 'Settle a transaction',
    description:
      'The money was received, or paid out: pending becomes successful. A withdrawal is settled by the holder of its claim, who names the account that paid.',
    refusals: [...CONFIRMED, 'error_not_claimed'],
  },
  rejectTransaction: {
    summary: 'Reject a transaction',
    description: 'Pending becomes unsuccessful.',
    refusals: DECIDED,
  },
  reverseTransaction: {
    summary: 'Reverse a successful transaction',
    description: 'The money went back: successful becomes unsuccessful.',
    refusals: DECIDED,
  },
  correctTransaction: {
    summary: 'Correct an unsuccessful transaction',
    description:
      'The money came, or was paid, after all: unsuccessful becomes successful. For a withdrawal name the account that paid and the bank reference.',
    refusals: CONFIRMED,
  },
  undoTransition: {
    summary: 'Undo a transition that is held back',
    description: 'The merchant is told of neither.',
    refusals: [...DECIDED, 'error_undo_too_late'],
  },
  settleTransactions: {
    summary: 'Settle up to 200 deposits',
    description: 'One that is refused does not stop the others. Withdrawals are refused.',
  },
  claimWithdrawal: {
    summary: 'Claim a pending withdrawal for paying it',
    description: 'Another operator, also one whose claim has ended, is named with takeOverFrom.',
    refusals: [...DECIDED, 'error_transaction_blacklisted'],
  },
  markWithdrawalSent: {
    summary: 'Say that you have sent a withdrawal to the bank',
    description: 'Your claim then ends no more by itself.',
    refusals: [...DECIDED, 'error_not_claimed'],
  },
  clearBlacklistMark: {
    summary: 'Let a transaction go on that the blacklist stops',
    description: 'Entries that are added later stop it again.',
    refusals: FOUND,
  },
  releaseWithdrawal: { summary: 'End your claim of a withdrawal', refusals: DECIDED },
  addNote: { summary: 'Add a note to a transaction', refusals: FOUND },
};
