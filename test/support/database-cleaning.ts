import pg from 'pg';
import { connectPostgres } from './postgres-client.ts';

/** The most rows that are deleted in one database. What they leave behind slows its statements down. */
const MAX_DELETED = 5_000;

const NOT_CLEANED = ['kysely_migration', 'kysely_migration_lock'];

/** How to recognize an up-to-date database without rows, and how to empty a used one. */
export interface EmptyDatabase {
  /** A hash of its schema. */
  readonly schema: string;
  readonly statements: string;
}

const SCHEMA = `
  with relations as (
    select oid, relname, relkind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'S', 'v')
  ), lines as (
    select concat_ws(' ', relkind, relname) as line from relations
    union all select concat_ws(' ', relname, attname, atttypid::regtype, attnotnull, attcollation, atthasdef)
      from pg_attribute join relations on relations.oid = attrelid where attnum > 0 and not attisdropped
    union all select concat_ws(' ', relname, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join relations on relations.oid = conrelid
    union all select concat_ws(' ', relname, tgname, tgenabled)
      from pg_trigger join relations on relations.oid = tgrelid
    union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
  )
  select md5(string_agg(line, ';' order by line)) as schema from lines`;

/** Describes a database that has only the rows of its migrations. */
export async function describeEmptyDatabase(url: string): Promise<EmptyDatabase> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ readonly name: string }>(
      `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind = 'r' order by oid`,
    );
    const tables = rows.map(({ name }) => name).filter((name) => !NOT_CLEANED.includes(name));
    const statements = tables.map((table) => `delete from ${table}`);
    for (const table of tables) {
      const found = await client.query(`select json_agg(t)::text as rows from ${table} as t`);
      const stored = found.rows[0]?.rows;
      if (stored)
        statements.push(
          `insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(stored)})`,
        );
    }
    statements.push('select setval(seqrelid::regclass, seqstart, false) from pg_sequence');
    return { schema: await readSchema(client), statements: statements.join(';\n') };
  });
}

/** Counts what was deleted in each database by its URL. */
const deleted = new Map<string, number>();

/** Ends all other sessions of a database, and empties it. @returns whether it can be used again. */
export async function cleanDatabase(url: string, empty: EmptyDatabase): Promise<boolean> {
  return withClient(url, async (client) => {
    await client.query(
      `set lock_timeout = '5s'; set session_replication_role = replica;
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    );
    if ((await readSchema(client)) !== empty.schema) return false;
    const results = (await client.query(empty.statements)) as unknown as readonly pg.QueryResult[];
    const counts = results.map(({ command, rowCount }) => (command === 'DELETE' ? (rowCount ?? 0) : 0));
    const sum = counts.reduce((total, count) => total + count, deleted.get(url) ?? 0);
    deleted.set(url, sum);
    return sum <= MAX_DELETED;
  });
}

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ readonly schema: string }>(SCHEMA);
  return rows[0]?.schema ?? '';
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectPostgres(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
