import type { Database } from '../tables.ts';
import { readAccountDays } from './account-days.ts';
import { listAttempts } from './attempts.ts';
import { listAudit } from './audit.ts';
import { findHitByEntry, listBlacklist } from './blacklist.ts';
import { listFailedCallbacks, summarizeCallbacks } from './callback-summary.ts';
import { decideNext, previewMatches } from './decide-next.ts';
import { listAccounts, listClients } from './directory.ts';
import { listEvents } from './event-feed.ts';
import { readGauges } from './gauges.ts';
import { listTransactions } from './list.ts';
import { countQueue } from './queue-totals.ts';
import { listStatementFiles } from './statement-files.ts';
import { countOpenLines, listStatementLines, listStatements } from './statements.ts';
import { readStatistics } from './statistics.ts';
import { findExpired } from './transactions.ts';

/**
 * The reads that can look at many rows. A query runs in another thread, so its input and output are plain data. One
 * that looks at thousands of rows pauses between pieces. Reads of a few known rows go through `Engine.read` instead.
 */
export const queries = {
  listTransactions,
  countQueue,
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
  listStatements,
  listStatementLines,
  countOpenLines,
  readAccountDays,
  decideNext,
  previewMatches,
  readGauges,
  findExpired,
} as const satisfies Readonly<Record<string, (db: Database, input: never) => Promise<unknown>>>;

type Queries = typeof queries;
export type QueryName = keyof Queries;
export type QueryInput<N extends QueryName> = Parameters<Queries[N]>[1];
export type QueryOutput<N extends QueryName> = Awaited<ReturnType<Queries[N]>>;
