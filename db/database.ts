import type { Database as DatabasePort } from '../src/operations/database.ts';
import type { Engine } from './engine.ts';
import type { ReadName } from './names.ts';
import * as reads from './read-list.ts';
import { shareTurn } from './share-reads.ts';
import type { Database } from './tables.ts';

/** Those that the answers to a group of commands ask for at once. They take ids. */
const SHARED: readonly ReadName[] = [
  'findAccounts',
  'findPlans',
  'findNotes',
  'findPayers',
  'findPayments',
  'findClaimChanges',
  'findLivePayouts',
];

type AnyRead = (db: Database, input?: unknown) => Promise<unknown>;
const byName = reads as Readonly<Record<ReadName, AnyRead>>;

/** The database of operations over one engine. */
export function createDatabase(engine: Engine): DatabasePort {
  const readNow = (name: ReadName, input?: unknown) => engine.read((db) => byName[name](db, input));
  const shared = new Map(SHARED.map((name) => [name, shareTurn((ids) => readNow(name, ids))] as const));
  return {
    read: (name, ...[input]) =>
      (shared.get(name)?.(input as readonly string[]) ?? readNow(name, input)) as never,
    query: (name, input) => engine.query(name, input),
    run: (name, input) => engine.run(name, input),
    publishToDesk: async (ids) => engine.changes?.announce(ids.map((id) => ({ id, audience: 'desk' }))),
  };
}
