import type { PayoutFacts } from './payout-state.ts';

/** A payout in a file that was written for the bank. */
export interface SentPayout {
  /** Unique among all files. */
  readonly endToEndId: string;
  /**
   * The other id that the file gives it (`InstrId`): the id of the withdrawal or refund, so other files can have it
   * too.
   */
  readonly instructionId: string;
  /** The payment of the file that it is in (`PmtInfId`), unique among all files. */
  readonly paymentInformationId: string;
  /** Hundredths, above zero. */
  readonly amountMinor: number;
  readonly facts: PayoutFacts;
}

export interface SentBatch {
  /** The id of the file (`MsgId`). */
  readonly messageId: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly payouts: readonly SentPayout[];
}
