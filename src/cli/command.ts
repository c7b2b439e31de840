import type { z } from 'zod';
import type { VerifyReport } from '../domain/consistency.ts';
import type { Operation } from '../operations/operation.ts';

/** A mistake in how the command was called: its message is one line for the person who typed it. */
export class UsageError extends Error {}

/** One thing that can be typed behind a command, and the field of the operation's input that it becomes. */
export interface Parameter {
  readonly kind: 'argument' | 'option' | 'flag';
  /** As it is typed: `app-key` for `--app-key`. */
  readonly name: string;
  readonly field: string;
  /** What stands for the value in a usage line. */
  readonly placeholder: string;
  readonly help: string;
  readonly required: boolean;
  /** Whether it may be given more than once; `read` then sees all of its values. */
  readonly multiple: boolean;
  /** The field's value from what was typed; text where the field itself says what it is. @throws UsageError whose message continues the parameter's name. */
  read(values: readonly string[]): unknown;
}

interface CommandBase {
  /** The words that call it. */
  readonly name: string;
  /** What it does, as one sentence. */
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** One call that works, without the name of the program. */
  readonly example: string;
}

/** A command that runs one operation. */
export interface OperationCommand<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends CommandBase {
  readonly operation: Operation<I, O>;
  /** Fields that the command itself decides. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The operation's output for people. */
  show(output: z.output<O>): string;
}

/** The command that brings the schema up to date. */
export interface MigrateCommand extends CommandBase {
  readonly operation: undefined;
  readonly task: 'migrate';
  show(output: { readonly migrated: readonly string[] }): string;
}

/** The command that receives callbacks until it is stopped. */
export interface ListenCommand extends CommandBase {
  readonly operation: undefined;
  readonly task: 'listen';
}

/** The command that looks whether everything in the database agrees, and mends it if it is asked to. */
export interface VerifyCommand extends CommandBase {
  readonly operation: undefined;
  readonly task: 'verify';
  /** @returns the report for people, and for machines the same as plain data. */
  show(report: VerifyReport): { readonly text: string; readonly data: unknown };
}

export type Command = OperationCommand | MigrateCommand | ListenCommand | VerifyCommand;

/** Keeps the types of one definition. */
export function defineCommand<I extends z.ZodType, O extends z.ZodType>(
  command: OperationCommand<I, O>,
): OperationCommand<I, O> {
  return command;
}

interface ParameterOptions {
  /** The field of the input, where it is not named as the parameter. */
  readonly field?: string;
  readonly help: string;
  readonly read?: (text: string) => unknown;
}

const asTyped = (text: string): unknown => text;

function single(read: (text: string) => unknown = asTyped): Parameter['read'] {
  return (values) => read(values.at(-1) ?? '');
}

/** A value that stands by its place; required. */
export function argument(name: string, { field = name, help, read }: ParameterOptions): Parameter {
  const placeholder = `<${name}>`;
  return {
    kind: 'argument',
    name,
    field,
    placeholder,
    help,
    required: true,
    multiple: false,
    read: single(read),
  };
}

/** One or more values that stand by their place, last among the arguments. */
export function restArguments(
  name: string,
  { field, help, read }: { readonly field: string; readonly help: string; readonly read: Parameter['read'] },
): Parameter {
  const placeholder = `<${name}>...`;
  return { kind: 'argument', name, field, placeholder, help, required: true, multiple: true, read };
}

interface OptionOptions extends ParameterOptions {
  readonly placeholder: string;
  readonly required?: boolean;
}

/** `--name <value>`. */
export function option(name: string, options: OptionOptions): Parameter {
  const { field = name, help, placeholder, read, required = false } = options;
  return { kind: 'option', name, field, placeholder, help, required, multiple: false, read: single(read) };
}

/** `--name <value>` any number of times; the field is the list of values. */
export function repeatedOption(name: string, options: Omit<OptionOptions, 'read' | 'required'>): Parameter {
  const { field = name, help, placeholder } = options;
  return {
    kind: 'option',
    name,
    field,
    placeholder,
    help,
    required: false,
    multiple: true,
    read: (values) => values,
  };
}

/** `--name`, which sets the field to the given value. */
export function flagOption(
  name: string,
  { field, value, help }: { readonly field: string; readonly value: unknown; readonly help: string },
): Parameter {
  return {
    kind: 'flag',
    name,
    field,
    placeholder: '',
    help,
    required: false,
    multiple: false,
    read: () => value,
  };
}
