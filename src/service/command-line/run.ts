import { giveUpRoot } from '../../../db/engines/sqlite/give-up-root.ts';
import { unknownClient } from '../../admin/fields.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { printableJson } from '../../kernel/printable.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import { type Principal, principalOf } from '../../operations/permissions.ts';
import { type CommandResult, UsageError } from '../../surfaces/cli/command.ts';
import { type Invocation, parseCommandLine } from '../../surfaces/cli/program.ts';
import { openAppContext } from '../context.ts';
import { checkUnserved } from '../last-end.ts';
import { nodePlatform } from '../platform.ts';
import { version } from '../version.ts';
import type { CliEnvironment } from './cli-environment.ts';
import { explain } from './explain.ts';
import { auditOf } from './origin.ts';
import { createFiles, createSession } from './session.ts';

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
export async function runCommandLine(
  words: readonly string[],
  surroundings: CliEnvironment,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  let isParsed = false;
  try {
    const invocation = parseCommandLine(words, { version, print: stdout });
    isParsed = true;
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
    // A command that was begun may have changed something.
    return !isParsed && error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED;
  }
}

async function run(invocation: Invocation, surroundings: CliEnvironment): Promise<CommandResult> {
  const config = readConfig(surroundings.env);
  const { database } = config;
  const takeBack = database.kind === 'sqlite' ? giveUpRoot(database.path) : () => {};
  try {
    return await runOn(config, invocation, surroundings);
  } finally {
    takeBack();
  }
}

async function runOn(
  config: Config,
  { command, input, as }: Invocation,
  surroundings: CliEnvironment,
): Promise<CommandResult> {
  if ('runOnFiles' in command) return command.runOnFiles(createFiles(config, surroundings), input);
  if (config.database.kind === 'sqlite') await checkUnserved(config.database.path);
  const appContext = await openAppContext({
    config,
    platform: nodePlatform,
    migrate: command.migrates ?? false,
    migrateAudit: auditOf('migrate'),
    allowsMoved: command.onlyReads?.(input) ?? false,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    engine: { ...surroundings.engine, commandTimeoutMs: COMMAND_TIMEOUT_MS },
  });
  try {
    const principal = as === undefined ? undefined : await findPrincipal(appContext.dependencies, as);
    return await command.run(createSession(appContext, { config, surroundings, principal }), input);
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
