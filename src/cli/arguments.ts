import { type ParseArgsConfig, parseArgs } from 'node:util';
import { fieldReader } from '../operations/text.ts';
import { type Command, type Parameter, UsageError } from './command.ts';
import { label } from './help.ts';

export interface Given {
  readonly help: boolean;
  readonly json: boolean;
  /** The input of the operation, not yet checked by it. */
  readonly input: Readonly<Record<string, unknown>>;
}

type Values = Map<Parameter, string[]>;
type Token = NonNullable<ReturnType<typeof parseWords>>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/**
 * Reads the words behind a command.
 * @throws UsageError for an unknown, repeated or missing option, a missing value and a word too many.
 */
export function readArguments(command: Command, words: readonly string[]): Given {
  const tokens = parseWords(command, words);
  const options = tokens.filter((token) => token.kind === 'option');
  const isSet = (name: string) => options.some((token) => token.name === name);
  if (isSet('help')) return { help: true, json: false, input: {} };
  const values: Values = new Map();
  for (const token of options) readOption(command, token, values);
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  readPositionals(command, positionals, values);
  refuseMissing(command, values);
  return { help: false, json: isSet('json'), input: inputOf(command, values) };
}

function parseWords({ parameters }: Command, words: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
  };
  for (const { kind, name } of parameters)
    if (kind !== 'argument') options[name] = { type: kind === 'flag' ? 'boolean' : 'string' };
  // Not strict: its own messages take several lines and know nothing of this program's commands.
  const config = { args: [...words], options, strict: false, allowPositionals: true, tokens: true } as const;
  return parseArgs(config).tokens;
}

function readOption({ parameters }: Command, token: OptionToken, values: Values): void {
  const { name, rawName, value, inlineValue } = token;
  const parameter = parameters.find((candidate) => candidate.kind !== 'argument' && candidate.name === name);
  if (!parameter && name !== 'json') throw new UsageError(`There is no option ${rawName}.`);
  if (parameter?.kind !== 'option') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  } else if (value === undefined || value === '') {
    throw new UsageError(`${rawName} needs a value.`);
  } else if (!inlineValue && value.startsWith('-')) {
    throw new UsageError(
      `${rawName} needs a value; one that begins with a hyphen is written ${rawName}=<value>.`,
    );
  }
  if (!parameter) return;
  const known = values.get(parameter) ?? [];
  if (known.length > 0 && !parameter.multiple) throw new UsageError(`${rawName} was given more than once.`);
  values.set(parameter, [...known, value ?? '']);
}

function readPositionals({ parameters }: Command, positionals: readonly string[], values: Values): void {
  const places = parameters.filter(({ kind }) => kind === 'argument');
  let rest = positionals;
  for (const parameter of places) {
    const taken = parameter.multiple ? rest : rest.slice(0, 1);
    if (taken.length > 0) values.set(parameter, [...taken]);
    rest = rest.slice(taken.length);
  }
  if (rest.length === 0) return;
  const takes = places.length === 0 ? 'only options' : places.map(label).join(' ');
  throw new UsageError(`There are words too many: it takes ${takes}. A value with spaces needs quotes.`);
}

function refuseMissing({ parameters }: Command, values: Values): void {
  const missing = parameters.filter((parameter) => parameter.required && !values.has(parameter));
  if (missing.length > 0)
    throw new UsageError(missing.map((parameter) => `${label(parameter)} is required.`).join(' '));
}

function inputOf(command: Command, values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = command.operation ? { ...command.fixed } : {};
  for (const [parameter, texts] of values) {
    try {
      input[parameter.field] = parameter.read(texts);
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`${label(parameter)} ${error.message}`) : error;
    }
  }
  return command.operation ? fieldReader(command.operation.input)(input) : input;
}
