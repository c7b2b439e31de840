import { fieldError, ServiceError, sentenceError, validationError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { paidAgain } from '../transactions/refusals.ts';
import type { PayoutBatch, UnfitReason } from './domain/batch.ts';
import type { PayoutOutcome } from './domain/outcome.ts';
import { MAX_PAYOUT_ROWS } from './limits.ts';
import { isPolicyRefusal, policyRefusal } from './policy-refusals.ts';

type RefusedOutcome = Exclude<PayoutOutcome, { readonly kind: 'stored' }>;

/** What is wrong with a withdrawal, as the end of a sentence whose subject is the withdrawal. */
export const UNFIT: Readonly<Record<UnfitReason, string>> = {
  missing: 'is no transaction with real money. Leave it out.',
  'no-withdrawal': 'is a deposit. Leave it out.',
  'not-pending': 'was decided already. Leave it out.',
  restored:
    'is held since the database was restored or has lost commits: it may have been paid before. An admin lets payouts go on, once the bank statements are imported.',
  claimed: 'was claimed by an operator, who may have paid it. Ask them, and settle it by hand.',
  planned: 'has a planned decision. Wait until that has happened, or undo it.',
  'paid-again':
    'was paid already: a booked debit says so, and it has not come back. Confirm that line as its payment, import the statement that shows its return, or put it away with a note if it pays none of this, but names a whole payment or has this id in its text alone.',
  blacklisted: 'is stopped by the blacklist. Clear it with a reason, or leave it out.',
  'merchant-disabled': 'is of a merchant whose key is disabled. Leave it out, or decide about it by hand.',
  'in-payout': 'is in another batch',
  'other-currency': 'has another currency than the first. Put it into a separate batch.',
  'own-account': 'goes to the account that pays. Choose another account.',
};

export function payoutMissing(): ServiceError {
  return fieldError(
    'payoutId',
    fault('unknown_id', 'is the id of no batch. Use one from the list of batches.'),
  );
}

/** Builds the error for a file that somebody has changed in the database. It is also logged. */
export function fileChanged({ id, number }: Pick<PayoutBatch, 'id' | 'number'>): ServiceError {
  return new ServiceError(
    'error_internal',
    `The file of batch ${number} is not the one that was exported, so it cannot be downloaded. Somebody has changed the database: run bank-transfers verify, and compare what the bank has.`,
    {
      cause: new Error(
        `the stored file of payout batch ${number}, ${id}, has other hashes than at its export`,
      ),
    },
  );
}

/** Builds the error for a request whose hash is out of date. */
function stale(path: string, message: string): ServiceError {
  const fields = [fieldProblem(path, fault('payout_changed'))];
  return new ServiceError('error_stale_sequence', message, { fields });
}

/** Builds the error for a refused decision about a batch. */
export function payoutRefusal(outcome: RefusedOutcome): ServiceError {
  if (outcome.kind === 'missing') return payoutMissing();
  if (isPolicyRefusal(outcome)) return policyRefusal(outcome, 'payoutId');
  const { number, state, maker } = outcome.batch;
  switch (outcome.kind) {
    case 'wrong-state':
      return new ServiceError(
        'error_transition_not_allowed',
        state === 'prepared'
          ? `Batch ${number} waits for an approval: only approvals of keys that are still allowed to approve count. Let another person approve it.`
          : `Batch ${number} is ${state}. It can no longer be decided about in this way.`,
        { fields: [fieldProblem('payoutId', fault('wrong_state', { status: state }))] },
      );
    case 'changed':
      return stale(
        'contentHash',
        `Batch ${number} does not contain what the request names by its contentHash. ` +
          'Read the batch again before you decide. If this happens again, somebody has changed the database: run bank-transfers verify.',
      );
    case 'progressed':
      return stale(
        'progressHash',
        `Batch ${number} is ${state}, and what is known of its file is not what the request names by its progressHash. Read the batch again: if the bank has the file, or may pay it, do not reject the batch.`,
      );
    case 'form-changed':
      return stale(
        'contentHash',
        `The profile of the file of batch ${number} was changed after its approval, or its account was given another one. Look at both, and let the batch be approved again.`,
      );
    case 'same-person':
      return new ServiceError(
        'not_authorized',
        `Batch ${number} was prepared by ${maker}. Another person has to approve it.`,
      );
    case 'own-payee': {
      const { rowNumber: row, transactionId } = outcome;
      return new ServiceError(
        'not_authorized',
        `Row ${row} of batch ${number}, ${transactionId}, pays an account that you have named, or gives back a line that you have imported. Another person has to approve it.`,
        { fields: [fieldProblem('payoutId', fault('payout_own_payee', { row }))] },
      );
    }
    case 'not-maker':
      return new ServiceError(
        'not_authorized',
        `Batch ${number} was prepared by ${maker}, and only that person adds to it. Prepare a batch of your own.`,
      );
    case 'full': {
      const message = `would give batch ${number} more than ${MAX_PAYOUT_ROWS} withdrawals, the most there may be. Put them into another one.`;
      return fieldError('transactionIds', fault('full', { maximum: MAX_PAYOUT_ROWS }, message));
    }
    case 'too-late':
      return fieldError(
        'payoutId',
        fault(
          'wrong_state',
          { status: 'too late' },
          `names batch ${number}, whose executionDay is over. Reject it, and prepare another one.`,
        ),
      );
    case 'same-exporter':
      return new ServiceError(
        'not_authorized',
        `You have exported batch ${number}. Another person has to reject it, once it is certain that no bank will pay it.`,
      );
    case 'debited': {
      const { lineId } = outcome;
      const found = paidAgain({ lineId, batchNumber: number, isPending: true });
      return sentenceError('error_transition_not_allowed', 'payoutId', found);
    }
    case 'empty':
      return fieldError(
        'payoutId',
        fault('payout_empty', `names batch ${number}, in which nothing would be left. Reject the batch.`),
      );
    case 'unfit':
      return validationError(
        outcome.unfit.map(({ transactionId, reason }) => {
          const words = `names batch ${number}, whose withdrawal ${transactionId} cannot be paid now (${reason}). Take it out of the batch.`;
          return fieldProblem('payoutId', fault('unfit_for_payout', { transactionId, reason }, words));
        }),
      );
    case 'unknown-rows': {
      const { transactionIds } = outcome;
      const lacks =
        state === 'exported'
          ? `for which batch ${number} does not wait`
          : `which batch ${number} does not contain`;
      const message = `names ${transactionIds.slice(0, 3).join(', ')}, ${lacks}.`;
      return fieldError('transactionIds', fault('unknown_id', message));
    }
  }
}
