import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../db/tables.ts';
import { openDatabase } from './rows-of.ts';

/** A step of a plan of PostgreSQL. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  readonly statement: string;
  /** The indexes that it reads; of a partition, the index of the whole table. */
  readonly indexes: readonly string[];
  /** The tables that it reads from one end to the other. */
  readonly scanned: readonly string[];
  readonly sorts: boolean;
}

/**
 * Explains every statement of a read on PostgreSQL, once with its values and once without: a server plans a statement
 * that it has seen often for any values.
 */
export async function explain(
  databaseUrl: string,
  read: (db: Database) => Promise<unknown>,
): Promise<Explained[]> {
  const queries: CompiledQuery[] = [];
  const db = openDatabase(databaseUrl, ({ query }) => queries.push(query));
  try {
    await read(db);
    const statements = queries.filter(({ sql: text }) => /^\s*(select|with)/.test(text));
    const tables = await readTables(db);
    const explained: Explained[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql`set plan_cache_mode = ${sql.lit(mode)}`.execute(db);
      for (const query of statements) explained.push(await explainOne(db, query, tables));
    }
    return explained;
  } finally {
    await db.destroy();
  }
}

/** Of a partition that other tests have left a few rows in. */
const MOST_SMALL_BYTES = 65_536;

interface Tables {
  /** The names of the tables and indexes that partitions belong to. */
  readonly parents: ReadonlyMap<string, string>;
  /** The partitions of months to come, and those with so few rows that an index would cost more. */
  readonly small: ReadonlySet<string>;
}

async function readTables(db: Database): Promise<Tables> {
  const { rows } = await sql<{ readonly name: string; readonly parent: string; readonly bytes: number }>`
    select c.relname as name, p.relname as parent,
      case when c.relkind = 'r' then pg_relation_size(c.oid) else 2147483647 end as bytes
    from pg_inherits as i join pg_class as c on c.oid = i.inhrelid join pg_class as p on p.oid = i.inhparent
  `.execute(db);
  return {
    parents: new Map(rows.map(({ name, parent }) => [name, parent])),
    small: new Set(rows.filter(({ bytes }) => bytes <= MOST_SMALL_BYTES).map(({ name }) => name)),
  };
}

async function explainOne(
  db: Database,
  { sql: text, parameters }: CompiledQuery,
  { parents, small }: Tables,
): Promise<Explained> {
  const values = parameters.map((value) => sql.lit(value).compile(db).sql).join(', ');
  await db.executeQuery(CompiledQuery.raw(`prepare explained as ${text}`));
  const call = `explain (format json) execute explained${parameters.length > 0 ? `(${values})` : ''}`;
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    CompiledQuery.raw(call),
  );
  await db.executeQuery(CompiledQuery.raw('deallocate explained'));
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan, small)));
  const names = (name: string | undefined) => (name === undefined ? [] : [parents.get(name) ?? name]);
  return {
    statement: text,
    indexes: [...new Set(nodes.flatMap((node) => names(node['Index Name'])))],
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => names(node['Relation Name'])),
    sorts: nodes.some((node) => node['Node Type'] === 'Sort'),
  };
}

/** The steps of a plan, without those that read nothing but small partitions. */
function flatten(node: PlanNode, small: ReadonlySet<string>): PlanNode[] {
  if (small.has(node['Relation Name'] ?? '')) return [];
  const below = (node.Plans ?? []).flatMap((plan) => flatten(plan, small));
  return node.Plans !== undefined && below.length === 0 ? [] : [node, ...below];
}
