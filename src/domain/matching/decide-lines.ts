import { matchLines } from './match-lines.ts';
import type { LineDecision, LineFacts, MatchFacts } from './model.ts';

/** Reads facts that few lines need, and that take long. */
export interface MoreFacts {
  /** Adds what shows whether these names are those of one person alone. */
  withNamesakes(named: readonly LineFacts[]): Promise<MatchFacts>;
  /** Adds the withdrawals that wait, of which one line may pay several. */
  withWaiting(facts: MatchFacts): Promise<MatchFacts>;
}

/**
 * Decides about the lines of a group. Where a line would settle by its name, or pays none of our withdrawals alone, more
 * facts are read first.
 */
export async function decideLines(facts: MatchFacts, more: MoreFacts): Promise<readonly LineDecision[]> {
  const decisions = matchLines(facts);
  const named = facts.lines.filter((_, index) => isByName(decisions[index]));
  const isAnyOut = decisions.some(({ state }) => state === 'other-debit');
  if (named.length === 0 && !isAnyOut) return decisions;
  const known = named.length > 0 ? await more.withNamesakes(named) : facts;
  return matchLines(isAnyOut ? await more.withWaiting(known) : known);
}

function isByName(decision: LineDecision | undefined): boolean {
  if (!decision?.action) return false;
  return decision.rule === 'name-amount' || decision.rule === 'name-iban';
}
