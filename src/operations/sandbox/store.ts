import type { AuditOrigin } from '../../domain/audit.ts';
import type { CallbackFailureKind } from '../../domain/callback-failure.ts';

/** The failures that a test key has asked for, of its callbacks. */
export interface AskedFailure {
  readonly kind: CallbackFailureKind;
  /** The deliveries that are still to go wrong. */
  readonly remaining: number;
}

/** The pending deposits of a test key. */
export interface MovableDeposits {
  /** Undefined when they are more than can be moved at once, or are among too many transactions. */
  readonly ids: readonly string[] | undefined;
  readonly scannedRows: number;
}

/** The outcome of a move of a clock. */
export type ClockMove =
  /** How far it is ahead of the machine's, and how many due times were moved with it. */
  | { readonly kind: 'moved'; readonly aheadMs: number; readonly movedCount: number }
  /** It would be ahead by more than the most, or the key is live. */
  | { readonly kind: 'too-far' }
  /** More callbacks wait than can be moved at once. */
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
   * @param depositIds its pending deposits.
   */
  advanceClock(
    clientId: string,
    move: { readonly advanceMs: number; readonly depositIds: readonly string[] },
    audit?: AuditOrigin,
  ): Promise<ClockMove>;
  /**
   * Asks that the next callbacks of a test key go wrong, after what it has asked before; a count of 0 takes back what it
   * has asked, of one kind or of all.
   * @returns what is still to go wrong, in this order; undefined when that would be more than `MOST_ASKED`.
   */
  askFailures(
    clientId: string,
    request: { readonly kind: CallbackFailureKind | undefined; readonly count: number },
    audit?: AuditOrigin,
  ): Promise<readonly AskedFailure[] | undefined>;
}
