import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { CONFIRMED, DECIDED } from '../operations/error-table.ts';
import { EXAMPLE_REASON } from '../operations/examples.ts';
import { amount, fields, flag, idText, text, wholeNumber } from '../operations/fields.ts';
import { transactionId } from '../operations/ids.ts';
import { operation } from '../operations/operation.ts';
import { CREATORS, OPERATORS } from '../operations/permissions.ts';
import { MAX_HOLD_SECONDS } from './domain/plan.ts';
import { MAX_SEQUENCE } from './limits.ts';
import { reason, seenBy } from './reason.ts';
import { pay, transition } from './run-transition.ts';
import { transactionDetail } from './views.ts';

/** The fields of every transition: the transaction, and the sequence on which the decision was based. */
export const target = {
  transactionId,
  sequence: wholeNumber(1, MAX_SEQUENCE).describe(
    'The number of the last change of the transaction that was seen.',
  ),
};

export const holdSeconds = wholeNumber(0, MAX_HOLD_SECONDS)
  .optional()
  .describe(
    'The seconds after which it happens, up to 30. Until then the key that decided can undo it; 0 by default.',
  );

/** Whether a repeat is answered with what has happened. It could plan again what was undone. */
export const happensNow = (input: { readonly holdSeconds?: number | undefined }) => !input.holdSeconds;

/** How a withdrawal was paid. */
const payment = {
  paidFromAccountId: idText.optional().describe('The bank account that a withdrawal was paid from.'),
  bankReference: text(64).optional().describe("The bank's number of the transfer."),
};

export const finalAmount = amount
  .optional()
  .describe('The amount that was actually paid; the requested amount by default.');

export const acceptDifference = flag
  .optional()
  .describe(
    'Whether the finalAmount is intended although it is beyond the limits of the bank, or more than a fifth away from the amount. Of a line: also whether a debit is meant that names a payout and differs from it, and whether money is there that is in doubt.',
  );

/** The fields that all commands of operators about one transaction share. */
export const deskCommand = {
  kind: 'command',
  roles: OPERATORS,
  modes: 'both',
  output: transactionDetail,
} as const;

export const settleTransaction = operation({
  ...deskCommand,
  name: 'settleTransaction',
  summary: 'Settle a transaction',
  description:
    'The money was received, or paid out: pending becomes successful. A withdrawal is settled by the holder of its claim, who names the account that paid.',
  refusals: [...CONFIRMED, 'error_not_claimed'],
  isIdempotent: happensNow,
  input: fields({
    ...target,
    finalAmount,
    acceptDifference,
    ...payment,
    reason: reason.optional(),
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  example: { sequence: 1, finalAmount: 499.5 },
  run: (context, input) => pay(context, { ...input, kind: 'settle' }),
});

export const rejectTransaction = operation({
  ...deskCommand,
  name: 'rejectTransaction',
  summary: 'Reject a transaction',
  description: 'Pending becomes unsuccessful.',
  refusals: DECIDED,
  isIdempotent: happensNow,
  input: fields({ ...target, reason: reason.optional(), seenBy: seenBy.optional(), holdSeconds }),
  example: { sequence: 1, reason: EXAMPLE_REASON, seenBy: 'merchant' },
  run: (context, { transactionId, holdSeconds, ...input }) =>
    transition(context, { transactionId, holdSeconds }, { ...input, kind: 'reject' }),
});

export const reverseTransaction = operation({
  ...deskCommand,
  name: 'reverseTransaction',
  summary: 'Reverse a successful transaction',
  description:
    'The money went back: successful becomes unsuccessful. A withdrawal that payouts have paid is refused while more of its money may be out.',
  refusals: DECIDED,
  isIdempotent: happensNow,
  input: fields({
    ...target,
    reason,
    acceptStillOut: flag
      .optional()
      .describe(
        'For admins: whether to reverse a withdrawal even if statements and files show that more of its money may be out.',
      ),
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  example: { sequence: 2, reason: EXAMPLE_REASON },
  run(context, { transactionId, holdSeconds, ...input }) {
    if (input.acceptStillOut && context.principal.role !== 'admin')
      throw fieldError('acceptStillOut', fault('unwanted', 'is for admins. Ask one to reverse it.'));
    return transition(context, { transactionId, holdSeconds }, { ...input, kind: 'reverse' });
  },
});

export const correctTransaction = operation({
  ...deskCommand,
  name: 'correctTransaction',
  summary: 'Correct an unsuccessful transaction',
  description:
    'The money came, or was paid, after all: unsuccessful becomes successful. For a withdrawal name the account that paid and the bank reference.',
  refusals: [...CONFIRMED, 'error_payout_by_batch_only'],
  isIdempotent: happensNow,
  input: fields({
    ...target,
    finalAmount: finalAmount.describe(
      'The amount that was actually paid; by default the final amount that it had before, or else the requested amount.',
    ),
    acceptDifference,
    ...payment,
    reason,
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  example: { sequence: 2, reason: EXAMPLE_REASON, finalAmount: 500 },
  run: (context, input) => pay(context, { ...input, kind: 'correct' }),
});

export const cancelTransaction = operation({
  name: 'cancelTransaction',
  kind: 'command',
  roles: CREATORS,
  modes: 'both',
  summary: 'Cancel a pending transaction',
  description: 'A repetition returns the cancelled transaction.',
  refusals: DECIDED,
  isIdempotent: happensNow,
  input: fields({
    transactionId,
    sequence: target.sequence.optional().describe('The number of the last change of the transaction.'),
    reason: reason.optional().describe('The words of an operator who cancels for the client.'),
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  output: transactionDetail,
  run(context, { transactionId, holdSeconds, ...input }) {
    const given = [holdSeconds && 'holdSeconds', input.reason && 'reason', input.seenBy && 'seenBy'];
    const [path] = given.filter((field) => typeof field === 'string');
    if (path && context.principal.role === 'merchant')
      throw fieldError(path, fault('unwanted', 'is for operators. Leave the field out.'));
    // Without a sequence, a repeat after an undo would cancel again.
    if (holdSeconds && input.sequence === undefined)
      throw fieldError(
        'sequence',
        fault('required', 'is needed with holdSeconds. Name the one that you have read.'),
      );
    return transition(context, { transactionId, holdSeconds }, { ...input, kind: 'cancel', by: 'client' });
  },
});
