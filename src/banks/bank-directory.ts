import type { AuditOrigin } from '../audit/domain/audit.ts';
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

/** The banks of the local table, for administration. */
export interface BankAdmin {
  /** All banks by name. */
  list(): Promise<BankRecord[]>;
  /** @returns undefined when the id is taken. */
  create(bank: BankRecord, audit?: AuditOrigin): Promise<BankRecord | undefined>;
  /** @returns undefined when no bank has the id. */
  update(id: string, patch: BankPatch, audit?: AuditOrigin): Promise<BankRecord | undefined>;
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
  /** The id of the last account of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface AccountStore {
  /** All accounts by bank, then by id: any of them can be named in a statement of a bank. */
  list(): Promise<AccountRecord[]>;
  /** Lists accounts in the same order. @returns undefined when no account has the id `after`. */
  listPage(page: AccountPage): Promise<AccountRecord[] | undefined>;
  /** @returns the account, or the stored one with the same IBAN. */
  create(account: AccountRecord, audit?: AuditOrigin): Promise<AccountRecord>;
  /** @returns undefined when no account has the id. */
  update(id: string, patch: AccountPatch, audit?: AuditOrigin): Promise<AccountRecord | undefined>;
}
