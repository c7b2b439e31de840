import type { KeyObject } from 'node:crypto';
import type { AmountLimits, Bank, BankAccount } from '../../domain/bank.ts';
import type { BlacklistKind } from '../../domain/creation.ts';
import type { Role } from '../../domain/role.ts';

/** A client as administration shows it; never with a secret. */
export interface ClientRecord {
  readonly id: string;
  readonly appKey: string;
  readonly name: string;
  readonly role: Role;
  readonly callbackUrl: string | null;
  readonly ipAllowlist: readonly string[];
  readonly requiresTimedSign: boolean;
  readonly disabledAtMs: number | null;
  readonly createdAtMs: number;
}

export interface ClientPatch {
  readonly callbackUrl?: string | null | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  readonly requiresTimedSign?: boolean | undefined;
  readonly disabledAtMs?: number | null | undefined;
}

export interface ClientAdmin {
  list(): Promise<ClientRecord[]>;
  /** @returns undefined when the appKey is taken. */
  create(client: ClientRecord, secret: string): Promise<ClientRecord | undefined>;
  /** @returns undefined when no client has the appKey. */
  update(appKey: string, changes: ClientPatch): Promise<ClientRecord | undefined>;
  /**
   * Adds a secret; the one before it ends at `previousEndsAtMs`, older ones end now.
   * @returns undefined when no client has the appKey.
   */
  rotateSecret(
    appKey: string,
    rotation: { readonly secret: string; readonly nowMs: number; readonly previousEndsAtMs: number },
  ): Promise<ClientRecord | undefined>;
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

export interface BankAdmin {
  list(): Promise<BankRecord[]>;
  /** @returns undefined when the id is taken. */
  create(bank: BankRecord): Promise<BankRecord | undefined>;
  /** @returns undefined when there is no such bank. */
  update(id: string, changes: BankPatch): Promise<BankRecord | undefined>;
}

export interface AccountRecord extends BankAccount {
  readonly active: boolean;
  readonly createdAtMs: number;
}

export interface AccountPatch {
  readonly dailyLimitMinor?: number | null | undefined;
  readonly active?: boolean | undefined;
}

export interface AccountAdmin {
  list(bankId?: string): Promise<AccountRecord[]>;
  /** @returns the account, or the one that has the IBAN already. */
  create(account: AccountRecord): Promise<AccountRecord>;
  /** @returns undefined when there is no such account. */
  update(id: string, changes: AccountPatch): Promise<AccountRecord | undefined>;
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

export interface BlacklistAdmin {
  list(): Promise<BlacklistEntry[]>;
  /** @returns the entry, or the one that stood there already. */
  add(entry: BlacklistEntry): Promise<BlacklistEntry>;
  /** @returns whether there was such an entry. */
  remove(id: string): Promise<boolean>;
}

/** A client as authentication and views need it. */
export interface Client {
  readonly id: string;
  readonly appKey: string;
  readonly name: string;
  readonly role: Role;
  readonly callbackUrl: string | null;
  readonly disabled: boolean;
  readonly requiresTimedSign: boolean;
  /** CIDR blocks; empty means any address. */
  readonly ipAllowlist: readonly string[];
  /** The live secrets, newest first, each with the moment it ends; null for never. */
  readonly secrets: readonly { readonly key: KeyObject; readonly expiresAtMs: number | null }[];
}

export interface ClientDirectory {
  findByAppKey(appKey: string): Promise<Client | undefined>;
  findById(id: string): Promise<Client | undefined>;
  /** All of them in a bounded number of reads. */
  findByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Client>>;
}

export interface BankDirectoryHealth {
  readonly source: 'local' | 'remote';
  /** False while a remote directory answers from its last good copy because it cannot refresh. */
  readonly fresh: boolean;
  /** False when there is no list of banks at all. */
  readonly usable: boolean;
  readonly detail: string;
}

/**
 * Where banks come from: the local table, or a separate Available Banks service. Its reads reject with
 * ServiceError error_unavailable while there is no list of banks.
 */
export interface BankDirectory {
  find(bankId: string): Promise<Bank | undefined>;
  list(): Promise<readonly Bank[]>;
  health(): BankDirectoryHealth;
}
