import type { KeyObject } from 'node:crypto';
import type { Bank, BankFact } from '../domain/bank.ts';
import type { Actor, ChangeCommand, TransitionRefusal } from '../domain/change.ts';
import type { CreationRefusal } from '../domain/creation.ts';
import type { Role } from '../domain/role.ts';
import type {
  Transaction,
  TransactionDraft,
  TransactionStatus,
  TransactionType,
} from '../domain/transaction.ts';
import type { AccountAdmin, BankAdmin, BlacklistAdmin, ClientAdmin } from './admin-ports.ts';
import type { CallbackAdmin, EventLog } from './callback-ports.ts';

/** The clock and the chance of the process, given from outside so that tests decide them. */
export interface Runtime {
  readonly nowMs: () => number;
  /**
   * A clock that runs as the wall clock does but never jumps, in epoch milliseconds: what is due some time
   * later is measured by it. Only times of one database can be compared.
   */
  readonly steadyNowMs: () => number;
  readonly newId: () => string;
  readonly newToken: () => string;
  /** From 0 up to, not including, 1: for waits that are not to be alike. */
  readonly random: () => number;
  /** Unpredictable bytes, for secrets. */
  readonly randomBytes: (byteCount: number) => Buffer;
}

/** Runs something later, once. @returns how to call it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export type CreationOutcome =
  | {
      readonly kind: 'stored';
      readonly transaction: Transaction;
      readonly alreadyPending: boolean;
      /** False when it stood there before. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

export interface ChangeRequest {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: ChangeCommand;
  readonly actor: Actor;
}

export type ChangeOutcome =
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

/** Tells those who watch, in this process, of each transaction that was created or changed. */
export interface TransactionBus {
  readonly hasWatchers: boolean;
  publish(transaction: Transaction): void;
  /**
   * What is published from now on, until the signal aborts, or the reader is too far behind.
   * @param holder who watches: nobody may have too many open at once.
   * @param wants whether a transaction is to be told at all; what is not costs its reader nothing.
   * @throws ServiceError error_rate_limited.
   */
  watch(
    holder: string,
    signal: AbortSignal,
    wants?: (transaction: Transaction) => boolean,
  ): AsyncIterable<Transaction>;
  /** Ends every watch: the process is stopping. */
  close(): void;
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
  change(request: ChangeRequest): Promise<ChangeOutcome>;
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

/** A client as authentication and views need it. */
export interface Client {
  readonly id: string;
  readonly appKey: string;
  readonly name: string;
  readonly role: Role;
  readonly callbackUrl: string | null;
  readonly disabled: boolean;
  readonly requiresTimedSign: boolean;
  /** CIDR blocks; empty means any address. */
  readonly ipAllowlist: readonly string[];
  /** The live secrets, newest first, each with the moment it ends; null for never. */
  readonly secrets: readonly { readonly key: KeyObject; readonly expiresAtMs: number | null }[];
}

export interface ClientDirectory {
  findByAppKey(appKey: string): Promise<Client | undefined>;
  findById(id: string): Promise<Client | undefined>;
  /** All of them in a bounded number of reads. */
  findByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Client>>;
}

export interface BankDirectoryHealth {
  readonly source: 'local' | 'remote';
  /** False while a remote directory answers from its last good copy because it cannot refresh. */
  readonly fresh: boolean;
  /** False when there is no list of banks at all. */
  readonly usable: boolean;
  readonly detail: string;
}

/**
 * Where banks come from: the local table, or a separate Available Banks service. Its reads reject with
 * ServiceError error_unavailable while there is no list of banks.
 */
export interface BankDirectory {
  find(bankId: string): Promise<Bank | undefined>;
  list(): Promise<readonly Bank[]>;
  health(): BankDirectoryHealth;
}

/** All that operations can reach. */
export interface Services {
  readonly runtime: Runtime;
  /** ISO 4217 code of every amount. */
  readonly currency: string;
  /** The base of payment links, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether a callbackUrl must be https: everywhere but in development. */
  readonly callbacksNeedHttps: boolean;
  readonly transactions: TransactionStore;
  readonly bus: TransactionBus;
  readonly events: EventLog;
  readonly callbackAdmin: CallbackAdmin;
  readonly clients: ClientDirectory;
  readonly banks: BankDirectory;
  readonly clientAdmin: ClientAdmin;
  readonly bankAdmin: BankAdmin;
  readonly accountAdmin: AccountAdmin;
  readonly blacklist: BlacklistAdmin;
}
