import type { Client } from '../admin/client-directory.ts';
import { unknownClient } from '../admin/fields.ts';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { Context } from '../operations/operation.ts';
import type { Caller } from '../operations/permissions.ts';
import type { ReadScope } from '../operations/read-scope.ts';
import type { TransitionRequest } from './store.ts';

/**
 * The clients that a request covers. For a merchant it is the merchant itself, whatever appKey it gives. For others it
 * is the client of the appKey, or else all clients whose keys have the mode of the caller's key.
 * @throws ServiceError error_validation for an unknown appKey, and for one of the other mode.
 */
export async function findScope(
  { principal, dependencies }: Context,
  appKey: string | undefined,
): Promise<ReadScope & { readonly isTest: boolean }> {
  const { isTest } = principal.client;
  if (principal.role === 'merchant') return { isTest, clientId: principal.client.id };
  if (appKey === undefined) return { isTest };
  const client = await dependencies.clients.findByAppKey(appKey);
  if (!client) throw fieldError('appKey', fault('unknown_client'));
  refuseOtherMode(client, isTest, 'appKey');
  return { isTest, clientId: client.id };
}

/** Finds the client that an operator names. @throws ServiceError error_site_not_found, error_validation. */
export async function findNamedClient({ principal, dependencies }: Context, appKey: string): Promise<Client> {
  const client = await dependencies.clients.findByAppKey(appKey);
  if (!client) throw unknownClient();
  refuseOtherMode(client, principal.client.isTest, 'appKey');
  return client;
}

/** @throws ServiceError error_validation when a field names a key of the other mode than the caller's. */
export function refuseOtherMode(client: Client, isTest: boolean, path: string): void {
  if (client.isTest === isTest) return;
  const [named, own] = client.isTest ? ['a test key', 'a live one'] : ['a live key', 'a test key'];
  throw fieldError(
    path,
    fault('other_mode', `names ${named}, but yours is ${own}: a key sees only transactions of its own mode.`),
  );
}

/** Whether a caller may see a transaction of a mode. A payment link belongs to one transaction, of either mode. */
export function isOfMode(caller: Caller, { isTest }: { readonly isTest: boolean }): boolean {
  return caller.role === 'payer' || caller.client.isTest === isTest;
}

/** Whether the caller belongs to the desk, which sees planned decisions, claims and notes. */
export function isDesk({ role }: Caller): boolean {
  return role !== 'merchant' && role !== 'payer';
}

/**
 * Restricts a transition to the transactions that a caller may change: those of its mode, and for a merchant its own.
 */
export function targetOf(
  { principal }: Context,
  transactionId: string,
): Pick<TransitionRequest, 'transactionId' | 'ownerId' | 'isTest'> {
  const { id, isTest } = principal.client;
  return { transactionId, isTest, ownerId: principal.role === 'merchant' ? id : undefined };
}
