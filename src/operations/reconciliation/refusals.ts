import { ServiceError, validationError } from '../../domain/errors.ts';
import { LINES_MAX_MINOR, printAmount } from '../../domain/money.ts';
import { refusalError } from '../transactions/refusals.ts';
import { transactionNotFound } from '../transactions/transactions.ts';
import type { LineRefusal } from './line-store.ts';

/** The error of a refused decision about a line. */
export function lineRefusalError(refusal: LineRefusal): ServiceError {
  switch (refusal.type) {
    case 'line-missing':
      return validationError([{ path: 'lineId', message: 'lineId is the id of no line of a statement.' }]);
    case 'transaction-missing':
      return transactionNotFound();
    case 'line-decided':
      return notAllowed(`The line ${refusal.lineId} is ${refusal.state} already. Undo that first.`);
    case 'line-pending':
      return notAllowed('The bank has not booked the line yet. Wait for the statement that books it.');
    case 'line-held':
      return notAllowed(
        `The balances of its statement ${refusal.statementId} do not add up. Release the statement first, and say why it may settle.`,
      );
    case 'line-not-matched':
      return notAllowed('The line has no match and was not put away, so there is nothing to undo.');
    case 'line-decided-anew':
      return new ServiceError(
        'error_stale_sequence',
        `The line was decided anew: its decision is ${refusal.decisionId} by now. Read the line again before you undo it.`,
        { fields: [{ path: 'decisionId', message: `decisionId is ${refusal.decisionId} by now.` }] },
      );
    case 'wrong-direction':
      return notAllowed(
        'Money in pays deposits, and money out pays withdrawals. Choose another transaction, or put the line away.',
      );
    case 'other-currency':
      return notAllowed(`The transaction is in ${refusal.currency}. The line is in another currency.`);
    case 'paid-by-another':
      return notAllowed(
        `The line ${refusal.lineId} has paid the transaction already. Undo that match first.`,
      );
    case 'lines-differ':
      return notAllowed(
        'Lines that pay a transaction together are of one account, one currency and one direction. Leave the others out.',
      );
    case 'lines-too-large':
      return notAllowed(
        `Lines settle a transaction with at most ${printAmount(LINES_MAX_MINOR)}. Compare the amount with the bank's own, then put the line away.`,
      );
    default:
      return refusalError(refusal);
  }
}

function notAllowed(message: string): ServiceError {
  return new ServiceError('error_transition_not_allowed', message);
}
