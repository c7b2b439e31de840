import { addToBlacklist, clearTransaction, removeFromBlacklist } from './admin/commands/blacklist.ts';
import { createClient, rotateSecret, updateClient } from './admin/commands/clients.ts';
import { forgetPerson } from './admin/commands/forget-person.ts';
import { removeReasonTemplate, saveReasonTemplate } from './admin/commands/reason-templates.ts';
import { finishReseal, resealSecrets } from './admin/commands/reseal-secrets.ts';
import { useSigns } from './admin/commands/use-signs.ts';
import { recordCopy, recordSignIn } from './audit/commands/audit.ts';
import { createAccount, createBank, saveBankCopy, updateAccount, updateBank } from './banks/commands.ts';
import { claimCallbacks } from './callbacks/commands/claim-callbacks.ts';
import { recordAttempts } from './callbacks/commands/record-attempts.ts';
import { redeliverCallback, redeliverFailedCallbacks } from './callbacks/commands/redeliver-callbacks.ts';
import { retryCallbacksNow } from './callbacks/commands/retry-callbacks-now.ts';
import { endLeases, unclaimCallbacks } from './callbacks/commands/unclaim-callbacks.ts';
import { closeDay } from './days/commands/close-day.ts';
import { afterRestore, resumePayouts } from './maintenance/commands/after-restore.ts';
import { dropOldAttempts, dropOldCallbacks } from './maintenance/commands/drop-old.ts';
import { setMetadata, setMetadataIfAbsent } from './maintenance/commands/metadata.ts';
import { recordMove } from './maintenance/commands/record-move.ts';
import { addToPayout } from './payouts/commands/add.ts';
import { changePayee } from './payouts/commands/change-payee.ts';
import { approvePayout, rejectPayout, removeFromPayout } from './payouts/commands/decide.ts';
import { exportPayout } from './payouts/commands/export.ts';
import { giveBack } from './payouts/commands/give-back.ts';
import { importPayoutReport } from './payouts/commands/import-report.ts';
import { setPayoutPolicy } from './payouts/commands/policy.ts';
import { preparePayout } from './payouts/commands/prepare.ts';
import { removePayoutProfile, updatePayoutAccount } from './payouts/commands/profiles.ts';
import { removeBankProfile, saveBankProfile } from './reconciliation/commands/bank-profiles.ts';
import { confirmLines } from './reconciliation/commands/confirm-lines.ts';
import { decidePayoutLinesAgain } from './reconciliation/commands/decide-again.ts';
import { dropImport } from './reconciliation/commands/drop-import.ts';
import { putLineAway, releaseStatement, undoLine } from './reconciliation/commands/line-desk.ts';
import { matchLines } from './reconciliation/commands/match-lines.ts';
import { removeMatchPolicy, updateMatchPolicy } from './reconciliation/commands/match-policies.ts';
import {
  beginImport,
  finishImport,
  stageStatementPart,
} from './reconciliation/commands/statement-imports.ts';
import { takeBackFile } from './reconciliation/commands/take-back-file.ts';
import type { DatabaseTransaction } from './tables.ts';
import { applyTransitions } from './transactions/commands/apply-transitions.ts';
import { claimWithdrawal, markWithdrawalSent, releaseWithdrawal } from './transactions/commands/claims.ts';
import { createTransactions } from './transactions/commands/create-transactions.ts';
import { markSent } from './transactions/commands/mark-sent.ts';
import { addNote } from './transactions/commands/notes.ts';
import { runPlans, undoTransition } from './transactions/commands/plans.ts';

/**
 * Every write that the service can make. A command runs inside one database transaction, possibly in another thread:
 * its input and output are plain data, and time, ids and tokens are part of the input. Its statements are awaited one
 * after another.
 */
export const commands = {
  createTransactions,
  applyTransitions,
  markSent,
  undoTransition,
  runPlans,
  claimWithdrawal,
  releaseWithdrawal,
  markWithdrawalSent,
  addNote,
  forgetPerson,
  claimCallbacks,
  recordAttempts,
  unclaimCallbacks,
  endLeases,
  retryCallbacksNow,
  redeliverCallback,
  redeliverFailedCallbacks,
  dropOldAttempts,
  dropOldCallbacks,
  createClient,
  updateClient,
  rotateSecret,
  useSigns,
  resealSecrets,
  finishReseal,
  createBank,
  updateBank,
  saveBankCopy,
  createAccount,
  updateAccount,
  addToBlacklist,
  removeFromBlacklist,
  clearTransaction,
  saveBankProfile,
  removeBankProfile,
  saveReasonTemplate,
  removeReasonTemplate,
  beginImport,
  stageStatementPart,
  finishImport,
  dropImport,
  matchLines,
  decidePayoutLinesAgain,
  confirmLines,
  putLineAway,
  undoLine,
  releaseStatement,
  takeBackFile,
  updateMatchPolicy,
  removeMatchPolicy,
  preparePayout,
  addToPayout,
  removeFromPayout,
  approvePayout,
  rejectPayout,
  exportPayout,
  importPayoutReport,
  giveBack,
  changePayee,
  updatePayoutAccount,
  removePayoutProfile,
  setPayoutPolicy,
  closeDay,
  recordSignIn,
  recordCopy,
  recordMove,
  afterRestore,
  resumePayouts,
  setMetadata,
  setMetadataIfAbsent,
} as const satisfies Readonly<Record<string, (trx: DatabaseTransaction, input: never) => Promise<unknown>>>;

type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = Parameters<Commands[N]>[1];
export type CommandOutput<N extends CommandName> = Awaited<ReturnType<Commands[N]>>;
