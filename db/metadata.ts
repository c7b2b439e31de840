import type { Engine } from './engine.ts';

/** The fact about the database that is kept under a key; undefined when there is none. */
export async function getMetadata(engine: Engine, key: string): Promise<string | undefined> {
  const row = await engine.read((db) =>
    db.selectFrom('metadata').select('value').where('key', '=', key).executeTakeFirst(),
  );
  return row?.value;
}

/**
 * Keeps a fact about the database the first time it is told.
 * @returns the value that stands: another one than `value` if there was one before.
 */
export async function setMetadataIfAbsent(engine: Engine, key: string, value: string): Promise<string> {
  // A start must not need the write lock for what is known already.
  return (await getMetadata(engine, key)) ?? engine.run('setMetadataIfAbsent', { key, value });
}
