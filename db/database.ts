import type { Database as DatabasePort } from '../src/operations/database.ts';
import type { Engine } from './engine.ts';
import { reads } from './reads.ts';
import type { Database } from './tables.ts';

type AnyRead = (db: Database, input?: unknown) => Promise<unknown>;

/** The database of operations over one engine. */
export function createDatabase(engine: Engine): DatabasePort {
  return {
    read: (name, ...[input]) => engine.read((db) => (reads[name] as AnyRead)(db, input)) as never,
    query: (name, input) => engine.query(name, input),
    run: (name, input) => engine.run(name, input),
    showToDesk: async (ids) => engine.changes?.announce(ids.map((id) => ({ id, audience: 'desk' }))),
  };
}
