import { listAvailableBanks } from '../operations/admin/available-banks.ts';
import { listFilterChoices } from '../operations/admin/filter-choices.ts';
import { whoAmI } from '../operations/admin/identity.ts';
import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../operations/callbacks/callbacks.ts';
import { listEvents } from '../operations/callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../operations/callbacks/summary.ts';
import type { Operation } from '../operations/operation.ts';
import { listAccountDays } from '../operations/reconciliation/account-days.ts';
import {
  importStatementFile,
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
import { previewStatementFile, previewStatementText } from '../operations/reconciliation/previews.ts';
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
import { createDeposit } from '../operations/transactions/deposits.ts';
import {
  addNote,
  claimWithdrawal,
  releaseWithdrawal,
  undoTransition,
} from '../operations/transactions/desk.ts';
import { readQueueTotals } from '../operations/transactions/queue-totals.ts';
import { settleTransactions } from '../operations/transactions/settle-many.ts';
import { getTransaction, listTransactions } from '../operations/transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../operations/transactions/transitions.ts';
import { createWithdrawal } from '../operations/transactions/withdrawals.ts';

export interface OperationRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: Operation;
  /** Older clients know only the plain sign. They make these calls. */
  readonly acceptsPlainSign?: boolean;
  /** Whether the body is a file, and all else stands in the query. */
  readonly takesFile?: boolean;
}

/** Every REST route and its operation. A GET route also takes HEAD. */
export const routes: readonly OperationRoute[] = [
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
  { method: 'POST', path: '/v1/transactions/:transactionId/notes', operation: addNote },
  { method: 'POST', path: '/v1/transactions/settle', operation: settleTransactions },
  { method: 'POST', path: '/v1/statements', operation: importStatementFile, takesFile: true },
  { method: 'POST', path: '/v1/statements/text', operation: importStatementText },
  {
    ...{ method: 'POST', path: '/v1/statements/preview' },
    ...{ operation: previewStatementFile, takesFile: true },
  },
  { method: 'POST', path: '/v1/statements/text/preview', operation: previewStatementText },
  { method: 'GET', path: '/v1/statements', operation: listStatements },
  { method: 'GET', path: '/v1/statements/files', operation: listStatementFiles },
  { method: 'GET', path: '/v1/statements/days', operation: listAccountDays },
  { method: 'POST', path: '/v1/statements/:statementId/release', operation: releaseStatement },
  { method: 'GET', path: '/v1/statement-lines', operation: listStatementLines },
  { method: 'GET', path: '/v1/statement-lines/counts', operation: countStatementLines },
  { method: 'GET', path: '/v1/statement-lines/:lineId', operation: getStatementLine },
  { method: 'POST', path: '/v1/statement-lines/:lineId/confirm', operation: confirmStatementLine },
  { method: 'POST', path: '/v1/statement-lines/:lineId/put-away', operation: putAwayStatementLine },
  { method: 'POST', path: '/v1/statement-lines/:lineId/undo', operation: undoStatementLine },
  { method: 'GET', path: '/v1/match-policies', operation: listMatchPolicies },
  { method: 'POST', path: '/v1/match-policies', operation: updateMatchPolicy },
  { method: 'POST', path: '/v1/match-policies/remove', operation: removeMatchPolicy },
  { method: 'GET', path: '/v1/statement-profiles', operation: listBankProfiles },
  { method: 'POST', path: '/v1/statement-profiles', operation: saveBankProfile },
  { method: 'POST', path: '/v1/statement-profiles/try', operation: tryBankProfile },
  { method: 'GET', path: '/v1/statement-profiles/:profileId', operation: getBankProfile },
  { method: 'POST', path: '/v1/statement-profiles/:profileId/remove', operation: removeBankProfile },
  { method: 'GET', path: '/v1/events', operation: listEvents },
  { method: 'POST', path: '/v1/events/:eventId/redeliver', operation: redeliverCallback },
  { method: 'GET', path: '/v1/callback-attempts', operation: listCallbackAttempts },
  { method: 'GET', path: '/v1/callbacks/summary', operation: readCallbackSummary },
  { method: 'GET', path: '/v1/callbacks/failed', operation: listFailedCallbacks },
  { method: 'POST', path: '/v1/callbacks/redeliver-failed', operation: redeliverFailedCallbacks },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/settle', operation: settleTestTransaction },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/reject', operation: rejectTestTransaction },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/reverse', operation: reverseTestTransaction },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/expire', operation: expireTestTransaction },
  { method: 'POST', path: '/v1/test/clock', operation: advanceTestClock },
  { method: 'POST', path: '/v1/test/callback-failures', operation: failTestCallbacks },
];
