import type { LineDecision, MatchFacts } from '../../src/reconciliation/domain/matching/model.ts';
import type { SettlementState } from '../../src/reconciliation/domain/matching/reasons.ts';
import type { PlannedDeposit, PlannedLine, Story } from './plan.ts';

/** The outcome of the lines of one story. */
export interface StoryFigures {
  lines: number;
  settled: number;
  wrong: number;
  /** Lines for the desk, with the right deposit among the facts and any candidate. */
  proposed: number;
  /** Those of them whose first candidate is right. */
  rightFirst: number;
  readonly states: Map<string, number>;
  /** Why lines wait: the state, and what spoke against a settlement. */
  readonly causes: Map<string, number>;
}

interface Outcome {
  readonly planned: PlannedLine;
  readonly decision: LineDecision;
  readonly facts: MatchFacts;
  /** The deposit that the line settles, as it was before. */
  readonly deposit: PlannedDeposit | undefined;
  readonly state: SettlementState | undefined;
}

/** The figures of one run or of several. */
export interface Figures {
  readonly stories: Map<Story, StoryFigures>;
  readonly byRule: Map<string, number>;
  /** Sentences about the first wrong settlements. */
  readonly mistakes: string[];
  matchingMs: number;
  record(outcome: Outcome): void;
}

/** A payment can differ so much, as a part of the amount, and still settle where the policy says so. */
const MAX_DIFFERENCE_DIVISOR = 100;

/** Creates figures without any line. */
export function createFigures(): Figures {
  const figures: Figures = {
    stories: new Map(),
    byRule: new Map(),
    mistakes: [],
    matchingMs: 0,
    record(outcome) {
      const { planned, decision } = outcome;
      const story = figures.stories.get(planned.story) ?? emptyStory();
      figures.stories.set(planned.story, story);
      story.lines += 1;
      increment(story.states, decision.state);
      increment(figures.byRule, decision.rule);
      if (decision.action) {
        story.settled += 1;
        const mistake = findMistake(outcome);
        if (mistake === undefined) return;
        story.wrong += 1;
        figures.mistakes.push(`${planned.lineId} (${planned.story}, ${decision.rule}): ${mistake}`);
        return;
      }
      increment(story.causes, causeOf(outcome));
      if (!canBeProposed(outcome)) return;
      story.proposed += 1;
      if (planned.paysFor.includes(decision.candidates[0]?.transactionId ?? '')) story.rightFirst += 1;
    },
  };
  return figures;
}

/** Says what is wrong with a settlement, by what really happened. */
function findMistake({ planned, decision, deposit, state, facts }: Outcome): string | undefined {
  const { action } = decision;
  if (!action || !deposit) return 'it settles a deposit that does not exist';
  if (!planned.canSettle) return 'it must not settle by itself';
  if (!planned.paysFor.includes(deposit.transactionId))
    return `the money is not for ${deposit.transactionId}`;
  if (action.finalAmountMinor !== planned.line.amountMinor) return 'the final amount is not what came';
  const difference = Math.abs(planned.line.amountMinor - deposit.amountMinor);
  if (difference * MAX_DIFFERENCE_DIVISOR > deposit.amountMinor) return 'the amount differs too much';
  if (planned.bankAccountId !== deposit.bankAccountId) return 'the money is on another account';
  if (planned.takenBackAtMs !== null && planned.takenBackAtMs <= facts.nowMs) return 'the money went back';
  if (state !== (action.kind === 'settle' ? 'pending' : 'expired')) return `the deposit was ${state}`;
  return undefined;
}

/** The state of a line that waits, what the rules saw against it, and for late money what the client's policy says. */
function causeOf({ decision: { state, evidence, candidates }, facts }: Outcome): string {
  const codes = evidence.map(({ code }) => code).filter((code) => code !== 'ended');
  const [candidate] = candidates;
  const { clientId = '' } =
    facts.deposits.find(({ transactionId }) => transactionId === candidate?.transactionId) ?? {};
  const late = facts.policies.get(clientId)?.late ?? 'hold';
  return [state, ...(state === 'late' ? [`policy ${late}`] : []), ...codes].join(', ');
}

function canBeProposed({ planned, decision, facts }: Outcome): boolean {
  if (planned.paysFor.length === 0 || decision.candidates.length === 0) return false;
  return facts.deposits.some(({ transactionId }) => planned.paysFor.includes(transactionId));
}

function emptyStory(): StoryFigures {
  return { lines: 0, settled: 0, wrong: 0, proposed: 0, rightFirst: 0, states: new Map(), causes: new Map() };
}

function increment(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Adds the figures of one run to others. */
export function addFigures(to: Figures, from: Figures): void {
  for (const [story, figures] of from.stories) {
    const sum = to.stories.get(story) ?? emptyStory();
    to.stories.set(story, sum);
    for (const key of ['lines', 'settled', 'wrong', 'proposed', 'rightFirst'] as const)
      sum[key] += figures[key];
    for (const [state, count] of figures.states) increment(sum.states, state, count);
    for (const [cause, count] of figures.causes) increment(sum.causes, cause, count);
  }
  for (const [rule, count] of from.byRule) increment(to.byRule, rule, count);
  to.mistakes.push(...from.mistakes);
  to.matchingMs += from.matchingMs;
}

/** The sum over some stories, or over all. */
export function sumOf(figures: Figures, stories?: readonly Story[]): Omit<StoryFigures, 'states' | 'causes'> {
  const sum = { lines: 0, settled: 0, wrong: 0, proposed: 0, rightFirst: 0 };
  for (const [story, one] of figures.stories)
    if (!stories || stories.includes(story))
      for (const key of ['lines', 'settled', 'wrong', 'proposed', 'rightFirst'] as const)
        sum[key] += one[key];
  return sum;
}
