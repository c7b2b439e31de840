import type { DatabaseTransaction } from '../tables.ts';
import { applyTransitions } from './apply-transitions.ts';
import { recordCopy, recordSignIn } from './audit.ts';
import { removeBankProfile, saveBankProfile } from './bank-profiles.ts';
import { createAccount, createBank, saveBankCopy, updateAccount, updateBank } from './banks.ts';
import { addToBlacklist, clearTransaction, removeFromBlacklist } from './blacklist.ts';
import { claimCallbacks } from './claim-callbacks.ts';
import { claimWithdrawal, markWithdrawalSent, releaseWithdrawal } from './claims.ts';
import { createClient, rotateSecret, updateClient } from './clients.ts';
import { confirmLines } from './confirm-lines.ts';
import { createTransactions } from './create-transactions.ts';
import { dropImport } from './drop-import.ts';
import { dropOldAttempts, dropOldCallbacks } from './drop-old.ts';
import { forgetPerson } from './forget-person.ts';
import { putLineAway, releaseStatement, undoLine } from './line-desk.ts';
import { markSent } from './mark-sent.ts';
import { matchLines } from './match-lines.ts';
import { removeMatchPolicy, updateMatchPolicy } from './match-policies.ts';
import { setMetadata, setMetadataIfAbsent } from './metadata.ts';
import { addNote } from './notes.ts';
import { removeReasonTemplate, saveReasonTemplate } from './reason-templates.ts';
import { recordAttempts } from './record-attempts.ts';
import { recordMove } from './record-move.ts';
import { redeliverCallback, redeliverFailedCallbacks } from './redeliver-callbacks.ts';
import { releaseHolds } from './release-holds.ts';
import { finishReseal, resealSecrets } from './reseal-secrets.ts';
import { retryCallbacksNow } from './retry-callbacks-now.ts';
import { beginImport, finishImport, stageStatementPart } from './statement-imports.ts';
import { endLeases, unclaimCallbacks } from './unclaim-callbacks.ts';
import { undoTransition } from './undo.ts';
import { useSign } from './use-sign.ts';

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
  releaseHolds,
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
  useSign,
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
  confirmLines,
  putLineAway,
  undoLine,
  releaseStatement,
  updateMatchPolicy,
  removeMatchPolicy,
  recordSignIn,
  recordCopy,
  recordMove,
  setMetadata,
  setMetadataIfAbsent,
} as const satisfies Readonly<Record<string, (trx: DatabaseTransaction, input: never) => Promise<unknown>>>;

type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = Parameters<Commands[N]>[1];
export type CommandOutput<N extends CommandName> = Awaited<ReturnType<Commands[N]>>;
