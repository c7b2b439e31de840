import type { ReadLine } from './fact-index.ts';
import type { LineDecision, MatchFacts, RuleId } from './model.ts';

/** Rules that would decide otherwise if there were another deposit of the amount. */
const BY_DEPOSITS: ReadonlySet<RuleId> = new Set<RuleId>([
  ...(['reference-exact', 'reference-tolerance', 'reference-late', 'reference-open'] as const),
  ...(['name-iban', 'name-amount', 'ranked', 'nothing-fits', 'sent-back', 'debit'] as const),
]);
/**
 * Rules that would decide otherwise if there were another withdrawal of the amount. Those of references are not among them:
 * withdrawals only explain money out, and what is unexplained holds the line.
 */
const BY_WITHDRAWALS: ReadonlySet<RuleId> = new Set<RuleId>([
  ...(['name-iban', 'name-amount', 'return-mark', 'payout-back-iban'] as const),
  ...(['payout-iban', 'sent-back', 'debit'] as const),
]);
const BY_NAME: ReadonlySet<RuleId> = new Set<RuleId>(['name-iban', 'name-amount']);

/**
 * Takes what is certain from a decision that rests on facts of which some are missing, because there are too many, or on
 * texts that are too long, and says so. Money out of which nothing is known then is for the desk.
 */
export function limitByFacts(
  { line, reading }: ReadLine,
  decision: LineDecision,
  facts: MatchFacts,
): LineDecision {
  const isCertain = decision.action !== null || decision.state === 'to-return';
  const isUnread = reading.isCut && isCertain;
  if (!isUnread && !isLimited(line.amountMinor, decision.rule, facts)) return decision;
  const limited: LineDecision = { ...decision, evidence: [...decision.evidence, { code: 'too-many' }] };
  if (isCertain) return { ...limited, state: 'proposed', action: null };
  return decision.state === 'other-debit' ? { ...limited, state: 'unknown' } : limited;
}

function isLimited(amountMinor: number, rule: RuleId, facts: MatchFacts): boolean {
  const { crowded, isCut, areNamesakesCut } = facts;
  if (areNamesakesCut && BY_NAME.has(rule)) return true;
  if (BY_DEPOSITS.has(rule) && (isCut || crowded?.deposits.has(amountMinor))) return true;
  return BY_WITHDRAWALS.has(rule) && (isCut === true || crowded?.withdrawals.has(amountMinor) === true);
}
