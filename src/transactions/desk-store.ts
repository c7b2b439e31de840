import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { KeptPayment } from '../reconciliation/domain/paying-out.ts';
import type { ClaimRefusal, NotClaimable, NotClaimed } from './domain/claim.ts';
import type { ClaimPeriod } from './domain/claim-history.ts';
import type { Plan, PlannedRefusal, UndoRefusal } from './domain/plan.ts';
import type { Transaction } from './domain/transaction.ts';
import type { Actor, TransactionEvent, TransitionRefusal } from './domain/transition.ts';

/** A transaction that the desk changes. */
interface DeskTarget {
  readonly transactionId: string;
  /** Whether it must be a test, or must not; undefined to allow both. */
  readonly isTest?: boolean | undefined;
}

export interface UndoRequest extends DeskTarget {
  /** The sequence on which the decision was based. */
  readonly sequence: number;
  readonly actor: Actor;
  readonly audit?: AuditOrigin | undefined;
}

export type UndoOutcome =
  | StoredUnnumbered
  | { readonly kind: 'refused'; readonly refusal: UndoRefusal }
  | { readonly kind: 'missing' };

export interface ClaimOwner extends DeskTarget {
  /** The client of the key that claims or releases. */
  readonly holderId: string;
  readonly audit?: AuditOrigin | undefined;
}

/** The outcome of a change that leaves the sequence as it is. */
interface StoredUnnumbered {
  readonly kind: 'stored';
  readonly transaction: Transaction;
}

type Blacklisted = Extract<TransitionRefusal, { readonly type: 'blacklisted' }>;

export type ClaimOutcome =
  | (StoredUnnumbered & { readonly isChanged: boolean })
  | {
      readonly kind: 'refused';
      readonly refusal: ClaimRefusal | NotClaimable | NotClaimed | Blacklisted | PlannedRefusal;
    }
  | { readonly kind: 'missing' };

export interface NewNote extends DeskTarget {
  readonly authorId: string;
  readonly text: string;
  readonly audit?: AuditOrigin | undefined;
}

/** The clearance of a transaction that entries of the blacklist stop. */
interface Clearance extends DeskTarget {
  readonly clearedBy: string;
  readonly reason: string;
  readonly audit?: AuditOrigin | undefined;
}

export type NoteOutcome =
  | StoredUnnumbered
  /** The transaction has as many notes as it may. */
  | { readonly kind: 'full' }
  | { readonly kind: 'missing' };

/** A note of an operator about a transaction. */
export interface Note {
  readonly transactionId: string;
  readonly authorId: string;
  readonly text: string;
  readonly createdAtMs: number;
}

/** Who paid a deposit, as the bank printed it; null for what it did not print. */
export interface Payer {
  readonly name: string | null;
  readonly iban: string | null;
}

/** The most notes of one transaction. */
export const MAX_NOTES = 100;

/** The part of the store that only operators use. Each write resolves only after its commit is on disk. */
export interface DeskStore {
  /**
   * Undoes the planned decision about a transaction.
   * @throws ServiceError error_unavailable when the database cannot take it now.
   */
  undo(request: UndoRequest): Promise<UndoOutcome>;
  /** Gives a pending withdrawal to who pays it. @param takeOverFromId also if this other one is paying it, or was. */
  claim(owner: ClaimOwner, takeOverFromId: string | null): Promise<ClaimOutcome>;
  /** Ends the claim of its holder. */
  release(owner: ClaimOwner): Promise<ClaimOutcome>;
  /** Records that the holder has handed the transfer to the bank. */
  markSentToBank(owner: ClaimOwner): Promise<ClaimOutcome>;
  /** Lets a transaction go on that entries of the blacklist stop, with a note that says why. */
  clearBlacklist(clearance: Clearance): Promise<NoteOutcome>;
  /** Publishes transactions to the desk, of which something else has changed that it is shown with them. */
  showToDesk(transactionIds: readonly string[]): Promise<void>;
  addNote(note: NewNote): Promise<NoteOutcome>;
  /** The planned decisions about transactions, by their ids. */
  findPlans(transactionIds: readonly string[]): Promise<ReadonlyMap<string, Plan>>;
  /** The entries of the blacklist that stop transactions now: their ids by the id of the transaction. */
  findStops(transactions: readonly Transaction[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** How operators have paid withdrawals, by their ids. */
  findPayments(transactionIds: readonly string[]): Promise<ReadonlyMap<string, KeptPayment>>;
  /** Who has claimed a withdrawal and until when, the first one first; holders by their appKeys. */
  findClaimPeriods(withdrawal: Transaction): Promise<ClaimPeriod[]>;
  /** The notes of the transactions, oldest first. */
  findNotes(transactionIds: readonly string[]): Promise<Note[]>;
  /** Who paid the transactions that lines of bank statements have paid, by their ids. */
  findPayers(transactionIds: readonly string[]): Promise<ReadonlyMap<string, Payer>>;
  /** The last event of each transaction that has any. */
  findLastEvents(transactionIds: readonly string[]): Promise<TransactionEvent[]>;
}
