import type { Scenario, TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';

/** A scenario with one request. */
export function withOneRequest(prepare: (fixture: Fixture) => TestRequest | Promise<TestRequest>): Scenario {
  return { prepare: async (fixture) => [await prepare(fixture)] };
}

/** Returns a function that runs a query and checks whether its value is 1. */
export function finds({ database }: Fixture, sql: string, ...values: readonly unknown[]): () => boolean {
  const found = database
    .prepare(sql)
    .pluck()
    .bind(...values);
  return () => found.get() === 1;
}
