import { groupBy } from '../kernel/group-by.ts';
import { indexKnown, replacedAmong } from './domain/line-key.ts';
import { actionsOf } from './domain/matching/decision.ts';
import { debitKindOf } from './domain/matching/line-reading.ts';
import { payoutNamesOf } from './domain/matching/lookups.ts';
import { type LineDecision, type LineFacts, MAX_READ_OTHERS } from './domain/matching/model.ts';
import { isSince } from './domain/matching/money-back.ts';
import { LINES_AT_ONCE } from './limits.ts';
import type { PreviewedRound, PreviewLine, PreviewRound } from './line-store.ts';

/** A line of a file that no earlier statement had. */
export interface NewLine extends PreviewLine {
  readonly statementId: string;
  readonly place: string;
}

/** The outcome that a line would have. */
export type Outcome = Pick<LineDecision, 'evidence' | 'candidates' | 'action' | 'actions'> & {
  /** `decided-at-import` for a line that another line of the file can change. */
  readonly state: LineDecision['state'] | 'replaced' | 'decided-at-import';
  readonly rule: LineDecision['rule'] | null;
};

const REPLACED: Outcome = { state: 'replaced', rule: null, evidence: [], candidates: [], action: null };

/**
 * Decides about each new line of a file in the same steps as matching, by what is stored and by what the file shows
 * about payouts. Lines of the file that affect each other are decided about only at the import: those that name the
 * same deposit, or a withdrawal or refund that one of them changes, and those of which one may take the other back.
 * @returns the outcome of each line by its id.
 */
export async function previewLines(
  lines: readonly NewLine[],
  decide: (round: PreviewRound) => Promise<PreviewedRound>,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const id of replacedInFile(lines)) outcomes.set(id, REPLACED);
  const left = lines.filter(({ facts }) => !outcomes.has(facts.lineId));
  const debitsOf = findDebits(left);
  const isNaming = ({ facts }: NewLine) => payoutNamesOf(facts.line).length > 0;
  const naming = left.filter(isNaming).map(({ facts }) => facts);
  for (const ofAccount of groupBy(left, ({ facts }) => facts.bankAccountId).values()) {
    let waiting = ofAccount;
    while (waiting.length > 0) {
      const round = waiting.slice(0, LINES_AT_ONCE);
      const plain = round.map(({ facts, key, occurrence }) => ({ facts, key, occurrence }));
      const { decisions, replacedIds } = await decide({
        lines: plain,
        debits: debitsOf(round),
        naming: round.some(isNaming) ? naming : [],
      });
      for (const id of replacedIds) outcomes.set(id, REPLACED);
      for (const decision of decisions) outcomes.set(decision.lineId, decision);
      const rest = waiting.filter(({ facts }) => !outcomes.has(facts.lineId));
      if (rest.length === waiting.length) throw new Error('a round of a preview decided about no line');
      waiting = rest;
    }
  }
  return markTouching(outcomes);
}

/** Finds pending lines whose booked line is in the file. */
function replacedInFile(lines: readonly NewLine[]): readonly string[] {
  const twins = lines.map(({ facts, key, occurrence }) => ({ ...facts, key, occurrence, isOpen: true }));
  return [...groupBy(twins, ({ bankAccountId }) => bankAccountId).values()].flatMap((ofAccount) => [
    ...replacedAmong(ofAccount, indexKnown(ofAccount)),
  ]);
}

/** Finds the debits of the file that can have given back the money of lines: as many of each amount as are enough. */
function findDebits(lines: readonly NewLine[]): (round: readonly NewLine[]) => readonly LineFacts[] {
  const debits = lines
    .map(({ facts }) => facts)
    .filter(({ line }) => line.direction === 'debit' && debitKindOf(line) !== 'fee');
  const keyOf = ({ bankAccountId, line }: LineFacts) => `${bankAccountId} ${line.amountMinor}`;
  const byAmount = groupBy(debits, keyOf);
  return (round) => {
    const credits = round.filter(({ facts }) => facts.line.direction === 'credit');
    const found = credits.flatMap(({ facts }) => {
      const since = (byAmount.get(keyOf(facts)) ?? []).filter((debit) => isSince(facts, debit));
      return since.slice(0, MAX_READ_OTHERS);
    });
    return [...new Set(found)];
  };
}

function markTouching(outcomes: ReadonlyMap<string, Outcome>): ReadonlyMap<string, Outcome> {
  const all = [...outcomes.values()];
  const changed = new Set(all.flatMap(changedBy));
  const paid = repeated(all.flatMap(paidIn)).filter((id) => changed.has(id));
  const touched = new Set([...repeated(all.flatMap(namedIn)), ...paid]);
  const taking = new Set<string>();
  for (const [lineId, { evidence }] of outcomes)
    for (const reason of evidence)
      if (reason.code === 'taken-back' && outcomes.has(reason.byLineId))
        taking.add(lineId).add(reason.byLineId);
  const isTouching = (outcome: Outcome, lineId: string) =>
    taking.has(lineId) || [...namedIn(outcome), ...paidIn(outcome)].some((id) => touched.has(id));
  return new Map(
    [...outcomes].map(([lineId, outcome]) => {
      const { actions: _, ...marked } = { ...outcome, state: 'decided-at-import', action: null } as const;
      return [lineId, isTouching(outcome, lineId) ? marked : outcome];
    }),
  );
}

function repeated(ids: readonly string[]): readonly string[] {
  return [...groupBy(ids, (id) => id)].flatMap(([id, { length }]) => (length > 1 ? id : []));
}

/** Returns the withdrawals, refunds and payouts that a line changes, each once. */
function changedBy(outcome: Outcome): readonly string[] {
  return actionsOf(outcome).flatMap(({ transactionId, payout }) =>
    payout ? [transactionId, payout.endToEndId] : [],
  );
}

/** Returns the payouts that a line names, with their withdrawals, and what it changes, each once. */
function paidIn(outcome: Outcome): readonly string[] {
  const { candidates, evidence } = outcome;
  const withdrawals = candidates.flatMap(({ transactionId, reasons }) =>
    reasons.some(({ code }) => code === 'end-to-end-id') ? transactionId : [],
  );
  const payouts = evidence.flatMap((reason) => (reason.code === 'end-to-end-id' ? reason.endToEndId : []));
  return [...new Set([...withdrawals, ...payouts, ...changedBy(outcome)])];
}

/** Returns the transactions that a line names. */
function namedIn({ candidates }: Outcome): readonly string[] {
  return candidates.flatMap(({ transactionId, reasons }) =>
    reasons.some(({ code }) => code === 'reference' || code === 'transaction-id') ? [transactionId] : [],
  );
}
