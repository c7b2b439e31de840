import type { z } from 'zod';
import type { AuditVerdict, Verdict, VerifyReport } from '../domain/consistency.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Operation } from '../operations/operation.ts';
import type { importView } from '../operations/reconciliation/files.ts';
import type { GivenFile } from '../operations/reconciliation/import-store.ts';
import type { previewView } from '../operations/reconciliation/preview-views.ts';
import type { ProgressOutput } from './progress-bar.ts';

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

/** Access of a running command to the service's data. */
export interface Session extends ProgressOutput {
  readonly dependencies: Dependencies;
  /** The names of the migrations that ran when the database was opened. */
  readonly migrated: readonly string[];
  /** Runs an operation with the rights of an admin. @throws ServiceError when it is refused. */
  execute<I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: unknown,
  ): Promise<z.output<O>>;
  /**
   * Imports a file of a bank with the rights of an admin.
   * @param onProgress hears of the lines that are stored so far.
   * @throws ServiceError when it is refused.
   */
  importStatement(
    file: GivenFile,
    onProgress: (lineCount: number) => void,
  ): Promise<z.output<typeof importView>>;
  /** Says what an import would do. @throws ServiceError when it is refused. */
  previewStatement(file: GivenFile): Promise<z.output<typeof previewView>>;
  verify(options: { readonly repair: boolean }): Promise<VerifyReport>;
  /** @param knownHash a hash that an earlier walk ended with. */
  verifyAudit(knownHash: string | undefined): Promise<AuditVerdict>;
  /** Copies the database into a new file. */
  backup(path: string): Promise<BackupReport>;
  /** Seals all secrets with MASTER_KEY. @returns how many were sealed with another key before. */
  resealSecrets(): Promise<number>;
  /** Prints text while the command is still running. */
  print(text: string): void;
}

/** The contents of a backup. */
interface BackupContents {
  readonly transactions: number;
  /** The time of the newest transaction; null when there is none. */
  readonly newestAtMs: number | null;
  readonly pendingCallbacks: number;
  /** The fingerprint of its master key. */
  readonly masterKeyId: string | null;
}

export interface BackupReport extends BackupContents {
  readonly path: string;
  readonly bytes: number;
}

export interface RestoreReport {
  readonly contents: BackupContents;
  /** The rows that the old database holds and the backup does not; undefined when the old one could not be read. */
  readonly lost: { readonly transactions: number; readonly events: number } | undefined;
  /** The folder with the old files; undefined when there were none. */
  readonly savedTo: string | undefined;
  readonly migrated: readonly string[];
  readonly verdict: Verdict;
}

/** The source and the target of a move. */
export interface MoveRequest {
  /** The URL of the target; by default DATABASE_URL. */
  readonly to?: string | undefined;
  /** The path of the file; by default DATABASE_URL. */
  readonly from?: string | undefined;
  readonly dryRun: boolean;
  /** The rows of one commit. */
  readonly pageRows?: number | undefined;
}

/** A table after a move. */
interface MovedTable {
  readonly table: string;
  readonly source: { readonly rows: number; readonly hash: string };
  readonly target: { readonly rows: number; readonly hash: string };
  readonly differences: readonly {
    readonly key: string;
    readonly problem: 'missing' | 'added' | 'differs';
    readonly columns: readonly string[];
  }[];
  readonly differenceCount: number;
}

interface MoveOutline {
  readonly from: string;
  readonly to: string;
  /** The file that holds MASTER_KEY, if the settings do not. */
  readonly keyFile?: string | undefined;
}

export type MoveReport = MoveOutline &
  (
    | { readonly outcome: 'moved before'; readonly movedAtMs: number }
    | {
        readonly outcome: 'rehearsed';
        readonly rows: Readonly<Record<string, number>>;
        readonly secrets: number;
        /** True if the target holds a part already. */
        readonly isBegun: boolean;
      }
    | { readonly outcome: 'differs'; readonly tables: readonly MovedTable[] }
    | {
        readonly outcome: 'moved';
        readonly movedAtMs: number;
        readonly tookMs: number;
        readonly secrets: number;
        readonly tables: readonly MovedTable[];
        /** Undefined when an earlier run has checked the target. */
        readonly verdict?: Verdict;
      }
  );

/** How far a move is. */
export interface MoveProgress {
  readonly step: 'copying' | 'comparing';
  readonly table: string;
  readonly rows: number;
  readonly total: number;
}

/** Access to the files of a database that nothing has opened. */
export interface DatabaseFiles extends ProgressOutput {
  move(request: MoveRequest, onProgress: (progress: MoveProgress) => void): Promise<MoveReport>;
  /** Takes the mark of a move from a file. @returns the place that it was moved to. */
  undoMove(request: MoveRequest): Promise<string>;
  restore(path: string): Promise<RestoreReport>;
}

/** The output of a command. */
export interface CommandResult {
  /** Text for people, with the newline at its end. */
  readonly text: string;
  /** The same as plain data, for `--json`. A command without it prints its text there too. */
  readonly data?: unknown;
  /** True if the exit code is 1 although nothing was refused. */
  readonly failed?: boolean;
}

/** The help and the input of a command. */
interface CommandOutline {
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
  /** Whether it only reads, and so may look at a database that was moved; by default it may not. */
  readonly onlyReads?: (input: Readonly<Record<string, unknown>>) => boolean;
}

/** A command that works on the opened database. */
export interface SessionCommand extends CommandOutline {
  run(session: Session, input: unknown): Promise<CommandResult>;
}

/** A command that works on the files of the database, which need not be usable. */
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

interface OperationCommand<I extends z.ZodType, O extends z.ZodType> extends Omit<CommandOutline, 'input'> {
  readonly operation: Operation<I, O>;
  /** Formats the output of the operation for people. */
  format(output: z.output<O>): string;
}

/** Defines a command that runs one operation, which checks the input itself. */
export function operationCommand<I extends z.ZodType, O extends z.ZodType>({
  operation,
  format,
  ...command
}: OperationCommand<I, O>): CliCommand {
  return {
    ...command,
    input: operation.input,
    async run(session, input) {
      const output = await session.execute(operation, input);
      return { text: format(output), data: output };
    },
  };
}

interface CustomCommand<I extends z.ZodType> extends CommandOutline {
  readonly input: I;
  run(session: Session, input: z.output<I>): Promise<CommandResult>;
}

/** Defines a command that does something else. */
export function customCommand<I extends z.ZodType>(command: CustomCommand<I>): CliCommand {
  return { ...command, run: (session, input) => command.run(session, command.input.parse(input)) };
}
