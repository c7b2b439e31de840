/** The choices of clients about their deposits, which hold without an operator. */

/** A payment that differs by more than the tolerance waits for a decision of the desk, or for its return. */
export const DIFFERENCE_RULES = ['hold', 'return'] as const;
/** A payment after the expiry of its deposit is held, accepted or returned. Only within the grace can it be accepted. */
export const LATE_RULES = ['hold', 'accept', 'return'] as const;
/** A payment by a name that does not fit the user of the deposit is held, or accepted. */
export const OTHER_PAYER_RULES = ['hold', 'accept'] as const;
/** The largest tolerance as an amount: 1000.00. */
export const MAX_TOLERANCE_MINOR = 100_000;
/** The largest tolerance in thousandths of the deposit, and the most that any tolerance makes of one. */
export const MAX_TOLERANCE_PER_MILLE = 100;

/** The policy of a client, or the policy of the desk for all clients without one. */
export interface MatchPolicy {
  /** A payment with a right reference may be lower by the larger of both and still settle, with the amount received. */
  readonly underpaidToleranceMinor: number;
  readonly underpaidTolerancePerMille: number;
  readonly underpaidBeyond: (typeof DIFFERENCE_RULES)[number];
  /** The same for a payment that is higher. */
  readonly overpaidToleranceMinor: number;
  readonly overpaidTolerancePerMille: number;
  readonly overpaidBeyond: (typeof DIFFERENCE_RULES)[number];
  /** `accept` corrects an expired deposit when its exact amount comes within the grace. */
  readonly late: (typeof LATE_RULES)[number];
  /** `accept` settles what somebody else has paid, if that cannot be the user of another deposit of the amount. */
  readonly otherPayer: (typeof OTHER_PAYER_RULES)[number];
}

/** The policy of a client for which none was chosen: everything that is not exact is for the desk. */
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
 * Whether a payment is as good as the amount of its deposit. Where a tolerance is given as an amount and in thousandths,
 * the larger counts, up to a tenth of the deposit.
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
