import { codeOf, isCommitUnknown } from '../../db/engines/database-errors.ts';
import { ServiceError } from '../kernel/errors.ts';

/** What an operator does, by the code of SQLite or of the operating system. The first one that fits counts. */
const ADVICE: readonly (readonly [refusal: RegExp, advice: string])[] = [
  [/\b(EMFILE|ENFILE)\b/, 'Allow more open files: ulimit -n, or LimitNOFILE= of the systemd unit.'],
  [/^SQLITE_READONLY_DBMOVED/, 'Move the file back, or stop the service and restore a backup.'],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'Another program holds the lock of the file, and fuser -v names it. End that program.',
  ],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'The file is damaged, or is no database of this service. Put a backup in its place: bank-transfers restore <file>',
  ],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'Free space on the disk, which df -h shows.'],
  [
    /^SQLITE_IOERR/,
    'The disk is full or fails: df -h and dmesg show which. Look at what is stored before you repeat a command.',
  ],
  [
    /^(SQLITE_(CANTOPEN|READONLY)|EACCES|EROFS)/,
    'Name a file that this user can read and write, in a folder that this user can write to.',
  ],
];

/**
 * Says in one line why the database or the operating system refused, and what to do about it.
 * @returns undefined for an error of another kind.
 */
export function describeRefusal(error: unknown): string | undefined {
  const refusal = refusalOf(error);
  if (!refusal) return undefined;
  const { message } = refusal;
  const code = codeOf(refusal);
  const advice = ADVICE.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  if (advice === undefined) return message;
  return `${message.includes(code) ? message : `${message} (${code})`}. ${advice}`;
}

/**
 * The error with a code: the given one, or the cause for which a request would get `error_unavailable`. A commit whose
 * outcome is unknown is no refusal.
 */
export function refusalOf(error: unknown): Error | undefined {
  const source = error instanceof ServiceError && !isCommitUnknown(error) ? error.details.cause : error;
  return source instanceof Error && codeOf(source) !== '' ? source : undefined;
}
