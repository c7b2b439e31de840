import type { AppliedStatus, UnmatchedStatus } from './apply-status.ts';

/** The unmatched parts of a report that are kept. */
export const MAX_UNMATCHED = 50;

/** What one answer of the bank has changed about a batch. */
export interface PayoutReport {
  readonly batchId: string;
  readonly batchNumber: number;
  /** The payouts of which it said something new, by the state that they have since. */
  readonly counts: { readonly accepted: number; readonly held: number; readonly refused: number };
  /** The first parts of it that changed nothing, since nobody can say of what they are or what they mean. */
  readonly unmatched: readonly UnmatchedPart[];
}

export interface UnmatchedPart {
  readonly kind: Exclude<UnmatchedStatus['kind'], 'other-batch'>;
  /** The payout or the payment that it names; null for a status of the whole file. */
  readonly id: string | null;
  /** As the bank wrote it. */
  readonly status: string | null;
}

/** The kinds of parts that change nothing, as surfaces name them. */
export const UNMATCHED = {
  'unknown-payment': 'unknown_payment',
  'unknown-transaction': 'unknown_payout',
  'other-amount': 'other_amount',
  'unknown-status': 'unknown_status',
  duplicate: 'duplicate',
} as const satisfies Record<UnmatchedPart['kind'], string>;
export const UNMATCHED_KINDS = [
  'unknown_payment',
  'unknown_payout',
  'other_amount',
  'unknown_status',
  'duplicate',
] as const;

/** Sums up what a report changes. */
export function summarize({ changes, unmatched }: AppliedStatus): Pick<PayoutReport, 'counts' | 'unmatched'> {
  const countOf = (state: string) => changes.filter(({ to }) => to === state).length;
  const counts = { accepted: countOf('accepted'), held: countOf('held'), refused: countOf('refused') };
  return { counts, unmatched: unmatched.slice(0, MAX_UNMATCHED).flatMap((one) => partOf(one) ?? []) };
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
