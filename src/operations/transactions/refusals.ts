import type { AmountLimits } from '../../domain/bank.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import { printAmount } from '../../domain/money.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { TRANSITIONS } from '../../domain/transition.ts';

/** The delay until the list of banks may be readable again. */
const BANK_LIST_RETRY_SECONDS = 5;
/** The delay until some pending deposits may have ended. */
const OPEN_DEPOSITS_RETRY_SECONDS = 60;

function printRange({ minAmountMinor, maxAmountMinor }: AmountLimits): string {
  return `${printAmount(minAmountMinor)} to ${printAmount(maxAmountMinor)}`;
}

type ToError<R extends Refusal> = (refusal: R) => ServiceError;

/** The error for each refusal, with advice that holds on every surface. */
const ERRORS: { readonly [T in Refusal['type']]: ToError<Extract<Refusal, { type: T }>> } = {
  error_process_id_conflict: ({ type, transactionId }) =>
    new ServiceError(
      type,
      `processId was already used for transaction ${transactionId} with other content. ` +
        'Send a new processId for a new transaction, or the same content to read the stored one.',
      { fields: [{ path: 'processId', message: `processId belongs to transaction ${transactionId}.` }] },
    ),
  error_transaction_blacklisted: ({ type }) =>
    new ServiceError(
      type,
      'The user, the name or the IBAN of this request is on a blacklist. Ask the operator of the service.',
    ),
  error_bank_not_found: ({ type }) =>
    new ServiceError(type, 'No bank has this bankId. Use an _id from GET /v1/available-banks.', {
      fields: [{ path: 'bankId', message: 'bankId is not the _id of a known bank.' }],
    }),
  error_bank_unavailable: ({ type, transactionType }) =>
    new ServiceError(
      type,
      `The bank does not take a ${transactionType} now. ` +
        `Choose one from GET /v1/available-banks?type=${transactionType}.`,
      { fields: [{ path: 'bankId', message: `bankId names a bank that takes no ${transactionType} now.` }] },
    ),
  error_amount_out_of_bank_limits: ({ type, transactionType, limits }) => {
    const range = printRange(limits);
    return new ServiceError(
      type,
      `The bank takes a ${transactionType} of ${range}. Change the amount or choose another bank.`,
      { fields: [{ path: 'amount', message: `amount must be from ${range} for this bank.` }] },
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
      { fields: [{ path: 'sequence', message: `sequence is ${sequence} by now.` }] },
    ),
  error_transition_not_allowed: ({ type, transactionId, status, transition }) => {
    const { from, to } = TRANSITIONS[transition];
    return new ServiceError(
      type,
      `Transaction ${transactionId} is ${status}. Only a ${from} transaction can become ${to} by ${transition}.`,
    );
  },
  error_final_amount_unusual: ({ type, transactionId, amountMinor, finalAmountMinor, limits }) => {
    const [asked, paid] = [printAmount(amountMinor), printAmount(finalAmountMinor)];
    const why = limits
      ? `is beyond the limits of the bank, ${printRange(limits)}`
      : `is more than a fifth away from ${asked}`;
    return new ServiceError(
      type,
      `The amount of transaction ${transactionId} is ${asked}, and the finalAmount ${paid} ${why}. ` +
        'Check what was paid. If it is right, send the same request with acceptDifference true.',
      { fields: [{ path: 'finalAmount', message: `finalAmount ${paid} ${why}.` }] },
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
    ),
  'payment-missing': ({ transactionId, missing }) =>
    validationError(
      missing.map((path) => ({
        path,
        message:
          path === 'paidFromAccountId'
            ? `paidFromAccountId is required: name the bank account from which withdrawal ${transactionId} was paid.`
            : `bankReference is required: give the bank's number of the transfer that paid withdrawal ${transactionId}.`,
      })),
    ),
  'payment-unwanted': ({ given }) =>
    validationError(
      given.map((path) => ({
        path,
        message: `${path} is for withdrawals that are paid from a bank account. Leave it out.`,
      })),
    ),
  blacklisted: ({ transactionId }) =>
    new ServiceError(
      'error_transaction_blacklisted',
      `The user, the name or the IBAN of transaction ${transactionId} is on the blacklist. Reject it, or clear it ` +
        'of that with a reason.',
    ),
  'not-claimable': ({ transactionId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `Transaction ${transactionId} cannot be claimed. Only a pending withdrawal can be.`,
    ),
  error_undo_too_late: ({ type, transactionId }) =>
    new ServiceError(
      type,
      `The last change of transaction ${transactionId} is not held back any more, and its client is told. ` +
        'Reverse or correct it instead.',
    ),
  'undo-of-another': ({ transactionId }) =>
    new ServiceError(
      'not_authorized',
      `The last change of transaction ${transactionId} was made with another key. Only who made it can undo it.`,
    ),
  'undo-of-nothing': ({ transactionId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `Transaction ${transactionId} has no change that can be undone: it is new, or the last one was undone.`,
    ),
  'undo-without-history': ({ transactionId }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `The history of transaction ${transactionId} does not tell what was before its last change. ` +
        'Reverse or correct it instead, and run: bank-transfers verify',
    ),
  'undo-beside-pending': ({ transactionId, rival }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `Transaction ${transactionId} cannot be pending again: another pending deposit, ${rival.id}, has its ` +
        `${rival.shares} by now. Reverse or correct it instead.`,
    ),
  'held-back': ({ transactionId, secondsLeft }) =>
    new ServiceError(
      'error_transition_not_allowed',
      `The desk is deciding about transaction ${transactionId}. Try again in ${secondsLeft} ` +
        `second${secondsLeft === 1 ? '' : 's'}.`,
      { retryAfterSeconds: secondsLeft },
    ),
};

/** The error that reports a refusal to the caller. */
export function refusalError(refusal: Refusal): ServiceError {
  const toError = ERRORS[refusal.type] as ToError<Refusal>;
  return toError(refusal);
}
