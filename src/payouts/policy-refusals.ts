import { fieldError, ServiceError } from '../kernel/errors.ts';
import { minorToAmount } from '../kernel/money.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import type { PayoutOutcome } from './domain/outcome.ts';
import type { SecondApproverReason } from './domain/policy.ts';
import type { PolicyRefusal } from './domain/policy-refusal.ts';

/** Why a second person must approve, as the end of a sentence. */
const REASONS: Readonly<Record<SecondApproverReason, string>> = {
  rowAmount: 'a payout is above the amount for one approver',
  batchSum: 'the sum is above that for one approver',
  newPayee: 'a payee was never paid before',
  changedName: 'the name of a known account has changed',
  changedPayee: 'the desk has named another payee',
};

const LOST = 'a key that has approved it may no longer approve';

const KINDS: ReadonlySet<string> = new Set<PolicyRefusal['kind']>([
  'over-limit',
  'outside-hours',
  'approvals-missing',
]);

export const isPolicyRefusal = (outcome: PayoutOutcome | PolicyRefusal): outcome is PolicyRefusal =>
  KINDS.has(outcome.kind);

/**
 * Builds the error for a decision that the payout policy refuses.
 * @param path the field that names the batch or its withdrawals.
 */
export function policyRefusal(refusal: PolicyRefusal, path: string): ServiceError {
  switch (refusal.kind) {
    case 'over-limit':
      return fieldError(path, overLimit(refusal));
    case 'outside-hours': {
      const { days, fromTime, untilTime } = refusal.policy;
      const onDays = days.length === 0 ? '' : ` on ${days.join(', ')}`;
      const hours = `from ${fromTime ?? '00:00'} to ${untilTime ?? '24:00'}`;
      const message = `names a batch outside the hours of payouts. They are approved and exported ${hours}${onDays}.`;
      return fieldError(path, fault('payout_outside_hours', message));
    }
    case 'approvals-missing': {
      const { batch, given, needed, reasons } = refusal;
      const why = reasons.map((reason) => REASONS[reason]).join(', and ') || LOST;
      return new ServiceError(
        'error_transition_not_allowed',
        `Batch ${batch.number} has ${given} of ${needed} approvals: ${why}. Let another person approve it.`,
        { fields: [fieldProblem(path, fault('payout_approvals_missing', { given, needed }))] },
      );
    }
  }
}

function overLimit({
  currency,
  executionDay,
  use: { limitMinor, underWayMinor, batchMinor },
}: Extract<PolicyRefusal, { kind: 'over-limit' }>) {
  const figures = {
    limit: minorToAmount(limitMinor),
    underWay: minorToAmount(underWayMinor),
    batch: minorToAmount(batchMinor),
    left: minorToAmount(Math.max(0, limitMinor - underWayMinor)),
  };
  const { limit, underWay, batch, left } = figures;
  const message =
    `is above the daily limit of the account on ${executionDay}: limit ${limit} ${currency}, under way ${underWay}, ` +
    `this batch ${batch}, left ${left}. Pay less, or on another day.`;
  return fault('payout_over_limit', { limit, left }, message);
}
