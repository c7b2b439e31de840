import type { KeyObject } from 'node:crypto';
import type { AuditOrigin } from '../../domain/audit.ts';
import type { AmountLimits, Bank, BankAccount, BankFact } from '../../domain/bank.ts';
import type { BlacklistKind } from '../../domain/creation.ts';
import type { Logo } from '../../domain/logo.ts';
import type { Role } from '../../domain/role.ts';

/** The most clients or accounts of one page. */
export const DIRECTORY_PAGE_LIMIT = 1000;

type Undefinable<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** How the payment page shows a merchant, and where it leads payers back to. */
export interface PageSettings {
  /** The hosts that payers may be led back to. */
  readonly returnHosts: readonly string[];
  /** The way back from deposits that name none; null for none. */
  readonly returnUrl: string | null;
  /** The name that payers read; null for that of the client. */
  readonly brandName: string | null;
  /** `#rrggbb`. */
  readonly brandColor: string | null;
  /** The file name of the logo. */
  readonly brandLogo: string | null;
}

/** Whether a key is for tests, and how far it has moved its own clock. */
export interface ModeSettings {
  /** Set when the client is made, and never changed: its transactions are never live, or always. */
  readonly isTest: boolean;
  /** The time by which the clock of a test key is ahead of the machine's. */
  readonly clockAheadMs: number;
}

/** The settings of a client with a live key that has set none. */
export const PLAIN_CLIENT: PageSettings & ModeSettings = {
  isTest: false,
  clockAheadMs: 0,
  returnHosts: [],
  returnUrl: null,
  brandName: null,
  brandColor: null,
  brandLogo: null,
};

/** A client as plain data, without its secrets. */
export interface ClientRecord extends PageSettings, ModeSettings {
  readonly id: string;
  readonly appKey: string;
  readonly name: string;
  readonly role: Role;
  readonly callbackUrl: string | null;
  /** CIDR blocks; empty means any address. */
  readonly ipAllowlist: readonly string[];
  readonly requiresTimedSign: boolean;
  /** Null while the client may sign in. */
  readonly disabledAtMs: number | null;
  readonly createdAtMs: number;
}

export interface ClientSecret {
  readonly key: KeyObject;
  /** The end of its validity by the wall clock; null for none. */
  readonly expiresAtMs: number | null;
}

/** A client with its valid secrets, newest first. Administration never shows this form. */
export interface Client extends ClientRecord {
  readonly secrets: readonly ClientSecret[];
}

export interface ClientPatch extends Undefinable<Omit<PageSettings, 'brandLogo'>> {
  readonly name?: string | undefined;
  readonly callbackUrl?: string | null | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  readonly requiresTimedSign?: boolean | undefined;
  readonly disabledAtMs?: number | null | undefined;
  readonly brandLogo?: Logo | null | undefined;
}

export interface ClientPage {
  /** The appKey of the last client of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface ClientDirectory {
  findByAppKey(appKey: string): Promise<Client | undefined>;
  findById(id: string): Promise<Client | undefined>;
  /** Finds all of them in a bounded number of reads. */
  findByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Client>>;
  /** Lists clients by appKey. */
  listPage(page: ClientPage): Promise<ClientRecord[]>;
  /** @returns undefined when the appKey is taken. */
  create(client: ClientRecord, secret: string, audit?: AuditOrigin): Promise<ClientRecord | undefined>;
  /** @returns undefined when no client has the appKey. */
  update(appKey: string, patch: ClientPatch, audit?: AuditOrigin): Promise<ClientRecord | undefined>;
  /**
   * Adds a secret. The previous one ends at `previousEndsAtMs`, older ones end now.
   * @returns undefined when no client has the appKey.
   */
  rotateSecret(
    appKey: string,
    rotation: { readonly secret: string; readonly nowMs: number; readonly previousEndsAtMs: number },
    audit?: AuditOrigin,
  ): Promise<ClientRecord | undefined>;
  /** Finds the bytes of a logo by its file name. */
  findLogo(file: string): Promise<Uint8Array | undefined>;
  /** Keeps a timed sign as used until its end. @returns false when it was used before. */
  useSign(sign: UsedSign, nowMs: number): Promise<boolean>;
}

/** A timed sign that a command was run with. */
export interface UsedSign {
  /** Identifies the sign of one client, and cannot be turned back into it. */
  readonly digest: string;
  /** When it is too old to be accepted, by the wall clock. */
  readonly endsAtMs: number;
}

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

export interface BlacklistEntry {
  readonly id: string;
  /** The client the entry is for; null for every client. */
  readonly clientId: string | null;
  readonly kind: BlacklistKind;
  readonly value: string;
  readonly reason: string | null;
  readonly createdAtMs: number;
}

export interface BlacklistPage {
  /** The id of the last entry of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface BlacklistStore {
  /** Lists entries, oldest first. */
  list(page: BlacklistPage): Promise<BlacklistEntry[]>;
  /** @returns the entry, or the stored one with the same client, kind and value. */
  add(entry: BlacklistEntry, audit?: AuditOrigin): Promise<BlacklistEntry>;
  /** @returns false when no entry has the id. */
  remove(id: string, audit?: AuditOrigin): Promise<boolean>;
}

/** A user of one client. Another client may give the same userId to somebody else. */
export interface Person {
  readonly clientId: string;
  readonly userId: string;
}

export const UNFORGOTTEN_REASONS = ['pending', 'held_back', 'callback_pending', 'changed'] as const;

/** A transaction that names a person still, and why. */
interface UnforgottenTransaction {
  readonly transactionId: string;
  readonly reason: (typeof UNFORGOTTEN_REASONS)[number];
}

/** Forgets people. */
export interface PeopleStore {
  /** The ids of the clients that have transactions of a user. */
  clientsOf(userId: string): Promise<readonly string[]>;
  /** Replaces the names and IBANs of a person in ended transactions. @returns the number of these. */
  forget(person: Person, command: { readonly appKey: string; readonly audit: AuditOrigin }): Promise<number>;
  /** Lists transactions that `forget` leaves alone, oldest first. */
  listUnforgotten(person: Person, limit: number): Promise<readonly UnforgottenTransaction[]>;
}
