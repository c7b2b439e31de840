import { type Command, Option } from 'commander';
import { type CliCommand, type Parameter, UsageError } from './command.ts';
import { fieldOf, labelOf, type TypedTexts } from './input.ts';

/** Adds parameters to a command. They collect the typed texts without reading them. */
export function addParameters(
  command: Command,
  { parameters = [] }: CliCommand,
  words: readonly string[],
): void {
  for (const parameter of parameters) {
    if (isOption(parameter)) command.addOption(createOption(parameter, words));
    else command.argument(parameter.syntax, parameter.help);
  }
}

function isOption({ syntax }: Parameter): boolean {
  return syntax.startsWith('--');
}

function createOption(parameter: Parameter, words: readonly string[]): Option {
  const option = new Option(parameter.syntax, parameter.help);
  const label = labelOf(parameter);
  return option.required
    ? option.argParser((text, previous: readonly string[] = []) => {
        if (text === '') throw new UsageError(`${label} needs a value.`);
        // A separate word that begins with a hyphen is more likely the next option.
        if (text.startsWith('-') && words.includes(text))
          throw new UsageError(
            `${label} needs a value; one that begins with a hyphen is written ${label}=<value>.`,
          );
        if (previous.length > 0 && !parameter.repeatable)
          throw new UsageError(`${label} was given more than once.`);
        return [...previous, text];
      })
    : option;
}

/** Returns the texts that were typed for each parameter of a parsed command. */
export function readTexts(command: Command, { parameters = [] }: CliCommand): TypedTexts {
  const typed = new Map<Parameter, readonly string[]>();
  for (const [index, parameter] of parameters.filter((one) => !isOption(one)).entries())
    typed.set(parameter, command.args.slice(index, isVariadic(parameter) ? undefined : index + 1));
  for (const parameter of parameters.filter(isOption)) {
    const option = command.options.find(({ flags }) => flags === parameter.syntax);
    const value: unknown = option && command.getOptionValue(option.attributeName());
    if (Array.isArray(value)) typed.set(parameter, value);
    else if (value === true) typed.set(parameter, []);
  }
  return typed;
}

function isVariadic({ syntax }: Parameter): boolean {
  return syntax.endsWith('...>');
}

/** Returns the parameters of a command for its usage line. Options that its input requires have no brackets. */
export function usageOf({ input, fixed, parameters = [] }: CliCommand): string {
  const missing = input.safeParse({ ...fixed }).error?.issues.map(({ path }) => path[0]) ?? [];
  const parts = parameters.map((parameter) => {
    if (!isOption(parameter) || missing.includes(fieldOf(parameter))) return parameter.syntax;
    return `[${parameter.syntax}]${parameter.repeatable ? '...' : ''}`;
  });
  return [...parts, '[--json]'].join(' ');
}
