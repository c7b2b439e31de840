import { listFilterChoices } from '../../admin/filter-choices.ts';
import { whoAmI } from '../../admin/identity.ts';
import { listAvailableBanks } from '../../banks/available-banks.ts';
import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../callbacks/callbacks.ts';
import { listEvents } from '../../callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../callbacks/summary.ts';
import { closeDay, getDay } from '../../days/day.ts';
import { downloadMovements, exportMovements } from '../../days/export.ts';
import type { Operation } from '../../operations/operation.ts';
import { listPayoutAccounts, updatePayoutAccount } from '../../payouts/accounts.ts';
import { addToPayout, listPayoutRows } from '../../payouts/add.ts';
import { changePayee } from '../../payouts/change-payee.ts';
import { approvePayout, rejectPayout, removeFromPayout } from '../../payouts/decide.ts';
import { downloadPayoutFile, exportPayout, getPayoutFile } from '../../payouts/export.ts';
import { listOverduePayouts } from '../../payouts/overdue.ts';
import { listPayable, listPayoutsOf } from '../../payouts/payable.ts';
import { getPayout, listPayouts, preparePayout } from '../../payouts/payouts.ts';
import { getPayoutPolicy, setPayoutPolicy } from '../../payouts/policy.ts';
import {
  getPayoutProfile,
  listPayoutProfiles,
  removePayoutProfile,
  savePayoutProfile,
  tryPayoutProfile,
} from '../../payouts/profiles.ts';
import { giveBackStatementLine, listRefunds } from '../../payouts/refunds.ts';
import { reviewPayout } from '../../payouts/review.ts';
import { updatePresence } from '../../presence/presence.ts';
import { listAccountDays } from '../../reconciliation/account-days.ts';
import {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../../reconciliation/decide-lines.ts';
import {
  importStatementFile,
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../../reconciliation/files.ts';
import { countStatementLines, getStatementLine, listStatementLines } from '../../reconciliation/lines.ts';
import { listMatchPolicies, removeMatchPolicy, updateMatchPolicy } from '../../reconciliation/policies.ts';
import { previewStatementFile, previewStatementText } from '../../reconciliation/previews.ts';
import {
  getBankProfile,
  listBankProfiles,
  removeBankProfile,
  saveBankProfile,
  tryBankProfile,
} from '../../reconciliation/profiles.ts';
import { confirmProposals, listProposals } from '../../reconciliation/proposals.ts';
import { takeBackStatementFile } from '../../reconciliation/take-back.ts';
import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../sandbox/transitions.ts';
import { listLinesOfTransaction, search } from '../../search/search.ts';
import { createDeposit } from '../../transactions/deposits.ts';
import {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../../transactions/desk.ts';
import { readQueueTotals } from '../../transactions/queue-totals.ts';
import { settleTransactions } from '../../transactions/settle-many.ts';
import { sumTransactions } from '../../transactions/sums.ts';
import { getTransactionById, listTransactions } from '../../transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../transactions/transitions.ts';
import { createWithdrawal } from '../../transactions/withdrawals.ts';

type Call = `${'GET' | 'POST'} /v1/${string}`;

interface Group {
  /** The name of the group in the document. */
  readonly tag: string;
  readonly description: string;
  readonly calls: Readonly<Record<Call, Operation>>;
}

/** Every REST call and its operation, in the order of a merchant's day. */
export const GROUPS: readonly Group[] = [
  {
    tag: 'Transactions',
    description: 'Create deposits and withdrawals, and read them.',
    calls: {
      'POST /v1/transactions/deposit': createDeposit,
      'POST /v1/transactions/withdraw': createWithdrawal,
      'GET /v1/transactions': listTransactions,
      'GET /v1/transactions/:transactionId': getTransactionById,
      'POST /v1/transactions/:transactionId/cancel': cancelTransaction,
    },
  },
  {
    tag: 'Banks',
    description: 'The banks that take transactions now.',
    calls: {
      'GET /v1/available-banks': listAvailableBanks,
    },
  },
  {
    tag: 'Events and callbacks',
    description: 'The feed of events, and the deliveries of callbacks.',
    calls: {
      'GET /v1/events': listEvents,
      'POST /v1/events/:eventId/redeliver': redeliverCallback,
      'GET /v1/callback-attempts': listCallbackAttempts,
      'GET /v1/callbacks/summary': readCallbackSummary,
      'GET /v1/callbacks/failed': listFailedCallbacks,
      'POST /v1/callbacks/redeliver-failed': redeliverFailedCallbacks,
    },
  },
  {
    tag: 'Desk',
    description: 'What operators do with transactions.',
    calls: {
      'GET /v1/search': search,
      'GET /v1/queue-totals': readQueueTotals,
      'GET /v1/transaction-sums': sumTransactions,
      'GET /v1/filter-choices': listFilterChoices,
      'POST /v1/transactions/:transactionId/settle': settleTransaction,
      'POST /v1/transactions/:transactionId/reject': rejectTransaction,
      'POST /v1/transactions/:transactionId/reverse': reverseTransaction,
      'POST /v1/transactions/:transactionId/correct': correctTransaction,
      'POST /v1/transactions/:transactionId/undo': undoTransition,
      'POST /v1/transactions/:transactionId/claim': claimWithdrawal,
      'POST /v1/transactions/:transactionId/release': releaseWithdrawal,
      'POST /v1/transactions/:transactionId/sent': markWithdrawalSent,
      'POST /v1/transactions/:transactionId/clear': clearBlacklistMark,
      'POST /v1/transactions/:transactionId/notes': addNote,
      'POST /v1/transactions/settle': settleTransactions,
      'POST /v1/presence': updatePresence,
    },
  },
  {
    tag: 'Payouts',
    description: 'Pay withdrawals together, prepared by one person and approved by another.',
    calls: {
      'GET /v1/payouts': listPayouts,
      'POST /v1/payouts': preparePayout,
      'GET /v1/payouts/payable': listPayable,
      'GET /v1/payouts/overdue': listOverduePayouts,
      'POST /v1/payouts/payees': changePayee,
      'GET /v1/transactions/:transactionId/payouts': listPayoutsOf,
      'GET /v1/payouts/:payoutId': getPayout,
      'GET /v1/payouts/:payoutId/rows': listPayoutRows,
      'POST /v1/payouts/:payoutId/add': addToPayout,
      'POST /v1/payouts/:payoutId/remove': removeFromPayout,
      'POST /v1/payouts/:payoutId/approve': approvePayout,
      'POST /v1/payouts/:payoutId/reject': rejectPayout,
      'POST /v1/payouts/:payoutId/export': exportPayout,
      'GET /v1/payouts/:payoutId/file': getPayoutFile,
      'GET /v1/payouts/:payoutId/file/raw': downloadPayoutFile,
      'GET /v1/payout-accounts': listPayoutAccounts,
      'POST /v1/payout-accounts/:accountId': updatePayoutAccount,
      'GET /v1/payout-profiles': listPayoutProfiles,
      'POST /v1/payout-profiles': savePayoutProfile,
      'POST /v1/payout-profiles/try': tryPayoutProfile,
      'GET /v1/payout-profiles/:profileId': getPayoutProfile,
      'POST /v1/payout-profiles/:profileId/remove': removePayoutProfile,
      'GET /v1/payouts/:payoutId/review': reviewPayout,
      'GET /v1/payout-policy': getPayoutPolicy,
      'POST /v1/payout-policy': setPayoutPolicy,
    },
  },
  {
    tag: 'Bank statements',
    description: 'Import statements of bank accounts, and settle by their lines.',
    calls: {
      'POST /v1/statements': importStatementFile,
      'POST /v1/statements/text': importStatementText,
      'POST /v1/statements/preview': previewStatementFile,
      'POST /v1/statements/text/preview': previewStatementText,
      'GET /v1/statements': listStatements,
      'GET /v1/statements/files': listStatementFiles,
      'POST /v1/statements/files/:fileId/take-back': takeBackStatementFile,
      'GET /v1/statements/days': listAccountDays,
      'POST /v1/statements/:statementId/release': releaseStatement,
      'GET /v1/transactions/:transactionId/lines': listLinesOfTransaction,
      'GET /v1/statement-lines': listStatementLines,
      'GET /v1/statement-lines/counts': countStatementLines,
      'GET /v1/statement-lines/proposals': listProposals,
      'POST /v1/statement-lines/proposals/confirm': confirmProposals,
      'POST /v1/statement-lines/confirm': confirmStatementLines,
      'GET /v1/statement-lines/:lineId': getStatementLine,
      'POST /v1/statement-lines/:lineId/confirm': confirmStatementLine,
      'POST /v1/statement-lines/:lineId/put-away': putAwayStatementLine,
      'POST /v1/statement-lines/:lineId/undo': undoStatementLine,
      'POST /v1/statement-lines/:lineId/give-back': giveBackStatementLine,
      'GET /v1/statement-lines/:lineId/refunds': listRefunds,
      'GET /v1/match-policies': listMatchPolicies,
      'POST /v1/match-policies': updateMatchPolicy,
      'POST /v1/match-policies/remove': removeMatchPolicy,
      'GET /v1/statement-profiles': listBankProfiles,
      'POST /v1/statement-profiles': saveBankProfile,
      'POST /v1/statement-profiles/try': tryBankProfile,
      'GET /v1/statement-profiles/:profileId': getBankProfile,
      'POST /v1/statement-profiles/:profileId/remove': removeBankProfile,
    },
  },
  {
    tag: 'Days',
    description: 'All bank accounts on one page, a day that is closed, and what an accountant gets.',
    calls: {
      'GET /v1/days': getDay,
      'POST /v1/days/close': closeDay,
      'GET /v1/days/movements': exportMovements,
      'GET /v1/days/movements/file': downloadMovements,
    },
  },
  {
    tag: 'Key',
    description: 'The key itself.',
    calls: {
      'GET /v1/who-am-i': whoAmI,
    },
  },
  {
    tag: 'Test keys',
    description: 'What a merchant with a test key decides itself. No money moves.',
    calls: {
      'POST /v1/test/transactions/:transactionId/settle': settleTestTransaction,
      'POST /v1/test/transactions/:transactionId/reject': rejectTestTransaction,
      'POST /v1/test/transactions/:transactionId/reverse': reverseTestTransaction,
      'POST /v1/test/transactions/:transactionId/expire': expireTestTransaction,
    },
  },
];

/** Older clients know only the plain sign. They make these calls. */
export const OF_OLDER_CLIENTS: readonly Operation[] = [createDeposit, createWithdrawal, listAvailableBanks];
