import type { MigrateOptions } from '../../engine.ts';
import { runMigrations } from '../../migrate.ts';
import { MIGRATION_TIMEOUT_MS } from './connections.ts';
import { onOwnConnection } from './pools.ts';

/** The lock of the transaction of a migration, so that only one process migrates at a time. */
const MIGRATION_LOCK = 4_202_611;

/** Runs the missing migrations while no service uses the database. @returns their names, in their order. */
export function migrate(url: string, options?: MigrateOptions): Promise<string[]> {
  const connection = { url, name: 'migrate', lockTimeoutMs: MIGRATION_TIMEOUT_MS };
  return onOwnConnection(connection, (db) =>
    runMigrations(db, ['begin', `select pg_advisory_xact_lock(${MIGRATION_LOCK})`], options),
  );
}
