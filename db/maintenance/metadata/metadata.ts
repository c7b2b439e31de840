import type { Engine } from '../../engine.ts';

/** Reads a fact about the database by its key; undefined when there is none. */
export async function getMetadata(engine: Engine, key: string): Promise<string | undefined> {
  const row = await engine.read((db) =>
    db.selectFrom('metadata').select('value').where('key', '=', key).executeTakeFirst(),
  );
  return row?.value;
}

/**
 * Stores a fact about the database unless its key has one.
 * @returns the stored value, which may differ from `value`.
 */
export async function setMetadataIfAbsent(engine: Engine, key: string, value: string): Promise<string> {
  // A start needs no write lock for a fact that is already stored.
  return (await getMetadata(engine, key)) ?? engine.run('setMetadataIfAbsent', { key, value });
}
