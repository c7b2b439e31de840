import type { Database as DatabasePort } from '../src/operations/database.ts';
import type { Engine } from './engine.ts';
import { type ReadName, reads, sharedReads } from './reads.ts';
import { shareTurn } from './share-turn.ts';
import type { Database } from './tables.ts';

type AnyRead = (db: Database, input?: unknown) => Promise<unknown>;

/** The database of operations over one engine. */
export function createDatabase(engine: Engine): DatabasePort {
  const readNow = (name: ReadName, input?: unknown) =>
    engine.read((db) => (reads[name] as AnyRead)(db, input));
  const shared = new Map(
    sharedReads.map((name) => [name as ReadName, shareTurn((ids) => readNow(name, ids))] as const),
  );
  return {
    read: (name, ...[input]) =>
      (shared.get(name)?.(input as readonly string[]) ?? readNow(name, input)) as never,
    query: (name, input) => engine.query(name, input),
    run: (name, input) => engine.run(name, input),
    showToDesk: async (ids) => engine.changes?.announce(ids.map((id) => ({ id, audience: 'desk' }))),
  };
}
