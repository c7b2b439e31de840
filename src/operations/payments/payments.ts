import { z } from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import { type Deposit, TRANSACTION_STATUSES, type Transaction } from '../../domain/transaction.ts';
import { amountOut, fields, formatTimestamp, timestampOut } from '../fields.ts';
import { type Context, definePayerOperation, definePayerSubscription } from '../operation.ts';
import type { Payer } from '../permissions.ts';
import { refusalError } from '../transactions/refusals.ts';

/** What a payer is told of how a payment ended. */
export const PAYMENT_OUTCOMES = ['successful', 'unsuccessful', 'expired', 'cancelled'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** A deposit as its payer sees it: what the payment page shows, and no more. */
export const paymentView = z.object({
  /** Who is paid. */
  merchant: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  /** Null as long as it is pending. */
  outcome: z.enum(PAYMENT_OUTCOMES).nullable(),
  /** What was really paid, once that is known. */
  amount: amountOut,
  currency: z.string(),
  bank: z.string(),
  /** Where to pay; null once nothing is to be paid there any more. */
  account: z.object({ name: z.string(), iban: z.string() }).nullable(),
  /** When the payer first said that the money was sent. */
  sentAt: timestampOut.nullable(),
  expiresAt: timestampOut,
  /** How long it can still be paid, in seconds, whatever the clocks of others say. */
  secondsLeft: z.number(),
});

export type PaymentView = z.infer<typeof paymentView>;

/** Reads the payment that the link opens. */
export const getPayment = definePayerOperation({
  name: 'getPayment',
  kind: 'query',
  input: fields({}),
  output: paymentView,
  run: async (context) => viewPayment(context, await findDeposit(context)),
});

/** Notes that the payer says that the money was sent. Saying it again changes nothing. */
export const markPaymentSent = definePayerOperation({
  name: 'markPaymentSent',
  kind: 'command',
  input: fields({}),
  output: paymentView,
  async run(context) {
    const deposit = depositOf(await context.dependencies.transactions.markSent(context.principal.depositId));
    if (deposit.sentAtMs === null)
      throw new ServiceError(
        'error_transition_not_allowed',
        `The payment is ${deposit.status}: it is not waited for any more.`,
      );
    return viewPayment(context, deposit);
  },
});

/** Gives the payment up. */
export const cancelPayment = definePayerOperation({
  name: 'cancelPayment',
  kind: 'command',
  input: fields({}),
  output: paymentView,
  async run(context) {
    const outcome = await context.dependencies.transactions.transition({
      transactionId: context.principal.depositId,
      command: { kind: 'cancel', by: 'payer' },
      actor: { kind: 'payer', clientId: null },
    });
    if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
    return viewPayment(context, depositOf(outcome.kind === 'stored' ? outcome.transaction : undefined));
  },
});

/** Tells how the payment stands: at once, and then at each change. */
export const subscribeToPayment = definePayerSubscription({
  name: 'subscribeToPayment',
  input: fields({}),
  output: paymentView,
  async run(context, _input, signal) {
    // Watched before it is read: nothing can happen between the two.
    const { depositId } = context.principal;
    const changes = context.dependencies.bus.subscribe(
      `payment ${depositId}`,
      signal,
      ({ id }) => id === depositId,
    );
    return tell(context, changes);
  },
});

async function* tell(
  context: Context<Payer>,
  changes: AsyncIterable<Transaction>,
): AsyncGenerator<PaymentView> {
  yield viewPayment(context, await findDeposit(context));
  // Read anew: what changed together is told in the order it was stored, and the newest counts.
  for await (const _change of changes) yield viewPayment(context, await findDeposit(context));
}

async function findDeposit({ principal, dependencies }: Context<Payer>): Promise<Deposit> {
  return depositOf(await dependencies.transactions.findById(principal.depositId));
}

/** The link was checked by then: what it opens is there. */
function depositOf(transaction: Transaction | undefined): Deposit {
  if (transaction?.type !== 'deposit') throw new Error('a payment link lost its deposit');
  return transaction;
}

async function viewPayment({ dependencies }: Context<Payer>, deposit: Deposit): Promise<PaymentView> {
  const { runtime, clients } = dependencies;
  const merchant = await clients.findById(deposit.clientId);
  if (!merchant) throw new Error(`transaction ${deposit.id} has no client`);
  const isPending = deposit.status === 'pending';
  const leftMs = deposit.expiresAtMs - runtime.steadyNowMs();
  return {
    merchant: merchant.name,
    status: deposit.status,
    outcome: outcomeOf(deposit),
    amount: minorToAmount(deposit.finalAmountMinor ?? deposit.amountMinor),
    currency: deposit.currency,
    bank: deposit.bankName,
    account: isPending ? { name: deposit.bankAccountName, iban: deposit.bankAccountIban } : null,
    sentAt: deposit.sentAtMs === null ? null : formatTimestamp(deposit.sentAtMs),
    expiresAt: formatTimestamp(runtime.nowMs() + leftMs),
    secondsLeft: isPending ? Math.max(0, Math.ceil(leftMs / 1000)) : 0,
  };
}

function outcomeOf({ status, statusReason }: Deposit): PaymentOutcome | null {
  if (status === 'pending') return null;
  if (status === 'successful') return 'successful';
  if (statusReason === 'expired') return 'expired';
  const isCancelled = statusReason === 'cancelled_by_payer' || statusReason === 'cancelled_by_client';
  return isCancelled ? 'cancelled' : 'unsuccessful';
}
