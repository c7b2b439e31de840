/** Every operation, which the surfaces offer. */
export { addToBlacklist, listBlacklist, removeFromBlacklist } from '../admin/blacklist.ts';
export { createClient, listClients, rotateSecret, updateClient } from '../admin/clients.ts';
export { listFilterChoices } from '../admin/filter-choices.ts';
export { signIn, whoAmI } from '../admin/identity.ts';
export { forgetPerson } from '../admin/people.ts';
export { listReasonTemplates, removeReasonTemplate, saveReasonTemplate } from '../admin/reason-templates.ts';
export { listAudit } from '../audit/audit.ts';
export { addAccount, listAccounts, updateAccount } from '../banks/accounts.ts';
export { listAvailableBanks } from '../banks/available-banks.ts';
export { addBank, listBanks, updateBank } from '../banks/banks.ts';
export { listCallbackAttempts, redeliverCallback, redeliverFailedCallbacks } from '../callbacks/callbacks.ts';
export { listEvents } from '../callbacks/events.ts';
export { listFailedCallbacks, readCallbackSummary } from '../callbacks/summary.ts';
export { closeDay, getDay } from '../days/day.ts';
export { downloadMovements, exportMovements } from '../days/export.ts';
export {
  cancelPayment,
  decideTestPayment,
  getPayment,
  markPaymentSent,
  subscribeToPayment,
} from '../payments/payments.ts';
export { listPayoutAccounts, updatePayoutAccount } from '../payouts/accounts.ts';
export { addToPayout, listPayoutRows } from '../payouts/add.ts';
export { changePayee } from '../payouts/change-payee.ts';
export { approvePayout, rejectPayout, removeFromPayout } from '../payouts/decide.ts';
export { downloadPayoutFile, exportPayout, getPayoutFile } from '../payouts/export.ts';
export { listOverduePayouts } from '../payouts/overdue.ts';
export { listPayable, listPayoutsOf } from '../payouts/payable.ts';
export { getPayout, listPayouts, preparePayout } from '../payouts/payouts.ts';
export { getPayoutPolicy, setPayoutPolicy } from '../payouts/policy.ts';
export {
  getPayoutProfile,
  listPayoutProfiles,
  removePayoutProfile,
  savePayoutProfile,
  tryPayoutProfile,
} from '../payouts/profiles.ts';
export { giveBackStatementLine, listRefunds } from '../payouts/refunds.ts';
export { reviewPayout } from '../payouts/review.ts';
export { updatePresence } from '../presence/presence.ts';
export { listAccountDays } from '../reconciliation/account-days.ts';
export {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../reconciliation/decide-lines.ts';
export {
  importStatementFile,
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../reconciliation/files.ts';
export { countStatementLines, getStatementLine, listStatementLines } from '../reconciliation/lines.ts';
export { listMatchPolicies, removeMatchPolicy, updateMatchPolicy } from '../reconciliation/policies.ts';
export { previewStatementFile, previewStatementText } from '../reconciliation/previews.ts';
export {
  getBankProfile,
  listBankProfiles,
  removeBankProfile,
  saveBankProfile,
  tryBankProfile,
} from '../reconciliation/profiles.ts';
export { confirmProposals, listProposals } from '../reconciliation/proposals.ts';
export { takeBackStatementFile } from '../reconciliation/take-back.ts';
export {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../sandbox/transitions.ts';
export { listLinesOfTransaction, search } from '../search/search.ts';
export { listLastChanges } from '../transactions/changes.ts';
export { createDeposit, createWithdrawal } from '../transactions/create.ts';
export {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../transactions/desk.ts';
export { readQueueTotals } from '../transactions/queue-totals.ts';
export { settleTransactions } from '../transactions/settle-many.ts';
export { readStatistics } from '../transactions/statistics.ts';
export { subscribeToTransactions } from '../transactions/subscribe.ts';
export { sumTransactions } from '../transactions/sums.ts';
export {
  getTransaction,
  getTransactionById,
  getTransactions,
  listTransactions,
} from '../transactions/transactions.ts';
export {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../transactions/transitions.ts';
