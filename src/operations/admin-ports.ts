import type { AmountLimits, Bank, BankAccount } from '../domain/bank.ts';
import type { BlacklistKind } from '../domain/creation.ts';
import type { Role } from '../domain/role.ts';

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

export interface ClientChanges {
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
  update(appKey: string, changes: ClientChanges): Promise<ClientRecord | undefined>;
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

export interface BankChanges {
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
  update(id: string, changes: BankChanges): Promise<BankRecord | undefined>;
}

export interface AccountRecord extends BankAccount {
  readonly active: boolean;
  readonly createdAtMs: number;
}

export interface AccountChanges {
  readonly dailyLimitMinor?: number | null | undefined;
  readonly active?: boolean | undefined;
}

export interface AccountAdmin {
  list(bankId?: string): Promise<AccountRecord[]>;
  /** @returns the account, or the one that has the IBAN already. */
  create(account: AccountRecord): Promise<AccountRecord>;
  /** @returns undefined when there is no such account. */
  update(id: string, changes: AccountChanges): Promise<AccountRecord | undefined>;
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

/** The last good answer of a remote bank directory, kept over restarts. */
export interface BankCopyStore {
  load(url: string): Promise<{ readonly body: string; readonly fetchedAtMs: number } | undefined>;
  save(url: string, copy: { readonly body: string; readonly fetchedAtMs: number }): Promise<void>;
}
