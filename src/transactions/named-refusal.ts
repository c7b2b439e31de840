import type { Client } from '../admin/client-directory.ts';
import type { ServiceError } from '../kernel/errors.ts';
import type { Context } from '../operations/operation.ts';
import type { Refusal } from './domain/refusal.ts';
import { debitedError, refusalError } from './refusals.ts';

/** The error of a refusal. It names the present or last holder of a claim, or a bank line, but not to clients. */
export async function namedRefusal(
  { principal, dependencies: { clients } }: Context,
  refusal: Refusal,
): Promise<ServiceError> {
  if (principal.role === 'merchant')
    return refusal.type === 'paid-again' ? debitedError(refusal) : refusalError(refusal);
  if (refusal.type === 'error_claimed')
    return refusalError({
      ...refusal,
      holder: nameHolder(refusal.holderId, await clients.findById(refusal.holderId)),
    });
  if (refusal.type !== 'error_not_claimed' || refusal.formerHolderId === null) return refusalError(refusal);
  const former = await clients.findById(refusal.formerHolderId);
  return refusalError({ ...refusal, formerHolder: nameHolder(refusal.formerHolderId, former) });
}

/** The command line holds claims under a name that is no key. */
function nameHolder(id: string, client: Client | undefined): Pick<Client, 'name' | 'appKey'> {
  return { name: client?.name ?? id, appKey: client?.appKey ?? id };
}
