import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../sql/is-postgres.ts';
import { audit, auditGuards } from './audit.ts';
import { callbacks } from './callbacks.ts';
import { POSTGRES, SQLITE } from './dialect.ts';
import { directory } from './directory.ts';
import { directoryChanges } from './directory-changes.ts';
import { POSTGRES_FUNCTIONS } from './functions.ts';
import { plannerStatistics } from './planner-statistics.ts';
import { reconciliation } from './reconciliation.ts';
import { transactions } from './transactions.ts';

/** Creates the whole schema. */
export async function up(db: Kysely<never>): Promise<void> {
  const onPostgres = isPostgres(db);
  const dialect = onPostgres ? POSTGRES : SQLITE;
  const tables = [directory, transactions, callbacks, reconciliation, audit].flatMap((part) => part(dialect));
  const statements = [
    ...dialect.only('postgres', ...POSTGRES_FUNCTIONS),
    // The order of text is the one of its bytes, as in SQLite.
    ...(onPostgres ? tables.map((one) => one.replaceAll(/(?<=\w) text\b/g, ' text collate "C"')) : tables),
    ...directoryChanges(dialect),
    // By it references are made of numbers. Whoever reads the database sees the references themselves.
    `insert into metadata (key, value) values ('reference_key', '${randomBytes(16).toString('hex')}')`,
    ...auditGuards(dialect),
    ...dialect.only('sqlite', ...plannerStatistics),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
