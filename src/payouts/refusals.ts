import { fieldError, ServiceError, validationError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import type { PayoutOutcome } from './domain/batch.ts';

type Refused = Exclude<PayoutOutcome, { readonly kind: 'stored' }>;

export function payoutMissing(): ServiceError {
  return fieldError(
    'payoutId',
    fault('unknown_id', 'is not the id of a batch. Use one from the list of batches.'),
  );
}

/** The error of a batch that stays as it is. */
export function payoutRefusal(outcome: Refused): ServiceError {
  if (outcome.kind === 'missing') return payoutMissing();
  const { number, state, maker } = outcome.batch;
  switch (outcome.kind) {
    case 'wrong-state':
      return new ServiceError(
        'error_transition_not_allowed',
        `Batch ${number} is ${state}. Only a batch that is prepared or approved can be decided about.`,
        { fields: [fieldProblem('payoutId', fault('wrong_state', { status: state }))] },
      );
    case 'changed':
      return new ServiceError(
        'error_stale_sequence',
        `Batch ${number} does not contain what the request names by its contentHash. ` +
          'Read the batch again before you decide.',
        { fields: [fieldProblem('contentHash', fault('payout_changed'))] },
      );
    case 'same-person':
      return new ServiceError(
        'not_authorized',
        `Batch ${number} was prepared by ${maker}. Another person has to approve it.`,
      );
    case 'empty':
      return validationError([
        fieldProblem(
          'payoutId',
          fault('payout_empty', `names batch ${number}, in which nothing would be left. Reject the batch.`),
        ),
      ]);
    case 'unknown-rows': {
      const { transactionIds } = outcome;
      const message = `names ${transactionIds.slice(0, 3).join(', ')}, which batch ${number} does not contain.`;
      return fieldError('transactionIds', fault('unknown_id', message));
    }
  }
}
