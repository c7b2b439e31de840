import { findStops } from './admin/queries/blacklist.ts';
import { listClientsOfUser, listUnforgotten } from './admin/queries/people.ts';
import { listReasonTemplates } from './admin/queries/reason-templates.ts';
import { findAccounts, listBanks, listEveryAccount } from './banks/queries.ts';
import { listClosings, readClosing } from './days/queries/closings.ts';
import { listPayoutAccounts } from './payouts/queries/accounts.ts';
import { findPayoutFile, findPayoutPage } from './payouts/queries/batches.ts';
import { findLivePayouts } from './payouts/queries/live.ts';
import { findPayoutsOf } from './payouts/queries/payouts-of.ts';
import { findPayoutPolicy } from './payouts/queries/policy.ts';
import { findPayees, findRefundsOfLine } from './payouts/queries/refunds.ts';
import { reviewPayout } from './payouts/queries/review.ts';
import { findSentRefunds } from './payouts/queries/sent-refunds.ts';
import { listProfiles } from './reconciliation/queries/bank-profiles.ts';
import { findLinePayments } from './reconciliation/queries/line-payments.ts';
import { findLineOrigins, findLinesOf } from './reconciliation/queries/lines.ts';
import { findPolicies } from './reconciliation/queries/match-policies.ts';
import { findWaitingMoney } from './reconciliation/queries/part-payments.ts';
import { findPayers } from './reconciliation/queries/payers.ts';
import { findClaimChanges, findPayments } from './reconciliation/queries/paying-out.ts';
import { findLineDecisions, findStatementLine } from './reconciliation/queries/statements.ts';
import type { Database } from './tables.ts';
import { findLastEvents } from './transactions/queries/events.ts';
import { findNotes } from './transactions/queries/notes.ts';
import { findPlans, findPlansOfLines } from './transactions/queries/plans.ts';
import { findByProcessId, findTransaction, findTransactions } from './transactions/queries/transactions.ts';

/** The reads of a few rows that an index finds, for operations. They run on the calling thread. */
export const reads = {
  listReasonTemplates,
  listClientsOfUser,
  listUnforgotten,
  listBanks,
  listEveryAccount,
  findAccounts,
  findTransaction,
  findTransactions,
  findByProcessId,
  findLastEvents,
  findPlans,
  findStops,
  findNotes,
  findPayers,
  findWaitingMoney,
  findPayments,
  findPolicies,
  findClaimChanges,
  findStatementLine,
  findPlansOfLines,
  findLinesOf,
  findLineOrigins,
  findLineDecisions,
  findLinePayments,
  findPayoutFile,
  findPayoutsOf,
  findLivePayouts,
  findRefundsOfLine,
  findSentRefunds,
  findPayees,
  findPayoutPage,
  listPayoutAccounts,
  listProfiles,
  findPayoutPolicy,
  listClosings,
  readClosing,
  reviewPayout,
} as const satisfies Readonly<Record<string, (db: Database, input: never) => Promise<unknown>>>;

/** Those that the answers to a group of commands ask for at once: see share-turn.ts. They take ids. */
export const sharedReads = [
  'findAccounts',
  'findPlans',
  'findNotes',
  'findPayers',
  'findPayments',
  'findClaimChanges',
  'findLivePayouts',
] as const satisfies readonly ReadName[];

type Reads = typeof reads;
export type ReadName = keyof Reads;
/** The input, if the read has one. */
export type ReadArgs<N extends ReadName> = Parameters<Reads[N]> extends [unknown, ...infer A] ? A : never;
export type ReadOutput<N extends ReadName> = Awaited<ReturnType<Reads[N]>>;
