import { validationError } from '../../domain/errors.ts';
import type { Context } from '../operation.ts';

/**
 * The id of the client whose transactions a request covers: the merchant that calls, whatever appKey it gives;
 * otherwise the client of the appKey; undefined for all clients.
 * @throws ServiceError error_validation for an unknown appKey.
 */
export async function clientInScope(
  { principal, dependencies }: Context,
  appKey: string | undefined,
): Promise<string | undefined> {
  if (principal.role === 'merchant') return principal.client.id;
  if (appKey === undefined) return undefined;
  const client = await dependencies.clients.findByAppKey(appKey);
  if (!client)
    throw validationError([{ path: 'appKey', message: 'appKey is not the key of a known client.' }]);
  return client.id;
}
