import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Client } from '../admin/client-directory.ts';
import {
  amountOut,
  graphqlTypes,
  timestampOut,
  transactionStatus,
  transactionType,
  viewType,
} from '../operations/fields.ts';
import { processId, transactionId, userId } from '../operations/ids.ts';
import { paymentToken } from '../payments/link.ts';
import { claimPeriodView, claimView } from './claim-views.ts';
import { noteView, payerView, paymentView, plannedView } from './desk-views.ts';
import { headFields, userFields } from './domain/shared-fields.ts';
import type { Deposit, Transaction, Withdrawal } from './domain/transaction.ts';
import { endedKind } from './filter.ts';

const head = {
  hash: z
    .string()
    .describe(
      'base64 of HMAC-SHA256(secret, transactionId + bankId + amount); empty for a client without a secret.',
    ),
  transactionId,
  bankId: z.string().describe('The bank.'),
  bank: z.string().describe('The name of the bank.'),
  amount: amountOut.describe('The amount, with at most two digits after the point.'),
};
const depositAccount = {
  bankAccountName: z.string().describe('The holder of the account that the payer sends the money to.'),
  bankAccountIban: z.string().describe('The IBAN that the payer sends the money to.'),
};
const withdrawalAccount = {
  accountName: z.string().describe('The holder of the account that receives the money.'),
  iban: z.string().describe('The IBAN of the account that receives the money.'),
};
const tail = {
  status: transactionStatus.describe('The status.'),
  name: z.string().describe('The name of the user.'),
  userName: z.string().describe('The name of the user at the client.'),
  userId,
  processId,
  convertedName: z.string().describe('The slug of `name`.'),
};

/** The deposit of the specification, section 2.1, with the keys in that order. */
export const depositView = viewType('Deposit', 'A deposit, as createDeposit returns it.', {
  ...head,
  type: z
    .literal('deposit')
    .register(graphqlTypes, { name: 'TransactionType' })
    .describe('Whether it is a deposit or a withdrawal.'),
  ...depositAccount,
  ...tail,
  url: z.string().describe('The payment page of the deposit. The link is its credential.'),
  alreadyPending: z.boolean().optional().describe('True if the user already had this pending deposit.'),
});

/** The withdrawal of the specification, section 2.2, with the keys in that order. */
export const withdrawalView = viewType('Withdrawal', 'A withdrawal, as createWithdrawal returns it.', {
  ...head,
  type: z
    .literal('withdrawal')
    .register(graphqlTypes, { name: 'TransactionType' })
    .describe('Whether it is a deposit or a withdrawal.'),
  ...withdrawalAccount,
  ...tail,
});

const auditFields = {
  statusReason: z.string().nullable().describe('Why it has this status; null for most.'),
  endedAs: endedKind.nullable().describe('How an unsuccessful transaction ended; null for the others.'),
  isLate: z.boolean().describe('Whether its money came, or may have come, after it had ended.'),
  finalAmount: amountOut.nullable().describe('The amount that was actually paid.'),
  createdAt: timestampOut.describe('When it was created.'),
  updatedAt: timestampOut.describe('When it last changed.'),
  sequence: z.number().describe('The number of the last change of the transaction.'),
  appKey: z
    .string()
    .optional()
    .describe('The client that owns it. Only keys that see the transactions of others get it.'),
  test: z.boolean().optional().describe('True for what a test key has created; otherwise left out.'),
};

const reference = z
  .string()
  .nullable()
  .describe('What the payer writes into the transfer; null for a deposit from before references existed.');

const sentAt = timestampOut
  .nullable()
  .describe('When the payer of the deposit said that the money was sent; null until then.');

const expiresAt = timestampOut.describe(
  'When the deposit expires. It gets more time when its payer says that the money was sent.',
);

const claim = claimView
  .nullable()
  .optional()
  .describe('The operator who is or was paying the pending withdrawal. Merchants do not get it.');
const payoutNumber = z
  .number()
  .nullable()
  .optional()
  .describe(
    'The number of the batch of payouts that is going to pay it, so that nobody pays it by hand; null if there is none. Merchants do not get it.',
  );
const payment = paymentView
  .nullable()
  .optional()
  .describe('How an operator has paid the withdrawal. Merchants do not get it.');
const claimHistory = z
  .array(claimPeriodView)
  .optional()
  .describe(
    'Who was paying the withdrawal, and until when. Merchants do not get it, and lists leave it out.',
  );
const notes = z
  .array(noteView)
  .optional()
  .describe('The notes of operators. Merchants do not get them, and lists leave them out.');
const blacklisted = z
  .boolean()
  .optional()
  .describe('Whether the blacklist stops it. Merchants do not get it.');

const planned = plannedView
  .nullable()
  .optional()
  .describe(
    'A decision that takes effect at a set time unless it is undone before; null if nothing is planned. Merchants do not get it.',
  );

const payer = payerView
  .nullable()
  .optional()
  .describe(
    'Who paid, as the line of the bank statement says; null if no line has paid it. Merchants do not get it.',
  );

const hash = z
  .string()
  .optional()
  .describe('base64 of HMAC-SHA256(secret, transactionId + bankId + amount). Viewers do not get it.');

const depositDetail = depositView.omit({ alreadyPending: true }).extend({
  hash,
  url: z
    .string()
    .optional()
    .describe(
      'The payment page of the deposit. The link is its credential. Left out for viewers, since its holder may cancel the payment.',
    ),
  reference,
  ...auditFields,
  sentAt,
  expiresAt,
  payer,
  blacklisted,
  planned,
  notes,
});
const withdrawalDetail = withdrawalView.extend({
  hash,
  ...auditFields,
  payoutNumber,
  claim,
  payment,
  claimHistory,
  blacklisted,
  planned,
  notes,
});

/** One transaction in full: its view, then its audit fields. */
export const transactionDetail = z
  .discriminatedUnion('type', [depositDetail, withdrawalDetail])
  .register(graphqlTypes, { name: 'Transaction' });

/** A transaction in one flat shape, for tables; the fields of the other type are left out. */
export const transactionRow = z.object({
  ...head,
  hash,
  type: transactionType.describe('Whether it is a deposit or a withdrawal.'),
  ...z
    .object({
      ...depositAccount,
      url: z.string().describe('The payment page of the deposit. The link is its credential.'),
      ...withdrawalAccount,
    })
    .partial().shape,
  ...tail,
  reference: reference.optional(),
  ...auditFields,
  sentAt: sentAt.optional(),
  expiresAt: expiresAt.optional(),
  payoutNumber,
  claim,
  payer,
  payment,
  claimHistory,
  blacklisted,
  planned,
  notes,
});

type DepositView = z.infer<typeof depositView>;
type WithdrawalView = z.infer<typeof withdrawalView>;
export type TransactionDetail = z.infer<typeof transactionDetail>;

/** The view of a transaction that its client gets. */
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

/** The secret that hashes are computed with; undefined for a client without one, whose transactions are still shown. */
export function newestSecret({ secrets }: Client): KeyObject | undefined {
  return secrets[0]?.key;
}
