import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { headFields, userFields } from '../../domain/shared-fields.ts';
import type { Deposit, Transaction, Withdrawal } from '../../domain/transaction.ts';
import type { Client } from '../admin/client-directory.ts';
import { amountOut, graphqlTypes, timestampOut, transactionStatus, transactionType } from '../fields.ts';
import { paymentToken } from '../payments/link.ts';
import { claimPeriodView, claimView, noteView, payerView, paymentView } from './desk-views.ts';
import { endedKind } from './filter.ts';

const head = {
  /** Empty when the client has no secret to make it with. */
  hash: z.string(),
  transactionId: z.string(),
  bankId: z.string(),
  bank: z.string(),
  amount: amountOut,
};
const depositAccount = { bankAccountName: z.string(), bankAccountIban: z.string() };
const withdrawalAccount = { accountName: z.string(), iban: z.string() };
const tail = {
  status: transactionStatus,
  name: z.string(),
  userName: z.string(),
  userId: z.string(),
  processId: z.string(),
  convertedName: z.string(),
};

/** The deposit of the specification, section 2.1, with its order of keys. */
export const depositView = z.object({
  ...head,
  type: z.literal('deposit').register(graphqlTypes, { name: 'TransactionType' }),
  ...depositAccount,
  ...tail,
  url: z.string(),
  alreadyPending: z.boolean().optional(),
});

/** The withdrawal of the specification, section 2.2, with its order of keys. */
export const withdrawalView = z.object({
  ...head,
  type: z.literal('withdrawal').register(graphqlTypes, { name: 'TransactionType' }),
  ...withdrawalAccount,
  ...tail,
});

const auditFields = {
  statusReason: z.string().nullable(),
  /** How an unsuccessful transaction ended; null for the others. */
  endedAs: endedKind.nullable(),
  /** True for money that came, or may have come, after the end: see ending.ts. */
  isLate: z.boolean(),
  finalAmount: amountOut.nullable(),
  createdAt: timestampOut,
  updatedAt: timestampOut,
  sequence: z.number(),
  /** The client's key, for callers who see more than their own transactions. */
  appKey: z.string().optional(),
  /** True for a transaction of a test key; left out for live ones. */
  test: z.boolean().optional(),
};

/** The text that the payer writes beside the transfer; null for a deposit that is older than references. */
const reference = z.string().nullable();

/** The time when the payer of a deposit first reported the money as sent; null until then. */
const sentAt = timestampOut.nullable();

/** The time when a deposit expires if it is still pending. It moves when its payer reports the money as sent. */
const expiresAt = timestampOut;

/** Left out for merchants. */
const claim = claimView.nullable().optional();
/** Left out for merchants. */
const payment = paymentView.nullable().optional();
/** Left out for merchants, and in lists. */
const claimHistory = z.array(claimPeriodView).optional();
/** Left out for merchants, and in lists. */
const notes = z.array(noteView).optional();
/** Whether the blacklist stops it; left out for merchants. */
const blacklisted = z.boolean().optional();

/** Null where no line of a bank statement has paid the deposit. Left out for merchants. */
const payer = payerView.nullable().optional();

/** Left out for viewers: it is a sign of the client's secret. */
const hash = z.string().optional();

const depositDetail = depositView.omit({ alreadyPending: true }).extend({
  hash,
  /** Left out for viewers: the holder of the link may cancel the payment. */
  url: z.string().optional(),
  reference,
  ...auditFields,
  sentAt,
  expiresAt,
  payer,
  blacklisted,
  notes,
});
const withdrawalDetail = withdrawalView.extend({
  ...{ hash, ...auditFields, claim, payment, claimHistory, blacklisted, notes },
});

/** One transaction in full: its view, then its audit fields. */
export const transactionDetail = z.discriminatedUnion('type', [depositDetail, withdrawalDetail]);

/** The same in one flat shape, for tables; the fields of the other type are left out. */
export const transactionRow = z.object({
  ...head,
  hash,
  type: transactionType,
  ...z.object({ ...depositAccount, url: z.string(), ...withdrawalAccount }).partial().shape,
  ...tail,
  reference: reference.optional(),
  ...auditFields,
  sentAt: sentAt.optional(),
  expiresAt: expiresAt.optional(),
  claim,
  payer,
  payment,
  claimHistory,
  blacklisted,
  notes,
});

type DepositView = z.infer<typeof depositView>;
type WithdrawalView = z.infer<typeof withdrawalView>;
export type TransactionDetail = z.infer<typeof transactionDetail>;

/** Shows a transaction to its client. */
export function viewTransaction(deposit: Deposit, owner: Client, publicUrl: string): DepositView;
export function viewTransaction(withdrawal: Withdrawal, owner: Client, publicUrl: string): WithdrawalView;
export function viewTransaction(
  transaction: Transaction,
  owner: Client,
  publicUrl: string,
): DepositView | WithdrawalView {
  const first = headFields(transaction, transaction.amountMinor, newestSecret(owner));
  const last = Object.assign({ status: transaction.status }, userFields(transaction));
  if (transaction.type === 'withdrawal') {
    const { type, accountName, iban } = transaction;
    // Object.assign, since spreading this many fields is many times slower.
    return Object.assign(first, { type, accountName, iban }, last);
  }
  const { type, bankAccountName, bankAccountIban } = transaction;
  const url = `${publicUrl}/pay/${paymentToken(transaction)}`;
  return Object.assign(first, { type, bankAccountName, bankAccountIban }, last, { url });
}

/** The secret that hashes are made with; undefined when there is none, which must not hide a row. */
export function newestSecret({ secrets }: Client): KeyObject | undefined {
  return secrets[0]?.key;
}
