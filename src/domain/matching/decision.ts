/** The decisions about lines of bank statements. */
import type { Candidate, Reason } from './reasons.ts';

/**
 * The state of a line at the desk.
 *
 * | state | meaning | who acts |
 * |---|---|---|
 * | matched | it settles one deposit, by the action | nobody |
 * | held | its statement is held; candidates are shown, nothing settles | operator, on the statement |
 * | pending | the bank has not booked it | nobody, until it is booked |
 * | payout-back | a withdrawal of ours came back | operator |
 * | returned | the return or reversal of something else, in or out, or money out that may give back a deposit | operator |
 * | underpaid, overpaid | right reference, other amount, beyond the tolerance | operator |
 * | late | right reference of a deposit that has ended unpaid | operator |
 * | to-return | right reference, another amount or late, and the policy of the client returns such money | operator |
 * | wrong-account | right reference, but of another account or currency | operator |
 * | double-payment | right reference of a deposit that is settled already | operator |
 * | several-lines | several lines name the same deposit | operator |
 * | several-deposits | the line names several deposits | operator |
 * | proposed | candidates, the likeliest first | operator, one key |
 * | unknown | money in that fits nothing, or money out among too many transactions | operator |
 * | payout | money out that pays a withdrawal of ours | operator, unless it is settled |
 * | fee | a fee of the bank | nobody |
 * | other-debit | other money out | nobody |
 */
export const LINE_STATES = [
  'matched',
  'held',
  'pending',
  'payout-back',
  'returned',
  'underpaid',
  'overpaid',
  'late',
  'to-return',
  'wrong-account',
  'double-payment',
  'several-lines',
  'several-deposits',
  'proposed',
  'unknown',
  'payout',
  'fee',
  'other-debit',
] as const;
export type LineState = (typeof LINE_STATES)[number];

/** The rules in the order in which they are tried. The first that applies decides. */
export const RULE_IDS = [
  'payout-back-id',
  'payout-back-iban',
  'return-mark',
  'sent-back',
  'reference-exact',
  'reference-tolerance',
  'reference-late',
  'reference-open',
  'name-iban',
  'name-amount',
  'ranked',
  'nothing-fits',
  'payout-id',
  'payout-iban',
  'payout-batch',
  'fee-words',
  'debit',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** The transition that the line makes by itself. The amount is always the amount received. */
export interface LineAction {
  /** `settle` for a pending deposit, `correct` for an expired one. */
  readonly kind: 'settle' | 'correct';
  readonly transactionId: string;
  /** The sequence of the deposit in the facts; the transition is refused if it has changed since. */
  readonly sequence: number;
  readonly finalAmountMinor: number;
}

/** The decision about a line. It is plain data and says why. */
export interface LineDecision {
  readonly lineId: string;
  readonly state: LineState;
  readonly rule: RuleId;
  /** Why the rule decided so, and for a line that settles nothing also what stood in the way. */
  readonly evidence: readonly Reason[];
  /** The likeliest first. An action's transaction is the only one. */
  readonly candidates: readonly Candidate[];
  readonly action: LineAction | null;
}
