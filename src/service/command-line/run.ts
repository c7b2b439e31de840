import { codeOf } from '../../../db/engines/database-errors.ts';
import { dropRoot } from '../../../db/engines/sqlite/drop-root.ts';
import { FileRefusal } from '../../../db/engines/sqlite/files.ts';
import { MoveRefusal } from '../../../db/maintenance/move/state.ts';
import { unknownClient } from '../../admin/fields.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { describeRefusal } from '../../config/database-refusal.ts';
import { StartError } from '../../config/start-error.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { printableJson } from '../../kernel/texts.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import { type Principal, principalOf } from '../../operations/permissions.ts';
import { describeMissingDriver } from '../../requirements.ts';
import { type CommandResult, PROGRAM, UsageError } from '../../surfaces/cli/command.ts';
import { type Invocation, parseCommandLine } from '../../surfaces/cli/program.ts';
import { openAppContext } from '../context.ts';
import { checkIdleFile } from '../last-shutdown.ts';
import { nodePlatform } from '../platform.ts';
import { version } from '../version.ts';
import { auditOf, type CliEnvironment, createFiles, createSession } from './session.ts';

/** A person waits longer for a busy service than a request should. */
const LOCK_TIMEOUT_MS = 5000;
/** The verification of a large database can take hours. */
const COMMAND_TIMEOUT_MS = 6 * 3_600_000;

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/**
 * Runs the program with the words after its name.
 * @returns its exit code: 0, 1 for a refused or failed command, 2 for a mistake in the call.
 */
export async function runCommandLine(words: readonly string[], environment: CliEnvironment): Promise<number> {
  const { stdout, stderr } = environment;
  let isParsed = false;
  try {
    const invocation = parseCommandLine(words, { version, print: stdout });
    isParsed = true;
    if (!invocation) return 0;
    if (invocation === 'serve') {
      await environment.serve();
      return 0;
    }
    const result = await run(invocation, environment);
    stdout(present(result, invocation.json));
    return result.failed ? EXIT_REFUSED : 0;
  } catch (error) {
    stderr(explain(error));
    // A command that was begun may have changed something.
    return !isParsed && error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED;
  }
}

async function run(invocation: Invocation, environment: CliEnvironment): Promise<CommandResult> {
  const config = readConfig(environment.env);
  const { database } = config;
  const takeBack = database.kind === 'sqlite' ? dropRoot(database.path) : () => {};
  try {
    return await runOn(config, invocation, environment);
  } finally {
    takeBack();
  }
}

async function runOn(
  config: Config,
  { command, input, as }: Invocation,
  environment: CliEnvironment,
): Promise<CommandResult> {
  if ('runOnFiles' in command) return command.runOnFiles(createFiles(config, environment), input);
  if (config.database.kind === 'sqlite') await checkIdleFile(config.database.path);
  const appContext = await openAppContext({
    config,
    platform: nodePlatform,
    migrate: command.migrates ?? false,
    migrateAudit: auditOf('migrate'),
    allowsMoved: command.onlyReads?.(input) ?? false,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    engine: { ...environment.engine, commandTimeoutMs: COMMAND_TIMEOUT_MS },
  });
  try {
    const principal = as === undefined ? undefined : await findPrincipal(appContext.dependencies, as);
    return await command.run(createSession(appContext, { config, environment, principal }), input);
  } finally {
    await appContext.close();
  }
}

/** @throws ServiceError when no client has the appKey. */
async function findPrincipal({ clients }: Dependencies, appKey: string): Promise<Principal> {
  const client = await clients.findByAppKey(appKey);
  if (!client) throw unknownClient();
  return principalOf(client);
}

function present({ text, data }: CommandResult, json: boolean): string {
  return json && data !== undefined ? `${printableJson(data)}\n` : text;
}

/** Errors whose message is for the person who typed the command. */
const KNOWN_ERRORS = [UsageError, StartError, ServiceError, FileRefusal, MoveRefusal];

/** Returns one line for a person, or the stack of an error that only a bug can cause. */
export function explain(error: unknown): string {
  return `${PROGRAM}: ${describe(error)}\n`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const missing = describeMissingDriver(error);
  if (missing !== undefined) return missing;
  // A request can be sent again; who typed a command learns what to do about the database.
  const refusal = error instanceof ServiceError ? describeRefusal(error) : undefined;
  if (refusal !== undefined) return toOneLine(`The database fails: ${refusal}`);
  if (KNOWN_ERRORS.some((known) => error instanceof known)) return toOneLine(error.message);
  // The operating system and SQLite set a code, such as for a file that is no database.
  const code = codeOf(error);
  if (code !== '') return toOneLine(`${error.message} (${code})`);
  return error.stack ?? error.message;
}

function toOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
