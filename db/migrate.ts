import { CompiledQuery, type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';

const provider = { getMigrations: async () => migrations };

/** The names of the migrations that a database has not seen yet. Changes nothing. */
export async function pendingMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const all = await new Migrator({ db, provider }).getMigrations();
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}

/**
 * Runs the migrations that a database has not seen yet, all in one transaction that no other process shares.
 * @returns their names, in the order they ran.
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
