import type { Reason } from '../../reconciliation/domain/matching/reasons.ts';

/** Money with the reference of a pending deposit that waits for a decision of the desk. */
export interface WaitingMoney {
  readonly amountMinor: number;
  /** The IBAN or the name of who paid; null where the bank says neither. */
  readonly payer: string | null;
  /** The reasons that the matching gave for its decision, and what speaks against the money now. */
  readonly reasons: readonly Reason['code'][];
}

/** With these reasons it may be the money of somebody else, may be counted twice, or may have been refunded. */
const DOUBTS: readonly string[] = [
  'taken-back',
  'same-payment',
  'other-payer',
  'collective',
  'other-reference',
] satisfies Reason['code'][];

/**
 * Adds up the money that the payment page shows as arrived. In doubt it shows nothing: the desk decides.
 * @returns minor units; undefined for nothing.
 */
export function arrivedOf(
  amountMinor: number,
  money: readonly WaitingMoney[],
): { readonly receivedMinor: number; readonly missingMinor: number } | undefined {
  const isClear = money.every(({ reasons }) => !reasons.some((reason) => DOUBTS.includes(reason)));
  const [first] = money;
  const isOfOne = money.length === 1 || money.every(({ payer }) => payer !== null && payer === first?.payer);
  if (!isClear || !first || !isOfOne) return undefined;
  const receivedMinor = money.reduce((sum, one) => sum + one.amountMinor, 0);
  return { receivedMinor, missingMinor: Math.max(0, amountMinor - receivedMinor) };
}
