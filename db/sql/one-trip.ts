import type { Database, DatabaseTransaction } from '../tables.ts';
import { isPostgres } from './is-postgres.ts';

type Step = () => Promise<unknown>;
type Results<S extends readonly Step[]> = { -readonly [K in keyof S]: Awaited<ReturnType<S[K]>> };

/**
 * Runs statements of which none needs the result of another, in their order. To PostgreSQL they go in one round trip:
 * when one fails, the server refuses those behind it. On SQLite each is awaited before the next one.
 */
export async function inOneTrip<const S extends readonly Step[]>(
  db: Database,
  steps: S,
): Promise<Results<S>> {
  if (!isPostgres(db)) return (await inTurn(steps)) as Results<S>;
  const ended = await Promise.allSettled(steps.map((step) => step()));
  return ended.map((one) => {
    // The first one in their order tells why: the server only refuses those behind it.
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as unknown[] as Results<S>;
}

async function inTurn(steps: readonly Step[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const step of steps) results.push(await step());
  return results;
}

const lastTrips = new WeakMap<DatabaseTransaction, Promise<unknown>>();

/**
 * Runs the last statements of a command, like `inOneTrip`. To PostgreSQL the commit goes in the same round trip, so that
 * the locks that they take are held for no longer than the server needs: it fails when one of them does. Each step
 * makes its statements at once.
 * @returns their results; undefined where they are not known before the commit.
 */
export async function inLastTrip<const S extends readonly Step[]>(
  trx: DatabaseTransaction,
  steps: S,
): Promise<Results<S> | undefined> {
  const results = inOneTrip(trx, steps);
  if (!isPostgres(trx)) return results;
  // The commit looks at it later.
  results.catch(() => {});
  lastTrips.set(trx, results);
  return undefined;
}

/** The last statements of a command, as long as they are under way. */
export function lastTripOf(trx: DatabaseTransaction): Promise<unknown> | undefined {
  return lastTrips.get(trx);
}
