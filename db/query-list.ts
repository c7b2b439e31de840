/**
 * The reads that can look at many rows. A query runs in another thread, so its input and output are plain data. One
 * that looks at thousands of rows pauses between pieces. Reads of a few known rows go through `Engine.read` instead.
 */
export { findHitByEntry, listBlacklist } from './admin/queries/blacklist.ts';
export { listAudit } from './audit/queries.ts';
export { listAccounts, listClients } from './banks/queries.ts';
export { listAttempts } from './callbacks/queries/attempts.ts';
export { listFailedCallbacks, summarizeCallbacks } from './callbacks/queries/callback-summary.ts';
export { findWaitingCallbacks } from './callbacks/queries/claimed-callbacks.ts';
export { readDay } from './days/queries/day.ts';
export { listFees, listMovements } from './days/queries/movements.ts';
export { readGauges } from './maintenance/queries.ts';
export { findPayout, listPayouts } from './payouts/queries/batches.ts';
export { listOverduePayouts } from './payouts/queries/overdue.ts';
export { listPayable } from './payouts/queries/payable.ts';
export { readAccountDays } from './reconciliation/queries/account-days.ts';
export { decideNext, previewMatches } from './reconciliation/queries/decide-next.ts';
export { findLastBalances } from './reconciliation/queries/last-balances.ts';
export { listStatementLines } from './reconciliation/queries/lines.ts';
export { findOutdatedLines } from './reconciliation/queries/outdated-lines.ts';
export { findWaitingMoney } from './reconciliation/queries/part-payments.ts';
export { findProposedLines } from './reconciliation/queries/proposed-lines.ts';
export { listStatementFiles } from './reconciliation/queries/statement-files.ts';
export { countLines, listStatements } from './reconciliation/queries/statements.ts';
export { listEvents } from './transactions/queries/event-feed.ts';
export { listTransactions } from './transactions/queries/list.ts';
export { countQueue } from './transactions/queries/queue-totals.ts';
export { readStatistics } from './transactions/queries/statistics.ts';
export { sumTransactions } from './transactions/queries/sums.ts';
export { findExpired } from './transactions/queries/transactions.ts';
