import { fieldError, ServiceError, sentenceError } from '../kernel/errors.ts';
import { minorToAmount } from '../kernel/money.ts';
import { type Fault, fault, fieldProblem } from '../kernel/problems.ts';
import { paidAgain, refusalError } from '../transactions/refusals.ts';
import { transactionNotFound } from '../transactions/transactions.ts';
import { MAX_LINE_MINOR } from './domain/statement.ts';
import type { DoubtfulLine, LineRefusal } from './line-store.ts';

const REFUND_HELD =
  'must be 0 or left out if transactionId is that of a refund: it is confirmed at once, and can be undone.';

/** Builds the error for a refused decision about a line. */
export function lineRefusalError(refusal: LineRefusal): ServiceError {
  switch (refusal.type) {
    case 'line-missing':
      return fieldError('lineId', fault('unknown_line'));
    case 'transaction-missing':
      return transactionNotFound();
    case 'line-decided':
      return notAllowed(fault('line_decided', { lineId: refusal.lineId, state: refusal.state }));
    case 'line-pending':
      return notAllowed(fault('line_not_booked'));
    case 'line-held':
      return notAllowed(fault('line_held', { statementId: refusal.statementId }));
    case 'line-not-matched':
      return notAllowed(fault('line_not_matched'));
    case 'line-pays-several':
      return notAllowed(fault('line_pays_several'));
    case 'decision-outdated':
      return new ServiceError(
        'error_stale_sequence',
        `The line was decided again: its decision is now ${refusal.decisionId}. Read the line again before you undo it.`,
        {
          fields: [
            fieldProblem('decisionId', fault('line_decided_again', { decisionId: refusal.decisionId })),
          ],
        },
      );
    case 'wrong-direction':
      return notAllowed(fault('other_direction'));
    case 'other-currency':
      return notAllowed(fault('other_currency', { currency: refusal.currency }));
    case 'paid-by-another':
      return notAllowed(fault('paid_by_another_line', { lineId: refusal.lineId }));
    case 'paid-again':
      return notAllowed(paidAgain(refusal));
    case 'payout-under-way':
      return notAllowed(fault('payout_under_way', { batch: refusal.batchNumber }));
    case 'refund-state':
      return notAllowed(fault('refund_state', { state: refusal.state }));
    case 'refund-not-exported':
      return notAllowed(fault('refund_not_exported'));
    case 'refund-forgotten':
      return notAllowed(fault('refund_forgotten'));
    case 'deposit-credited': {
      const { transactionId, maximumMinor } = refusal;
      return notAllowed(fault('deposit_credited', { transactionId, maximum: minorToAmount(maximumMinor) }));
    }
    case 'line-reduced':
      return notAllowed(fault('line_reduced', { maximum: minorToAmount(refusal.maximumMinor) }));
    case 'refund-same-exporter':
      return notAllowed(fault('refund_same_exporter', { batch: refusal.batchNumber }));
    case 'refund-other-account':
      return notAllowed(fault('refund_other_account', { accountId: refusal.accountId }));
    case 'refund-other-amount':
      return notAllowed(fault('refund_other_amount', { amount: minorToAmount(refusal.amountMinor) }));
    case 'line-doubtful':
      return doubtfulError(refusal);
    case 'payout-differs':
      return differs(
        fault('payout_differs', { amount: minorToAmount(refusal.amountMinor), currency: refusal.currency }),
      );
    case 'names-other-payout':
      return notAllowed(fault('names_other_payout'));
    case 'refund-of-one-line':
      return notAllowed(fault('refund_of_one_line'));
    case 'refund-held':
      return fieldError('holdSeconds', fault('unwanted', REFUND_HELD));
    case 'line-of-payment':
      return notAllowed(
        fault('line_of_payment', { paymentId: refusal.paymentId, count: refusal.count ?? 0 }),
      );
    case 'lines-differ':
      return notAllowed(fault('lines_differ'));
    case 'lines-too-large':
      return notAllowed(fault('lines_too_large', { maximum: minorToAmount(MAX_LINE_MINOR) }));
    default:
      return refusalError(refusal);
  }
}

/** Builds the error for a doubt, including what is unusual about the amount, since one answer accepts both. */
function doubtfulError({ lineId, byLineId, unusual }: DoubtfulLine): ServiceError {
  const doubt = differs(fault('line_doubtful', { lineId, byLineId }));
  if (!unusual) return doubt;
  const amount = refusalError(unusual);
  const all = [doubt, amount].flatMap(({ details }) => details.fields ?? []);
  return new ServiceError(doubt.type, `${doubt.message} ${amount.message}`, { fields: all });
}

function differs(found: Fault): ServiceError {
  return sentenceError('error_final_amount_unusual', 'lineId', found);
}

export function notAllowed(found: Fault): ServiceError {
  return sentenceError('error_transition_not_allowed', 'lineId', found);
}
