import type { AuditOrigin } from '../../domain/audit.ts';
import type { CallbackFailureKind } from '../../domain/callback-failure.ts';

/** What a test key has asked to go wrong with its callbacks. */
export interface AskedFailure {
  readonly kind: CallbackFailureKind;
  /** The deliveries that are still to go wrong. */
  readonly remaining: number;
}

/** What test keys do to the service that they alone see. */
export interface SandboxStore {
  /**
   * Moves the clock of a test key forward: what is due by it comes nearer by as much.
   * @returns how far it is ahead of the machine's then; undefined when that would be more than the most.
   */
  advanceClock(clientId: string, advanceMs: number, audit?: AuditOrigin): Promise<number | undefined>;
  /**
   * Asks that the next callbacks of a test key go wrong, after what it has asked before; a count of 0 takes back what it
   * has asked, of one kind or of all.
   * @returns what is still to go wrong, in this order.
   */
  askFailures(
    clientId: string,
    request: { readonly kind: CallbackFailureKind | undefined; readonly count: number },
    audit?: AuditOrigin,
  ): Promise<readonly AskedFailure[]>;
}
