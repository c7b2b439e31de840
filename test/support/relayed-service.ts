import { startTestService, type TestService, type TestServiceOptions, temporaryFolder } from '../harness.ts';
import { connectPostgres } from './postgres-client.ts';
import { type PostgresRelay, startPostgresRelay } from './postgres-relay.ts';
import { databaseUrlOf, makeTestDatabase } from './test-database.ts';

/** A service whose connections to PostgreSQL can be cut. */
export interface RelayedService extends AsyncDisposable {
  readonly service: TestService;
  readonly relay: PostgresRelay;
  /** The URL of the database without the relay. */
  readonly databaseUrl: string;
  /** Asks the database itself. */
  ask<R extends object>(sql: string, ...values: readonly unknown[]): Promise<R[]>;
}

export async function startRelayedService(options: TestServiceOptions = {}): Promise<RelayedService> {
  const folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  const databaseUrl = databaseUrlOf(folder.path);
  const relay = await startPostgresRelay(databaseUrl);
  const service = await startTestService({
    ...options,
    folder: folder.path,
    env: { DATABASE_URL: relay.url, ...options.env },
  });
  const client = await connectPostgres(databaseUrl);
  return {
    service,
    relay,
    databaseUrl,
    ask: async <R extends object>(sql: string, ...values: readonly unknown[]) =>
      (await client.query<R>(sql, [...values])).rows,
    async [Symbol.asyncDispose]() {
      relay.refuse(false);
      await service.stop();
      await client.end();
      await relay[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
