import { CompiledQuery, Migrator } from 'kysely';
import { migrationsOf } from '../../db/migrations/index.ts';
import { withDatabase } from './rows-of.ts';

/** Brings a database without tables to the version of which a migration was the last one. */
export async function migrateTo(url: string, name: string): Promise<void> {
  await withDatabase(url, (db) =>
    db.connection().execute(async (connection) => {
      const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
      await run('begin');
      const provider = { getMigrations: async () => migrationsOf(connection) };
      const migrator = new Migrator({ db: connection, provider, disableTransactions: true });
      const { error } = await migrator.migrateTo(name);
      if (error) throw error;
      await run('commit');
    }),
  );
}
