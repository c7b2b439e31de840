import type { AmountLimits, Bank, BankAccount, BankFact } from './domain/bank.ts';

export interface BankRecord extends Bank {
  readonly createdAtMs: number;
}

export interface BankPatch {
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  readonly deposit?: AmountLimits | null | undefined;
  readonly withdrawal?: AmountLimits | null | undefined;
}

export interface BankDirectoryHealth {
  readonly source: 'local' | 'remote';
  /** False while a remote directory answers from its last good copy because it cannot refresh. */
  readonly fresh: boolean;
  /** False when there is no list of banks at all. */
  readonly usable: boolean;
  readonly detail: string;
}

/** The banks that transactions name, from the local table or from a separate Available Banks service. */
export interface BankDirectory {
  find(bankId: string): Promise<BankFact>;
  /** All banks; undefined while there is no list of banks. */
  list(): Promise<readonly Bank[] | undefined>;
  health(): BankDirectoryHealth;
}

export interface AccountRecord extends BankAccount {
  readonly active: boolean;
  readonly createdAtMs: number;
}

export interface AccountPatch {
  readonly dailyLimitMinor?: number | null | undefined;
  readonly active?: boolean | undefined;
}

export interface AccountPage {
  readonly bankId?: string | undefined;
  /** The id of the last account of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}
