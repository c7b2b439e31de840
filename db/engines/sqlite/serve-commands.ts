import type Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { changesOf } from '../../changes.ts';
import * as commands from '../../command-list.ts';
import type { MigrateOptions } from '../../engine.ts';
import { runMigrations } from '../../migrate.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../names.ts';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { MIGRATION_TIMEOUT_MS } from './connections.ts';
import { CommandDialect, type CommandState, PlainSqliteDialect } from './dialect.ts';
import { isFatal } from './errors.ts';
import { countExternalCommit } from './external-commits.ts';
import { optimize } from './optimize.ts';
import type { CommandRequest, ThreadOptions } from './protocol.ts';
import { serveThread, type ThreadStart } from './serve-thread.ts';

type AnyCommand = (
  trx: DatabaseTransaction,
  input: CommandInput<CommandName>,
) => Promise<CommandOutput<CommandName>>;
const byName = commands as Readonly<Record<CommandName, AnyCommand>>;

/** Runs commands one after another, each in one transaction. */
export function serveCommands(start: ThreadStart): void {
  serveThread(start, {
    isSerial: true,
    connect: (connection) => runsCommands(connection, start.options),
    // After a damaged file or a failed rollback other commands need a new connection.
    mustDrop: (error, connection) => isFatal(error) || connection.inTransaction,
  });
}

function runsCommands(connection: Sqlite.Database, { lockTimeoutMs, isVisitor }: ThreadOptions) {
  const state: CommandState = { lockDeadline: 0 };
  const db = new Kysely<Tables>({ dialect: new CommandDialect(connection, state) });
  return async (request: CommandRequest, arrivedAtMs: number): Promise<unknown> => {
    if (request.kind === 'migrate') return migrate(connection, request.options);
    if (request.kind === 'optimize') return optimize(connection);
    // Counted from its arrival: commands that queue for the same lock must not wait for it one after another.
    state.lockDeadline = arrivedAtMs + lockTimeoutMs;
    const command = byName[request.name];
    const input = request.input as CommandInput<CommandName>;
    return db.transaction().execute(async (trx) => {
      const output = await command(trx, input);
      if (isVisitor && changesOf(request.name, output, input).length > 0) await countExternalCommit(trx);
      return output;
    });
  };
}

async function migrate(connection: Sqlite.Database, options: MigrateOptions | undefined): Promise<string[]> {
  connection.pragma(`busy_timeout = ${MIGRATION_TIMEOUT_MS}`);
  // On a full disk SQLite rolls back by itself, and what Kysely's migrator asks then fails for want of its tables.
  let reason: unknown;
  const db = new Kysely<Tables>({
    dialect: new PlainSqliteDialect({ database: connection }),
    log(event) {
      if (event.level === 'error') reason ??= event.error;
    },
  });
  try {
    return await runMigrations(db, ['begin exclusive'], options);
  } catch (error) {
    throw reason ?? error;
  } finally {
    connection.pragma('busy_timeout = 0');
  }
}
