import Sqlite from 'better-sqlite3';
import type { CommandName } from '../../commands/index.ts';

/** The settings of the writing thread. */
export interface ThreadOptions {
  readonly path: string;
  /** Time that a command waits for the lock of another process before it fails. */
  readonly lockTimeoutMs: number;
}

/** A message to the thread, as plain data. */
export type Call =
  | { readonly kind: 'command'; readonly id: number; readonly name: CommandName; readonly input: unknown }
  | { readonly kind: 'migrate'; readonly id: number }
  | { readonly kind: 'close' };

/** The reply to a call; each call has one. */
export type Reply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: Failure };

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
