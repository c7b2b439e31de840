import { CompiledQuery } from 'kysely';
import type { TestService } from '../harness.ts';
import { holdWriteLock } from './committed-rows.ts';
import { isPostgresUrl, withDatabase } from './rows-of.ts';

interface Change {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const REFUSED: Change = {
  before: ["create trigger refuse before insert on transactions begin select raise(abort, 'refused'); end"],
  after: ['drop trigger refuse'],
};

/** PostgreSQL ends one of two transactions that wait for each other. */
const DEADLOCK = '40P01';

const FUNCTION_ON_POSTGRES =
  "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$";

const REFUSED_ON_POSTGRES: Change = {
  before: [
    FUNCTION_ON_POSTGRES,
    'create trigger refuse before insert on transactions for each statement execute function refuse()',
  ],
  after: ['drop trigger refuse on transactions', 'drop function refuse'],
};

/** Runs `work` while the table of transactions is missing, which the service does not expect. */
export function withoutTransactions<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return withoutTable('transactions', service, work);
}

/** Runs `work` while a table is missing. */
export function withoutTable<T>(table: string, service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, {
    before: [`alter table ${table} rename to hidden`],
    after: [`alter table hidden rename to ${table}`],
  });
}

/** Runs `work` while another connection holds the locks of all writes. */
export async function withLockHeld<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  await using _lock = await holdWriteLock(service.databasePath);
  return await work();
}

/** Runs `work` while a trigger refuses every insert of a transaction. */
export function withInsertsRefused<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, isPostgresUrl(service.databasePath) ? REFUSED_ON_POSTGRES : REFUSED);
}

/**
 * Makes the database refuse every row of a table with a condition on `new`, as a bug or a damaged page would.
 * @returns a function that allows them again.
 */
export async function refuseInserts(
  url: string,
  { table, condition }: { readonly table: 'transactions' | 'events'; readonly condition: string },
): Promise<() => Promise<void>> {
  const { before, after } = isPostgresUrl(url)
    ? {
        before: [
          FUNCTION_ON_POSTGRES,
          `create trigger refuse before insert on ${table} for each row when (${condition}) execute function refuse()`,
        ],
        after: [`drop trigger refuse on ${table}`, 'drop function refuse'],
      }
    : {
        before: [
          `create trigger refuse before insert on ${table} when ${condition}
           begin select raise(abort, 'refused'); end`,
        ],
        after: ['drop trigger refuse'],
      };
  await runStatements(url, before);
  return () => runStatements(url, after);
}

/** Runs statements as another program would. The service can take locks in another order, so they are retried. */
export function runStatements(url: string, statements: readonly string[]): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const statement of statements) {
      const run = () => db.executeQuery(CompiledQuery.raw(statement));
      await run().catch((error: { readonly code?: string }) => {
        if (error.code !== DEADLOCK) throw error;
        return run();
      });
    }
  });
}

function between<T>(service: TestService, work: () => Promise<T>, { before, after }: Change): Promise<T> {
  return withDatabase(service.databasePath, async (db) => {
    for (const statement of before) await db.executeQuery(CompiledQuery.raw(statement));
    try {
      return await work();
    } finally {
      for (const statement of after) await db.executeQuery(CompiledQuery.raw(statement));
    }
  });
}
