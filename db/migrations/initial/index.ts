import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../../engines/schema-dialect.ts';
import { audit, auditGuards } from './audit.ts';
import { callbacks } from './callbacks.ts';
import { directory } from './directory.ts';
import { directoryChanges } from './directory-changes.ts';
import { POSTGRES_FUNCTIONS } from './functions.ts';
import { payoutPolicy } from './payout-policy.ts';
import { payouts } from './payouts.ts';
import { plannerStatistics } from './planner-statistics.ts';
import { reconciliation } from './reconciliation.ts';
import { transactions } from './transactions.ts';

/** Creates the whole schema. */
export async function up(db: Kysely<never>): Promise<void> {
  const dialect = schemaDialectOf(db);
  const tables = [directory, transactions, callbacks, reconciliation, audit, payouts, payoutPolicy].flatMap(
    (part) => part(dialect),
  );
  const statements = [
    ...dialect.only('postgres', ...POSTGRES_FUNCTIONS),
    ...tables.map(dialect.byBytes),
    ...directoryChanges(dialect),
    // The key by which references are derived from numbers. The references themselves are in the database as well, so
    // the key is no secret to its readers.
    `insert into metadata (key, value) values ('reference_key', '${randomBytes(16).toString('hex')}')`,
    ...auditGuards(dialect),
    ...dialect.only('sqlite', ...plannerStatistics),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
