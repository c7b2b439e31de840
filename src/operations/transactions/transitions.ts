import { TRANSACTION_ID } from '../../domain/ids.ts';
import type { Actor, TransitionCommand } from '../../domain/transition.ts';
import { amount, fields, idText, text, wholeNumber } from '../fields.ts';
import { type Context, defineOperation } from '../operation.ts';
import { refusalError } from './refusals.ts';
import { transactionNotFound } from './transactions.ts';
import { type TransactionDetail, transactionDetail, viewDetail } from './views.ts';

const MAX_SEQUENCE = 1_000_000;
const MAX_REASON_CHARACTERS = 200;

/** Words that the service says by itself, of what others did: in an operator's mouth they would mislead. */
const RESERVED_REASONS = ['expired', 'cancelled_by_client', 'cancelled_by_payer'];

const reason = text(MAX_REASON_CHARACTERS).refine(
  (value) => !RESERVED_REASONS.includes(value),
  `must not be one of ${RESERVED_REASONS.join(', ')}, which say what others did.`,
);

/** Every change names the transaction, and the sequence that whoever decided it saw. */
const seen = { transactionId: idText, sequence: wholeNumber(1, MAX_SEQUENCE) };

/** Makes a pending transaction successful: the money came, or went out. */
export const settleTransaction = defineOperation({
  name: 'settleTransaction',
  kind: 'command',
  input: fields({
    ...seen,
    /** What was really paid; the amount that was asked for by default. */
    finalAmount: amount.optional(),
    reason: reason.optional(),
  }),
  output: transactionDetail,
  run: (context, { transactionId, finalAmount: finalAmountMinor, ...input }) =>
    transition(context, transactionId, { ...input, kind: 'settle', finalAmountMinor }),
});

/** Makes a pending transaction unsuccessful: the money will not come, or cannot be sent. */
export const rejectTransaction = defineOperation({
  name: 'rejectTransaction',
  kind: 'command',
  input: fields({ ...seen, reason: reason.optional() }),
  output: transactionDetail,
  run: (context, { transactionId, ...input }) =>
    transition(context, transactionId, { ...input, kind: 'reject' }),
});

/** Makes a successful transaction unsuccessful: the money went back. */
export const reverseTransaction = defineOperation({
  name: 'reverseTransaction',
  kind: 'command',
  input: fields({ ...seen, reason }),
  output: transactionDetail,
  run: (context, { transactionId, ...input }) =>
    transition(context, transactionId, { ...input, kind: 'reverse' }),
});

/** Makes an unsuccessful transaction successful: the money came late, or a rejection was a mistake. */
export const correctTransaction = defineOperation({
  name: 'correctTransaction',
  kind: 'command',
  input: fields({ ...seen, finalAmount: amount.optional(), reason }),
  output: transactionDetail,
  run: (context, { transactionId, finalAmount: finalAmountMinor, ...input }) =>
    transition(context, transactionId, { ...input, kind: 'correct', finalAmountMinor }),
});

/** Takes a pending transaction back. Whoever repeats it gets the transaction as it stands. */
export const cancelTransaction = defineOperation({
  name: 'cancelTransaction',
  kind: 'command',
  input: fields({ transactionId: idText, sequence: seen.sequence.optional() }),
  output: transactionDetail,
  run: (context, { transactionId, ...input }) =>
    transition(context, transactionId, { ...input, kind: 'cancel', by: 'client' }),
});

async function transition(
  context: Context,
  transactionId: string,
  command: TransitionCommand,
): Promise<TransactionDetail> {
  const { principal, dependencies } = context;
  // What cannot be an id names no transaction.
  if (!TRANSACTION_ID.test(transactionId)) throw transactionNotFound();
  const outcome = await dependencies.transactions.transition({
    transactionId,
    ownerId: principal.role === 'merchant' ? principal.client.id : undefined,
    command,
    actor: actorOf(context),
  });
  if (outcome.kind === 'missing') throw transactionNotFound();
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  return viewDetail(context, outcome.transaction);
}

function actorOf({ principal }: Context): Actor {
  return { kind: principal.role === 'merchant' ? 'client' : 'operator', clientId: principal.client.id };
}
