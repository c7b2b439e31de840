import { addToBlacklist, removeFromBlacklist } from '../../src/admin/blacklist.ts';
import { createClient, rotateSecret, updateClient } from '../../src/admin/clients.ts';
import { signIn } from '../../src/admin/identity.ts';
import { forgetPerson } from '../../src/admin/people.ts';
import { removeReasonTemplate, saveReasonTemplate } from '../../src/admin/reason-templates.ts';
import { addAccount, updateAccount } from '../../src/banks/accounts.ts';
import { addBank, updateBank } from '../../src/banks/banks.ts';
import { redeliverCallback, redeliverFailedCallbacks } from '../../src/callbacks/callbacks.ts';
import { closeDay } from '../../src/days/day.ts';
import { updatePayoutAccount } from '../../src/payouts/accounts.ts';
import { addToPayout } from '../../src/payouts/add.ts';
import { changePayee } from '../../src/payouts/change-payee.ts';
import { approvePayout, rejectPayout, removeFromPayout } from '../../src/payouts/decide.ts';
import { exportPayout } from '../../src/payouts/export.ts';
import { preparePayout } from '../../src/payouts/payouts.ts';
import { setPayoutPolicy } from '../../src/payouts/policy.ts';
import { removePayoutProfile, savePayoutProfile, tryPayoutProfile } from '../../src/payouts/profiles.ts';
import { giveBackStatementLine } from '../../src/payouts/refunds.ts';
import { updatePresence } from '../../src/presence/presence.ts';
import {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../../src/reconciliation/decide-lines.ts';
import { importStatementText, releaseStatement } from '../../src/reconciliation/files.ts';
import { removeMatchPolicy, updateMatchPolicy } from '../../src/reconciliation/policies.ts';
import { previewStatementText } from '../../src/reconciliation/previews.ts';
import { removeBankProfile, saveBankProfile, tryBankProfile } from '../../src/reconciliation/profiles.ts';
import { confirmProposals } from '../../src/reconciliation/proposals.ts';
import { takeBackStatementFile } from '../../src/reconciliation/take-back.ts';
import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../src/sandbox/transitions.ts';
import { createDeposit } from '../../src/transactions/deposits.ts';
import {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../../src/transactions/desk.ts';
import { settleTransactions } from '../../src/transactions/settle-many.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../src/transactions/transitions.ts';
import { createWithdrawal } from '../../src/transactions/withdrawals.ts';
import { inEnvelope, type OperationField, runs, runsInput } from '../bridge/operation-field.ts';
import { FEW_PER_LINE, PER_ACCOUNT, PER_ITEM } from '../server/cost.ts';

/** The fields of Mutation, each of which runs an operation. */
export const mutations: Readonly<Record<string, OperationField>> = {
  createDeposit: inEnvelope(runsInput(createDeposit)),
  createWithdrawal: inEnvelope(runsInput(createWithdrawal)),
  signIn: runs(signIn),
  createClient: runsInput(createClient),
  updateClient: runsInput(updateClient),
  rotateSecret: runsInput(rotateSecret),
  addBank: runsInput(addBank),
  updateBank: runsInput(updateBank),
  addBankAccount: runsInput(addAccount),
  updateBankAccount: runsInput(updateAccount),
  addToBlacklist: runsInput(addToBlacklist),
  removeFromBlacklist: runs(removeFromBlacklist),
  forgetPerson: runs(forgetPerson),
  saveBankProfile: runs(saveBankProfile),
  removeBankProfile: runs(removeBankProfile),
  tryBankProfile: runs(tryBankProfile, FEW_PER_LINE),
  closeDay: runs(closeDay, PER_ACCOUNT),
  undoTransition: inEnvelope(runs(undoTransition)),
  settleTransactions: runs(settleTransactions, PER_ITEM),
  claimWithdrawal: inEnvelope(runs(claimWithdrawal)),
  markWithdrawalSent: inEnvelope(runs(markWithdrawalSent)),
  clearBlacklistMark: inEnvelope(runs(clearBlacklistMark)),
  releaseWithdrawal: inEnvelope(runs(releaseWithdrawal)),
  addNote: inEnvelope(runs(addNote)),
  redeliverCallback: runs(redeliverCallback),
  redeliverFailedCallbacks: runs(redeliverFailedCallbacks),
  updateMatchPolicy: runsInput(updateMatchPolicy),
  removeMatchPolicy: runs(removeMatchPolicy),
  savePayoutProfile: runs(savePayoutProfile),
  removePayoutProfile: runs(removePayoutProfile),
  tryPayoutProfile: runs(tryPayoutProfile),
  updatePayoutAccount: runs(updatePayoutAccount),
  preparePayout: runsInput(preparePayout),
  addToPayout: runsInput(addToPayout),
  removeFromPayout: runsInput(removeFromPayout),
  giveBackStatementLine: runsInput(giveBackStatementLine),
  changePayee: runsInput(changePayee),
  approvePayout: runs(approvePayout),
  exportPayout: runs(exportPayout),
  setPayoutPolicy: runsInput(setPayoutPolicy),
  rejectPayout: runs(rejectPayout),
  updatePresence: runs(updatePresence, { size: () => 20 }),
  saveReasonTemplate: runsInput(saveReasonTemplate),
  removeReasonTemplate: runs(removeReasonTemplate),
  settleTestTransaction: inEnvelope(runsInput(settleTestTransaction)),
  rejectTestTransaction: inEnvelope(runsInput(rejectTestTransaction)),
  reverseTestTransaction: inEnvelope(runsInput(reverseTestTransaction)),
  expireTestTransaction: inEnvelope(runsInput(expireTestTransaction)),
  importStatementText: runs(importStatementText),
  previewStatementText: runs(previewStatementText, FEW_PER_LINE),
  releaseStatement: runs(releaseStatement),
  takeBackStatementFile: runs(takeBackStatementFile),
  confirmStatementLine: runs(confirmStatementLine, FEW_PER_LINE),
  confirmStatementLines: runs(confirmStatementLines, FEW_PER_LINE),
  confirmProposals: runs(confirmProposals, PER_ITEM),
  putAwayStatementLine: runs(putAwayStatementLine, FEW_PER_LINE),
  undoStatementLine: runs(undoStatementLine, FEW_PER_LINE),
  settleTransaction: inEnvelope(runsInput(settleTransaction)),
  rejectTransaction: inEnvelope(runsInput(rejectTransaction)),
  reverseTransaction: inEnvelope(runsInput(reverseTransaction)),
  correctTransaction: inEnvelope(runsInput(correctTransaction)),
  cancelTransaction: inEnvelope(runsInput(cancelTransaction)),
};
