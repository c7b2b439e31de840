import { z } from 'zod';
import { minorToAmount } from '../../domain/money.ts';
import { transactionHash } from '../../domain/signing.ts';
import type { Deposit, Transaction, Withdrawal } from '../../domain/transaction.ts';
import type { Client } from '../admin/directory.ts';
import {
  amountOut,
  formatTimestamp,
  graphqlTypes,
  timestampOut,
  transactionStatus,
  transactionType,
} from '../fields.ts';
import type { Context } from '../operation.ts';
import { paymentToken } from '../payments/link.ts';

const common = {
  hash: z.string(),
  transactionId: z.string(),
  bankId: z.string(),
  bank: z.string(),
  amount: amountOut,
};
const echoed = {
  status: transactionStatus,
  name: z.string(),
  userName: z.string(),
  userId: z.string(),
  processId: z.string(),
  convertedName: z.string(),
};

/** The deposit of the specification, section 2.1, keys in its order. */
export const depositView = z.object({
  ...common,
  type: z.literal('deposit').register(graphqlTypes, { name: 'TransactionType' }),
  bankAccountName: z.string(),
  bankAccountIban: z.string(),
  ...echoed,
  url: z.string(),
  alreadyPending: z.boolean().optional(),
});

/** The withdrawal of the specification, section 2.2, keys in its order. */
export const withdrawalView = z.object({
  ...common,
  type: z.literal('withdrawal').register(graphqlTypes, { name: 'TransactionType' }),
  accountName: z.string(),
  iban: z.string(),
  ...echoed,
});

const lifecycle = {
  statusReason: z.string().nullable(),
  finalAmount: amountOut.nullable(),
  createdAt: timestampOut,
  updatedAt: timestampOut,
  sequence: z.number(),
  /** The client's key, for those who see more than their own transactions. */
  appKey: z.string().optional(),
};

/** When the payer of a deposit first said that the money was sent; null until then. */
const sentAt = timestampOut.nullable();

const depositDetail = depositView.omit({ alreadyPending: true }).extend({
  /** Whoever has the link may cancel the payment: it is kept from those who may only read. */
  url: z.string().optional(),
  ...lifecycle,
  sentAt,
});
const withdrawalDetail = withdrawalView.extend(lifecycle);

/** One transaction in full, as it is read back: its view, then its life so far. */
export const transactionDetail = z.discriminatedUnion('type', [depositDetail, withdrawalDetail]);

/** The same as one flat shape, for tables: what only the other type has is left out. */
export const transactionRow = z.object({
  ...common,
  type: transactionType,
  ...depositView.pick({ bankAccountName: true, bankAccountIban: true, url: true }).partial().shape,
  ...withdrawalView.pick({ accountName: true, iban: true }).partial().shape,
  ...echoed,
  ...lifecycle,
  sentAt: sentAt.optional(),
});

export type DepositView = z.infer<typeof depositView>;
export type WithdrawalView = z.infer<typeof withdrawalView>;
export type TransactionDetail = z.infer<typeof transactionDetail>;

/** The payment link: the transaction's id and its secret token as one path segment. */
export function paymentUrl(publicUrl: string, deposit: Deposit): string {
  return `${publicUrl}/pay/${paymentToken(deposit)}`;
}

function hashOf(client: Client, transaction: Transaction): string {
  const [newest] = client.secrets;
  if (!newest) throw new Error(`client ${client.appKey} has no secret`);
  return transactionHash(newest.key, transaction);
}

/** The view of a deposit for its client. */
export function viewDeposit(deposit: Deposit, client: Client, publicUrl: string): DepositView {
  return {
    hash: hashOf(client, deposit),
    transactionId: deposit.id,
    bankId: deposit.bankId,
    bank: deposit.bankName,
    amount: minorToAmount(deposit.amountMinor),
    type: deposit.type,
    bankAccountName: deposit.bankAccountName,
    bankAccountIban: deposit.bankAccountIban,
    status: deposit.status,
    name: deposit.name,
    userName: deposit.userName,
    userId: deposit.userId,
    processId: deposit.processId,
    convertedName: deposit.convertedName,
    url: paymentUrl(publicUrl, deposit),
  };
}

/** The view of a withdrawal for its client. */
export function viewWithdrawal(withdrawal: Withdrawal, client: Client): WithdrawalView {
  return {
    hash: hashOf(client, withdrawal),
    transactionId: withdrawal.id,
    bankId: withdrawal.bankId,
    bank: withdrawal.bankName,
    amount: minorToAmount(withdrawal.amountMinor),
    type: withdrawal.type,
    accountName: withdrawal.accountName,
    iban: withdrawal.iban,
    status: withdrawal.status,
    name: withdrawal.name,
    userName: withdrawal.userName,
    userId: withdrawal.userId,
    processId: withdrawal.processId,
    convertedName: withdrawal.convertedName,
  };
}

/** Transactions in full, in their order. Each hash is made with the secret of the client that owns it. */
export async function viewDetails(
  { principal, dependencies }: Context,
  transactions: readonly Transaction[],
): Promise<TransactionDetail[]> {
  const owners = await dependencies.clients.findByIds(
    transactions.map((transaction) => transaction.clientId),
  );
  return transactions.map((transaction) => {
    const owner = owners.get(transaction.clientId);
    if (!owner) throw new Error(`transaction ${transaction.id} has no client`);
    // Object.assign, since spreading this many fields is many times slower.
    const detail: TransactionDetail =
      transaction.type === 'deposit'
        ? Object.assign(viewDeposit(transaction, owner, dependencies.publicUrl), lifecycleOf(transaction), {
            sentAt: transaction.sentAtMs === null ? null : formatTimestamp(transaction.sentAtMs),
          })
        : Object.assign(viewWithdrawal(transaction, owner), lifecycleOf(transaction));
    if (principal.role !== 'merchant') detail.appKey = owner.appKey;
    if (principal.role === 'viewer' && detail.type === 'deposit') delete detail.url;
    return detail;
  });
}

/** One transaction in full. */
export async function viewDetail(context: Context, transaction: Transaction): Promise<TransactionDetail> {
  const [detail] = await viewDetails(context, [transaction]);
  if (!detail) throw new Error('a transaction lost its view');
  return detail;
}

function lifecycleOf(transaction: Transaction) {
  return {
    statusReason: transaction.statusReason,
    finalAmount: transaction.finalAmountMinor === null ? null : minorToAmount(transaction.finalAmountMinor),
    createdAt: formatTimestamp(transaction.createdAtMs),
    updatedAt: formatTimestamp(transaction.updatedAtMs),
    sequence: transaction.sequence,
  };
}
