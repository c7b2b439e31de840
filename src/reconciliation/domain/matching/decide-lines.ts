import { decideLine } from './decide-line.ts';
import { indexFacts } from './fact-index.ts';
import type { LineDecision, LineFacts, MatchFacts } from './model.ts';

/**
 * Decides about the lines of a group, and returns one decision for each, in their order. Each depends on all facts and
 * on no other decision, so the order of lines and deposits changes nothing, and the same facts give the same decisions.
 */
export function matchLines(facts: MatchFacts): readonly LineDecision[] {
  return matchUntil(facts, () => false);
}

/** Decides about the first of the lines: at least one, and more until the time is up. */
export function matchUntil(facts: MatchFacts, isOver: () => boolean): readonly LineDecision[] {
  const index = indexFacts(facts);
  const decisions: LineDecision[] = [];
  for (const subject of index.lines) {
    if (decisions.length > 0 && isOver()) break;
    decisions.push(decideLine(subject, index));
  }
  return decisions;
}

interface Steps {
  /**
   * Reads the deposits that these lines can mean without naming them, and what their debits can take back; at least for
   * the first of them.
   */
  addLikely(lines: readonly LineFacts[]): Promise<MatchFacts>;
  readonly isOver: () => boolean;
}

/**
 * Decides about the lines of a group by what they name, and then about those that this does not settle; only about the
 * first of them if all take too long.
 * @returns the decisions about the first of the lines, at least one.
 */
export async function decideLines(
  facts: MatchFacts,
  { addLikely, isOver }: Steps,
): Promise<readonly LineDecision[]> {
  const decisions = matchLines({ ...facts, likely: null });
  const open = facts.lines.filter(({ line }, place) =>
    line.direction === 'credit' ? !decisions[place]?.action : decisions[place]?.state === 'other-debit',
  );
  if (open.length === 0) return decisions;
  const known = new Map(matchUntil(await addLikely(open), isOver).map((one) => [one.lineId, one]));
  const isOpen = new Set(open.map(({ lineId }) => lineId));
  const end = decisions.findIndex(({ lineId }) => isOpen.has(lineId) && !known.has(lineId));
  const decided = end === -1 ? decisions : decisions.slice(0, end);
  return decided.map((decision) => known.get(decision.lineId) ?? decision);
}
