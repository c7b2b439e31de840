import Sqlite from 'better-sqlite3';
import type { MigrateOptions } from '../../engine.ts';
import type { CommandName, QueryName } from '../../names.ts';
import { systemThreadId } from './system-thread.ts';

/** The settings of a thread. */
export interface ThreadOptions {
  readonly path: string;
  /** The file that the process has opened: see `identify`. A thread opens no other. */
  readonly file?: string | undefined;
  /** Time that a command waits for the lock of another process before it fails. A query waits for none. */
  readonly lockTimeoutMs: number;
  /** Whether another process may be serving the file. It is then notified of changes. */
  readonly isVisitor?: boolean | undefined;
}

/** A request to a thread, as plain data. */
export type Request = CommandRequest | QueryRequest | CheckpointRequest;

/** A request to the writing thread. */
export type CommandRequest =
  | { readonly kind: 'command'; readonly name: CommandName; readonly input: unknown }
  | { readonly kind: 'migrate'; readonly options: MigrateOptions | undefined }
  | { readonly kind: 'optimize' };

/** A request to the reading thread. */
export interface QueryRequest {
  readonly kind: 'query';
  readonly name: QueryName;
  readonly input: unknown;
}

/** A request to the checkpointing thread. */
export interface CheckpointRequest {
  readonly kind: 'checkpoint';
}

/** A message to a thread that runs such requests: one, with the id that its reply will carry, or the end. */
export type CallOf<R> = (R & { readonly id: number }) | { readonly kind: 'close' };

/** A message to a thread. */
export type Call = CallOf<Request>;

/** The reply to a call; each call has one. */
export type Reply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: Failure };

/** The message that a thread sends once it accepts calls: its id in the system. No call has the id of this reply. */
export const started = (): Reply => ({ id: 0, output: systemThreadId() });

/** An error as plain data. */
interface Failure {
  /** Undefined for an error without a code. */
  readonly code: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
}

export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: undefined, message: String(error), stack: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { code, message: error.message, stack: error.stack };
}

export function toError({ code, message, stack }: Failure): Error {
  const error = code?.startsWith('SQLITE_')
    ? new Sqlite.SqliteError(message, code)
    : Object.assign(new Error(message), code !== undefined && { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
