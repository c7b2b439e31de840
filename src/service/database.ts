import { existsSync, statSync } from 'node:fs';
import type { Engine } from '../../db/engine.ts';
import { describeLocation } from '../../db/engines/postgres/location.ts';
import { MIN_POOL_SIZE } from '../../db/engines/postgres/pool-size.ts';
import { openPostgres, type PostgresOptions } from '../../db/engines/postgres/postgres.ts';
import type { ThreadOptions } from '../../db/engines/sqlite/protocol.ts';
import { restoringPath } from '../../db/engines/sqlite/restore-files.ts';
import { openSqlite, type SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseLocation } from '../config/database-location.ts';
import { StartError } from '../config/start-error.ts';

/** Parts of the engine that callers may replace. */
export type EngineOptions = Omit<SqliteOptions, keyof ThreadOptions> & Pick<PostgresOptions, 'wrapClient'>;

/** The place of the database for people, without the password of a server. */
export function describeDatabase(database: DatabaseLocation): string {
  return database.kind === 'sqlite' ? database.path : describeLocation(database.url);
}

/**
 * The file of a SQLite database, for what works on files.
 * @param advice what to use with PostgreSQL instead, as a sentence.
 * @throws StartError when the database is on a PostgreSQL server.
 */
export function fileOf({ database }: Config, advice: string): string {
  if (database.kind === 'postgres') throw new StartError(`DATABASE_URL names a PostgreSQL server. ${advice}`);
  return database.path;
}

interface OpenOptions extends Pick<PostgresOptions, 'lockTimeoutMs' | 'readUrl' | 'onReplica'> {
  readonly engine: EngineOptions | undefined;
  /** The most connections to a PostgreSQL server. */
  readonly poolSize: number;
  /** Whether a database that is missing may be made. */
  readonly canCreate: boolean;
  /** Whether this process serves requests, instead of visiting the database of one that does. */
  readonly isService: boolean;
}

/** @throws StartError when the database cannot be opened in its present state. */
export function openDatabase(database: DatabaseLocation, options: OpenOptions): Engine {
  const { lockTimeoutMs, engine = {}, canCreate } = options;
  const { wrapClient, ...ofSqlite } = engine;
  if (database.kind === 'postgres')
    return openPostgres({
      url: database.url,
      lockTimeoutMs,
      wrapClient,
      readUrl: options.readUrl,
      onReplica: options.onReplica,
      poolSize: Math.max(MIN_POOL_SIZE, options.poolSize),
    });
  const { path } = database;
  if (existsSync(restoringPath(path)))
    throw new StartError(
      `DATABASE_URL: a restore of ${path} was interrupted. Run it again: bank-transfers restore <file>`,
    );
  refuseLostFile(path);
  if (!canCreate && !existsSync(path))
    throw new StartError(`DATABASE_URL: there is no database at ${path}. Run: bank-transfers migrate`);
  return openSqlite({ path, lockTimeoutMs, isVisitor: !options.isService, ...ofSqlite });
}

/**
 * Refuses to begin an empty database next to the log of another one: SQLite would delete the log, with commits that the
 * file does not have yet.
 * @throws StartError when there is such a log.
 */
export function refuseLostFile(databasePath: string): void {
  const log = `${databasePath}-wal`;
  if (existsSync(databasePath) || !statSync(log, { throwIfNoEntry: false })?.size) return;
  throw new StartError(
    `DATABASE_URL: there is no file ${databasePath}, but its write-ahead log ${log} holds commits. Put the file back, or move the log away to begin an empty database.`,
  );
}
