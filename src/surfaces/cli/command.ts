import type { z } from 'zod';
import type { DatabaseFiles, Session } from './session.ts';

/** The name of the program on the command line. */
export const PROGRAM = 'bank-transfers';

/** A mistake in how the command was called. The message is one line for the person who typed it. */
export class UsageError extends Error {}

/** A positional argument or an option of a command. */
export interface Parameter {
  /** As in a usage line: `<appKey>`, `<cidr...>`, `--grace <duration>`, or `--inactive` for a switch. */
  readonly syntax: string;
  /** The field of the input that it sets, by default its name: `finalAmount` for `--final-amount`. */
  readonly field?: string;
  readonly help: string;
  /** True if the option may be given several times. */
  readonly repeatable?: boolean;
  /** The value that a switch sets; true by default. */
  readonly value?: unknown;
  /**
   * Parses the typed text, or all texts of a parameter that takes several. By default the type of the field
   * decides how the text is read.
   * @throws UsageError whose message continues the name of the parameter.
   */
  readonly parse?: (...texts: string[]) => unknown;
}

/** The output of a command. */
export interface CommandResult {
  /** Text for people, with the newline at its end. */
  readonly text: string;
  /** The same as plain data, for `--json`. A command without it prints its text there too. */
  readonly data?: unknown;
  /** Whether the exit code is 1 although nothing was refused. */
  readonly failed?: boolean;
}

/** The help and the input of a command. */
export interface CommandOutline {
  /** The last word of its call. */
  readonly name: string;
  /** One sentence for the help. */
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  /** A complete call, without the name of the program. */
  readonly example: string;
  /** Checks the input before anything is opened. The types of its fields say how to read the typed text. */
  readonly input: z.ZodType;
  /** Fields of the input that the command itself sets. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** True if missing migrations run when the database is opened. */
  readonly migrates?: boolean;
  /** Whether `--as` can show what a key sees. */
  readonly hasViews?: boolean;
  /** Whether it only reads, and so can open a database that was moved; false by default. */
  readonly onlyReads?: (input: Readonly<Record<string, unknown>>) => boolean;
}

/** A command that works on the opened database. */
export interface SessionCommand extends CommandOutline {
  run(session: Session, input: unknown): Promise<CommandResult>;
}

/** A command that works on the files of the database, even if they are unusable. */
export interface FilesCommand extends CommandOutline {
  runOnFiles(files: DatabaseFiles, input: unknown): Promise<CommandResult>;
}

/** One command: its help, its input and what it does. */
export type CliCommand = SessionCommand | FilesCommand;

/** Commands that share their first word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CliCommand[];
}

interface CustomCommand<I extends z.ZodType> extends CommandOutline {
  readonly input: I;
  run(session: Session, input: z.output<I>): Promise<CommandResult>;
}

/** Defines a command that does something else. */
export function customCommand<I extends z.ZodType>(command: CustomCommand<I>): CliCommand {
  return { ...command, run: (session, input) => command.run(session, command.input.parse(input)) };
}
