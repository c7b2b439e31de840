import { decideByName } from './by-name.ts';
import { decideByReference } from './by-reference.ts';
import { comparisonsOf } from './comparisons.ts';
import { decideDebit } from './debits.ts';
import { type FactIndex, indexFacts, type ReadLine } from './fact-index.ts';
import type { LineDecision, MatchFacts } from './model.ts';
import { propose } from './proposals.ts';
import { decideReturn } from './returned-money.ts';
import { limitByFacts } from './too-many.ts';

/**
 * Decides about the lines of a group, one decision for each in their order. Each is decided by all facts and by no other
 * decision, so the order of lines and deposits changes nothing, and the same facts give the same decisions.
 */
export function matchLines(facts: MatchFacts): readonly LineDecision[] {
  return matchFirst(facts, { most: Number.POSITIVE_INFINITY });
}

interface Matching {
  /** The comparisons of lines with transactions: see comparisons.ts. */
  readonly most: number;
  /** The lines to decide about; all of them by default. */
  readonly lineIds?: ReadonlySet<string>;
}

/** Decides about the first of the lines: about as many as take no more comparisons, and at least about one. */
export function matchFirst(facts: MatchFacts, { most, lineIds }: Matching): readonly LineDecision[] {
  const index = indexFacts(facts);
  const decisions: LineDecision[] = [];
  let left = most;
  for (const subject of index.lines) {
    if (lineIds && !lineIds.has(subject.lineId)) continue;
    left -= comparisonsOf(subject, index);
    if (left < 0 && decisions.length > 0) break;
    decisions.push(withhold(subject, limitByFacts(subject, decide(subject, index), facts)));
  }
  return decisions;
}

function decide(subject: ReadLine, index: FactIndex): LineDecision {
  const returned = decideReturn(subject, index);
  if (returned) return returned;
  if (subject.line.direction === 'debit') return decideDebit(subject, index);
  return decideByReference(subject, index) ?? decideByName(subject, index) ?? propose(subject, index);
}

/** A line of a held statement, or one that is not booked, keeps its candidates and does nothing. */
function withhold({ isHeld, line }: ReadLine, decision: LineDecision): LineDecision {
  if (isHeld) return { ...decision, state: 'held', action: null };
  if (line.status === 'pending') return { ...decision, state: 'pending', action: null };
  return decision;
}
