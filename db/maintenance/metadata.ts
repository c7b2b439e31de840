import type { Engine } from '../engine.ts';
import { readMetadata } from '../sql/metadata.ts';

/** Reads a fact about the database by its key; undefined when there is none. */
export function getMetadata(engine: Engine, key: string): Promise<string | undefined> {
  return engine.read((db) => readMetadata(db, key));
}

/**
 * Stores a fact about the database unless its key has one.
 * @returns the stored value, which may differ from `value`.
 */
export async function setMetadataIfAbsent(engine: Engine, key: string, value: string): Promise<string> {
  // A start needs no write lock for a fact that is already stored.
  return (await getMetadata(engine, key)) ?? engine.run('setMetadataIfAbsent', { key, value });
}
