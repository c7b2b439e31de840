import { MOST_COMPARISONS } from './comparisons.ts';
import { matchFirst } from './match-first.ts';
import type { LineDecision, LineFacts, MatchFacts } from './model.ts';

/** Reads facts that few lines need, and that take long. */
export interface MoreFacts {
  /** Adds what shows whether these names are those of one person alone. */
  withNamesakes(named: readonly LineFacts[]): Promise<MatchFacts>;
  /** Adds the withdrawals that wait, of which one line may pay several. */
  withWaiting(facts: MatchFacts): Promise<MatchFacts>;
}

/**
 * Decides about the lines of a group: about the first of them, where all take more comparisons than one command may. Where
 * a line would settle by its name, or pays none of our withdrawals alone, more facts are read first.
 */
export async function decideLines(
  facts: MatchFacts,
  more: MoreFacts,
  most = MOST_COMPARISONS,
): Promise<readonly LineDecision[]> {
  const decisions = matchFirst(facts, { most });
  const named = facts.lines.filter((_, index) => isByName(decisions[index]));
  const isAnyOut = decisions.some(isOut);
  if (named.length === 0 && !isAnyOut) return decisions;
  const known = named.length > 0 ? await more.withNamesakes(named) : facts;
  const lineIds = new Set(decisions.filter((one) => isByName(one) || isOut(one)).map(({ lineId }) => lineId));
  const anew = matchFirst(isAnyOut ? await more.withWaiting(known) : known, { most, lineIds });
  const anewOf = new Map(anew.map((decision) => [decision.lineId, decision]));
  const firstLeft = decisions.findIndex(({ lineId }) => lineIds.has(lineId) && !anewOf.has(lineId));
  const decided = firstLeft === -1 ? decisions : decisions.slice(0, firstLeft);
  return decided.map((decision) => anewOf.get(decision.lineId) ?? decision);
}

function isOut({ rule, state }: LineDecision): boolean {
  return rule === 'debit' && (state === 'other-debit' || state === 'unknown');
}

function isByName(decision: LineDecision | undefined): boolean {
  if (!decision?.action) return false;
  return decision.rule === 'name-amount' || decision.rule === 'name-iban';
}
