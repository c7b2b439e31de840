import { listFilterChoices } from '../../../admin/filter-choices.ts';
import { listLastChanges } from '../../../transactions/changes.ts';
import {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../../../transactions/desk.ts';
import { readQueueTotals } from '../../../transactions/queue-totals.ts';
import { settleTransactions } from '../../../transactions/settle-many.ts';
import { subscribeToTransactions } from '../../../transactions/subscribe.ts';
import { sumTransactions } from '../../../transactions/sums.ts';
import { getTransaction, listTransactions } from '../../../transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../../transactions/transitions.ts';
import { mutation, query, router, subscription } from '../init.ts';

export const transactions = router({
  get: query(getTransaction),
  list: query(listTransactions),
  queueTotals: query(readQueueTotals),
  sums: query(sumTransactions),
  filterChoices: query(listFilterChoices),
  lastChanges: query(listLastChanges),
  onChange: subscription(subscribeToTransactions),
  settle: mutation(settleTransaction),
  reject: mutation(rejectTransaction),
  reverse: mutation(reverseTransaction),
  correct: mutation(correctTransaction),
  cancel: mutation(cancelTransaction),
  undo: mutation(undoTransition),
  settleMany: mutation(settleTransactions),
  claim: mutation(claimWithdrawal),
  release: mutation(releaseWithdrawal),
  markSent: mutation(markWithdrawalSent),
  clearBlacklistMark: mutation(clearBlacklistMark),
  addNote: mutation(addNote),
});
