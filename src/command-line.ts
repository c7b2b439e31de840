import { userInfo } from 'node:os';
import { backupDatabase } from '../db/engines/sqlite/backup.ts';
import { FileRefusal } from '../db/engines/sqlite/files.ts';
import { MoveRefusal } from '../db/move/refusal.ts';
import { verifyAudit } from '../db/verify/audit.ts';
import { verifyAndRepair } from '../db/verify/verify-and-repair.ts';
import { type CommandResult, PROGRAM, UsageError } from './cli/command.ts';
import { type Invocation, parseCommandLine } from './cli/program.ts';
import type { DatabaseFiles, Session } from './cli/session.ts';
import { type Config, readConfig } from './config/config.ts';
import { StartError } from './config/start-error.ts';
import { type AppContext, openAppContext } from './context/context.ts';
import { fileOf } from './context/database.ts';
import { ServiceError } from './domain/errors.ts';
import { moveDatabase, undoMove } from './maintenance/move.ts';
import { resealSecrets } from './maintenance/reseal.ts';
import { restoreDatabase } from './maintenance/restore.ts';
import { PLAIN_CLIENT } from './operations/admin/directory.ts';
import { commandLineOrigin, type DatabaseCommand } from './operations/audit/origin.ts';
import { execute } from './operations/operation.ts';
import { principalOf } from './operations/permissions.ts';
import { importAndView } from './operations/reconciliation/files.ts';
import { previewAndView } from './operations/reconciliation/previews.ts';
import { nodePlatform } from './platform.ts';
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
  ...PLAIN_CLIENT,
  secrets: [],
});

/** A person waits longer for a busy service than a request should. */
const LOCK_TIMEOUT_MS = 5000;
/** The repair of a large database can take hours. */
const COMMAND_TIMEOUT_MS = 6 * 3_600_000;

/** Errors whose message is for the person who typed the command. */
const KNOWN_ERRORS = [UsageError, StartError, ServiceError, FileRefusal, MoveRefusal];

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** Where the program runs: its settings, and its standard streams. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Starts the service in this process. */
  readonly serve: () => Promise<unknown>;
  /** Whether a person sees at once what is written to `stderr`. */
  readonly isTerminal?: boolean;
}

/**
 * Runs the program with the words after its name.
 * @returns its exit code: 0, 1 for a refused or failed command, 2 for a mistake in the call.
 */
export async function runCommandLine(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  try {
    const invocation = parseCommandLine(words, { version, print: stdout });
    if (!invocation) return 0;
    if (invocation === 'serve') {
      await surroundings.serve();
      return 0;
    }
    const result = await run(invocation, surroundings);
    stdout(present(result, invocation.json));
    return result.failed ? EXIT_REFUSED : 0;
  } catch (error) {
    stderr(explain(error));
    return error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED;
  }
}

async function run({ command, input }: Invocation, surroundings: Surroundings): Promise<CommandResult> {
  const config = readConfig(surroundings.env);
  if ('runOnFiles' in command) return command.runOnFiles(createFiles(config, surroundings), input);
  const appContext = await openAppContext({
    config,
    platform: nodePlatform,
    migrate: command.migrates ?? false,
    migrateAudit: auditOf('migrate'),
    allowsMoved: command.onlyReads?.(input) ?? false,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    engine: { commandTimeoutMs: COMMAND_TIMEOUT_MS },
  });
  try {
    return await command.run(createSession(appContext, { config, surroundings }), input);
  } finally {
    await appContext.close();
  }
}

function progressOutput({ stderr, isTerminal = false }: Surroundings) {
  return { printProgress: stderr, isTerminal };
}

function createFiles(config: Config, surroundings: Surroundings): DatabaseFiles {
  return {
    restore: (path) => restoreDatabase(config, path, auditOf('restore')),
    move(request, onProgress) {
      const interrupts = listenForInterrupts();
      const moved = moveDatabase(config, {
        request,
        audit: auditOf('move'),
        onProgress(progress) {
          onProgress(progress);
          interrupts.throwIfAny();
        },
      });
      return moved.finally(interrupts.stopListening);
    },
    undoMove: (request) => undoMove(config, request, auditOf('move')),
    ...progressOutput(surroundings),
  };
}

/** Lets the commit that is under way end. A second signal ends the process at once. */
function listenForInterrupts() {
  let isInterrupted = false;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const note = () => {
    isInterrupted = true;
    stopListening();
  };
  const stopListening = () => {
    for (const signal of signals) process.off(signal, note);
  };
  for (const signal of signals) process.on(signal, note);
  return {
    stopListening,
    throwIfAny() {
      if (isInterrupted)
        throw new MoveRefusal(
          'Interrupted. What was copied is kept: run move again, and it goes on from there.',
        );
    },
  };
}

function present({ text, data }: CommandResult, json: boolean): string {
  return json && data !== undefined ? `${JSON.stringify(data, null, 2)}\n` : text;
}

function createSession(
  appContext: AppContext,
  { config, surroundings }: { readonly config: Config; readonly surroundings: Surroundings },
): Session {
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
      backupDatabase(fileOf(config, 'Back it up with its own tools, such as pg_dump.'), path, (contents) =>
        engine.run('recordCopy', {
          ...{ audit: auditOf('backup'), kind: 'backup', file: contents.path, contents },
        }),
      ),
    resealSecrets: () => resealSecrets(config, appContext, auditOf('resealSecrets')),
    previewStatement: (file) => previewAndView(context, file),
    importStatement: (file, onProgress) => importAndView(context, file, onProgress),
    print: surroundings.stdout,
    ...progressOutput(surroundings),
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

/** Returns one line for a person, or the stack of an error that only a bug can cause. */
export function explain(error: unknown): string {
  return `${PROGRAM}: ${describe(error)}\n`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (KNOWN_ERRORS.some((known) => error instanceof known)) return toOneLine(error.message);
  // The operating system and SQLite set a code, such as for a file that is no database.
  if ('code' in error && typeof error.code === 'string') return toOneLine(`${error.message} (${error.code})`);
  return error.stack ?? error.message;
}

function toOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
