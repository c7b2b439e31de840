import type { MessagePort } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { changesOf } from '../../changes.ts';
import * as commands from '../../command-list.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../commands.ts';
import type { MigrateOptions } from '../../engine.ts';
import { runMigrations } from '../../migrate.ts';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { CommandDialect, type CommandState } from './command-dialect.ts';
import { PlainSqliteDialect } from './compiler.ts';
import { MIGRATION_TIMEOUT_MS } from './connections.ts';
import { isFatal } from './errors.ts';
import { optimize } from './optimize.ts';
import { type CommandCall, type Reply, started, type ThreadOptions, toFailure } from './protocol.ts';
import { countVisit } from './visits.ts';

type RunningCall = Exclude<CommandCall, { kind: 'close' }>;
type AnyCommand = (
  trx: DatabaseTransaction,
  input: CommandInput<CommandName>,
) => Promise<CommandOutput<CommandName>>;
const byName = commands as Readonly<Record<CommandName, AnyCommand>>;

interface CommandServer {
  /** The source of calls and the target of replies. */
  readonly port: MessagePort;
  readonly options: ThreadOptions;
  /** Opens the connection that writes. */
  open(path: string): Sqlite.Database;
}

/** Runs commands one after another, each in one transaction, and replies to each once. */
export function serveCommands({ port, options, open }: CommandServer): void {
  let writer: { readonly connection: Sqlite.Database; readonly db: Kysely<Tables> } | undefined;
  let last: Promise<void> = Promise.resolve();
  const state: CommandState = { lockDeadline: 0 };

  function openDatabase() {
    const connection = open(options.path);
    const dialect = new CommandDialect(connection, state);
    return { connection, db: new Kysely<Tables>({ dialect }) };
  }

  async function run(call: RunningCall): Promise<unknown> {
    writer ??= openDatabase();
    if (call.kind === 'migrate') return migrate(writer.connection, call.options);
    if (call.kind === 'optimize') return optimize(writer.connection);
    const command = byName[call.name];
    const input = call.input as CommandInput<CommandName>;
    return writer.db.transaction().execute(async (trx) => {
      const output = await command(trx, input);
      if (options.isVisitor && changesOf(call.name, output, input).length > 0) await countVisit(trx);
      return output;
    });
  }

  function close(): void {
    writer?.connection.close();
    port.close();
  }

  function drop(): void {
    writer?.connection.close();
    writer = undefined;
  }

  async function replyTo(call: RunningCall): Promise<Reply> {
    try {
      return { id: call.id, output: await run(call) };
    } catch (error) {
      // After a damaged file or a failed rollback other commands need a new connection.
      if (isFatal(error) || writer?.connection.inTransaction) drop();
      return { id: call.id, failure: toFailure(error) };
    }
  }

  port.on('message', (call: CommandCall) => {
    // Counted from its arrival: commands that queue for the same lock must not wait for it one after another.
    const lockDeadline = performance.now() + options.lockTimeoutMs;
    last = last.then(async () => {
      if (call.kind === 'close') return close();
      state.lockDeadline = lockDeadline;
      port.postMessage(await replyTo(call));
    });
  });
  port.postMessage(started());
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
