import type pg from 'pg';
import type { Column, Row, TableShape } from '../../maintenance/move/rows.ts';
import { MoveRefusal } from '../../maintenance/move/state.ts';
import { MOVE_MARK, type MovedTable, withoutMark } from '../../maintenance/move/tables.ts';
import { RESTORED } from '../../sql/metadata.ts';
import { codeOf } from '../database-errors.ts';
import { openConnection } from './connections.ts';
import { LOCK_NOT_AVAILABLE } from './errors.ts';
import { SERVICE_LOCK } from './job-lock.ts';
import { insertPage } from './move-rows.ts';

/** The lock of the session of a move, so that only one move fills a database at a time. */
const MOVE_LOCK = 4_202_615;
/** The server may need a while to notice that the connection of a move before this one is lost. */
const LOCK_TIMEOUT_MS = 30_000;

const TEXT = { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig;

/** The database that is filled, over a separate connection that can hold a lock. */
export type MoveTarget = ReturnType<typeof createTarget>;

/** @throws MoveRefusal when another move fills the database. */
export async function openMoveTarget(url: string): Promise<MoveTarget> {
  const client = await openConnection({
    url,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    applicationName: 'bank-transfers move',
    statementTimeoutMs: 0,
    settings: { idle_in_transaction_session_timeout: '0' },
  });
  const target = createTarget(client);
  try {
    await client.query(`select pg_advisory_lock(${MOVE_LOCK})`).catch((error: unknown) => {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new MoveRefusal('Another move is filling the target. Wait for its end.');
    });
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** @param client will hold the lock of a move. */
function createTarget(client: pg.Client) {
  const values = async (text: string, parameters: readonly unknown[] = []) => {
    const { rows } = await client.query<(string | null)[]>({
      text,
      values: [...parameters],
      rowMode: 'array',
      types: TEXT,
    });
    return rows;
  };
  return {
    /** The names of all tables, without those of the migrations. */
    tables: async () =>
      (
        await values(`select relname from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'
            and relname not like 'kysely%'`)
      ).map(([name]) => name ?? ''),
    columns: async (table: MovedTable) =>
      (
        await values(
          `select column_name, data_type from information_schema.columns
           where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
          [table],
        )
      ).map(([name, type]) => ({ name: name ?? '', kind: kindOf(type) })),
    count: async (table: MovedTable) => Number((await values(`select count(*) from ${table}`))[0]?.[0]),
    mark: async () =>
      (await values(`select value from metadata where key = '${MOVE_MARK}'`))[0]?.[0] ?? undefined,
    /** Keeps services out until it is closed. @returns whether none has entered. */
    async keepServicesOut(): Promise<boolean> {
      const { rows } = await client.query(`select pg_try_advisory_lock(${SERVICE_LOCK}) as "isFree"`);
      return rows[0]?.isFree === true;
    },
    /** Stores the mark, and deletes the rows of the migrations that the source has as well. */
    async begin(mark: string) {
      await values(
        `with cleared as (delete from metadata) insert into metadata (key, value) values ('${MOVE_MARK}', $1)`,
        [mark],
      );
    },
    /** Stores a page in one commit. */
    insert: (shape: TableShape, rows: readonly Row[]) => insertPage(client, { shape, rows }),
    pages: (shape: TableShape, rows: number) => readPages(client, shape, rows),
    /** Makes the numbers that the database gives from now on higher than those that were moved. */
    async settle() {
      for (const statement of [...RAISED_NUMBERS, RAISED_BY_RESTORE]) await values(statement);
      // The server has no statistics of so many new rows yet.
      await client.query('analyze');
    },
    close: () => client.end().catch(() => {}),
  };
}

const RAISED_NUMBERS = [
  ['transactions', 'number', `'transaction_numbers'`],
  ['callback_attempts', 'position', `'callback_attempt_positions'`],
  ['notes', 'position', `pg_get_serial_sequence('notes', 'position')`],
].map(
  ([table, column, sequence]) =>
    `select setval(${sequence}, max(${column})) from ${table} having max(${column}) is not null`,
);
/** The numbers also stay above those that were given out before a restore. */
const RAISED_BY_RESTORE = `
  select setval('transaction_numbers', greatest(t.last_value, m.value::bigint))
  from transaction_numbers as t, metadata as m where m.key = '${RESTORED.transactionNumber}'`;

function kindOf(type: string | null | undefined): Column['kind'] {
  if (type === 'bytea') return 'bytes';
  return type === 'bigint' || type === 'integer' ? 'integer' : 'text';
}

/** Reads a whole table in one snapshot, the next page while the caller works on one. */
async function* readPages(
  client: pg.ClientBase,
  { table, keyLength, columns }: TableShape,
  rows: number,
): AsyncGenerator<readonly Row[]> {
  const names = columns.map(({ name }) => name).join(', ');
  const order = columns
    .slice(0, keyLength)
    .map(({ name, kind }) => (kind === 'text' ? `${name} collate "C"` : name))
    .join(', ');
  const fetch = () =>
    client.query<(string | null)[]>({
      text: `fetch ${rows} from moved`,
      rowMode: 'array',
      types: TEXT,
    });
  await client.query('begin isolation level repeatable read read only');
  await client.query(
    `declare moved no scroll cursor for select ${names} from ${table} ${withoutMark(table)} order by ${order}`,
  );
  try {
    for (let page = fetch(); ; ) {
      const { rows: found } = await page;
      if (found.length === 0) return;
      page = fetch();
      // Its failure is handled when it is awaited.
      page.catch(() => {});
      yield found;
    }
  } finally {
    await client.query('rollback');
  }
}
