import { CompiledQuery, DEFAULT_MIGRATION_TABLE, Migrator, sql } from 'kysely';
import { appendAudit } from './audit/commands/append-audit.ts';
import type { MigrateOptions, SchemaState } from './engine.ts';
import { hasServices, hasTable } from './engines/statements.ts';
import { changeTimeZone } from './maintenance/change-time-zone.ts';
import { migrations } from './migrations/index.ts';
import type { Database } from './tables.ts';

/** Versions before 1.0.0 numbered their migrations. */
const BEFORE_FIRST_RELEASE = /^0\d\d-/;

export const isBeforeFirstRelease = (names: readonly string[]): boolean =>
  names.some((name) => BEFORE_FIRST_RELEASE.test(name));

/** Compares the schema of a database with that of this version. Changes nothing. */
export async function readSchemaState(db: Database): Promise<SchemaState> {
  const ran = new Set<string>();
  if (await hasTable(db, DEFAULT_MIGRATION_TABLE)) {
    const query = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`;
    for (const { name } of (await query.execute(db)).rows) ran.add(name);
  }
  const known = Object.keys(migrations);
  return {
    missing: known.filter((name) => !ran.has(name)),
    unknown: [...ran].filter((name) => !known.includes(name)),
  };
}

/** The database cannot be migrated while services run: rows of another version would lack what a migration fills in. */
export class ServicesRunning extends Error {}

/**
 * Runs the missing migrations, and changes the time zone if one is given, all in one transaction.
 * @param begin the statements that begin it and lock out other processes: Kysely's migrator takes no lock on SQLite.
 * @returns the names of the migrations, in the order they ran.
 * @throws ServicesRunning or TimeZoneInUse if services use a PostgreSQL database. A file has no other user meanwhile.
 */
export async function runMigrations(
  db: Database,
  begin: readonly string[],
  options: MigrateOptions = {},
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    for (const statement of begin) await connection.executeQuery(CompiledQuery.raw(statement));
    const names = await runMissing(connection, options).catch(async (error: unknown) => {
      // The database may have rolled back by itself, on a full disk for example. The first error is the reason.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
      throw error;
    });
    await connection.executeQuery(CompiledQuery.raw('commit'));
    return names;
  });
}

async function runMissing(
  db: Database,
  { audit, timeZone, keepsServicesOut = false }: MigrateOptions,
): Promise<string[]> {
  const { missing } = await readSchemaState(db);
  if (missing.length > 0 && !keepsServicesOut && (await hasServices(db))) throw new ServicesRunning();
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const migrator = new Migrator({ db, provider, disableTransactions: true });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  const names = results.map((result) => result.migrationName);
  if (timeZone !== undefined) await changeTimeZone(db, timeZone);
  if (names.length > 0)
    await appendAudit(db, audit, {
      targetKind: 'database',
      targetId: 'schema',
      before: null,
      after: { migrations: names },
    });
  return names;
}
