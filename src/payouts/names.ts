import type { Context } from '../operations/operation.ts';
import type { PayoutApproval, PayoutBatch } from './domain/batch.ts';

/** A person as `personOf` writes them, with the key that they used. */
interface Actor {
  readonly person: string;
  readonly clientId: string;
}

/** The name of a person as it is written on their key. */
export type NameOf = (actor: Actor) => string;

/** Reads the names of people. If a key is gone, its person is shown as stored. */
export async function readNames(
  { clients }: Pick<Context['dependencies'], 'clients'>,
  actors: readonly Actor[],
): Promise<NameOf> {
  const known = await clients.findByIds([...new Set(actors.map(({ clientId }) => clientId))]);
  return ({ person, clientId }) => known.get(clientId)?.name ?? person;
}

export const makerOf = (batch: Pick<PayoutBatch, 'maker' | 'makerClientId'>): Actor => ({
  person: batch.maker,
  clientId: batch.makerClientId,
});

export const approverOf = (approval: Pick<PayoutApproval, 'approver' | 'approverClientId'>): Actor => ({
  person: approval.approver,
  clientId: approval.approverClientId,
});
