import type pg from 'pg';
import { describeKey } from '../../maintenance/move/compare.ts';
import type { Column, Row, TableShape } from '../../maintenance/move/rows.ts';
import { MoveRefusal } from '../../maintenance/move/state.ts';
import { codeOf } from '../database-errors.ts';

export interface Page {
  readonly shape: TableShape;
  readonly rows: readonly Row[];
}

/** Stores a page in one statement, which is one commit. @throws MoveRefusal when the server refuses a row. */
export async function insertPage(client: pg.ClientBase, page: Page): Promise<void> {
  const { shape, rows } = page;
  // Triggers move the end of the audit log with its rows.
  if (shape.table === 'audit_tip') return;
  try {
    await client.query({ text: statementFor(shape), values: [toJson(shape, rows)] });
  } catch (error) {
    const code = codeOf(error);
    // Data exceptions and violated constraints.
    if (!/^2[23]/.test(code)) throw error;
    throw new MoveRefusal(await explainRefused(client, page, code));
  }
}

function statementFor({ table, columns }: TableShape): string {
  const names = columns.map(({ name }) => name).join(', ');
  const insert = `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)`;
  // A migration has filled it.
  return table === 'feed_tip'
    ? `${insert} on conflict (id) do update set position = excluded.position`
    : insert;
}

function toJson({ columns }: TableShape, rows: readonly Row[]): string {
  const names = columns.map(({ name }) => `"${name}":`);
  const objects = rows.map(
    (row) => `{${row.map((value, index) => `${names[index]}${JSON.stringify(value)}`).join(',')}}`,
  );
  return `[${objects.join(',')}]`;
}

async function explainRefused(client: pg.ClientBase, page: Page, code: string): Promise<string> {
  const { shape } = page;
  const row = await findRefused(client, page, page.rows);
  const column = row && shape.columns.find((each, index) => !fits(each, row[index] ?? null));
  const place = row
    ? `the row of ${shape.table} with the key ${describeKey(shape, row)}`
    : `rows of ${shape.table}`;
  const reason = column ? `: the column ${column.name} holds a value that is no ${column.kind} there` : '';
  return `PostgreSQL refuses ${place} (${code})${reason}. Correct the row, and move the file into an empty database.`;
}

function fits({ kind }: Column, value: string | null): boolean {
  if (value === null) return true;
  return kind === 'integer' ? /^-?\d{1,19}$/.test(value) : !value.includes('\0');
}

/** Finds the first row that the server refuses by itself, by halves. Nothing of it is stored. */
async function findRefused(
  client: pg.ClientBase,
  page: Page,
  rows: readonly Row[],
): Promise<Row | undefined> {
  if (rows.length <= 1) return rows[0];
  const half = rows.slice(0, rows.length / 2);
  const isRefused = await isRefusedBy(client, { ...page, rows: half });
  return findRefused(client, page, isRefused ? half : rows.slice(half.length));
}

async function isRefusedBy(client: pg.ClientBase, { shape, rows }: Page): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query({ text: statementFor(shape), values: [toJson(shape, rows)] });
    return false;
  } catch {
    return true;
  } finally {
    await client.query('rollback');
  }
}
