import type { Client } from '../admin/client-directory.ts';
import type { Role } from '../kernel/role.ts';

/** An authenticated caller with a key. */
export interface Principal {
  readonly role: Role;
  /** The client of the key, as it was stored at authentication. */
  readonly client: Client;
  /**
   * Uses up the timed sign of the request, which may run several commands. The command line has no sign.
   * @throws ServiceError error_invalid_sign when an earlier request has used it up, or for a plain sign.
   */
  readonly useSign?: (() => Promise<void>) | undefined;
}

/** The holder of a payment link, which gives access to one deposit. */
export interface Payer {
  readonly role: 'payer';
  readonly depositId: string;
  readonly isTest: boolean;
}

export type Caller = Principal | Payer;

export const EVERYONE = ['merchant', 'viewer', 'operator', 'admin'] as const;
export const CREATORS = ['merchant', 'operator', 'admin'] as const;
export const OPERATORS = ['operator', 'admin'] as const;
export const ADMINS = ['admin'] as const;
export const STAFF = ['viewer', 'operator', 'admin'] as const;
export const PAYERS = ['payer'] as const;
export const MERCHANTS = ['merchant'] as const;

/** Who may run an operation. `docs/permissions.md` lists it for all operations. */
export interface Permission {
  readonly roles: readonly Caller['role'][];
  /**
   * The keys that may run it: `live` concerns real money or the whole service; with `test`, a merchant decides
   * instead of the desk; with `both`, each key works on what keys of its mode have made.
   */
  readonly modes: 'live' | 'test' | 'both';
}

/** The kind of caller with one of the roles. No operation is for both kinds. */
export type CallerOf<R extends Caller['role']> = [R] extends [Payer['role']] ? Payer : Principal;

/** The mode of keys that an operation requires, if the caller's key is of the other one; otherwise undefined. */
export function refusedMode(caller: Caller, { modes }: Permission): 'test' | 'live' | undefined {
  if (caller.role === 'payer' || modes === 'both') return undefined;
  return (modes === 'test') === caller.client.isTest ? undefined : modes;
}

/** Makes a client the caller of operations. @param useSign given for every request with a key. */
export function principalOf(client: Client, useSign?: Principal['useSign']): Principal {
  return { role: client.role, client, useSign };
}
