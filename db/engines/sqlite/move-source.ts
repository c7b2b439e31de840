import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Row, TableShape } from '../../maintenance/move/rows.ts';
import { type MovedTable, withoutMark } from '../../maintenance/move/tables.ts';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { PlainSqliteDialect } from './dialect.ts';

const LOCK_TIMEOUT_MS = 5000;

export type MoveSource = ReturnType<typeof openMoveSource>;

/**
 * Opens the file that is moved, in one state: nothing writes to it until this is closed.
 * @throws SQLITE_BUSY when another program is writing to the file.
 */
export function openMoveSource(path: string) {
  const connection = new Sqlite(path, { fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  try {
    connection.pragma('synchronous = FULL');
    // The lock for writing keeps all others from writing, and gives one snapshot.
    connection.exec('begin immediate');
  } catch (error) {
    connection.close();
    throw error;
  }
  const pluck = (sql: string) => connection.prepare(sql).pluck();
  return {
    /** The names of all tables, without those of SQLite and of the migrations. */
    tables: () =>
      pluck(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'`,
      ).all() as string[],
    columns: (table: MovedTable) => pluck(`select name from pragma_table_info('${table}')`).all() as string[],
    count: (table: MovedTable) => Number(pluck(`select count(*) from ${table} ${withoutMark(table)}`).get()),
    /** The pages of a table in the order of its key. None is empty. */
    *pages(shape: TableShape, rows: number): Generator<readonly Row[]> {
      for (let after: Row | undefined; ; ) {
        const page = readPage(connection, shape, { rows, after });
        after = page.at(-1);
        if (after) yield page;
        if (page.length < rows) return;
      }
    },
    /** Writes the last rows of the file, and commits. Nothing has been written since the first row was read. */
    async leave(write: (trx: DatabaseTransaction) => Promise<void>) {
      const dialect = new PlainSqliteDialect({ database: connection });
      // It has the one connection, which is in the transaction that began with the lock.
      await write(new Kysely<Tables>({ dialect }) as unknown as DatabaseTransaction);
      connection.exec('commit');
    },
    close() {
      if (connection.inTransaction) connection.exec('rollback');
      connection.close();
    },
  };
}

function readPage(
  connection: Sqlite.Database,
  shape: TableShape,
  { rows, after }: { readonly rows: number; readonly after: Row | undefined },
): Row[] {
  const { table, columns } = shape;
  const key = columns.slice(0, shape.keyLength);
  const names = key.map(({ name }) => name).join(', ');
  const all = withoutMark(table);
  const later = after ? `${all ? 'and' : 'where'} (${names}) > (${key.map(() => '?').join(', ')})` : '';
  const statement = connection.prepare(`
    select ${columns.map(({ name }) => name).join(', ')} from ${table} ${all} ${later}
    order by ${names} limit ${rows}`);
  const place = key.map(({ kind }, index) =>
    kind === 'integer' ? BigInt(after?.[index] ?? 0) : after?.[index],
  );
  const found = statement
    .raw()
    .safeIntegers()
    .all(...(after ? place : [])) as unknown[][];
  return found.map((values) => values.map(toText));
}

function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
