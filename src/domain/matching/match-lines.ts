import { decideByName } from './by-name.ts';
import { decideByReference } from './by-reference.ts';
import { decideDebit } from './debits.ts';
import { type FactIndex, indexFacts, type ReadLine } from './fact-index.ts';
import type { LineDecision, MatchFacts } from './model.ts';
import { propose } from './proposals.ts';
import { decideReturn } from './returned-money.ts';

/**
 * Decides about the lines of a group, one decision for each in their order. Each is decided by all facts and by no other
 * decision, so the order of lines and deposits changes nothing, and the same facts give the same decisions.
 */
export function matchLines(facts: MatchFacts): readonly LineDecision[] {
  const index = indexFacts(facts);
  return index.lines.map((subject) => withhold(subject, decide(subject, index), facts));
}

function decide(subject: ReadLine, index: FactIndex): LineDecision {
  const returned = decideReturn(subject, index);
  if (returned) return returned;
  if (subject.line.direction === 'debit') return decideDebit(subject, index);
  return decideByReference(subject, index) ?? decideByName(subject, index) ?? propose(subject, index);
}

/** A line of a held statement, one that is not booked, or one of too many facts keeps its candidates and does nothing. */
function withhold({ isHeld, line }: ReadLine, decision: LineDecision, { isCut }: MatchFacts): LineDecision {
  if (isHeld) return { ...decision, state: 'held', action: null };
  if (line.status === 'pending') return { ...decision, state: 'pending', action: null };
  const isCertain = decision.action !== null || decision.state === 'to-return';
  return isCut && isCertain ? { ...decision, state: 'proposed', action: null } : decision;
}
