import { dayIn } from '../../kernel/time-zone.ts';
import type { Transaction, TransactionType } from '../../transactions/domain/transaction.ts';

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

/**
 * The part of an account's deposits that counts toward its daily limit, in minor units.
 *
 * A pending deposit counts with its amount on every day until it ends. A paid deposit counts with its final amount
 * on the day on which it became successful, in the time zone of the database. One that ended unpaid does not count. A
 * reversal takes back what was paid on the same day; on a later day that no longer matters.
 * db/transactions/verify/account-use.ts states this rule in SQL.
 */
export interface AccountUse {
  /** The sum of the pending deposits. */
  readonly pendingMinor: number;
  /** The last day (days since 1970-01-01) on which a deposit was paid. It never goes back. */
  readonly paidDay: number;
  /** The sum of what was paid on that day. */
  readonly paidMinor: number;
}

/** The use of a new account, and its place in the order of assignments. */
export const UNUSED_ACCOUNT = { assignedOrder: 0, pendingMinor: 0, paidDay: 0, paidMinor: 0 } as const;

/** The part of the daily limit that is used. A wall clock that was set back frees nothing. */
export function usedMinor({ pendingMinor, paidDay, paidMinor }: AccountUse, today: number): number {
  return pendingMinor + (paidDay >= today ? paidMinor : 0);
}

/** Moves a deposit from one state to the next. @returns the use of its account after that. */
export function moveUse<U extends AccountUse>(
  use: U,
  { before, after }: { readonly before: Transaction; readonly after: Transaction },
  timeZone: string,
): U {
  const without = addDeposit(use, before, { factor: -1, timeZone });
  return addDeposit(without, after, { factor: 1, timeZone });
}

function addDeposit<U extends AccountUse>(
  use: U,
  { status, amountMinor, finalAmountMinor, updatedAtMs }: Transaction,
  { factor, timeZone }: { readonly factor: 1 | -1; readonly timeZone: string },
): U {
  if (status === 'pending') return { ...use, pendingMinor: use.pendingMinor + factor * amountMinor };
  if (status === 'unsuccessful') return use;
  const paidMinor = factor * (finalAmountMinor ?? amountMinor);
  const day = dayIn(timeZone, updatedAtMs);
  if (day > use.paidDay) return { ...use, paidDay: day, paidMinor };
  return day === use.paidDay ? { ...use, paidMinor: use.paidMinor + paidMinor } : use;
}

/** A bank account that deposits are paid into, with its use so far. */
export interface BankAccount extends AccountUse {
  readonly id: string;
  readonly bankId: string;
  readonly accountName: string;
  readonly iban: string;
  /** The most that may be pending and paid in one day, in minor units; null for no limit. */
  readonly dailyLimitMinor: number | null;
  /** The position in the order of assignments; the account with the lowest was assigned longest ago. */
  readonly assignedOrder: number;
}

/** The unused part of an account's daily limit, in minor units; infinite without a limit. */
function remainingMinor(account: BankAccount, today: number): number {
  if (account.dailyLimitMinor === null) return Number.POSITIVE_INFINITY;
  return account.dailyLimitMinor - usedMinor(account, today);
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
  { amountMinor, order }: { readonly amountMinor: number; readonly order: number },
): BankAccount {
  return { ...account, assignedOrder: order, pendingMinor: account.pendingMinor + amountMinor };
}
