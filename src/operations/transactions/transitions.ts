import type { AmountLimits } from '../../domain/bank.ts';
import { validationError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import type { Actor, TransitionCommand } from '../../domain/transition.ts';
import { MAX_HOLD_SECONDS } from '../../domain/undo.ts';
import { auditOrigin } from '../audit/origin.ts';
import { amount, fields, flag, idText, text, wholeNumber } from '../fields.ts';
import { type Context, define, traceOf } from '../operation.ts';
import type { OperationName } from '../permissions.ts';
import { refuseUnknownAccount } from '../reconciliation/find-account.ts';
import { viewDetail } from './details.ts';
import { namedRefusal } from './named-refusal.ts';
import { reason, refuseSeenByAlone, seenBy } from './reason.ts';
import { targetOf } from './scope.ts';
import { transactionNotFound } from './transactions.ts';
import { type TransactionDetail, transactionDetail } from './views.ts';

const MAX_SEQUENCE = 1_000_000;
/** The fields of every transition: the transaction, and the sequence on which the decision was based. */
export const target = { transactionId: idText, sequence: wholeNumber(1, MAX_SEQUENCE) };

/** The time for which the callback is held back, so that the transition can be undone; none by default. */
export const holdSeconds = wholeNumber(0, MAX_HOLD_SECONDS).optional();

/** How a withdrawal was paid. */
const payment = {
  /** The bank account that the money left. */
  paidFromAccountId: idText.optional(),
  /** The bank's number of the transfer. */
  bankReference: text(64).optional(),
};

/** Whether a finalAmount is meant that is beyond the bank's limits, or more than a fifth away from the amount. */
export const acceptDifference = flag.optional();

/** Makes a pending transaction successful: the money was received, or paid out by the holder of its claim. */
export const settleTransaction = define({
  name: 'settleTransaction',
  kind: 'command',
  isIdempotent: true,
  input: fields({
    ...target,
    /** The amount that was actually paid; the requested amount by default. */
    finalAmount: amount.optional(),
    acceptDifference,
    ...payment,
    reason: reason.optional(),
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  output: transactionDetail,
  run: (context, { finalAmount, ...input }) => pay(context, { ...input, kind: 'settle', finalAmount }),
});

/** Makes a pending transaction unsuccessful: the money will not be received, or cannot be paid out. */
export const rejectTransaction = define({
  name: 'rejectTransaction',
  kind: 'command',
  isIdempotent: true,
  input: fields({ ...target, reason: reason.optional(), seenBy: seenBy.optional(), holdSeconds }),
  output: transactionDetail,
  run: (context, { transactionId, holdSeconds, ...input }) =>
    transition(context, { transactionId, holdSeconds }, { ...input, kind: 'reject' }),
});

/** Makes a successful transaction unsuccessful: the money was returned. */
export const reverseTransaction = define({
  name: 'reverseTransaction',
  kind: 'command',
  isIdempotent: true,
  input: fields({ ...target, reason, seenBy: seenBy.optional(), holdSeconds }),
  output: transactionDetail,
  run: (context, { transactionId, holdSeconds, ...input }) =>
    transition(context, { transactionId, holdSeconds }, { ...input, kind: 'reverse' }),
});

/** Makes an unsuccessful transaction successful: the money arrived late, or the rejection was a mistake. */
export const correctTransaction = define({
  name: 'correctTransaction',
  kind: 'command',
  isIdempotent: true,
  input: fields({
    ...target,
    finalAmount: amount.optional(),
    acceptDifference,
    ...payment,
    reason,
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  output: transactionDetail,
  run: (context, { finalAmount, ...input }) => pay(context, { ...input, kind: 'correct', finalAmount }),
});

/** Cancels a pending transaction. Repeating the call returns the cancelled transaction. */
export const cancelTransaction = define({
  name: 'cancelTransaction',
  kind: 'command',
  isIdempotent: true,
  input: fields({
    transactionId: idText,
    sequence: target.sequence.optional(),
    /** The words of an operator who cancels for the client. */
    reason: reason.optional(),
    seenBy: seenBy.optional(),
    holdSeconds,
  }),
  output: transactionDetail,
  run(context, { transactionId, holdSeconds, ...input }) {
    const given = [holdSeconds && 'holdSeconds', input.reason && 'reason', input.seenBy && 'seenBy'];
    const [path] = given.filter((field) => typeof field === 'string');
    if (path && context.principal.role === 'merchant')
      throw validationError([{ path, message: `${path} is for operators. Leave the field out.` }]);
    // Without a sequence, a repeat after an undo would cancel anew.
    if (holdSeconds && input.sequence === undefined)
      throw validationError([
        {
          path: 'sequence',
          message: 'sequence is needed with holdSeconds. Name the one that you have read.',
        },
      ]);
    return transition(context, { transactionId, holdSeconds }, { ...input, kind: 'cancel', by: 'client' });
  },
});

type PayCommand = Extract<TransitionCommand, { readonly kind: 'settle' | 'correct' }>;

export interface PayInput extends Omit<PayCommand, 'finalAmountMinor' | 'limits'>, Target {
  readonly finalAmount: number | undefined;
}

/**
 * Runs a transition that may set the final amount, and names the account that paid. Only a given amount is compared with
 * the limits of the bank.
 */
export async function pay(
  context: Context,
  { transactionId, holdSeconds, operation, finalAmount: finalAmountMinor, ...command }: PayInput,
): Promise<TransactionDetail> {
  if (command.paidFromAccountId !== undefined)
    refuseUnknownAccount(
      await context.dependencies.accounts.list(),
      command.paidFromAccountId,
      'paidFromAccountId',
    );
  const limits = finalAmountMinor === undefined ? undefined : await findLimits(context, transactionId);
  const target = { transactionId, holdSeconds, operation };
  return transition(context, target, { ...command, finalAmountMinor, limits });
}

/** The limits of a transaction's bank for its type; undefined when the bank or its list is not known now. */
export async function findLimits(
  { dependencies: { transactions, banks } }: Context,
  transactionId: string,
): Promise<AmountLimits | undefined> {
  if (!TRANSACTION_ID.test(transactionId)) return undefined;
  const transaction = await transactions.findById(transactionId);
  if (!transaction) return undefined;
  const bank = await banks.find(transaction.bankId);
  return typeof bank === 'string' ? undefined : (bank[transaction.type] ?? undefined);
}

type CallersCommand = Exclude<TransitionCommand, { readonly kind: 'expire' }>;

/** The operation of each command, for the audit log. */
const OPERATIONS = {
  settle: 'settleTransaction',
  reject: 'rejectTransaction',
  reverse: 'reverseTransaction',
  correct: 'correctTransaction',
  cancel: 'cancelTransaction',
} as const satisfies Record<CallersCommand['kind'], OperationName>;

interface Target {
  readonly transactionId: string;
  readonly holdSeconds?: number | undefined;
  /** The operation for the audit log; by default the one of the command. */
  readonly operation?: OperationName | undefined;
}

async function transition(
  context: Context,
  { transactionId, holdSeconds = 0, operation }: Target,
  command: CallersCommand,
): Promise<TransactionDetail> {
  const { dependencies } = context;
  if ('reason' in command || 'seenBy' in command) refuseSeenByAlone(command);
  // A malformed id names no transaction.
  if (!TRANSACTION_ID.test(transactionId)) throw transactionNotFound();
  const outcome = await dependencies.transactions.transition({
    ...targetOf(context, transactionId),
    command,
    actor: actorOf(context),
    holdMs: holdSeconds * 1000,
    audit: auditOrigin(context, operation ?? OPERATIONS[command.kind]),
    traceparent: traceOf(context),
  });
  if (outcome.kind === 'missing') throw transactionNotFound();
  if (outcome.kind === 'refused') throw await namedRefusal(context, outcome.refusal);
  return viewDetail(context, outcome.transaction);
}

export function actorOf({ principal }: Context): Actor {
  return { kind: principal.role === 'merchant' ? 'client' : 'operator', clientId: principal.client.id };
}
