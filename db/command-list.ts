/**
 * Every write that the service can make. A command runs inside one database transaction, possibly in another thread:
 * its input and output are plain data, and time, ids and tokens are part of the input. Statements that do not need each
 * other's results may be sent together: the driver keeps their order.
 */
export { addToBlacklist, clearTransaction, removeFromBlacklist } from './admin/commands/blacklist.ts';
export { createClient, rotateSecret, updateClient } from './admin/commands/clients.ts';
export { forgetPerson } from './admin/commands/forget-person.ts';
export { removeReasonTemplate, saveReasonTemplate } from './admin/commands/reason-templates.ts';
export { finishReseal, resealSecrets } from './admin/commands/reseal-secrets.ts';
export { useSigns } from './admin/commands/use-signs.ts';
export { recordCopy, recordSignIn } from './audit/commands/audit.ts';
export { createAccount, createBank, saveBankCopy, updateAccount, updateBank } from './banks/commands.ts';
export { claimCallbacks, endLeases, rebaseWaits, unclaimCallbacks } from './callbacks/commands/leases.ts';
export { recordAttempts } from './callbacks/commands/record-attempts.ts';
export { redeliverCallback, redeliverFailedCallbacks } from './callbacks/commands/redeliver-callbacks.ts';
export { retryCallbacksNow, sendWaitingCallbacks } from './callbacks/commands/send-now.ts';
export { closeDay } from './days/commands/close-day.ts';
export { afterRestore, resumePayouts } from './maintenance/commands/after-restore.ts';
export { dropOldAttempts, dropOldCallbacks } from './maintenance/commands/drop-old.ts';
export { setMetadata, setMetadataIfAbsent } from './maintenance/commands/metadata.ts';
export { recordMove } from './maintenance/commands/record-move.ts';
export { addToPayout } from './payouts/commands/add.ts';
export { changePayee } from './payouts/commands/change-payee.ts';
export { approvePayout, rejectPayout, removeFromPayout } from './payouts/commands/decide.ts';
export { exportPayout } from './payouts/commands/export.ts';
export { giveBack } from './payouts/commands/give-back.ts';
export { importPayoutReport } from './payouts/commands/import-report.ts';
export { setPayoutPolicy } from './payouts/commands/policy.ts';
export { preparePayout } from './payouts/commands/prepare.ts';
export { removePayoutProfile, updatePayoutAccount } from './payouts/commands/profiles.ts';
export { removeBankProfile, saveBankProfile } from './reconciliation/commands/bank-profiles.ts';
export { confirmLines } from './reconciliation/commands/confirm-lines.ts';
export { decidePayoutLinesAgain } from './reconciliation/commands/decide-again.ts';
export { dropImport } from './reconciliation/commands/drop-import.ts';
export { putLineAway, releaseStatement, undoLine } from './reconciliation/commands/line-desk.ts';
export { matchLines } from './reconciliation/commands/match-lines.ts';
export { removeMatchPolicy, updateMatchPolicy } from './reconciliation/commands/match-policies.ts';
export {
  beginImport,
  finishImport,
  stageStatementPart,
} from './reconciliation/commands/statement-imports.ts';
export { takeBackFile } from './reconciliation/commands/take-back-file.ts';
export { applyTransitions } from './transactions/commands/apply-transitions.ts';
export { claimWithdrawal, markWithdrawalSent, releaseWithdrawal } from './transactions/commands/claims.ts';
export { createTransactions } from './transactions/commands/create-transactions.ts';
export { markSent } from './transactions/commands/mark-sent.ts';
export { addNote } from './transactions/commands/notes.ts';
export { runPlans, undoTransition } from './transactions/commands/plans.ts';
