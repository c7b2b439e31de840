import type { AmountLimits } from '../banks/domain/bank.ts';
import { ServiceError, sentenceError, validationError } from '../kernel/errors.ts';
import { minorToAmount, printAmount } from '../kernel/money.ts';
import { type Fault, fault, fieldProblem } from '../kernel/problems.ts';
import type { Refusal } from './domain/refusal.ts';
import { type PaidAgain, TRANSITIONS } from './domain/transition.ts';

/** The delay until the list of banks may be readable again. */
const BANK_LIST_RETRY_SECONDS = 5;
/** The delay until some pending deposits may have ended. */
const OPEN_DEPOSITS_RETRY_SECONDS = 60;

function printRange({ minAmountMinor, maxAmountMinor }: AmountLimits): string {
  return `${printAmount(minAmountMinor)} to ${printAmount(maxAmountMinor)}`;
}

function toRange({ minAmountMinor, maxAmountMinor }: AmountLimits) {
  return { minimum: minorToAmount(minAmountMinor), maximum: minorToAmount(maxAmountMinor) };
}

/** What is wrong with the transaction that a call names. */
function about(found: Fault) {
  return { fields: [fieldProblem('transactionId', found)] };
}

function stillOut(found: Fault): ServiceError {
  return sentenceError('error_transition_not_allowed', 'transactionId', found);
}

/** The problem of a withdrawal or refund whose debit is booked already, in words for the desk. */
export function paidAgain({
  lineId,
  batchNumber: batch,
  isPending,
}: Omit<PaidAgain, 'type' | 'transactionId'>): Fault {
  const params = { lineId, ...named(batch) };
  if (!isPending) return fault('paid_again', params);
  const message = `A debit of this${byBatch(batch)} is booked, and has not come back. Confirm line ${lineId} as its payment, or import the statement that shows its return. If it pays none of this, but names a whole payment or has this id in its text alone, put it away with a note.`;
  return fault('paid_again', params, message);
}

const named = (batch: number | null) => (batch === null ? {} : { batch });
const byBatch = (batch: number | null) => (batch === null ? '' : ` by payout batch ${batch}`);

/** The same for the merchant, who does not see bank lines. */
export function debitedError({ batchNumber: batch }: PaidAgain): ServiceError {
  const message = `The bank has booked a payment of this${byBatch(batch)}. Ask the desk, which decides about that first.`;
  return stillOut(fault('paid_again', named(batch), message));
}

type ToError<R extends Refusal> = (refusal: R) => ServiceError;

