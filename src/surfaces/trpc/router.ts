import { signIn, whoAmI } from '../../admin/identity.ts';
import { listAudit } from '../../audit/audit.ts';
import { listAvailableBanks } from '../../banks/available-banks.ts';
import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../callbacks/callbacks.ts';
import { listEvents } from '../../callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../callbacks/summary.ts';
import { closeDay, getDay } from '../../days/day.ts';
import { exportMovements } from '../../days/export.ts';
import { cancelPayment, getPayment, markPaymentSent, subscribeToPayment } from '../../payments/payments.ts';
import { updatePresence } from '../../presence/presence.ts';
import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../sandbox/transitions.ts';
import { search } from '../../search/search.ts';
import { createDeposit } from '../../transactions/deposits.ts';
import { createWithdrawal } from '../../transactions/withdrawals.ts';
import { mutation, query, router, subscription } from './init.ts';
import { payouts } from './routers/payouts.ts';
import { matchPolicies, statements } from './routers/statements.ts';
import { transactions } from './routers/transactions.ts';

/** Every procedure and its operation. */
export const appRouter = router({
  whoAmI: query(whoAmI),
  signIn: mutation(signIn),
  deposits: router({ create: mutation(createDeposit) }),
  withdrawals: router({ create: mutation(createWithdrawal) }),
  search: query(search),
  presence: router({ update: mutation(updatePresence) }),
  transactions,
  statements,
  matchPolicies,
  payouts,
  days: router({
    get: query(getDay),
    close: mutation(closeDay),
    exportMovements: query(exportMovements),
  }),
  events: router({ list: query(listEvents) }),
  callbacks: router({
    attempts: query(listCallbackAttempts),
    summary: query(readCallbackSummary),
    failed: query(listFailedCallbacks),
    redeliver: mutation(redeliverCallback),
    redeliverFailed: mutation(redeliverFailedCallbacks),
  }),
  banks: router({ list: query(listAvailableBanks) }),
  audit: router({ list: query(listAudit) }),
  /** Only test keys may call these. */
  test: router({
    settle: mutation(settleTestTransaction),
    reject: mutation(rejectTestTransaction),
    reverse: mutation(reverseTestTransaction),
    expire: mutation(expireTestTransaction),
  }),
  /** Calls of payers, who authenticate with a payment link instead of a key: see the surface. */
  payments: router({
    get: query(getPayment),
    onChange: subscription(subscribeToPayment),
    markSent: mutation(markPaymentSent),
    cancel: mutation(cancelPayment),
  }),
});

/** The type for TypeScript clients. */
export type AppRouter = typeof appRouter;
