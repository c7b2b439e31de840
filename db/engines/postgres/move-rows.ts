import type pg from 'pg';
import { describeKey } from '../../move/compare.ts';
import { MoveRefusal } from '../../move/refusal.ts';
import type { Column, Row, TableShape } from '../../move/rows.ts';
import { MOVE_MARK } from '../../move/tables.ts';
import { codeOf } from '../error-code.ts';

export interface Page {
  readonly shape: TableShape;
  readonly rows: readonly Row[];
  /** The mark that the database must have. */
  readonly before: string;
  /** The mark that it gets in the same commit. */
  readonly after: string;
}

/**
 * Stores a page in one statement, which is one commit: after an interruption it is there with its mark, or not at all.
 * @throws MoveRefusal when the server refuses a row.
 */
export async function insertPage(client: pg.ClientBase, page: Page): Promise<void> {
  const { shape, rows, before, after } = page;
  try {
    const { rowCount } = await client.query({
      ...{ text: statementFor(shape), values: [toJson(shape, rows), before, after] },
    });
    if (rowCount !== 1)
      throw new MoveRefusal('Another move has filled the target meanwhile. Run move again.');
  } catch (error) {
    const code = codeOf(error);
    // Data exceptions and violated constraints.
    if (!/^2[23]/.test(code)) throw error;
    throw new MoveRefusal(await explainRefused(client, page, code));
  }
}

/** The rows that PostgreSQL keeps beside those of a table. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  transactions: [
    'insert into process_ids (client_id, process_id, transaction_id) select client_id, process_id, id from moved',
    `insert into pending_deposits (client_id, user_id, transaction_id) select client_id, user_id, id from moved
     where type = 'deposit' and status = 'pending'`,
    `insert into open_references (reference, client_id, transaction_id) select reference, client_id, id from moved
     where type = 'deposit' and status = 'pending' and reference is not null`,
  ],
};

function statementFor({ table, columns }: TableShape): string {
  const names = columns.map(({ name }) => name).join(', ');
  const stores = [`insert into ${table} (${names}) select ${names} from moved`, ...(KEYS[table] ?? [])];
  // Triggers move the end of the audit log with its rows.
  const all = table === 'audit_tip' ? [] : stores.map((store, index) => `, stored_${index} as (${store})`);
  return `
    with marked as (
      update metadata set value = $3 where key = '${MOVE_MARK}' and value = $2 returning key
    ), moved as materialized (
      select ${names} from json_populate_recordset(null::${table}, $1::json) where exists (select from marked)
    )${all.join('')}
    select key from marked`;
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
  return `PostgreSQL refuses ${place} (${code})${reason}. Take away what this move has marked with move --undo, correct the row, and move the file into an empty database.`;
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

async function isRefusedBy(client: pg.ClientBase, { shape, rows, before, after }: Page): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query({ text: statementFor(shape), values: [toJson(shape, rows), before, after] });
    return false;
  } catch {
    return true;
  } finally {
    await client.query('rollback');
  }
}
