import type { AppliedStatus, StatusChange, UnmatchedStatus } from './apply-status.ts';
import type { Contradiction } from './payout-state.ts';

/** The unmatched parts of a report that are kept. */
export const MAX_UNMATCHED = 50;

/** What one answer of the bank has changed about a batch. */
export interface PayoutReport {
  readonly batchId: string;
  readonly batchNumber: number;
  /** The payouts of which it said something new, by the state that they have since. */
  readonly counts: { readonly accepted: number; readonly held: number; readonly refused: number };
  /** The first parts of it that people have to look at: they change nothing, or contradict what is known. */
  readonly unmatched: readonly UnmatchedPart[];
}

export interface UnmatchedPart {
  readonly kind: Exclude<UnmatchedStatus['kind'], 'other-batch'> | Doubt;
  /** The payout or the payment that it names; null for a status of the whole file. */
  readonly id: string | null;
  /** As the bank wrote it. */
  readonly status: string | null;
}

/**
 * A contradiction between the bank's answer and what is known of a payout. `let-go`: the bank pays a payout that was
 * refused or taken back, or has the file of it, and its withdrawal is in another file, or was claimed or decided otherwise
 * since.
 */
type Doubt = Contradiction | 'let-go';

/** The kinds of parts that change nothing, as surfaces name them. */
export const UNMATCHED = {
  'unknown-payment': 'unknown_payment',
  'unknown-transaction': 'unknown_payout',
  'other-amount': 'other_amount',
  'unknown-status': 'unknown_status',
  duplicate: 'duplicate',
  'refused-but-paid': 'refused_but_paid',
  'refused-but-executed': 'refused_but_executed',
  'let-go': 'let_go',
} as const satisfies Record<UnmatchedPart['kind'], string>;
export const UNMATCHED_KINDS = [
  'unknown_payment',
  'unknown_payout',
  'other_amount',
  'unknown_status',
  'duplicate',
  'refused_but_paid',
  'refused_but_executed',
  'let_go',
] as const;

/**
 * Sums up what a report changes.
 * @param letGo the payouts that nobody waits for any more, although the bank pays them or may, by their end-to-end ids.
 */
export function summarize(
  { changes, executed, unmatched }: AppliedStatus,
  letGo: ReadonlySet<string>,
): Pick<PayoutReport, 'counts' | 'unmatched'> {
  const countOf = (state: string) => changes.filter(({ to }) => to === state).length;
  const counts = { accepted: countOf('accepted'), held: countOf('held'), refused: countOf('refused') };
  const doubts = changes.flatMap((change) => doubtOf(change, letGo) ?? []);
  const changed = new Set(changes.map(({ endToEndId }) => endToEndId));
  const others = [...letGo].flatMap((id): UnmatchedPart[] =>
    changed.has(id) ? [] : [{ kind: 'let-go', id, status: executed.get(id) ?? null }],
  );
  const parts = [...doubts, ...others, ...unmatched.flatMap((one) => partOf(one) ?? [])];
  return { counts, unmatched: parts.slice(0, MAX_UNMATCHED) };
}

function doubtOf(
  { endToEndId: id, facts: { bankStatus: status }, contradiction }: StatusChange,
  letGo: ReadonlySet<string>,
): UnmatchedPart | undefined {
  if (contradiction) return { kind: contradiction, id, status };
  return letGo.has(id) ? { kind: 'let-go', id, status } : undefined;
}

function partOf(unmatched: UnmatchedStatus): UnmatchedPart | undefined {
  const { kind } = unmatched;
  switch (kind) {
    case 'other-batch':
      return undefined;
    case 'unknown-payment':
      return { kind, id: unmatched.paymentInformationId, status: unmatched.status };
    case 'unknown-transaction': {
      const { endToEndId, instructionId, status } = unmatched.transaction;
      return { kind, id: endToEndId ?? instructionId, status };
    }
    case 'other-amount':
      return { kind, id: unmatched.endToEndId, status: unmatched.transaction.status };
    case 'duplicate':
      return { kind, id: unmatched.endToEndId, status: unmatched.status };
    case 'unknown-status':
      return { kind, id: unmatched.endToEndId ?? unmatched.paymentInformationId, status: unmatched.status };
  }
}
