import type { TransactionType } from './transaction.ts';

/** The amounts that a bank takes, in minor units, both ends included. */
export interface AmountLimits {
  readonly minAmountMinor: number;
  readonly maxAmountMinor: number;
}

/** A bank of the directory; the limits are null for a type that it does not offer. */
export interface Bank {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly deposit: AmountLimits | null;
  readonly withdrawal: AmountLimits | null;
}

/** The result of looking up a bank. */
export type BankFact = Bank | 'missing' | 'unreadable';

/** The reason why a bank cannot take a transaction, as facts. */
export type BankRefusal =
  | { readonly type: 'error_bank_not_found'; readonly bankId: string }
  | { readonly type: 'error_bank_unavailable'; readonly transactionType: TransactionType }
  | {
      readonly type: 'error_amount_out_of_bank_limits';
      readonly transactionType: TransactionType;
      readonly limits: AmountLimits;
    }
  /** The list of banks cannot be read now. */
  | { readonly type: 'error_unavailable' };

/** @returns undefined when the bank can take the transaction. */
export function bankRefusal(
  bank: BankFact,
  request: { readonly bankId: string; readonly type: TransactionType; readonly amountMinor: number },
): BankRefusal | undefined {
  if (bank === 'unreadable') return { type: 'error_unavailable' };
  if (bank === 'missing') return { type: 'error_bank_not_found', bankId: request.bankId };
  const limits = bank[request.type];
  if (!bank.active || !limits) return { type: 'error_bank_unavailable', transactionType: request.type };
  if (request.amountMinor < limits.minAmountMinor || request.amountMinor > limits.maxAmountMinor)
    return { type: 'error_amount_out_of_bank_limits', transactionType: request.type, limits };
  return undefined;
}

/** A bank account that deposits are paid into, with its use so far. */
export interface BankAccount {
  readonly id: string;
  readonly bankId: string;
  readonly accountName: string;
  readonly iban: string;
  /** The most that deposits may assign to it in one UTC day, in minor units; null for no limit. */
  readonly dailyLimitMinor: number | null;
  /** The position in the order of assignments; the account with the lowest was assigned longest ago. */
  readonly assignedOrder: number;
  /** The UTC day (days since 1970-01-01) of usedMinor. */
  readonly usedDay: number;
  readonly usedMinor: number;
}

export const DAY_MS = 86_400_000;

/** The UTC day of a timestamp, in days since 1970-01-01. */
export function utcDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** The unused part of an account's daily limit, in minor units; infinite without a limit. */
function remainingMinor(account: BankAccount, today: number): number {
  if (account.dailyLimitMinor === null) return Number.POSITIVE_INFINITY;
  return account.dailyLimitMinor - (account.usedDay === today ? account.usedMinor : 0);
}

/** Chooses the least recently assigned account whose limit allows the amount; ties go to the lower id. */
export function chooseAccount(
  accounts: readonly BankAccount[],
  amountMinor: number,
  today: number,
): BankAccount | undefined {
  let chosen: BankAccount | undefined;
  for (const account of accounts) {
    if (remainingMinor(account, today) < amountMinor) continue;
    if (!chosen || precedes(account, chosen)) chosen = account;
  }
  return chosen;
}

function precedes(a: BankAccount, b: BankAccount): boolean {
  return a.assignedOrder === b.assignedOrder ? a.id < b.id : a.assignedOrder < b.assignedOrder;
}

/** Assigns a deposit to an account. @returns the account after that. */
export function assignAccount(
  account: BankAccount,
  assignment: { readonly amountMinor: number; readonly today: number; readonly order: number },
): BankAccount {
  const usedBefore = account.usedDay === assignment.today ? account.usedMinor : 0;
  return {
    ...account,
    assignedOrder: assignment.order,
    usedDay: assignment.today,
    usedMinor: usedBefore + assignment.amountMinor,
  };
}
