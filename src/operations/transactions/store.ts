import type { BankFact } from '../../domain/bank.ts';
import type { CreationRefusal } from '../../domain/creation.ts';
import type {
  Transaction,
  TransactionDraft,
  TransactionStatus,
  TransactionType,
} from '../../domain/transaction.ts';
import type { Actor, TransitionCommand, TransitionRefusal } from '../../domain/transition.ts';

export type CreationOutcome =
  | {
      readonly kind: 'stored';
      readonly transaction: Transaction;
      readonly alreadyPending: boolean;
      /** False when it stood there before. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

export interface TransitionRequest {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
}

export type TransitionOutcome =
  | { readonly kind: 'stored'; readonly transaction: Transaction; readonly isChanged: boolean }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal }
  /** There is no such transaction, or the client named does not own it. */
  | { readonly kind: 'missing' };

/** A place in the list ordered by creation time, then id. */
export interface ListPosition {
  readonly createdAtMs: number;
  readonly id: string;
}

export interface TransactionFilter {
  readonly clientId?: string | undefined;
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
  /** Part of the name, the userName, the processId or the IBAN, in any case. */
  readonly search?: string | undefined;
}

/** Which part of a list to read. The list stands newest first, whichever way it is read. */
export interface PageRequest {
  /** Only what is older. */
  readonly after?: ListPosition | undefined;
  /** Only what is newer. */
  readonly before?: ListPosition | undefined;
  readonly limit: number;
  /** Whether to take the page from the end of the range instead of from its start. */
  readonly backwards?: boolean | undefined;
}

export interface TransactionPage {
  /** Newest first. */
  readonly items: readonly Transaction[];
  /**
   * Where reading goes on in the same direction; undefined when nothing is left. A search that has looked at
   * as many rows as one request may can stop here with fewer items than asked for, even with none.
   */
  readonly next: ListPosition | undefined;
}

export const STATISTICS_GROUPS = ['day', 'bank', 'type', 'client'] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

export interface StatisticsQuery {
  readonly groupBy: StatisticsGroup;
  /** UTC days since 1970-01-01, both included. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly clientId?: string | undefined;
}

/** What happened to the transactions that were created in the days asked for. */
export interface Statistics {
  /** The day's number, bank id, type or client id that this counts. */
  readonly key: string;
  readonly createdCount: number;
  readonly createdMinor: number;
  readonly successfulCount: number;
  /** The sum of the final amounts. */
  readonly successfulMinor: number;
  readonly unsuccessfulCount: number;
  /** How many were settled while they were pending, and the sum of how long they were. */
  readonly settledCount: number;
  readonly settlingMs: number;
}

export interface TransactionStore {
  /**
   * Stores a draft, or finds what stands in its way. Resolves only after the commit is on disk.
   * @throws ServiceError error_unavailable when the database cannot take it now.
   */
  create(draft: TransactionDraft, bank: BankFact): Promise<CreationOutcome>;
  /**
   * Changes a transaction as the command asks, with its event and its callback in the same commit.
   * Resolves only after that is on disk.
   * @throws ServiceError error_unavailable when the database cannot take it now.
   */
  transition(request: TransitionRequest): Promise<TransitionOutcome>;
  /** Notes that the payer of a pending deposit says that the money was sent. The first time counts. */
  markSent(id: string): Promise<Transaction | undefined>;
  /** Ids of pending deposits whose time is over, the longest over first. */
  findExpired(limit: number): Promise<string[]>;
  findById(id: string): Promise<Transaction | undefined>;
  findByIds(ids: readonly string[]): Promise<Transaction[]>;
  list(filter: TransactionFilter, page: PageRequest): Promise<TransactionPage>;
  /** Groups that have counted anything, ordered by key. */
  statistics(query: StatisticsQuery): Promise<Statistics[]>;
}
