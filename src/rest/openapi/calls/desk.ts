import { type Calls, DECIDED, FOUND } from './call.ts';

export const DESK_CALLS: Calls = {
  readQueueTotals: { summary: 'Count the pending transactions that filters select' },
  listFilterChoices: { summary: 'List the accounts and merchants to filter by' },
  settleTransaction: {
    summary: 'Settle a transaction',
    description: 'The money was received, or paid out: pending becomes successful.',
    refusals: [...DECIDED, 'error_final_amount_unusual'],
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
    description: 'The money came after all: unsuccessful becomes successful.',
    refusals: [...DECIDED, 'error_final_amount_unusual'],
  },
  undoTransition: {
    summary: 'Undo a transition that is held back',
    description: 'The merchant is told of neither.',
    refusals: [...DECIDED, 'error_undo_too_late'],
  },
  settleTransactions: {
    summary: 'Settle up to 200 transactions',
    description: 'One that is refused does not stop the others.',
  },
  claimWithdrawal: { summary: 'Claim a pending withdrawal for paying it', refusals: DECIDED },
  releaseWithdrawal: { summary: 'End your claim of a withdrawal', refusals: DECIDED },
  addNote: { summary: 'Add a note to a transaction', refusals: FOUND },
};