/** The error for each refusal, with advice that holds on every surface. */
const ERRORS: { readonly [T in Refusal['type']]: ToError<Extract<Refusal, { type: T }>> } = {
  error_process_id_conflict: ({ type, transactionId, field }) =>
    new ServiceError(
      type,
      `processId was already used for transaction ${transactionId}, whose ${field} is different. ` +
        'Send a new processId for a new transaction, or the same content to read the stored one.',
      { fields: [fieldProblem('processId', fault('process_id_conflict', { transactionId, field }))] },
    ),
  error_transaction_blacklisted: ({ type }) =>
    new ServiceError(
      type,
      'The user, the name or the IBAN of this request is on a blacklist. Ask the operator of the service.',
    ),
  error_bank_not_found: ({ type }) =>
    new ServiceError(type, 'No bank has this bankId. Use an _id from GET /v1/available-banks.', {
      fields: [fieldProblem('bankId', fault('unknown_bank', 'is not the _id of a known bank.'))],
    }),
  error_bank_unavailable: ({ type, transactionType }) =>
    new ServiceError(
      type,
      `The bank does not take a ${transactionType} now. ` +
        `Choose one from GET /v1/available-banks?type=${transactionType}.`,
      { fields: [fieldProblem('bankId', fault('bank_unavailable', { type: transactionType }))] },
    ),
  error_amount_out_of_bank_limits: ({ type, transactionType, limits }) => {
    const range = printRange(limits);
    return new ServiceError(
      type,
      `The bank takes a ${transactionType} of ${range}. Change the amount or choose another bank.`,
      { fields: [fieldProblem('amount', fault('outside_bank_limits', toRange(limits)))] },
    );
  },
  error_rate_limited: ({ type, maxOpenDeposits }) =>
    new ServiceError(
      type,
      `Your key has ${maxOpenDeposits} deposits that are still pending, which is the most it may have. ` +
        'Cancel some, or wait until they are paid or expire, then send the same request again.',
      { retryAfterSeconds: OPEN_DEPOSITS_RETRY_SECONDS },
    ),
  error_no_account_available: ({ type }) =>
    new ServiceError(
      type,
      'The bank has no account with room for this amount today. Try again later, or choose another bank.',
    ),
  error_unavailable: ({ type }) =>
    new ServiceError(
      type,
      'The list of banks cannot be read now. Nothing was changed; send the same request again.',
      { retryAfterSeconds: BANK_LIST_RETRY_SECONDS },
    ),
  error_stale_sequence: ({ type, transactionId, status, sequence, requestedSequence }) =>
    new ServiceError(
      type,
      `Transaction ${transactionId} is ${status} with sequence ${sequence}; the request names sequence ${requestedSequence}. ` +
        'The transaction has changed: read it again before you decide.',
      { fields: [fieldProblem('sequence', fault('stale_sequence', { sequence }))] },
    ),
  error_transition_not_allowed: ({ type, transactionId, status, transition }) => {
    const { from, to } = TRANSITIONS[transition];
    return new ServiceError(
      type,
      `Transaction ${transactionId} is ${status}. Only a ${from} transaction can become ${to} by ${transition}.`,
      about(fault('wrong_state', { status })),
    );
  },
  error_final_amount_unusual: ({ type, transactionId, amountMinor, finalAmountMinor, limits }) => {
    const [asked, paid] = [printAmount(amountMinor), printAmount(finalAmountMinor)];
    const why = limits
      ? `is beyond the limits of the bank, ${printRange(limits)}`
      : `is more than a fifth away from ${asked}`;
    const message = `${paid} ${why}.`;
    const found = limits
      ? fault('outside_bank_limits', toRange(limits), message)
      : fault('amount_unusual', { asked: minorToAmount(amountMinor) }, message);
    return new ServiceError(
      type,
      `The amount of transaction ${transactionId} is ${asked}, and the finalAmount ${paid} ${why}. ` +
        'Check what was paid. If it is right, send the same request with acceptDifference true.',
      { fields: [fieldProblem('finalAmount', found)] },
    );
  },
  error_claimed: ({ type, transactionId, claimedAtMs, sentAtMs, isLive, holder }) => {
    const since = new Date(claimedAtMs).toISOString();
    const sent = sentAtMs === null ? '' : `, and sent to the bank at ${new Date(sentAtMs).toISOString()}`;
    const cure = isLive
      ? 'Wait, or if they agree claim it with takeOverFrom'
      : 'Ask them before you pay. If they have not, claim it with takeOverFrom';
    return new ServiceError(
      type,
      `Withdrawal ${transactionId} ${isLive ? 'is being' : 'was'} paid by ${holder?.name ?? 'an operator'} ` +
        `since ${since}${sent}. ${holder ? `${cure} ${holder.appKey}.` : 'Try again later.'}`,
      about(fault('claimed', { holder: holder?.name ?? 'an operator' })),
    );
  },
  error_not_claimed: ({ type, transactionId, formerHolderId, formerHolder }) =>
    new ServiceError(
      type,
      `Withdrawal ${transactionId} is settled only by the operator who holds its claim, one at a time, or by a ` +
        `booked line of a bank. ${
          formerHolderId === null
            ? 'Claim it, pay it, and then settle it with paidFromAccountId.'
            : `Its last claim was that of ${formerHolder?.name ?? 'an operator'}. Ask who paid it before you claim ` +
              `it${formerHolder ? `; to take it over, claim it with takeOverFrom ${formerHolder.appKey}` : ''}.`
        }`,
      about(fault('not_claimed')),
    ),
  'payment-missing': ({ transactionId, missing }) =>
    validationError(
      missing.map((path) => {
        const what =
          path === 'paidFromAccountId'
            ? 'name the bank account from which withdrawal'
            : "give the bank's number of the transfer that paid withdrawal";
        const end = path === 'paidFromAccountId' ? ' was paid' : '';
        return fieldProblem(path, fault('required', `is required: ${what} ${transactionId}${end}.`));
      }),
    ),
  'payment-unwanted': ({ given }) =>
    validationError(
      given.map((path) =>
        fieldProblem(
          path,
          fault('unwanted', 'is for withdrawals that are paid from a bank account. Leave it out.'),
        ),
      ),
    ),
  error_in_payout: ({ type, transactionId, batchNumber }) =>
    new ServiceError(
      type,
      `${transactionId} is in payout batch ${batchNumber}, which is going to pay it. ` +
        'It can be decided about otherwise once an operator has taken it out of the batch.',
      about(fault('in_payout', { batch: batchNumber })),
    ),
  'money-given-back': ({ transactionId, lineId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `The money of line ${lineId}, which names deposit ${transactionId}, was given back, or is going to be, or less of it came back. ` +
        'Undo the decision about that line first, import the statement that shows its return, confirm another line that has ' +
        'paid the deposit, or leave it as it is.',
      about(fault('money_given_back')),
    ),
  'paid-again': (refusal) => stillOut(paidAgain(refusal)),
  'payout-under-way': ({ batchNumber: batch }) => stillOut(fault('payout_under_way', { batch })),
  error_payout_by_batch_only: ({ type, transactionId }) =>
    new ServiceError(
      type,
      `Withdrawal ${transactionId} is paid by a batch: the policy of payouts does not allow to pay by hand. ` +
        'Prepare a batch with it, or ask an admin to change the policy.',
      about(fault('payout_by_batch_only')),
    ),
  blacklisted: ({ transactionId }) =>
    new ServiceError(
      'error_transaction_blacklisted',
      `The user, the name or the IBAN of transaction ${transactionId} is on the blacklist. Reject it, or clear it ` +
        'of that with a reason.',
      about(fault('blacklisted')),
    ),
  restored: ({ transactionId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `Withdrawal ${transactionId} is held since the database was restored, or has lost commits: it, or one that it ` +
        'repeats, may have been paid before. It can be claimed or cancelled once an admin has imported the bank statements and let the payouts go on.',
      about(fault('restored')),
    ),
  'not-claimable': ({ transactionId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `Transaction ${transactionId} cannot be claimed. Only a pending withdrawal can be.`,
      about(fault('not_claimable')),
    ),
  error_undo_too_late: ({ type, transactionId }) =>
    new ServiceError(
      type,
      `What was planned for transaction ${transactionId} has happened, and its client is notified. ` +
        'Reverse or correct it instead.',
      about(fault('undo_too_late')),
    ),
  'undo-of-another': ({ transactionId }) =>
    new ServiceError(
      'not_authorized',
      `The decision about transaction ${transactionId} was made with another key. Only that key can undo it.`,
    ),
  'undo-of-nothing': ({ transactionId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `Nothing is planned for transaction ${transactionId}, so there is nothing to undo.`,
    ),
  planned: ({ transactionId, secondsLeft }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `The desk is deciding about transaction ${transactionId}. Try again in ${secondsLeft} ` +
        `second${secondsLeft === 1 ? '' : 's'}.`,
      { ...about(fault('planned', { seconds: secondsLeft })), retryAfterSeconds: secondsLeft },
    ),
};

/** The error that reports a refusal to the caller. */
export function refusalError(refusal: Refusal): ServiceError {
  const toError = ERRORS[refusal.type] as ToError<Refusal>;
  return toError(refusal);
}
