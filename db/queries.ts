import { findHitByEntry, listBlacklist } from './admin/queries/blacklist.ts';
import { listAudit } from './audit/queries.ts';
import { listAccounts, listClients } from './banks/queries.ts';
import { listAttempts } from './callbacks/queries/attempts.ts';
import { listFailedCallbacks, summarizeCallbacks } from './callbacks/queries/callback-summary.ts';
import { readDay } from './days/queries/day.ts';
import { listFees, listMovements } from './days/queries/movements.ts';
import { readGauges } from './maintenance/queries.ts';
import { findPayout, listPayouts } from './payouts/queries/batches.ts';
import { listOverduePayouts } from './payouts/queries/overdue.ts';
import { listPayable } from './payouts/queries/payable.ts';
import { readAccountDays } from './reconciliation/queries/account-days.ts';
import { decideNext, previewMatches } from './reconciliation/queries/decide-next.ts';
import { findLastBalances } from './reconciliation/queries/last-balances.ts';
import { listStatementLines } from './reconciliation/queries/lines.ts';
import { findOutdatedLines } from './reconciliation/queries/outdated-lines.ts';
import { findProposedLines } from './reconciliation/queries/proposed-lines.ts';
import { listStatementFiles } from './reconciliation/queries/statement-files.ts';
import { countLines, listStatements } from './reconciliation/queries/statements.ts';
import type { Database } from './tables.ts';
import { listEvents } from './transactions/queries/event-feed.ts';
import { listTransactions } from './transactions/queries/list.ts';
import { countQueue } from './transactions/queries/queue-totals.ts';
import { readStatistics } from './transactions/queries/statistics.ts';
import { sumTransactions } from './transactions/queries/sums.ts';
import { findExpired } from './transactions/queries/transactions.ts';

/**
 * The reads that can look at many rows. A query runs in another thread, so its input and output are plain data. One
 * that looks at thousands of rows pauses between pieces. Reads of a few known rows go through `Engine.read` instead.
 */
export const queries = {
  listTransactions,
  countQueue,
  sumTransactions,
  readStatistics,
  listEvents,
  listAttempts,
  listAudit,
  listBlacklist,
  findHitByEntry,
  listClients,
  listAccounts,
  summarizeCallbacks,
  listFailedCallbacks,
  listStatementFiles,
  findLastBalances,
  findProposedLines,
  listStatements,
  listStatementLines,
  countLines,
  readAccountDays,
  readDay,
  listMovements,
  listFees,
  listPayouts,
  listPayable,
  listOverduePayouts,
  findPayout,
  decideNext,
  findOutdatedLines,
  previewMatches,
  readGauges,
  findExpired,
} as const satisfies Readonly<Record<string, (db: Database, input: never) => Promise<unknown>>>;

type Queries = typeof queries;
export type QueryName = keyof Queries;
export type QueryInput<N extends QueryName> = Parameters<Queries[N]>[1];
export type QueryOutput<N extends QueryName> = Awaited<ReturnType<Queries[N]>>;
