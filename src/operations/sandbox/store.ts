import type { AuditOrigin } from '../../domain/audit.ts';
import type { CallbackFailureKind } from '../../domain/callback-failure.ts';

/** The failures that a test key has asked for, of its callbacks. */
export interface AskedFailure {
  readonly kind: CallbackFailureKind;
  /** The deliveries that are still to go wrong. */
  readonly remaining: number;
}

/** Pending deposits of a test key, as a look has found them. */
export interface FoundDeposits {
  readonly ids: readonly string[];
  /** The place in the storage behind which the look has found none: a move looks there once more. */
  readonly place: number;
}

/** The pending deposits of a test key. */
export interface MovableDeposits extends Omit<FoundDeposits, 'ids'> {
  /** Undefined when they are more than can be moved at once, or are among too many transactions. */
  readonly ids: FoundDeposits['ids'] | undefined;
  readonly scannedRows: number;
}

/** The outcome of a move of a clock. */
export type ClockMove =
  | {
      readonly kind: 'moved';
      /** How far it is ahead of the machine's. */
      readonly aheadMs: number;
      /** The due times that were moved with it. */
      readonly movedCount: number;
      /** The deposits among them whose time is over. */
      readonly overdueCount: number;
    }
  /** It would be ahead by more than the most, or the key is live. */
  | { readonly kind: 'too-far' }
  /** More deposits are pending or more callbacks wait than can be moved at once. */
  | { readonly kind: 'too-many' };

/** Due times of each kind that move with a clock: everybody else waits for the command. */
export const MOST_MOVED = 10_000;

/** The newest transactions of a key among which its pending deposits are looked for. */
export const MOST_SCANNED = 100_000;

/** The deliveries of one key that can be asked to go wrong, in all. */
export const MOST_ASKED = 100;

/** The commands of test keys about the service that they alone see. */
export interface SandboxStore {
  /** Finds the pending deposits of a test key, by a scan. */
  findMovable(clientId: string): Promise<MovableDeposits>;
  /**
   * Moves the clock of a test key forward: what is due by it comes nearer by as much. With 0 it is read.
   * @param move.deposits its pending deposits. Those that were made since are found.
   */
  advanceClock(
    clientId: string,
    move: { readonly advanceMs: number; readonly deposits: FoundDeposits },
    audit?: AuditOrigin,
  ): Promise<ClockMove>;
  /**
   * Asks that the next callbacks of a test key go wrong, after what it has asked before; a count of 0 takes back what it
   * has asked, of one kind or of all, and a callback that was given up so that another one comes first is due again.
   * @returns what is still to go wrong, in this order; undefined when that would be more than `MOST_ASKED`.
   */
  askFailures(
    clientId: string,
    request: { readonly kind: CallbackFailureKind | undefined; readonly count: number },
    audit?: AuditOrigin,
  ): Promise<readonly AskedFailure[] | undefined>;
}
