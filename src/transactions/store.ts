import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { BankFact } from '../banks/domain/bank.ts';
import type { ReadScope } from '../operations/read-scope.ts';
import type { CreationRefusal, OnBehalf } from './domain/creation.ts';
import type {
  EndedKind,
  Transaction,
  TransactionDraft,
  TransactionStatus,
  TransactionType,
} from './domain/transaction.ts';
import type { Actor, TransitionCommand, TransitionRefusal } from './domain/transition.ts';

export type CreationOutcome =
  | {
      readonly kind: 'stored';
      readonly transaction: Transaction;
      readonly alreadyPending: boolean;
      /** False if the transaction was stored before. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

/** Where a create comes from. */
export interface CreationOrigin {
  /** The trace that the request belongs to, see traceparent.ts. */
  readonly traceparent?: string | undefined;
  readonly onBehalf?: OnBehalf | undefined;
}

export interface TransitionRequest {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined to allow any. */
  readonly ownerId?: string | undefined;
  /** Whether it must or must not be a test; undefined to allow both. Tests are decided in separate groups. */
  readonly isTest?: boolean | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
  /** The delay after which it takes effect unless it is undone: see plan.ts in the domain. None by default. */
  readonly holdMs?: number | undefined;
  /** Undefined for an action of the service itself. */
  readonly audit?: AuditOrigin | undefined;
  /** The trace that the request belongs to, see traceparent.ts. */
  readonly traceparent?: string | undefined;
}

export type TransitionOutcome =
  | { readonly kind: 'stored'; readonly transaction: Transaction; readonly isChanged: false }
  | {
      readonly kind: 'stored';
      readonly transaction: Transaction;
      readonly isChanged: true;
      /** Whether the transition is only planned, and has not happened yet. */
      readonly isPlanned: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal }
  /** No transaction has the id, or its owner is another client. */
  | { readonly kind: 'missing' };

/** What became of a plan that was due. */
export type RunPlan =
  | {
      readonly hasHappened: true;
      readonly transaction: Transaction;
      readonly eventId: string;
      readonly traceparent: string | undefined;
    }
  /** The decision was refused when it was due. */
  | {
      readonly hasHappened: false;
      readonly transaction: Transaction | undefined;
    };

/** A position in the list, which is ordered by creation time, then id. */
export interface ListPosition {
  readonly createdAtMs: number;
  readonly id: string;
  /** How a search that can be read in several ways was read, for its other pages. */
  readonly plan?: number | undefined;
}

export interface TransactionFilter extends ReadScope {
  /**
   * Whether the desk reads. Its filter also finds payers that bank statements name, and may read from a replica.
   */
  readonly isForDesk?: boolean | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly type?: TransactionType | undefined;
  readonly bankId?: string | undefined;
  readonly processId?: string | undefined;
  readonly userId?: string | undefined;
  /** Created at or after, in epoch milliseconds. */
  readonly fromMs?: number | undefined;
  /** Created before, in epoch milliseconds. */
  readonly toMs?: number | undefined;
  readonly minAmountMinor?: number | undefined;
  readonly maxAmountMinor?: number | undefined;
  /** The text of the search field: see query.ts. */
  readonly query?: string | undefined;
  readonly reason?: readonly EndedKind[] | undefined;
  /** See `isLate` in ending.ts. */
  readonly isLate?: boolean | undefined;
  readonly isSent?: boolean | undefined;
  readonly isInPayout?: boolean | undefined;
  /** Whether it is pending and `callerId` claimed it last. */
  readonly isClaimedByMe?: boolean | undefined;
  readonly callerId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Became successful, or no longer was, at or after this time, in epoch milliseconds. */
  readonly movedFromMs?: number | undefined;
  /** Became successful, or no longer was, before this time, in epoch milliseconds. */
  readonly movedToMs?: number | undefined;
  readonly movedAccountId?: string | undefined;
}

/** The part of a list to read. Pages are newest first in both directions. */
export interface PageRequest {
  /** The position after which the page begins: only older transactions. */
  readonly after?: ListPosition | undefined;
  /** The position before which the page ends: only newer transactions. */
  readonly before?: ListPosition | undefined;
  readonly limit: number;
  /** Takes the page from the end of the range instead of from its start. */
  readonly backwards?: boolean | undefined;
}

export interface TransactionPage {
  /** Newest first. */
  readonly items: readonly Transaction[];
  /**
   * The position where the next page in the same direction starts; undefined at the end. A search stops after a
   * limited number of rows, so a page can have a next position but fewer items than its limit, or none.
   */
  readonly next: ListPosition | undefined;
  /** The rows that were examined because no index answers the filter, in whole pieces of a scan. */
  readonly scannedRows: number;
}

/** The numbers of pending transactions that a filter selects. */
export interface QueueTotals {
  readonly waiting: number;
  readonly sent: number;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly inPayouts: number;
}

export type QueueTotalsResult = QueueTotals & { readonly scannedRows: number };

export const STATISTICS_GROUPS = ['day', 'bank', 'type', 'client'] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

export interface StatisticsQuery extends ReadScope {
  readonly groupBy: StatisticsGroup;
  readonly type?: TransactionType | undefined;
  /** Days since 1970-01-01 in the time zone of the database, both included. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Whether the desk reads, which may read from a replica. */
  readonly isForDesk?: boolean | undefined;
}

/** Counts and sums of one group of transactions, by the days of their creation. */
export interface Statistics {
  /** The number of the day, bank id, type or client id of the group. */
  readonly key: string;
  readonly createdCount: number;
  readonly createdMinor: number;
  readonly successfulCount: number;
  /** The sum of the final amounts. */
  readonly successfulMinor: number;
  readonly unsuccessfulCount: number;
  /** The unsuccessful ones, by how they last became so. */
  readonly expiredCount: number;
  readonly cancelledCount: number;
  readonly rejectedCount: number;
  readonly reversedCount: number;
  /** The number of settled transactions, and the sum of the times they were pending. */
  readonly settledCount: number;
  readonly settlingMs: number;
}

export interface StatisticsResult {
  /** The groups that have transactions, ordered by key. */
  readonly groups: readonly Statistics[];
  readonly scannedRows: number;
}

export interface TransactionStore {
  /**
   * Stores a draft, or returns the stored transaction or the refusal that prevents it. Resolves only after the
   * commit is on disk.
   * @throws ServiceError error_unavailable when the database cannot take it now.
   */
  create(draft: TransactionDraft, bank: BankFact, origin?: CreationOrigin): Promise<CreationOutcome>;
  /**
   * Applies a transition to a transaction and stores its event and its callback in the same commit. Resolves only
   * after the commit is on disk.
   * @throws ServiceError error_unavailable when the database cannot take it now.
   */
  transition(request: TransitionRequest): Promise<TransitionOutcome>;
  /**
   * Runs the planned decisions that are due: see plan.ts in the domain.
   * @throws the error of the database when it cannot take them now. They are still due then.
   */
  runDuePlans(): Promise<void>;
  /**
   * Records when the payer of a pending deposit first reported the money as sent. The deposit then stays pending for
   * longer.
   * @returns the deposit after it.
   */
  markSent(id: string, audit?: AuditOrigin): Promise<Transaction | undefined>;
  /** Pending deposits that have expired, the earliest expiry first, live ones before tests. */
  findExpired(limit: number, except?: readonly string[]): Promise<Pick<Transaction, 'id' | 'isTest'>[]>;
  /** True if a list with this filter can look at many more rows than its page has. */
  couldScan(filter: TransactionFilter): boolean;
}
