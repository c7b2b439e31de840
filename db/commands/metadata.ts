import type { DatabaseTransaction } from '../tables.ts';

interface Entry {
  readonly key: string;
  readonly value: string;
}

/** Keeps a fact about the database, in place of the one before. */
export async function setMetadata(trx: DatabaseTransaction, { key, value }: Entry): Promise<void> {
  await trx
    .insertInto('metadata')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Keeps a fact about the database the first time it is told. @returns the value that stands. */
export async function setMetadataIfAbsent(trx: DatabaseTransaction, { key, value }: Entry): Promise<string> {
  await trx
    .insertInto('metadata')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('metadata')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.value;
}
