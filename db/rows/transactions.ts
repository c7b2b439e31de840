import type { Transaction } from '../../src/domain/transaction.ts';
import type { TransactionsTable } from '../tables.ts';

/** A transaction as it is to be stored. */
export function transactionToRow(transaction: Transaction): TransactionsTable {
  const isDeposit = transaction.type === 'deposit';
  return {
    id: transaction.id,
    client_id: transaction.clientId,
    process_id: transaction.processId,
    type: transaction.type,
    status: transaction.status,
    status_reason: transaction.statusReason,
    bank_id: transaction.bankId,
    bank_name: transaction.bankName,
    currency: transaction.currency,
    amount_minor: transaction.amountMinor,
    final_amount_minor: transaction.finalAmountMinor,
    user_id: transaction.userId,
    user_name: transaction.userName,
    name: transaction.name,
    converted_name: transaction.convertedName,
    bank_account_id: isDeposit ? transaction.bankAccountId : null,
    account_name: isDeposit ? transaction.bankAccountName : transaction.accountName,
    iban: isDeposit ? transaction.bankAccountIban : transaction.iban,
    iban_normalized: isDeposit ? null : transaction.ibanNormalized,
    pay_token: isDeposit ? transaction.payToken : null,
    expires_at_ms: isDeposit ? transaction.expiresAtMs : null,
    sent_at_ms: isDeposit ? transaction.sentAtMs : null,
    sequence: transaction.sequence,
    created_at_ms: transaction.createdAtMs,
    updated_at_ms: transaction.updatedAtMs,
  };
}

/** A transaction as it is stored. */
export function transactionFromRow(row: TransactionsTable): Transaction {
  const common = {
    id: row.id,
    clientId: row.client_id,
    processId: row.process_id,
    status: row.status,
    statusReason: row.status_reason,
    bankId: row.bank_id,
    bankName: row.bank_name,
    currency: row.currency,
    amountMinor: row.amount_minor,
    finalAmountMinor: row.final_amount_minor,
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    convertedName: row.converted_name,
    sequence: row.sequence,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
  if (row.type === 'withdrawal') {
    return Object.assign(common, {
      type: row.type,
      accountName: row.account_name,
      iban: row.iban,
      ibanNormalized: row.iban_normalized ?? row.iban,
    });
  }
  return Object.assign(common, {
    type: row.type,
    bankAccountId: row.bank_account_id ?? '',
    bankAccountName: row.account_name,
    bankAccountIban: row.iban,
    payToken: row.pay_token ?? '',
    expiresAtMs: row.expires_at_ms ?? 0,
    sentAtMs: row.sent_at_ms,
  });
}
