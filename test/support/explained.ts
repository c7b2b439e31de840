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
  /** The indexes that it reads. */
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
    const explained: Explained[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql`set plan_cache_mode = ${sql.lit(mode)}`.execute(db);
      for (const query of statements) explained.push(await explainOne(db, query));
    }
    return explained;
  } finally {
    await db.destroy();
  }
}

async function explainOne(db: Database, { sql: text, parameters }: CompiledQuery): Promise<Explained> {
  const values = parameters.map((value) => literal(db, value)).join(', ');
  await db.executeQuery(CompiledQuery.raw(`prepare explained as ${text}`));
  const call = `explain (format json) execute explained${parameters.length > 0 ? `(${values})` : ''}`;
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    CompiledQuery.raw(call),
  );
  await db.executeQuery(CompiledQuery.raw('deallocate explained'));
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)));
  const names = (name: string | undefined) => (name === undefined ? [] : [name]);
  return {
    statement: text,
    indexes: [...new Set(nodes.flatMap((node) => names(node['Index Name'])))],
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => names(node['Relation Name'])),
    sorts: nodes.some((node) => node['Node Type'] === 'Sort'),
  };
}

function literal(db: Database, value: unknown): string {
  if (!Array.isArray(value)) return sql.lit(value).compile(db).sql;
  // A list is bound as an array.
  return sql.lit(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`).compile(db).sql;
}

/** The steps of a plan. */
function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
