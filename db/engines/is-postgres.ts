import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';

/** Whether a handle belongs to a PostgreSQL database. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
