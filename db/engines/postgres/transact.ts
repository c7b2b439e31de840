import {
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely';
import { lastTripOf } from '../../sql/one-trip.ts';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { Handle } from './dialect.ts';

/** A transaction only uses its executor. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const UNUSED = { config: { dialect }, dialect, driver: new DummyDriver() };

/**
 * Runs work in a transaction, like Kysely's own. Its statements are sent when they are made: Kysely would send each
 * after the answer to the one before, also those that are made side by side.
 * @param traceparent the trace that it belongs to. The log of the server shows it as a comment of `begin`, which alone
 * is not prepared: a comment in another statement would make it a new one for each request.
 */
export function transact<T>(
  db: Kysely<Tables>,
  work: (trx: DatabaseTransaction) => Promise<T>,
  traceparent?: string,
): Promise<T> {
  const outer = db.getExecutor();
  return outer.provideConnection(async (handle) => {
    if (!(handle instanceof Handle)) throw new Error('the pool lends other connections');
    const executor = outer.withConnectionProvider({ provideConnection: (consumer) => consumer(handle) });
    const trx = new Transaction<Tables>({ ...UNUSED, executor });
    try {
      handle.begin(traceparent === undefined ? 'begin' : `begin /*traceparent='${traceparent}'*/`);
      const result = await work(trx);
      await handle.commit(lastTripOf(trx));
      return result;
    } catch (error) {
      await handle.rollback();
      throw error;
    }
  });
}
