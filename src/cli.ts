#!/usr/bin/env node
import { userInfo } from 'node:os';
import { backupDatabase } from '../db/engines/sqlite/backup.ts';
import { FileRefusal } from '../db/engines/sqlite/files.ts';
import { verifyAudit } from '../db/verify/audit.ts';
import { verifyAndRepair } from '../db/verify/verify-and-repair.ts';
import { type CommandResult, PROGRAM, type Session, UsageError } from './cli/command.ts';
import { type Invocation, parseCommandLine } from './cli/program.ts';
import { type Config, readConfig, StartError } from './config.ts';
import { type AppContext, openAppContext } from './context.ts';
import { ServiceError } from './domain/errors.ts';
import { PLAIN_PAGE } from './operations/admin/directory.ts';
import { commandLineOrigin, type DatabaseCommand } from './operations/audit/origin.ts';
import { execute } from './operations/operation.ts';
import { principalOf } from './operations/permissions.ts';
import { nodePlatform } from './platform.ts';
import { resealSecrets } from './reseal.ts';
import { restoreDatabase } from './restore.ts';
import { version } from './version.ts';

/** Anybody who can read the database file and its master key has all rights already. */
const OPERATOR_AT_THE_MACHINE = principalOf({
  id: 'cli',
  appKey: 'cli',
  name: 'Command line',
  role: 'admin',
  callbackUrl: null,
  disabledAtMs: null,
  createdAtMs: 0,
  requiresTimedSign: false,
  ipAllowlist: [],
  ...PLAIN_PAGE,
  secrets: [],
});

/** A person waits longer for a busy service than a request should. */
const LOCK_TIMEOUT_MS = 5000;
/** The repair of a large database can take hours. */
const COMMAND_TIMEOUT_MS = 6 * 3_600_000;

/** Errors whose message is for the person who typed the command. */
const KNOWN_ERRORS = [UsageError, StartError, ServiceError, FileRefusal];

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

async function main(): Promise<void> {
  const invocation = parseCommandLine(process.argv.slice(2), { version, print });
  if (invocation) print(await run(invocation));
}

/** Runs a command. @returns its output. */
async function run({ command, input, json }: Invocation): Promise<string> {
  const config = readConfig(process.env);
  if ('runOnFiles' in command)
    return present(
      await command.runOnFiles(
        { restore: (path) => restoreDatabase(config, path, auditOf('restore')) },
        input,
      ),
      json,
    );
  const appContext = await openAppContext({
    config,
    platform: nodePlatform,
    migrate: command.migrates ?? false,
    migrateAudit: auditOf('migrate'),
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    engine: { commandTimeoutMs: COMMAND_TIMEOUT_MS },
  });
  try {
    return present(await command.run(createSession(appContext, config), input), json);
  } finally {
    await appContext.close();
  }
}

function present({ text, data, failed }: CommandResult, json: boolean): string {
  if (failed) process.exitCode = EXIT_REFUSED;
  return json && data !== undefined ? `${JSON.stringify(data, null, 2)}\n` : text;
}

function createSession(appContext: AppContext, config: Config): Session {
  const { engine, dependencies, migrated } = appContext;
  const origin = { kind: 'commandLine', user: readUser() } as const;
  const context = { principal: OPERATOR_AT_THE_MACHINE, origin, dependencies };
  return {
    dependencies,
    migrated,
    execute: (operation, input) => execute(operation, context, input),
    verify: ({ repair }) =>
      verifyAndRepair(engine, { repair, clocks: dependencies.runtime, audit: auditOf('repair') }),
    verifyAudit: (knownHash) => verifyAudit(engine, knownHash),
    backup: (path) =>
      backupDatabase(config.databasePath, path, (contents) =>
        engine.run('recordCopy', {
          ...{ audit: auditOf('backup'), kind: 'backup', file: contents.path, contents },
        }),
      ),
    resealSecrets: () => resealSecrets(config, appContext, auditOf('resealSecrets')),
    print,
  };
}

function auditOf(command: DatabaseCommand) {
  return { ...commandLineOrigin(readUser(), command), occurredAtMs: nodePlatform.nowMs() };
}

/** The user of the operating system who runs the program. */
function readUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container can run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

function fail(error: unknown): void {
  process.stderr.write(`${PROGRAM}: ${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED;
}

/** Returns one line for a person, or the stack of an error that only a bug can cause. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (KNOWN_ERRORS.some((known) => error instanceof known)) return toOneLine(error.message);
  // The operating system and SQLite set a code, such as for a file that is no database.
  if ('code' in error && typeof error.code === 'string') return toOneLine(`${error.message} (${error.code})`);
  return error.stack ?? error.message;
}

function toOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

// A reader such as `head -1` may close the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error);
});

main().catch(fail);
