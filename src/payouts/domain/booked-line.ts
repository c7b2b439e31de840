import type { Contradiction, PayoutFacts, PayoutState } from './payout-state.ts';

/** A booked line of a statement. A pending line is none, and neither is one that takes an earlier line back. */
export interface BookedLine {
  readonly lineId: string;
  /** Hundredths, above zero. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly endToEndId: string | null;
  /** The payment of a file that the bank booked as one debit (`Btch/PmtInfId`). */
  readonly paymentInformationId: string | null;
  /** How many transactions the bank says that one line stands for (`Btch/NbOfTxs`). */
  readonly count: number | null;
}

/** A payout that a line shows as paid, or as returned. */
export interface LineChange {
  readonly endToEndId: string;
  readonly lineId: string;
  readonly from: PayoutState;
  readonly to: PayoutState;
  /** The facts to keep. */
  readonly facts: PayoutFacts;
  readonly contradiction: Contradiction | null;
}

/** A line that changes nothing, with the reason. */
export type UnmatchedLine = { readonly lineId: string } & (
  | { readonly kind: 'no-id' | 'unknown-id' }
  | { readonly kind: 'other-currency'; readonly currency: string }
  | { readonly kind: 'other-amount'; readonly endToEndId: string; readonly amountMinor: number }
  /** Another line has shown the same before: the money may have left, or come back, twice. */
  | { readonly kind: 'repeated'; readonly endToEndIds: readonly string[] }
  /** A debit of a payment, of which count and sum are not those of its open payouts. */
  | { readonly kind: 'other-total'; readonly count: number; readonly sumMinor: number }
);

export interface AppliedLines {
  readonly changes: readonly LineChange[];
  readonly unmatched: readonly UnmatchedLine[];
}
