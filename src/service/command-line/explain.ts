import { FileRefusal } from '../../../db/engines/sqlite/files.ts';
import { MoveRefusal } from '../../../db/maintenance/move/refusal.ts';
import { describeRefusal } from '../../config/database-refusal.ts';
import { StartError } from '../../config/start-error.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { describeMissingDriver } from '../../requirements.ts';
import { PROGRAM, UsageError } from '../../surfaces/cli/command.ts';

/** Errors whose message is for the person who typed the command. */
const KNOWN_ERRORS = [UsageError, StartError, ServiceError, FileRefusal, MoveRefusal];

/** Returns one line for a person, or the stack of an error that only a bug can cause. */
export function explain(error: unknown): string {
  return `${PROGRAM}: ${describe(error)}\n`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const missing = describeMissingDriver(error);
  if (missing !== undefined) return missing;
  // A request can be sent again; who typed a command learns what to do about the database.
  const refusal = error instanceof ServiceError ? describeRefusal(error) : undefined;
  if (refusal !== undefined) return toOneLine(`The database fails: ${refusal}`);
  if (KNOWN_ERRORS.some((known) => error instanceof known)) return toOneLine(error.message);
  // The operating system and SQLite set a code, such as for a file that is no database.
  if ('code' in error && typeof error.code === 'string') return toOneLine(`${error.message} (${error.code})`);
  return error.stack ?? error.message;
}

function toOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
