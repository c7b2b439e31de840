import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/tables.ts';
import { withDatabase } from './rows-of.ts';

/** What each copy has of its own, where the transaction has it. */
const OWN = ['process_id', 'user_id', 'reference', 'pay_token'];

/**
 * Stores many copies of a transaction, each of another user, with other values in some columns.
 * @param mark tells the copies from others of the same transaction.
 */
export async function copyTransaction(
  { databasePath }: { readonly databasePath: string },
  { id, count, mark = '' }: { readonly id: string; readonly count: number; readonly mark?: string },
  changes: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const row: Readonly<Record<string, unknown>> = await db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(row).filter((name) => name !== 'number');
    const own = new Map<string, RawBuilder<unknown>>([
      ['id', sql`${sql.lit(`copy${mark}${id}`)} || n.i`],
      ...OWN.filter((name) => row[name] !== null).map(
        (name) => [name, sql`${sql.lit(`copy-${mark}${id}`)} || n.i`] as const,
      ),
      ...Object.entries(changes).map(([name, value]) => [name, sql.lit(value)] as const),
    ]);
    const values = columns.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into transactions (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${id}`.execute(db);
  });
}

/** Runs reads. @returns what they give, and how many rows the database has sent. */
export async function countRows<T>(databasePath: string, read: (db: Database) => Promise<T>) {
  let rowCount = 0;
  const given = await withDatabase(databasePath, (db) =>
    read(
      db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          rowCount += result.rows.length;
          return result;
        },
      }),
    ),
  );
  return { given, rowCount };
}
