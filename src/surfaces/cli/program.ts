import { Command, CommanderError } from 'commander';
import { type CliCommand, type CommandGroup, PROGRAM } from './command.ts';
import { commands } from './commands.ts';
import { readInput } from './input.ts';
import { addParameters, readTexts, usageOf } from './parameters.ts';
import { toUsageError } from './usage-error.ts';

/** A command to run, with its checked input. */
export interface Invocation {
  readonly command: CliCommand;
  readonly input: Readonly<Record<string, unknown>>;
  /** True if the output is one JSON document. */
  readonly json: boolean;
  /** The appKey whose view is shown instead of an admin's. */
  readonly as: string | undefined;
}

/** The word that runs the service itself. */
const SERVE = 'serve';

/** The request of a command line; undefined when help or the version was printed. */
export type Request = Invocation | typeof SERVE | undefined;

interface ProgramOptions {
  readonly version: string;
  /** Prints help or the version. */
  readonly print: (text: string) => void;
}

/**
 * Parses the words of a command line and checks the input that they make, before anything is opened.
 * @returns undefined when help or the version was printed.
 * @throws UsageError with one line that says what is wrong and where help is. It repeats no value that was typed.
 */
export function parseCommandLine(given: readonly string[], options: ProgramOptions): Request {
  const words = withHelp(given);
  const program = createProgram(options);
  let invocation: Request;
  program
    .command(SERVE)
    .description('Runs the service, with the settings of its environment, until it gets SIGTERM.')
    .action(() => {
      invocation = SERVE;
    });
  const addCommand = (parent: Command, definition: CliCommand) => {
    const command = createCommand(parent, definition, words);
    command.action(() => {
      const input = readInput(definition, readTexts(command, definition));
      const as: unknown = command.getOptionValue('as');
      invocation = {
        command: definition,
        input,
        json: command.getOptionValue('json') === true,
        as: typeof as === 'string' ? as : undefined,
      };
    });
  };
  for (const entry of commands) {
    const isGroup = 'commands' in entry;
    const parent = isGroup ? createGroup(program, entry) : program;
    for (const definition of isGroup ? entry.commands : [entry]) addCommand(parent, definition);
  }
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    throw toUsageError(error, findCalled(program, words));
  }
  return invocation;
}

/** Treats no words at all, or the word help, as a request for help. */
function withHelp(words: readonly string[]): readonly string[] {
  if (words.length === 0) return ['--help'];
  return words[0] === 'help' ? [...words.slice(1), '--help'] : words;
}

function createProgram({ version, print }: ProgramOptions): Command {
  return (
    new Command(PROGRAM)
      .description(
        'Manages a bank-transfers service. It works on the database of DATABASE_URL, even while a service runs on it, with the settings that the service has.',
      )
      .usage('<command> [options]')
      .version(version, '-V, --version', 'Show the version.')
      .helpOption('-h, --help', 'Show this help.')
      .helpCommand(false)
      .addHelpText('after', `\nHelp for one command: ${PROGRAM} <command> --help`)
      // Words after the name of a command belong to that command alone.
      .enablePositionalOptions()
      .configureHelp({
        subcommandTerm: (command) => command.name(),
        argumentTerm: (argument) => `<${argument.name()}>`,
      })
      .configureOutput({ writeOut: print, writeErr: () => {} })
      .exitOverride()
  );
}

function createGroup(program: Command, { name, summary, commands }: CommandGroup): Command {
  return program
    .command(name)
    .description(summary)
    .summary(`${summary.replace(/[.]$/, '')}: ${commands.map((command) => command.name).join(', ')}.`)
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', `\nHelp for one command: ${PROGRAM} ${name} <command> --help`);
}

function createCommand(parent: Command, definition: CliCommand, words: readonly string[]): Command {
  const { name, summary, example } = definition;
  const command = parent.command(name).description(summary).usage(usageOf(definition));
  addParameters(command, definition, words);
  if (definition.hasViews)
    command.option('--as <appKey>', 'See what this key sees: a test key sees tests, and a merchant its own.');
  return command
    .option('--json', 'Print one JSON document for machines.')
    .addHelpText('after', `\nExample:\n  ${PROGRAM} ${example}`);
}

/** Finds the command or group that the words call, or the program itself. */
function findCalled(program: Command, words: readonly string[]): Command {
  let called = program;
  for (const word of words) {
    const next = called.commands.find((command) => command.name() === word);
    if (!next) break;
    called = next;
  }
  return called;
}
