import {
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type RawBuilder,
  Transaction,
} from 'kysely';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { Handle, PostgresCompiler } from './dialect.ts';

/** A transaction only uses its executor. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresCompiler(),
};
const UNUSED = { config: { dialect }, dialect, driver: new DummyDriver() };

interface TransactOptions<T> {
  /**
   * The trace that it belongs to. The log of the server shows it as a comment of `begin`, which alone is not prepared: a
   * comment in another statement would make it a new one for each request.
   */
  readonly traceparent?: string | undefined;
  /** The last statement, which is sent together with the commit. */
  readonly lastOf?: (result: T) => RawBuilder<unknown> | undefined;
}

/**
 * Runs work in a transaction, like Kysely's own, which has no way to give the server the trace of a transaction.
 */
export function transact<T>(
  db: Kysely<Tables>,
  work: (trx: DatabaseTransaction) => Promise<T>,
  { traceparent, lastOf }: TransactOptions<T> = {},
): Promise<T> {
  const outer = db.getExecutor();
  return outer.provideConnection(async (handle) => {
    if (!(handle instanceof Handle)) throw new Error('the pool lends other connections');
    const executor = outer.withConnectionProvider({ provideConnection: (consumer) => consumer(handle) });
    const trx = new Transaction<Tables>({ ...UNUSED, executor });
    try {
      handle.begin(traceparent === undefined ? 'begin' : `begin /*traceparent='${traceparent}'*/`);
      const result = await work(trx);
      await handle.commit(lastOf?.(result)?.compile(trx));
      return result;
    } catch (error) {
      await handle.rollback();
      throw error;
    }
  });
}
