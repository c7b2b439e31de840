import { CompiledQuery, DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from 'kysely';
import type { SchemaState } from './engine.ts';
import { migrations } from './migrations/index.ts';

const provider = { getMigrations: async () => migrations };

/** Compares the schema of a database with that of this version. Changes nothing. */
export async function readSchemaState<T>(db: Kysely<T>): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const ran = new Set<string>();
  if (tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) {
    const query = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`;
    for (const { name } of (await query.execute(db)).rows) ran.add(name);
  }
  const known = Object.keys(migrations);
  return {
    missing: known.filter((name) => !ran.has(name)),
    unknown: [...ran].filter((name) => !known.includes(name)),
  };
}

/**
 * Runs the missing migrations, all in one transaction.
 * @param begin the SQL that begins it and locks out other processes: Kysely's migrator takes no lock.
 * @returns the names of the migrations, in the order they ran.
 */
export async function runMigrations<T>(db: Kysely<T>, begin: string): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(begin));
    const migrator = new Migrator({ db: connection, provider });
    const { error, results } = await migrator.migrateToLatest();
    await connection.executeQuery(CompiledQuery.raw(error ? 'rollback' : 'commit'));
    if (error) throw error;
    return (results ?? []).map((result) => result.migrationName);
  });
}
