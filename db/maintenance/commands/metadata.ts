import type { Database, DatabaseTransaction } from '../../tables.ts';

interface Entry {
  readonly key: string;
  readonly value: string;
}

/** Sets the value of a key. An earlier value is replaced. */
export async function setMetadata(trx: Database, { key, value }: Entry): Promise<void> {
  await trx
    .insertInto('metadata')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Sets the value of a key that has none. @returns the value that the key has now. */
export async function setMetadataIfAbsent(trx: DatabaseTransaction, { key, value }: Entry): Promise<string> {
  const stored = await trx
    .insertInto('metadata')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('metadata.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return stored.value;
}
