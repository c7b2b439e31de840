import type { KeyObject } from 'node:crypto';
import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { Logo } from '../banks/domain/logo.ts';
import type { Role } from '../kernel/role.ts';

type Undefinable<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** How the payment page shows a merchant, and where it leads payers back to. */
export interface PageSettings {
  /** The hosts that payers can be sent back to. */
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

/** Whether a key is for tests. */
export interface ModeSettings {
  /** Set when the client is created, and never changed: all its transactions are tests, or none is. */
  readonly isTest: boolean;
}

/** The settings of a client with a live key that has set none. */
export const PLAIN_CLIENT: PageSettings & ModeSettings = {
  isTest: false,
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
  /** Null enables a key. One that is disabled already keeps its time. */
  readonly disabledAtMs?: number | null | undefined;
  readonly brandLogo?: Logo | null | undefined;
}

export interface ClientPage {
  /** The appKey of the last client of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface ClientDirectory {
  findByAppKey(appKey: string): Promise<Client | undefined>;
  findById(id: string): Promise<Client | undefined>;
  /** Reads the client from the database: a cached one can be older than the last change by another process. */
  readById(id: string): Promise<Client | undefined>;
  /** Finds all of them in a bounded number of reads. */
  findByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Client>>;
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
  useSign(sign: UsedSign): Promise<boolean>;
}

/** A timed sign that a command was run with. */
export interface UsedSign {
  /** Identifies the sign of one client, and cannot be turned back into it. */
  readonly digest: string;
  /** When it may be forgotten, by the steady clock. */
  readonly endsAtMs: number;
}
