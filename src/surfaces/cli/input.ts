import type { z } from 'zod';
import { sentenceOfIssue } from '../../kernel/problems.ts';
import { fieldReader } from '../../operations/text.ts';
import { type CliCommand, type Parameter, UsageError } from './command.ts';

/** The texts that were typed for each parameter; none for a switch. */
export type TypedTexts = ReadonlyMap<Parameter, readonly string[]>;

/** Returns the name of a parameter for messages: `<appKey>`, `--grace`. */
export function labelOf({ syntax }: Parameter): string {
  return syntax.replace(/ .*$/, '').replace('...', '');
}

/** Returns the field of the input that a parameter sets. */
export function fieldOf(parameter: Parameter): string {
  const name = labelOf(parameter).replace(/^--|[<>]/g, '');
  return parameter.field ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Reads the typed texts into the input of a command, and checks it.
 * @throws UsageError naming each parameter that is wrong. It repeats no text that was typed.
 */
export function readInput(command: CliCommand, typed: TypedTexts): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = { ...command.fixed };
  for (const [parameter, texts] of typed) fields[fieldOf(parameter)] = readValue(parameter, texts);
  const input = fieldReader(command.input)(fields);
  const { error } = command.input.safeParse(input);
  if (error) throw new UsageError(error.issues.map((issue) => describeIssue(issue, command)).join(' '));
  return input;
}

function readValue(parameter: Parameter, texts: readonly string[]): unknown {
  const { syntax, repeatable, value = true, parse } = parameter;
  if (!syntax.includes('<')) return value;
  if (!parse) return repeatable ? texts : texts[0];
  try {
    return parse(...texts);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${labelOf(parameter)} ${error.message}`) : error;
  }
}

/** Names the parameter in place of the field that it sets. */
function describeIssue(issue: z.core.$ZodIssue, { parameters = [] }: CliCommand): string {
  const [field, ...inner] = issue.path;
  const parameter = parameters.find((candidate) => fieldOf(candidate) === field);
  const words = inner.map((step) => (typeof step === 'number' ? `number ${step + 1}` : String(step)));
  return [...(parameter ? [labelOf(parameter)] : []), ...words, sentenceOfIssue(issue)].join(' ');
}
