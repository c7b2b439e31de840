import { parseArgs } from 'node:util';
import {
  type ClientEnvironment,
  type Command,
  connect,
  KEY_OPTIONS,
  messageOf,
  PROGRAM,
  readKey,
  UsageError,
} from './command.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';
import { trigger } from './trigger.ts';
import { whoami } from './whoami.ts';

const COMMANDS: readonly Command[] = [listen, replay, trigger, whoami];

interface ProgramEnvironment extends ClientEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly printError: (text: string) => void;
  readonly version: () => string;
}

/**
 * Runs the command of the package with the words after its name.
 * @returns its exit code: 0, 1 for what the service refused, 2 for a mistake in the call.
 */
export async function runProgram(words: readonly string[], environment: ProgramEnvironment): Promise<number> {
  const { print, printError, signal } = environment;
  try {
    const [name = 'help', ...rest] = words;
    if (/^(--|-)?h(elp)?$/.test(name) || rest.some((word) => word === '--help' || word === '-h')) {
      print(help());
      return 0;
    }
    if (/^(--version|-V)$/.test(name)) {
      print(`${environment.version()}\n`);
      return 0;
    }
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (!command)
      throw new UsageError(
        `The commands are ${COMMANDS.map((one) => one.name).join(', ')}; see ${PROGRAM} --help.`,
      );
    const { values, positionals } = parse(command, rest);
    const key = readKey(values, environment.env);
    await command.run({ ...environment, key, service: connect(key), options: values, words: positionals });
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    printError(`${PROGRAM}: ${messageOf(error).replace(/\p{Cc}+/gu, ' ')}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function parse({ name, options, maxWords }: Command, words: readonly string[]) {
  try {
    const names = Object.keys({ ...KEY_OPTIONS, ...options });
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(names.map((option) => [option, { type: 'string' as const }])),
      allowPositionals: true,
    });
    if (positionals.length > maxWords) throw new TypeError(`${name} takes no ${positionals[maxWords]}`);
    return { values, positionals };
  } catch (error) {
    // The advice of Node on words that begin with a dash helps nobody here.
    throw new UsageError(`${messageOf(error).replace(/[.] .*$/, '')}. See ${PROGRAM} --help.`);
  }
}

function help(): string {
  const lineOf = ([name, text]: [string, string]) => `      --${name.padEnd(10)} ${text}\n`;
  const commands = COMMANDS.map(
    ({ usage, summary, options }) =>
      `  ${usage}\n      ${summary}\n${Object.entries(options).map(lineOf).join('')}`,
  );
  return `Usage: ${PROGRAM} <command> [options]

${commands.join('\n')}
Every command:
${Object.entries(KEY_OPTIONS).map(lineOf).join('')}
  -V, --version    Shows the version of the package.

Example:
  ${PROGRAM} listen --url http://127.0.0.1:3000 --key demo-test --secret demo-test-secret --forward http://localhost:4000/callbacks
`;
}
