import type { z } from 'zod';
import { readArguments } from './arguments.ts';
import { type Command, type Parameter, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, label, listHelp, PROGRAM } from './help.ts';

/** What the words on the command line ask for. */
export type Call =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'run'; readonly command: Command; readonly input: unknown; readonly json: boolean };

/**
 * Reads a command line, up to the check of the operation's input: what is wrong with it is known before
 * anything is opened.
 * @throws UsageError with one line that says what is wrong and where help is. It repeats no value that was given.
 */
export function readCall(words: readonly string[]): Call {
  const [noun, verb] = words;
  if (isHelp(noun)) return { kind: 'help', text: listHelp(commands) };
  const command = commands.find(({ name }) => name === noun || name === `${noun} ${verb}`);
  if (command) return readCommand(command, words.slice(command.name.split(' ').length));
  const ofNoun = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (noun === undefined || ofNoun.length === 0) {
    const nouns = new Set(commands.map(({ name }) => name.split(' ')[0]));
    throw usageError(`The first word must be one of ${[...nouns].join(', ')}.`, []);
  }
  if (isHelp(verb)) return { kind: 'help', text: listHelp(ofNoun, noun) };
  const verbs = ofNoun.map(({ name }) => name.slice(noun.length + 1));
  throw usageError(`The word after ${noun} must be one of ${verbs.join(', ')}.`, [noun]);
}

function readCommand(command: Command, words: readonly string[]): Call {
  try {
    const given = readArguments(command, words);
    if (given.help) return { kind: 'help', text: commandHelp(command) };
    if (command.operation) checkInput(command.operation.input, given.input, command.parameters);
    return { kind: 'run', command, input: given.input, json: given.json };
  } catch (error) {
    throw error instanceof UsageError ? usageError(error.message, [command.name]) : error;
  }
}

function checkInput(schema: z.ZodType, input: unknown, parameters: readonly Parameter[]): void {
  const { error } = schema.safeParse(input);
  if (error) throw new UsageError(error.issues.map((issue) => describe(issue, parameters)).join(' '));
}

/** The issue in the words of the command line: the option that was typed in place of the field it became. */
function describe({ path, message }: z.core.$ZodIssue, parameters: readonly Parameter[]): string {
  const [field, ...inner] = path;
  const parameter = parameters.find((candidate) => candidate.field === field);
  const words = inner.map((step) => (typeof step === 'number' ? `number ${step + 1}` : String(step)));
  return [...(parameter ? [label(parameter)] : []), ...words, message].join(' ');
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function usageError(message: string, scope: readonly string[]): UsageError {
  return new UsageError(`${message} See: ${[PROGRAM, ...scope].join(' ')} --help`);
}
