import type { Operation } from '../../operations/operation.ts';
import * as operations from '../operation-list.ts';

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
      'POST /v1/transactions/deposit': operations.createDeposit,
      'POST /v1/transactions/withdraw': operations.createWithdrawal,
      'GET /v1/transactions': operations.listTransactions,
      'GET /v1/transactions/:transactionId': operations.getTransactionById,
      'POST /v1/transactions/:transactionId/cancel': operations.cancelTransaction,
    },
  },
  {
    tag: 'Banks',
    description: 'The banks that take transactions now.',
    calls: {
      'GET /v1/available-banks': operations.listAvailableBanks,
    },
  },
  {
    tag: 'Events and callbacks',
    description: 'The feed of events, and the deliveries of callbacks.',
    calls: {
      'GET /v1/events': operations.listEvents,
      'POST /v1/events/:eventId/redeliver': operations.redeliverCallback,
      'GET /v1/callback-attempts': operations.listCallbackAttempts,
      'GET /v1/callbacks/summary': operations.readCallbackSummary,
      'GET /v1/callbacks/failed': operations.listFailedCallbacks,
      'POST /v1/callbacks/redeliver-failed': operations.redeliverFailedCallbacks,
    },
  },
  {
    tag: 'Desk',
    description: 'What operators do with transactions.',
    calls: {
      'GET /v1/search': operations.search,
      'GET /v1/queue-totals': operations.readQueueTotals,
      'GET /v1/transaction-sums': operations.sumTransactions,
      'GET /v1/filter-choices': operations.listFilterChoices,
      'POST /v1/transactions/:transactionId/settle': operations.settleTransaction,
      'POST /v1/transactions/:transactionId/reject': operations.rejectTransaction,
      'POST /v1/transactions/:transactionId/reverse': operations.reverseTransaction,
      'POST /v1/transactions/:transactionId/correct': operations.correctTransaction,
      'POST /v1/transactions/:transactionId/undo': operations.undoTransition,
      'POST /v1/transactions/:transactionId/claim': operations.claimWithdrawal,
      'POST /v1/transactions/:transactionId/release': operations.releaseWithdrawal,
      'POST /v1/transactions/:transactionId/sent': operations.markWithdrawalSent,
      'POST /v1/transactions/:transactionId/clear': operations.clearBlacklistMark,
      'POST /v1/transactions/:transactionId/notes': operations.addNote,
      'POST /v1/transactions/settle': operations.settleTransactions,
      'POST /v1/presence': operations.updatePresence,
    },
  },
  {
    tag: 'Payouts',
    description: 'Pay withdrawals together, prepared by one person and approved by another.',
    calls: {
      'GET /v1/payouts': operations.listPayouts,
      'POST /v1/payouts': operations.preparePayout,
      'GET /v1/payouts/payable': operations.listPayable,
      'GET /v1/payouts/overdue': operations.listOverduePayouts,
      'POST /v1/payouts/payees': operations.changePayee,
      'GET /v1/transactions/:transactionId/payouts': operations.listPayoutsOf,
      'GET /v1/payouts/:payoutId': operations.getPayout,
      'GET /v1/payouts/:payoutId/rows': operations.listPayoutRows,
      'POST /v1/payouts/:payoutId/add': operations.addToPayout,
      'POST /v1/payouts/:payoutId/remove': operations.removeFromPayout,
      'POST /v1/payouts/:payoutId/approve': operations.approvePayout,
      'POST /v1/payouts/:payoutId/reject': operations.rejectPayout,
      'POST /v1/payouts/:payoutId/export': operations.exportPayout,
      'GET /v1/payouts/:payoutId/file': operations.getPayoutFile,
      'GET /v1/payouts/:payoutId/file/raw': operations.downloadPayoutFile,
      'GET /v1/payout-accounts': operations.listPayoutAccounts,
      'POST /v1/payout-accounts/:accountId': operations.updatePayoutAccount,
      'GET /v1/payout-profiles': operations.listPayoutProfiles,
      'POST /v1/payout-profiles': operations.savePayoutProfile,
      'POST /v1/payout-profiles/try': operations.tryPayoutProfile,
      'GET /v1/payout-profiles/:profileId': operations.getPayoutProfile,
      'POST /v1/payout-profiles/:profileId/remove': operations.removePayoutProfile,
      'GET /v1/payouts/:payoutId/review': operations.reviewPayout,
      'GET /v1/payout-policy': operations.getPayoutPolicy,
      'POST /v1/payout-policy': operations.setPayoutPolicy,
    },
  },
  {
    tag: 'Bank statements',
    description: 'Import statements of bank accounts, and settle by their lines.',
    calls: {
      'POST /v1/statements': operations.importStatementFile,
      'POST /v1/statements/text': operations.importStatementText,
      'POST /v1/statements/preview': operations.previewStatementFile,
      'POST /v1/statements/text/preview': operations.previewStatementText,
      'GET /v1/statements': operations.listStatements,
      'GET /v1/statements/files': operations.listStatementFiles,
      'POST /v1/statements/files/:fileId/take-back': operations.takeBackStatementFile,
      'GET /v1/statements/days': operations.listAccountDays,
      'POST /v1/statements/:statementId/release': operations.releaseStatement,
      'GET /v1/transactions/:transactionId/lines': operations.listLinesOfTransaction,
      'GET /v1/statement-lines': operations.listStatementLines,
      'GET /v1/statement-lines/counts': operations.countStatementLines,
      'GET /v1/statement-lines/proposals': operations.listProposals,
      'POST /v1/statement-lines/proposals/confirm': operations.confirmProposals,
      'POST /v1/statement-lines/confirm': operations.confirmStatementLines,
      'GET /v1/statement-lines/:lineId': operations.getStatementLine,
      'POST /v1/statement-lines/:lineId/confirm': operations.confirmStatementLine,
      'POST /v1/statement-lines/:lineId/put-away': operations.putAwayStatementLine,
      'POST /v1/statement-lines/:lineId/undo': operations.undoStatementLine,
      'POST /v1/statement-lines/:lineId/give-back': operations.giveBackStatementLine,
      'GET /v1/statement-lines/:lineId/refunds': operations.listRefunds,
      'GET /v1/match-policies': operations.listMatchPolicies,
      'POST /v1/match-policies': operations.updateMatchPolicy,
      'POST /v1/match-policies/remove': operations.removeMatchPolicy,
      'GET /v1/statement-profiles': operations.listBankProfiles,
      'POST /v1/statement-profiles': operations.saveBankProfile,
      'POST /v1/statement-profiles/try': operations.tryBankProfile,
      'GET /v1/statement-profiles/:profileId': operations.getBankProfile,
      'POST /v1/statement-profiles/:profileId/remove': operations.removeBankProfile,
    },
  },
  {
    tag: 'Days',
    description: 'All bank accounts on one page, a day that is closed, and what an accountant gets.',
    calls: {
      'GET /v1/days': operations.getDay,
      'POST /v1/days/close': operations.closeDay,
      'GET /v1/days/movements': operations.exportMovements,
      'GET /v1/days/movements/file': operations.downloadMovements,
    },
  },
  {
    tag: 'Key',
    description: 'The key itself.',
    calls: {
      'GET /v1/who-am-i': operations.whoAmI,
    },
  },
  {
    tag: 'Test keys',
    description: 'What a merchant with a test key decides itself. No money moves.',
    calls: {
      'POST /v1/test/transactions/:transactionId/settle': operations.settleTestTransaction,
      'POST /v1/test/transactions/:transactionId/reject': operations.rejectTestTransaction,
      'POST /v1/test/transactions/:transactionId/reverse': operations.reverseTestTransaction,
      'POST /v1/test/transactions/:transactionId/expire': operations.expireTestTransaction,
    },
  },
];

/** Older clients know only the plain sign. They make these calls. */
export const LEGACY_CALLS: readonly Operation[] = [
  operations.createDeposit,
  operations.createWithdrawal,
  operations.listAvailableBanks,
];
