import { z } from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import { type Deposit, TRANSACTION_STATUSES, type Transaction } from '../../domain/transaction.ts';
import { isOverdue } from '../../domain/transition.ts';
import { auditOrigin } from '../audit/origin.ts';
import { amountOut, fields, formatTimestamp, parameters, timestampOut } from '../fields.ts';
import { type Context, define } from '../operation.ts';
import type { Payer } from '../permissions.ts';
import { refusalError } from '../transactions/refusals.ts';
import { requireOwner } from '../transactions/views.ts';
import { paymentNotFound } from './link.ts';

/** The outcomes of a payment that a payer sees. */
export const PAYMENT_OUTCOMES = ['successful', 'unsuccessful', 'expired', 'cancelled'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** The part of a deposit that its payer may see. The payment page shows exactly this. */
export const paymentView = z.object({
  /** The name of the merchant that is paid. */
  merchant: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  /** Null while the payment is pending. */
  outcome: z.enum(PAYMENT_OUTCOMES).nullable(),
  /** The requested amount; once known, the amount that was actually paid. */
  amount: amountOut,
  currency: z.string(),
  bank: z.string(),
  /** What the payer writes beside the transfer; null for a payment that is older than references. */
  reference: z.string().nullable(),
  /** The account to pay into; null once the payment is no longer pending. */
  account: z.object({ name: z.string(), iban: z.string() }).nullable(),
  /** The time when the payer first reported the money as sent. */
  sentAt: timestampOut.nullable(),
  expiresAt: timestampOut,
  /** The remaining time to pay, in seconds, so that a browser need not trust its own clock. */
  secondsLeft: z.number(),
});

export type PaymentView = z.infer<typeof paymentView>;

/** Reads the payment of the link. */
export const getPayment = define({
  name: 'getPayment',
  kind: 'query',
  input: parameters({}),
  output: paymentView,
  run: async (context) => viewPayment(context, await findDeposit(context)),
});

/** Records that the payer reports the money as sent. Only the first report counts. */
export const markPaymentSent = define({
  name: 'markPaymentSent',
  kind: 'command',
  isIdempotent: true,
  input: fields({}),
  output: paymentView,
  async run(context) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'markPaymentSent');
    const deposit = depositOf(await dependencies.transactions.markSent(principal.depositId, audit));
    if (deposit.sentAtMs === null)
      throw new ServiceError(
        'error_transition_not_allowed',
        `The payment is ${(await viewPayment(context, deposit)).status} and no longer expected.`,
      );
    return viewPayment(context, deposit);
  },
});

/** Cancels the payment. */
export const cancelPayment = define({
  name: 'cancelPayment',
  kind: 'command',
  isIdempotent: true,
  input: fields({}),
  output: paymentView,
  async run(context) {
    const outcome = await context.dependencies.transactions.transition({
      transactionId: context.principal.depositId,
      command: { kind: 'cancel', by: 'payer' },
      actor: { kind: 'payer', clientId: null },
      audit: auditOrigin(context, 'cancelPayment'),
    });
    if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
    return viewPayment(context, depositOf(outcome.kind === 'stored' ? outcome.transaction : undefined));
  },
});

/** Streams the payment: its present state first, then every change. */
export const subscribeToPayment = define({
  name: 'subscribeToPayment',
  kind: 'subscription',
  input: parameters({}),
  output: paymentView,
  async run(context, _input, signal) {
    const { depositId } = context.principal;
    // Subscribing before the first read leaves no gap between the two.
    const updates = context.dependencies.bus.subscribe(
      `payment ${depositId}`,
      signal,
      ({ id }) => id === depositId,
    );
    return streamPayment(context, updates);
  },
});

async function* streamPayment(
  context: Context<Payer>,
  updates: AsyncIterable<Transaction>,
): AsyncGenerator<PaymentView> {
  yield viewPayment(context, await findDeposit(context));
  // Read the deposit again: by now it may be newer than the update.
  for await (const _update of updates) yield viewPayment(context, await findDeposit(context));
}

async function findDeposit({ principal, dependencies }: Context<Payer>): Promise<Deposit> {
  return depositOf(await dependencies.transactions.findById(principal.depositId));
}

function depositOf(transaction: Transaction | undefined): Deposit {
  if (transaction?.type !== 'deposit') throw paymentNotFound();
  return transaction;
}

async function viewPayment({ dependencies }: Context<Payer>, deposit: Deposit): Promise<PaymentView> {
  const { runtime, clients } = dependencies;
  const merchant = requireOwner(await clients.findById(deposit.clientId), deposit);
  // The sweep may come to an overdue deposit later. Its payer must not send money meanwhile.
  const hasExpired = isOverdue(deposit, runtime.steadyNowMs());
  const status = hasExpired ? 'unsuccessful' : deposit.status;
  const isPending = status === 'pending';
  const leftMs = deposit.expiresAtMs - runtime.steadyNowMs();
  return {
    merchant: merchant.name,
    status,
    outcome: hasExpired ? 'expired' : outcomeOf(deposit),
    amount: minorToAmount(deposit.finalAmountMinor ?? deposit.amountMinor),
    currency: deposit.currency,
    bank: deposit.bankName,
    reference: deposit.reference,
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
