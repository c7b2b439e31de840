import type pg from 'pg';
import { expect } from 'vitest';
import { startTestService, type TestService, type TestServiceOptions } from '../harness.ts';
import { LONG_LOCK_TIMEOUT } from './grouped-creates.ts';
import { connectPostgres } from './postgres-client.ts';

/** Services that share one database. Each has its own connections, caches, jobs and subscribers, as processes have. */
export interface SeveralServices extends AsyncDisposable {
  readonly services: readonly TestService[];
  /** A connection to their database. */
  readonly database: pg.Client;
  /** Ends the connections of all services that listen and hold locks. */
  cutSessions(): Promise<void>;
}

/** Starts services on one PostgreSQL database. They wait for each other's locks for as long as a busy machine needs. */
export async function startSeveral(count: number, given: TestServiceOptions = {}): Promise<SeveralServices> {
  const options = { limits: LONG_LOCK_TIMEOUT, ...given };
  const first = await startTestService(options);
  const services = [first];
  while (services.length < count) services.push(await startTestService({ ...options, folder: first.folder }));
  const database = await connectPostgres(first.databasePath);
  return {
    services,
    database,
    async cutSessions() {
      await database.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'bank-transfers session'`);
    },
    async [Symbol.asyncDispose]() {
      await database.end();
      // The first service drops the database.
      for (const service of services.toReversed()) await service.stop();
    },
  };
}

/** Waits until a process has learned of a bank that another one has created. */
export async function hearOfBank({ dependencies }: TestService, bankId: string): Promise<void> {
  const hears = async () => (await dependencies.banks.list())?.some(({ id }) => id === bankId);
  await expect.poll(hears).toBe(true);
}
