import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { connectPostgres } from './postgres-client.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase } from './test-database.ts';

const START_TIMEOUT_MS = 120_000;

/** Programs as they are installed, on one PostgreSQL database. */
interface RealProcesses {
  /** After the last one the first one comes again. */
  service(index: number): ServiceProcess;
  readonly folder: string;
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult['rows']>;
}

/** Starts programs for all tests of a file. */
export function useRealProcesses(environments: readonly Readonly<Record<string, string>>[]): RealProcesses {
  const folder = temporaryFolder();
  const services: ServiceProcess[] = [];
  let database: pg.Client | undefined;

  beforeAll(async () => {
    await makeTestDatabase(folder.path);
    database = await connectPostgres(databaseUrlOf(folder.path));
    for (const env of environments) services.push(await startServiceProcess(folder.path, env));
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    for (const service of services) await service.kill();
    await database?.end();
    await dropTestDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  return {
    service: (index) => services[index % services.length] as ServiceProcess,
    folder: folder.path,
    query: async (text, values = []) => (await database?.query(text, [...values]))?.rows ?? [],
  };
}
