import type { AppliedStatus } from './apply-status.ts';
import { contradictionOf, stateOf } from './payout-state.ts';
import type { UnmatchedPart } from './status-report.ts';

/** How many unmatched parts of a report are stored. */
export const MAX_UNMATCHED = 50;

/** What one report of the bank has changed about a batch. */
export interface PayoutReport {
  readonly batchId: string;
  readonly batchNumber: number;
  /** How many payouts it said something new about, by their state afterwards. */
  readonly counts: { readonly accepted: number; readonly held: number; readonly refused: number };
  /** The first of its parts that people must look at: they change nothing, or contradict what is known. */
  readonly unmatched: readonly UnmatchedPart[];
}

/**
 * Sums up what a report changes.
 * @param releasedIds the end-to-end ids of payouts that their batch has released, although the bank pays them or may do so.
 */
export function summarize(
  { changes, executed, unmatched }: AppliedStatus,
  releasedIds: ReadonlySet<string>,
): Pick<PayoutReport, 'counts' | 'unmatched'> {
  const countOf = (state: string) => changes.filter(({ facts }) => stateOf(facts) === state).length;
  const counts = { accepted: countOf('accepted'), held: countOf('held'), refused: countOf('refused') };
  const doubts = changes.flatMap(({ endToEndId: id, facts }): UnmatchedPart[] => {
    const kind = contradictionOf(facts) ?? (releasedIds.has(id) ? 'let-go' : undefined);
    return kind ? [{ kind, id, status: facts.bankStatus }] : [];
  });
  const changed = new Set(changes.map(({ endToEndId }) => endToEndId));
  const others = [...releasedIds].flatMap((id): UnmatchedPart[] =>
    changed.has(id) ? [] : [{ kind: 'let-go', id, status: executed.get(id) ?? null }],
  );
  return { counts, unmatched: [...doubts, ...others, ...unmatched].slice(0, MAX_UNMATCHED) };
}
