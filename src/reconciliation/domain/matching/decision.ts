/** The decisions about lines of bank statements. */
import type { Candidate, Reason } from './reasons.ts';

/**
 * The state of a line at the desk.
 *
 * | state | meaning | who acts |
 * |---|---|---|
 * | matched | it settles one deposit, or is noted as its payment, by the action | nobody |
 * | held | its statement is held; candidates are shown, nothing settles | operator, on the statement |
 * | pending | the bank has not booked it | nobody, until it is booked |
 * | payout-back | a withdrawal came back | operator |
 * | returned | the return or reversal of something else, or a debit that names a deposit, or that can take money back | operator |
 * | other-payer | right reference, but the payer's name is not that of the user, or cannot be told | operator |
 * | underpaid, overpaid | right reference, other amount, beyond the tolerance | operator |
 * | late | right reference of a deposit that has ended unpaid | operator |
 * | to-return | right reference, another amount or late, and the policy of the client returns such money | operator |
 * | wrong-account | right reference, but of another account or currency | operator |
 * | double-payment | right reference of a deposit that is settled already | operator |
 * | several-lines | several lines name the same deposit | operator |
 * | several-deposits | the line names several deposits | operator |
 * | proposed | candidates, the likeliest first | operator, one key |
 * | unknown | a credit that fits nothing | operator |
 * | payout | a debit that pays a withdrawal | operator, unless it is settled |
 * | fee | a fee of the bank | nobody |
 * | other-debit | another debit | nobody |
 */
export const LINE_STATES = [
  'matched',
  'held',
  'pending',
  'payout-back',
  'returned',
  'other-payer',
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

/** What decided: the rule, or the reason why it does not apply. */
export const RULE_IDS = [
  'payout-paid',
  'payout-returned',
  'payout-open',
  'payout-back-id',
  'payout-back-iban',
  'return-mark',
  'sent-back',
  'takes-back',
  'reference-exact',
  'reference-tolerance',
  'reference-late',
  'reference-other-payer',
  'reference-noted',
  'reference-open',
  'ranked',
  'nothing-fits',
  'payout-id',
  'payout-iban',
  'refund-amount',
  'payout-amount',
  'fee-words',
  'debit',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** The rules that settle only because of a client's policy. */
export const POLICY_RULES: ReadonlySet<RuleId> = new Set([
  'reference-tolerance',
  'reference-late',
  'reference-other-payer',
]);

/** The transition that the line causes automatically. Its amount is always the received amount. */
export interface LineAction {
  /**
   * `settle` for a pending transaction, `correct` for an expired deposit, `reverse` for a withdrawal that came back.
   * `note` changes nothing: the deposit was settled by hand, and the line is its payment. `pay-refund` and
   * `return-refund` do not change a transaction, but the refund whose money left or came back: see isOfRefund.
   */
  readonly kind: 'settle' | 'correct' | 'reverse' | 'note' | 'pay-refund' | 'return-refund';
  /** The id of the transaction, or of the refund. */
  readonly transactionId: string;
  /** The sequence of the transaction in the facts; the transition is refused if it has changed since. */
  readonly sequence: number;
  readonly finalAmountMinor: number;
  /** The payout in a bank file with which the line names the transaction, and the account that pays it. */
  readonly payout?: { readonly endToEndId: string; readonly accountId: string };
}

/** Whether an action is about a refund. */
export function isOfRefund({ kind }: Pick<LineAction, 'kind'>): boolean {
  return kind === 'pay-refund' || kind === 'return-refund';
}

/** The decision about a line, as plain data with its reasons. */
export interface LineDecision {
  readonly lineId: string;
  readonly state: LineState;
  readonly rule: RuleId;
  /** The reasons of the rule; for a line that settles nothing, also what prevented it. */
  readonly evidence: readonly Reason[];
  /** Most likely first. If there is an action, its transaction is the only candidate. */
  readonly candidates: readonly Candidate[];
  readonly action: LineAction | null;
  /**
   * The actions of a line that pays several withdrawals, or pays or returns a refund: all of them happen, or none. Such
   * a line has no `action`.
   */
  readonly actions?: readonly LineAction[];
}

/** Returns the actions of a decision: none, one or several. */
export function actionsOf({
  action,
  actions = action ? [action] : [],
}: Pick<LineDecision, 'action' | 'actions'>): readonly LineAction[] {
  return actions;
}

/** Returns the decision about a line whose transaction the blacklist stops. */
export function withBlacklisted<T extends Pick<LineDecision, 'evidence'>>(decision: T): T {
  return { ...decision, evidence: [...decision.evidence, { code: 'blacklisted' }] };
}
