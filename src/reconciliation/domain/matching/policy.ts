/** The choices of clients about their deposits, which apply without an operator. */

/** A payment that differs by more than the tolerance waits for a decision of the desk, or for its return. */
export const DIFFERENCE_RULES = ['hold', 'return'] as const;
/** A payment after the expiry of its deposit is held, accepted or returned. Only within the grace can it be accepted. */
export const LATE_RULES = ['hold', 'accept', 'return'] as const;
/** A payment from a payer whose name does not fit the deposit's user is held or accepted. */
export const OTHER_PAYER_RULES = ['hold', 'accept'] as const;
/** The largest tolerance as an amount: 1000.00. */
export const MAX_TOLERANCE_MINOR = 100_000;
/** The largest tolerance in thousandths of the deposit, which also limits a tolerance given as an amount. */
export const MAX_TOLERANCE_PER_MILLE = 100;

/** The policy of a client, or the policy of the desk for all clients without one. */
export interface MatchPolicy {
  /**
   * A payment with the right reference can be lower by the larger of these two and still settle, with the received
   * amount.
   */
  readonly underpaidToleranceMinor: number;
  readonly underpaidTolerancePerMille: number;
  readonly underpaidBeyond: (typeof DIFFERENCE_RULES)[number];
  /** The same for a payment that is higher. */
  readonly overpaidToleranceMinor: number;
  readonly overpaidTolerancePerMille: number;
  readonly overpaidBeyond: (typeof DIFFERENCE_RULES)[number];
  /** `accept` corrects an expired deposit if its exact amount comes within the grace. */
  readonly late: (typeof LATE_RULES)[number];
  /**
   * `accept` settles what somebody else has paid, unless the payer could be the user of another deposit with the
   * amount.
   */
  readonly otherPayer: (typeof OTHER_PAYER_RULES)[number];
}

/** A policy that was set, unlike the default one. */
export interface ChosenPolicy {
  /** Null for the desk, whose policy applies to all clients without their own. */
  readonly clientId: string | null;
  readonly policy: MatchPolicy;
  readonly updatedAtMs: number;
}

/** The owner of the changed policy. */
export interface PolicyTarget {
  /** Null for the desk. */
  readonly clientId: string | null;
  /** The name of its owner in the audit log. */
  readonly name: string;
}

/** The state after a change. */
export interface PolicyChange {
  /** How many lines are decided about again, because they wait and may belong to deposits of the policy. */
  readonly rematchedCount: number;
}

/** The policy of a client without one: the desk decides about everything that is not exact. */
export const STRICT_POLICY: MatchPolicy = {
  underpaidToleranceMinor: 0,
  underpaidTolerancePerMille: 0,
  underpaidBeyond: 'hold',
  overpaidToleranceMinor: 0,
  overpaidTolerancePerMille: 0,
  overpaidBeyond: 'hold',
  late: 'hold',
  otherPayer: 'hold',
};

/**
 * Whether a payment differs from its deposit by no more than the tolerance. If that is given both as an amount and in
 * thousandths, the larger counts, up to a tenth of the deposit.
 */
export function isWithinTolerance(policy: MatchPolicy, amountMinor: number, receivedMinor: number): boolean {
  const differenceMinor = Math.abs(receivedMinor - amountMinor);
  const [toleranceMinor, perMille] =
    receivedMinor < amountMinor
      ? [policy.underpaidToleranceMinor, policy.underpaidTolerancePerMille]
      : [policy.overpaidToleranceMinor, policy.overpaidTolerancePerMille];
  const partMinor = (thousandths: number) => Math.floor((amountMinor * thousandths) / 1000);
  const largestMinor = Math.max(toleranceMinor, partMinor(perMille));
  return differenceMinor <= Math.min(largestMinor, partMinor(MAX_TOLERANCE_PER_MILLE));
}
