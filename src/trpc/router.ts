import { listAvailableBanks } from '../operations/banks.ts';
import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../operations/callbacks.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../operations/changes.ts';
import { createDeposit } from '../operations/deposits.ts';
import { listEvents } from '../operations/events.ts';
import { whoAmI } from '../operations/identity.ts';
import { cancelPayment, getPayment, markPaymentSent, watchPayment } from '../operations/payments.ts';
import { getTransaction, listTransactions, watchTransactions } from '../operations/transactions.ts';
import { createWithdrawal } from '../operations/withdrawals.ts';
import { mutation, query, router, subscription } from './init.ts';

/** Every procedure and the operation it names. */
export const appRouter = router({
  whoAmI: query(whoAmI),
  deposits: router({ create: mutation(createDeposit) }),
  withdrawals: router({ create: mutation(createWithdrawal) }),
  transactions: router({
    get: query(getTransaction),
    list: query(listTransactions),
    onChange: subscription(watchTransactions),
    settle: mutation(settleTransaction),
    reject: mutation(rejectTransaction),
    reverse: mutation(reverseTransaction),
    correct: mutation(correctTransaction),
    cancel: mutation(cancelTransaction),
  }),
  events: router({ list: query(listEvents) }),
  callbacks: router({
    attempts: query(listCallbackAttempts),
    redeliver: mutation(redeliverCallback),
    redeliverFailed: mutation(redeliverFailedCallbacks),
  }),
  banks: router({ list: query(listAvailableBanks) }),
  // The payer's own calls, which a payment link opens and no key: see the surface.
  payments: router({
    get: query(getPayment),
    onChange: subscription(watchPayment),
    markSent: mutation(markPaymentSent),
    cancel: mutation(cancelPayment),
  }),
});

/** The type a TypeScript client is made from. */
export type AppRouter = typeof appRouter;
