import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { type PostgresServer, startPostgresServer } from '../test/support/postgres-server.ts';

/** The key of all services of a run. PostgreSQL has no file for it. */
export const MASTER_KEY = 'be'.repeat(32);

let server: PostgresServer | undefined;
const onPostgres = new Set<string>();
const inFile = new Set<string>();

/** Starts the one PostgreSQL of a run, with commits that wait for the disk. */
export async function startPostgres(folder: string): Promise<void> {
  const path = join(folder, 'postgres');
  mkdirSync(path);
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  server = await startPostgresServer({
    fsync: true,
    folder: path,
    settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
  });
}

export async function stopPostgres(): Promise<void> {
  await server?.stop();
  server = undefined;
}

/** Puts the database of a folder on PostgreSQL. */
export async function putOnPostgres(folder: string): Promise<void> {
  if (onPostgres.has(folder)) return;
  await administer(`create database "${basename(folder)}"`);
  onPostgres.add(folder);
}

/** Drops the database of a folder, if it is on PostgreSQL. Files go with the folder. */
export async function dropDatabase(folder: string): Promise<void> {
  if (onPostgres.delete(folder)) await administer(`drop database "${basename(folder)}" with (force)`);
}

/** The value of DATABASE_URL for the database of a folder. */
export function databaseUrl(folder: string): string {
  return onPostgres.has(folder) && !inFile.has(folder) ? postgresUrl(folder) : filePath(folder);
}

/** The SQLite file of a folder. */
export function filePath(folder: string): string {
  return join(folder, 'bench.db');
}

/**
 * Fills the database of a folder as a SQLite file. One that is on PostgreSQL is moved there afterwards.
 * @param move moves the file to a database.
 */
export async function fillAsFile(
  folder: string,
  { fill, move }: { fill(): Promise<void>; move(url: string): void },
): Promise<void> {
  inFile.add(folder);
  await fill();
  if (onPostgres.has(folder)) {
    move(postgresUrl(folder));
    rmSync(filePath(folder), { force: true });
  }
  inFile.delete(folder);
}

/** Runs SQL that counts rows of the folder's database. */
export async function countRows(folder: string, sql: string): Promise<number> {
  if (onPostgres.has(folder)) return countOnPostgres(folder, sql);
  if (!existsSync(filePath(folder))) return 0;
  const database = new Sqlite(filePath(folder));
  try {
    return database.prepare<[], number>(sql).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

/** The bytes of a folder's database and of all that its server has logged; NaN on SQLite. */
export async function readSizes(folder: string): Promise<{ readonly disk: number; readonly log: number }> {
  if (!onPostgres.has(folder)) return { disk: Number.NaN, log: Number.NaN };
  const client = new pg.Client({ connectionString: postgresUrl(folder) });
  await client.connect();
  const { rows } = await client.query<{ readonly disk: string; readonly log: string }>(
    "select pg_database_size(current_database()) as disk, pg_current_wal_lsn() - '0/0' as log",
  );
  await client.end();
  return { disk: Number(rows[0]?.disk), log: Number(rows[0]?.log) };
}

async function countOnPostgres(folder: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgresUrl(folder) });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly found: string | null }>(
      "select to_regclass('transactions') as found",
    );
    // A database without tables was not opened by a service yet.
    if (rows[0]?.found === null) return 0;
    const counted = await client.query<{ readonly count: string }>(sql);
    return Number(counted.rows[0]?.count);
  } finally {
    await client.end();
  }
}

function postgresUrl(folder: string): string {
  if (!server) throw new Error('no PostgreSQL was started');
  const url = new URL(server.url);
  url.pathname = `/${basename(folder)}`;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server?.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
