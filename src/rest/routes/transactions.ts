import { listAvailableBanks } from '../../operations/admin/available-banks.ts';
import { listFilterChoices } from '../../operations/admin/filter-choices.ts';
import { whoAmI } from '../../operations/admin/identity.ts';
import { createDeposit } from '../../operations/transactions/deposits.ts';
import {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../../operations/transactions/desk.ts';
import { readQueueTotals } from '../../operations/transactions/queue-totals.ts';
import { settleTransactions } from '../../operations/transactions/settle-many.ts';
import { getTransaction, listTransactions } from '../../operations/transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../operations/transactions/transitions.ts';
import { createWithdrawal } from '../../operations/transactions/withdrawals.ts';
import type { OperationRoute } from './route.ts';

export const TRANSACTION_ROUTES: readonly OperationRoute[] = [
  { method: 'POST', path: '/v1/transactions/deposit', operation: createDeposit, acceptsPlainSign: true },
  { method: 'POST', path: '/v1/transactions/withdraw', operation: createWithdrawal, acceptsPlainSign: true },
  { method: 'GET', path: '/v1/available-banks', operation: listAvailableBanks, acceptsPlainSign: true },
  { method: 'GET', path: '/v1/who-am-i', operation: whoAmI },
  { method: 'GET', path: '/v1/transactions', operation: listTransactions },
  { method: 'GET', path: '/v1/queue-totals', operation: readQueueTotals },
  { method: 'GET', path: '/v1/filter-choices', operation: listFilterChoices },
  { method: 'GET', path: '/v1/transactions/:transactionId', operation: getTransaction },
  { method: 'POST', path: '/v1/transactions/:transactionId/settle', operation: settleTransaction },
  { method: 'POST', path: '/v1/transactions/:transactionId/reject', operation: rejectTransaction },
  { method: 'POST', path: '/v1/transactions/:transactionId/reverse', operation: reverseTransaction },
  { method: 'POST', path: '/v1/transactions/:transactionId/correct', operation: correctTransaction },
  { method: 'POST', path: '/v1/transactions/:transactionId/cancel', operation: cancelTransaction },
  { method: 'POST', path: '/v1/transactions/:transactionId/undo', operation: undoTransition },
  { method: 'POST', path: '/v1/transactions/:transactionId/claim', operation: claimWithdrawal },
  { method: 'POST', path: '/v1/transactions/:transactionId/release', operation: releaseWithdrawal },
  { method: 'POST', path: '/v1/transactions/:transactionId/sent', operation: markWithdrawalSent },
  { method: 'POST', path: '/v1/transactions/:transactionId/clear', operation: clearBlacklistMark },
  { method: 'POST', path: '/v1/transactions/:transactionId/notes', operation: addNote },
  { method: 'POST', path: '/v1/transactions/settle', operation: settleTransactions },
];
