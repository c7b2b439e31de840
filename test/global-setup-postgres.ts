import { CompiledQuery } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../db/engines/postgres/postgres.ts';
import { describeEmptyDatabase, type EmptyDatabase } from './support/database-cleaning.ts';
import { startPostgresServer } from './support/postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the PostgreSQL of the run. */
    postgresUrl: string;
    /** The state of its databases before any use. */
    emptyDatabase: EmptyDatabase;
  }
}

/** Work in the background that no database of a test lives long enough for. */
const SETTINGS = {
  autovacuum: 'off',
  full_page_writes: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};

/**
 * Starts the one PostgreSQL of a run, with an up-to-date database that tests copy.
 * @returns a function that ends it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer({ fsync: false, settings: SETTINGS });
  const url = new URL(server.url);
  url.pathname = '/empty';
  const first = openPostgres({ url: server.url, lockTimeoutMs: 1000 });
  await first.read((db) => db.executeQuery(CompiledQuery.raw('create database empty')));
  await first.close();
  const engine = openPostgres({ url: url.href, lockTimeoutMs: 1000 });
  await engine.migrate();
  await engine.close();
  project.provide('emptyDatabase', await describeEmptyDatabase(url.href));
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
