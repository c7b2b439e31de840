#!/usr/bin/env node
import { once } from 'node:events';
import { type Call, readCall } from './cli/call.ts';
import { UsageError } from './cli/command.ts';
import { PROGRAM } from './cli/help.ts';
import { startListener } from './cli/listen.ts';
import { readConfig, StartError } from './config.ts';
import { type AppContext, openAppContext } from './context.ts';
import { ServiceError } from './domain/errors.ts';
import { liveSecrets } from './domain/signing.ts';
import { updateClient } from './operations/admin/clients.ts';
import { unknownClient } from './operations/admin/fields.ts';
import { execute } from './operations/operation.ts';
import { principalOf } from './operations/permissions.ts';
import { nodePlatform } from './platform.ts';
import { isWell, verifyDatabase } from './verify.ts';

/** Whoever may read the database file and its master key may do everything that a key could allow. */
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
  secrets: [],
});

/** A person waits longer for a busy service than a request should. */
const LOCK_TIMEOUT_MS = 5000;
/** A repair of a large database takes its time. */
const COMMAND_TIMEOUT_MS = 6 * 3_600_000;

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

type Run = Extract<Call, { kind: 'run' }>;

async function main(): Promise<void> {
  const call = readCall(process.argv.slice(2));
  process.stdout.write(call.kind === 'help' ? call.text : await run(call));
}

/** Runs a command. @returns what it has to say. */
async function run({ command, input, json }: Run): Promise<string> {
  const appContext = await openAppContext({
    config: readConfig(process.env),
    platform: nodePlatform,
    migrate: !command.operation && command.task === 'migrate',
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    engine: { commandTimeoutMs: COMMAND_TIMEOUT_MS },
  });
  try {
    const { dependencies, migrated } = appContext;
    const context = { principal: OPERATOR_AT_THE_MACHINE, dependencies };
    if (!command.operation) {
      if (command.task === 'listen') return await listen(appContext, Object(input));
      if (command.task === 'verify') {
        const report = await verifyDatabase(appContext, Object(input));
        if (!isWell(report)) process.exitCode = EXIT_REFUSED;
        const { text, data } = command.show(report);
        return json ? toJson(data) : text;
      }
      return json ? toJson({ migrated }) : command.show({ migrated });
    }
    const output = await execute(command.operation, context, input);
    return json ? toJson(output) : command.show(output);
  } finally {
    await appContext.close();
  }
}

/**
 * Has a client's callbacks sent here, until a signal ends it. What was set before is set again then.
 * @returns the last words.
 */
async function listen(
  { dependencies }: AppContext,
  { appKey, port = 0 }: { readonly appKey: string; readonly port?: number },
): Promise<string> {
  const find = () => dependencies.clients.findByAppKey(appKey);
  const before = await find();
  if (!before) throw unknownClient();
  const listener = await startListener({
    port,
    print: (text) => void process.stdout.write(text),
    async secrets() {
      const client = await find();
      return liveSecrets(client?.secrets ?? [], Date.now()).map((key) => key.export().toString('utf8'));
    },
  });
  const context = { principal: OPERATOR_AT_THE_MACHINE, dependencies };
  const setUrl = (callbackUrl: string | null) => execute(updateClient, context, { appKey, callbackUrl });
  // From before there is anything to set back; a terminal that is closed hangs up.
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  try {
    await setUrl(listener.url);
    process.stdout.write(`The callbacks of ${appKey} are sent to ${listener.url} until Ctrl-C.\n`);
    await ended;
    if ((await find())?.callbackUrl === listener.url) await setUrl(before.callbackUrl);
  } finally {
    await listener.close();
  }
  return `\nThe callbacks of ${appKey} are sent ${before.callbackUrl ? 'where they were sent before' : 'nowhere again'}.\n`;
}

function fail(error: unknown): void {
  process.stderr.write(`${PROGRAM}: ${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED;
}

function toJson(output: unknown): string {
  return `${JSON.stringify(output, null, 2)}\n`;
}

/** One line for a person; the stack only of what is a mistake in this program. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UsageError || error instanceof StartError || error instanceof ServiceError)
    return oneLine(error.message);
  // A file that cannot be opened, a database that is none: the system's or SQLite's own words.
  if ('code' in error && typeof error.code === 'string') return oneLine(`${error.message} (${error.code})`);
  return error.stack ?? error.message;
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

// Whoever reads may stop reading: `| head -1` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error);
});

main().catch(fail);
