import { z } from 'zod';
import type { Client } from '../admin/client-directory.ts';
import { logoPath } from '../admin/page-settings.ts';
import { minorToAmount } from '../kernel/money.ts';
import type { Database } from '../operations/database.ts';
import { amountOut, formatTimestamp, timestampOut } from '../operations/fields.ts';
import { transactionId } from '../operations/ids.ts';
import type { Context } from '../operations/operation.ts';
import type { Payer } from '../operations/permissions.ts';
import { OTHER_PAYER_RULES, STRICT_POLICY } from '../reconciliation/domain/matching/policy.ts';
import { requireOwner } from '../transactions/details.ts';
import { type Deposit, FORGOTTEN, TRANSACTION_STATUSES } from '../transactions/domain/transaction.ts';
import { isOverdue } from '../transactions/domain/transition.ts';
import { arrivedOf } from './domain/arrived.ts';
import { isReturnAllowed } from './return-url.ts';

/** The outcomes of a payment that a payer sees. */
const PAYMENT_OUTCOMES = ['successful', 'unsuccessful', 'reversed', 'expired', 'cancelled'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** The part of a deposit that its payer may see. The payment page shows exactly this. */
export const paymentView = z.object({
  transactionId,
  processId: z.string().describe("The merchant's own id."),
  merchant: z.string().describe('The name of the merchant that is paid.'),
  brand: z
    .object({
      color: z.string().nullable().describe('The color of the page, as `#rrggbb`.'),
      logo: z.string().nullable().describe('The path of the logo below the root of the service.'),
    })
    .describe('How the merchant looks to payers.'),
  payer: z
    .string()
    .nullable()
    .describe('The name that the paying account should have; null for a forgotten person.'),
  otherPayer: z
    .enum(OTHER_PAYER_RULES)
    .nullable()
    .describe('What happens to money from the account of somebody else; null once it is no longer pending.'),
  status: z.enum(TRANSACTION_STATUSES).describe('The status.'),
  outcome: z.enum(PAYMENT_OUTCOMES).nullable().describe('How the payment ended; null while it is pending.'),
  amount: amountOut.describe('The requested amount; once known, the amount that was actually paid.'),
  requestedAmount: amountOut.describe('The requested amount.'),
  partlyPaid: z
    .object({
      received: amountOut.describe('What has come.'),
      missing: amountOut.describe(
        'The rest, which can be sent with the same reference; 0 while the desk checks what has come.',
      ),
    })
    .nullable()
    .describe(
      'The money that has come while the payment is pending and waits for the desk because of its amount; null for none. It is not streamed: read the payment again.',
    ),
  currency: z.string().describe('The currency, three letters.'),
  bank: z.string().describe('The name of the bank.'),
  reference: z
    .string()
    .nullable()
    .describe('What the payer writes into the transfer; null for a payment that is older than references.'),
  account: z
    .object({
      name: z.string().describe('The holder of the account.'),
      iban: z.string().describe('The IBAN of the account.'),
    })
    .nullable()
    .describe('The account to pay into; null once the payment is no longer pending.'),
  reason: z
    .string()
    .nullable()
    .describe('Why the payment ended, in words for the payer; null when there are none.'),
  createdAt: timestampOut.describe('When it was created.'),
  endedAt: timestampOut.nullable().describe('When it ended; null while it is pending.'),
  sentAt: timestampOut.nullable().describe('When the payer first reported the money as sent.'),
  expiresAt: timestampOut.describe('When it ends by itself.'),
  secondsLeft: z.number().describe('The seconds that are left to pay.'),
  returnUrl: z.string().nullable().describe('The way back to the merchant, if there is one.'),
  test: z
    .boolean()
    .optional()
    .describe('True for a payment of a test key, for which no money may be sent; left out for live ones.'),
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
    otherPayer: isPending ? await findOtherPayerRule(dependencies.db, deposit) : null,
    status,
    outcome: hasExpired ? 'expired' : outcomeOf(deposit),
    amount: minorToAmount(deposit.finalAmountMinor ?? deposit.amountMinor),
    requestedAmount: minorToAmount(deposit.amountMinor),
    partlyPaid: await findPart(dependencies, deposit),
    currency: deposit.currency,
    bank: deposit.bankName,
    reference: deposit.reference,
    account: isPending ? { name: deposit.bankAccountName, iban: deposit.bankAccountIban } : null,
    reason: isPending || hasExpired ? null : unlessForgotten(await findReason(dependencies.db, deposit)),
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

/** The hosts are checked again: one that the merchant has lost since must not get its payers. */
function findReturn({ returnUrl }: Deposit, merchant: Client): string | null {
  const urls = [returnUrl, merchant.returnUrl];
  return urls.find((url) => url && isReturnAllowed(url, merchant.returnHosts)) ?? null;
}

async function findOtherPayerRule(db: Database, { clientId }: Deposit) {
  const policies = await db.read('findPolicies', [clientId]);
  return (policies.get(clientId) ?? STRICT_POLICY).otherPayer;
}

/** Finds what has come for a deposit that is still expected, and waits for the desk. */
export async function findPart(
  { db, runtime }: Pick<Context['dependencies'], 'db' | 'runtime'>,
  deposit: Deposit,
): Promise<PaymentView['partlyPaid']> {
  if (deposit.isTest || deposit.status !== 'pending' || isOverdue(deposit, runtime.steadyNowMs()))
    return null;
  // For most payments nothing has come: they must not wait for the searches of others.
  if (!(await db.read('isNamed', deposit))) return null;
  const arrived = arrivedOf(deposit.amountMinor, await db.query('findWaitingMoney', deposit));
  if (!arrived) return null;
  return { received: minorToAmount(arrived.receivedMinor), missing: minorToAmount(arrived.missingMinor) };
}

/** The words of the operator who decided, if they are meant for the payer. */
async function findReason(db: Database, { id }: Deposit): Promise<string | null> {
  const [last] = await db.read('findLastEvents', [id]);
  return last?.seenBy === 'payer' ? last.reason : null;
}

function outcomeOf({ status, endedAs }: Deposit): PaymentOutcome | null {
  if (status !== 'unsuccessful') return status === 'pending' ? null : 'successful';
  return endedAs === null || endedAs === 'rejected' ? 'unsuccessful' : endedAs;
}
