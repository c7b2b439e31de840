import { listAvailableBanks } from '../operations/admin/available-banks.ts';
import { whoAmI } from '../operations/admin/identity.ts';
import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../operations/callbacks/callbacks.ts';
import { listEvents } from '../operations/callbacks/events.ts';
import type { Operation } from '../operations/operation.ts';
import { createDeposit } from '../operations/transactions/deposits.ts';
import { getTransaction, listTransactions } from '../operations/transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../operations/transactions/transitions.ts';
import { createWithdrawal } from '../operations/transactions/withdrawals.ts';

export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: Operation;
  /** The calls that clients make which only know the plain sign. */
  readonly acceptsPlainSign?: true;
}

/** Every REST route and the operation it names. */
export const routes: readonly Route[] = [
  { method: 'post', path: '/v1/transactions/deposit', operation: createDeposit, acceptsPlainSign: true },
  { method: 'post', path: '/v1/transactions/withdraw', operation: createWithdrawal, acceptsPlainSign: true },
  { method: 'get', path: '/v1/available-banks', operation: listAvailableBanks, acceptsPlainSign: true },
  { method: 'get', path: '/v1/who-am-i', operation: whoAmI },
  { method: 'get', path: '/v1/transactions', operation: listTransactions },
  { method: 'get', path: '/v1/transactions/:transactionId', operation: getTransaction },
  { method: 'post', path: '/v1/transactions/:transactionId/settle', operation: settleTransaction },
  { method: 'post', path: '/v1/transactions/:transactionId/reject', operation: rejectTransaction },
  { method: 'post', path: '/v1/transactions/:transactionId/reverse', operation: reverseTransaction },
  { method: 'post', path: '/v1/transactions/:transactionId/correct', operation: correctTransaction },
  { method: 'post', path: '/v1/transactions/:transactionId/cancel', operation: cancelTransaction },
  { method: 'get', path: '/v1/events', operation: listEvents },
  { method: 'post', path: '/v1/events/:eventId/redeliver', operation: redeliverCallback },
  { method: 'get', path: '/v1/callback-attempts', operation: listCallbackAttempts },
  { method: 'post', path: '/v1/callbacks/redeliver-failed', operation: redeliverFailedCallbacks },
];
