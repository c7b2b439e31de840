import { type Command, CommanderError } from 'commander';
import { UsageError } from './command.ts';

/**
 * Turns an error of the parser into one line that says where help is. Commander repeats the typed words in its
 * messages. A typed word can be a secret, so this line repeats the names of options only.
 */
export function toUsageError(error: unknown, command: Command): unknown {
  const message = describe(error, command);
  if (message === undefined) return error;
  return new UsageError(`${message} See: ${pathOf(command).join(' ')} --help`);
}

/** `serve` is the one command that people expect to take settings as options. */
const SETTINGS = ' Settings come from the environment: PORT=3001 bank-transfers serve.';

function describe(error: unknown, command: Command): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof CommanderError)) return undefined;
  return command.commands.length > 0 ? describeNoCommand(error, command) : describeWords(error, command);
}

/** Adds the name that commander suggests for a mistyped one. */
function suggest(problem: string, { message }: CommanderError): string {
  const [, suggestion] = /\n\((Did you mean .+\?)\)$/.exec(message) ?? [];
  return suggestion === undefined ? problem : `${problem} ${suggestion}`;
}

function describeNoCommand(error: CommanderError, command: Command): string {
  const names = command.commands.map((one) => one.name()).join(', ');
  const place = command.parent ? `The word after ${command.name()}` : 'The first word';
  return suggest(`${place} must be one of ${names}.`, error);
}

function describeWords(error: CommanderError, command: Command): string {
  const { code, message } = error;
  const [, name = ''] = /'(--[\w-]+|-\w|[\w|]+)/.exec(message) ?? [];
  switch (code) {
    case 'commander.unknownOption':
      return command.options.some(({ long }) => long === name)
        ? `${name} takes no value.`
        : suggest(`There is no option ${name}.${command.name() === 'serve' ? SETTINGS : ''}`, error);
    case 'commander.optionMissingArgument':
      return `${name} needs a value.`;
    case 'commander.missingArgument':
      return `<${name}> is required.`;
    case 'commander.excessArguments':
      return `There are too many words: ${takes(command)}. A value with spaces needs quotes.`;
    default:
      return 'The words cannot be understood.';
  }
}

function takes({ registeredArguments }: Command): string {
  if (registeredArguments.length === 0) return 'the command takes only options';
  return `the command takes ${registeredArguments.map((argument) => `<${argument.name()}>`).join(' ')}`;
}

function pathOf(command: Command): string[] {
  return [...(command.parent ? pathOf(command.parent) : []), command.name()];
}
