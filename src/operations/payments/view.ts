import { z } from 'zod';
import { minorToAmount } from '../../domain/money.ts';
import { type Deposit, FORGOTTEN, TRANSACTION_STATUSES } from '../../domain/transaction.ts';
import { isOverdue } from '../../domain/transition.ts';
import type { Client } from '../admin/client-directory.ts';
import { logoPath } from '../admin/page-settings.ts';
import { amountOut, formatTimestamp, timestampOut } from '../fields.ts';
import type { Context } from '../operation.ts';
import type { Payer } from '../permissions.ts';
import type { DeskStore } from '../transactions/desk-store.ts';
import { requireOwner } from '../transactions/details.ts';
import { isReturnAllowed } from './return-url.ts';

/** The outcomes of a payment that a payer sees. */
export const PAYMENT_OUTCOMES = ['successful', 'unsuccessful', 'reversed', 'expired', 'cancelled'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** The part of a deposit that its payer may see. The payment page shows exactly this. */
export const paymentView = z.object({
  transactionId: z.string(),
  /** The merchant's own id. */
  processId: z.string(),
  /** The name of the merchant that is paid. */
  merchant: z.string(),
  /** The color as `#rrggbb`, and the path of the logo below the root of the service. */
  brand: z.object({ color: z.string().nullable(), logo: z.string().nullable() }),
  /** The name that the paying account should have; null for a forgotten person. */
  payer: z.string().nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  /** Null while the payment is pending. */
  outcome: z.enum(PAYMENT_OUTCOMES).nullable(),
  /** The requested amount; once known, the amount that was actually paid. */
  amount: amountOut,
  requestedAmount: amountOut,
  currency: z.string(),
  bank: z.string(),
  /** The text that the payer writes beside the transfer; null for a payment that is older than references. */
  reference: z.string().nullable(),
  /** The account to pay into; null once the payment is no longer pending. */
  account: z.object({ name: z.string(), iban: z.string() }).nullable(),
  /** Why the payment ended, in words for the payer; null when there are none. */
  reason: z.string().nullable(),
  createdAt: timestampOut,
  /** The time of the outcome. */
  endedAt: timestampOut.nullable(),
  /** The time when the payer first reported the money as sent. */
  sentAt: timestampOut.nullable(),
  expiresAt: timestampOut,
  /** The remaining time to pay, in seconds, so that a browser need not trust its own clock. */
  secondsLeft: z.number(),
  /** The way back to the merchant, if there is one. */
  returnUrl: z.string().nullable(),
  /** True for a payment of a test key, for which no money may be sent; left out for live ones. */
  test: z.boolean().optional(),
});

export type PaymentView = z.infer<typeof paymentView>;

/** Shows a deposit to its payer. */
export async function viewPayment({ dependencies }: Context<Payer>, deposit: Deposit): Promise<PaymentView> {
  const { runtime, clients } = dependencies;
  const merchant = requireOwner(await clients.findById(deposit.clientId), deposit);
  // The sweep may come to an overdue deposit later. Its payer must not send money meanwhile.
  const hasExpired = isOverdue(deposit, runtime.steadyNowMs());
  const status = hasExpired ? 'unsuccessful' : deposit.status;
  const isPending = status === 'pending';
  const leftMs = deposit.expiresAtMs - runtime.steadyNowMs();
  const expiresAt = formatTimestamp(runtime.nowMs() + leftMs);
  return {
    transactionId: deposit.id,
    processId: deposit.processId,
    ...viewMerchant(merchant),
    payer: unlessForgotten(deposit.name),
    status,
    outcome: hasExpired ? 'expired' : outcomeOf(deposit),
    amount: minorToAmount(deposit.finalAmountMinor ?? deposit.amountMinor),
    requestedAmount: minorToAmount(deposit.amountMinor),
    currency: deposit.currency,
    bank: deposit.bankName,
    reference: deposit.reference,
    account: isPending ? { name: deposit.bankAccountName, iban: deposit.bankAccountIban } : null,
    reason:
      isPending || hasExpired ? null : unlessForgotten(await findReason(dependencies.transactions, deposit)),
    createdAt: formatTimestamp(deposit.createdAtMs),
    endedAt: endOf(deposit, hasExpired ? expiresAt : null),
    sentAt: deposit.sentAtMs === null ? null : formatTimestamp(deposit.sentAtMs),
    expiresAt,
    secondsLeft: isPending ? Math.max(0, Math.ceil(leftMs / 1000)) : 0,
    returnUrl: findReturn(deposit, merchant),
    ...(deposit.isTest && { test: true }),
  };
}

function unlessForgotten(text: string | null): string | null {
  return text === FORGOTTEN ? null : text;
}

function viewMerchant({ name, brandName, brandColor, brandLogo }: Client) {
  return {
    merchant: brandName ?? name,
    brand: { color: brandColor, logo: brandLogo && logoPath(brandLogo) },
  };
}

function endOf({ status, updatedAtMs }: Deposit, expiredAt: string | null): string | null {
  return status === 'pending' ? expiredAt : formatTimestamp(updatedAtMs);
}

/** The hosts are looked at again: one that the merchant lost since must not get its payers. */
function findReturn({ returnUrl }: Deposit, merchant: Client): string | null {
  const urls = [returnUrl, merchant.returnUrl];
  return urls.find((url) => url && isReturnAllowed(url, merchant.returnHosts)) ?? null;
}

/** The words of the operator who decided, if they are meant for the payer. */
async function findReason(transactions: DeskStore, { id, sequence }: Deposit): Promise<string | null> {
  // The last event may be one that is held back.
  const last = await transactions.findEvent(id, sequence);
  return last?.seenBy === 'payer' ? last.reason : null;
}

function outcomeOf({ status, endedAs }: Deposit): PaymentOutcome | null {
  if (status !== 'unsuccessful') return status === 'pending' ? null : 'successful';
  return endedAs === null || endedAs === 'rejected' ? 'unsuccessful' : endedAs;
}
