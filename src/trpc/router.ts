import { listAvailableBanks } from '../operations/admin/available-banks.ts';
import { listFilterChoices } from '../operations/admin/filter-choices.ts';
import { signIn, whoAmI } from '../operations/admin/identity.ts';
import { listAudit } from '../operations/audit/audit.ts';
import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../operations/callbacks/callbacks.ts';
import { listEvents } from '../operations/callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../operations/callbacks/summary.ts';
import {
  cancelPayment,
  getPayment,
  markPaymentSent,
  subscribeToPayment,
} from '../operations/payments/payments.ts';
import { listAccountDays } from '../operations/reconciliation/account-days.ts';
import {
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../operations/reconciliation/files.ts';
import {
  confirmStatementLine,
  countStatementLines,
  getStatementLine,
  listStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../operations/reconciliation/lines.ts';
import {
  listMatchPolicies,
  removeMatchPolicy,
  updateMatchPolicy,
} from '../operations/reconciliation/policies.ts';
import { previewStatementText } from '../operations/reconciliation/previews.ts';
import {
  getBankProfile,
  listBankProfiles,
  removeBankProfile,
  saveBankProfile,
  tryBankProfile,
} from '../operations/reconciliation/profiles.ts';
import { failTestCallbacks } from '../operations/sandbox/callback-failures.ts';
import { advanceTestClock } from '../operations/sandbox/clock.ts';
import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../operations/sandbox/transitions.ts';
import { listLastChanges } from '../operations/transactions/changes.ts';
import { createDeposit } from '../operations/transactions/deposits.ts';
import {
  addNote,
  claimWithdrawal,
  releaseWithdrawal,
  undoTransition,
} from '../operations/transactions/desk.ts';
import { readQueueTotals } from '../operations/transactions/queue-totals.ts';
import { settleTransactions } from '../operations/transactions/settle-many.ts';
import { subscribeToTransactions } from '../operations/transactions/subscribe.ts';
import { getTransaction, listTransactions } from '../operations/transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../operations/transactions/transitions.ts';
import { createWithdrawal } from '../operations/transactions/withdrawals.ts';
import { mutation, query, router, subscription } from './init.ts';

/** Every procedure and its operation. */
export const appRouter = router({
  whoAmI: query(whoAmI),
  signIn: mutation(signIn),
  deposits: router({ create: mutation(createDeposit) }),
  withdrawals: router({ create: mutation(createWithdrawal) }),
  transactions: router({
    get: query(getTransaction),
    list: query(listTransactions),
    queueTotals: query(readQueueTotals),
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
    addNote: mutation(addNote),
  }),
  statements: router({
    importText: mutation(importStatementText),
    previewText: mutation(previewStatementText),
    files: query(listStatementFiles),
    list: query(listStatements),
    days: query(listAccountDays),
    release: mutation(releaseStatement),
    profiles: router({
      list: query(listBankProfiles),
      get: query(getBankProfile),
      save: mutation(saveBankProfile),
      remove: mutation(removeBankProfile),
      try: mutation(tryBankProfile),
    }),
    lines: router({
      list: query(listStatementLines),
      counts: query(countStatementLines),
      get: query(getStatementLine),
      confirm: mutation(confirmStatementLine),
      putAway: mutation(putAwayStatementLine),
      undo: mutation(undoStatementLine),
    }),
  }),
  matchPolicies: router({
    list: query(listMatchPolicies),
    update: mutation(updateMatchPolicy),
    remove: mutation(removeMatchPolicy),
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
  // Only test keys may call these.
  test: router({
    settle: mutation(settleTestTransaction),
    reject: mutation(rejectTestTransaction),
    reverse: mutation(reverseTestTransaction),
    expire: mutation(expireTestTransaction),
    advanceClock: mutation(advanceTestClock),
    failCallbacks: mutation(failTestCallbacks),
  }),
  // Calls of payers, who authenticate with a payment link instead of a key: see the surface.
  payments: router({
    get: query(getPayment),
    onChange: subscription(subscribeToPayment),
    markSent: mutation(markPaymentSent),
    cancel: mutation(cancelPayment),
  }),
});

/** The type for TypeScript clients. */
export type AppRouter = typeof appRouter;
