import type { Logger } from 'pino';
import { ServiceError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/texts.ts';
import type { Schedule } from '../../operations/runtime.ts';
import { READ_LIMITS } from '../domain/statement.ts';
import type { GivenFile, StatementFile } from '../import-store.ts';
import { MAX_NAME_CHARACTERS } from '../limits.ts';
import type { FoundFile, InboxFolder } from './inbox-folder.ts';

/** The pause before the next check of the folder. */
const PAUSE_MS = 1000;
/** A file is taken once it has not changed for this time, because it is then complete. */
const QUIET_MS = 2000;
/** The time before the next attempt for a file, if another import is running or the database does not answer. */
const BUSY_MS = 5000;
/** The time before the next attempt after a failure that would only repeat at once. */
const FAILED_MS = 60_000;

export interface StatementInboxOptions {
  readonly folder: InboxFolder;
  /**
   * Imports a file, either completely or not at all. Importing the same bytes again changes nothing.
   * @throws ServiceError
   */
  readonly importFile: (
    file: GivenFile,
  ) => Promise<{ readonly file: StatementFile; readonly isRepeat: boolean }>;
  readonly monotonicMs: () => number;
  /** Whether this process is the one that runs jobs. */
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Imports the files of a folder, and moves each where it belongs. */
export interface StatementInbox {
  start(): void;
  /** Checks the folder, and takes every file that is due. Never rejects. */
  lookNow(): Promise<void>;
  /** Begins nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

interface WaitingFile {
  readonly signature: string;
  dueMs: number;
  /** Whether the log already says that the file waits for something other than its completion. */
  isDelayed: boolean;
}

/**
 * Creates the watcher of a folder, which does nothing until it is started. If a process is killed between the import
 * and the move, the file is found again. Since its bytes are then known, it is moved, and no line is added twice.
 */
export function createStatementInbox(options: StatementInboxOptions): StatementInbox {
  const { folder, importFile, monotonicMs, runsJobs, schedule, logger } = options;
  let waiting = new Map<string, WaitingFile>();
  let isStopped = false;
  let running: Promise<void> | undefined;
  let cancel = () => {};

  async function look(): Promise<void> {
    const files = await folder.list();
    const nowMs = monotonicMs();
    waiting = new Map(
      files.map((file) => {
        const known = waiting.get(keyOf(file));
        const { signature } = file;
        const isKnown = known?.signature === signature;
        return [keyOf(file), isKnown ? known : { signature, dueMs: nowMs + QUIET_MS, isDelayed: false }];
      }),
    );
    for (const file of files) {
      const wait = waiting.get(keyOf(file));
      if (isStopped) return;
      if (wait && wait.dueMs <= nowMs) wait.dueMs = monotonicMs() + (await take(file, wait));
    }
  }

  /** @returns the time before the next attempt, if the file is still there. */
  async function take(found: FoundFile, wait: WaitingFile): Promise<number> {
    try {
      if (found.sizeBytes > READ_LIMITS.maxBytes) {
        await refuse(found, [
          `The file is larger than ${READ_LIMITS.maxBytes} bytes: export shorter periods.`,
        ]);
        return 0;
      }
      const bytes = await folder.read(found);
      if (!bytes) return QUIET_MS;
      const { file, isRepeat } = await importFile({ name: printableName(found.name), bytes });
      await folder.moveImported(found);
      const { id: fileId, lineCount, addedCount } = file;
      logger.info({ fileId, lineCount, addedCount, isRepeat }, 'a file of a bank was imported');
      return 0;
    } catch (error) {
      return fail(found, { err: error, wait });
    }
  }

  async function fail(
    found: FoundFile,
    { err, wait }: { readonly err: unknown; readonly wait: WaitingFile },
  ): Promise<number> {
    if (err instanceof ServiceError && err.type === 'error_unavailable') {
      const { message: reason } = err;
      if (!wait.isDelayed) logger.info({ reason }, 'a file of a bank waits in the folder: it is tried again');
      wait.isDelayed = true;
      return BUSY_MS;
    }
    try {
      if (err instanceof ServiceError && err.type === 'error_validation') {
        await refuse(found, err.details.fields?.map(({ message }) => message) ?? [err.message]);
        return 0;
      }
      logger.error({ err }, 'a file of a bank could not be imported: it stays in the folder');
    } catch (failure) {
      logger.error({ err: failure }, 'a file of a bank could not be moved: it stays in the folder');
    }
    return FAILED_MS;
  }

  async function refuse(found: FoundFile, problems: readonly string[]): Promise<void> {
    await folder.moveRefused(found, problems);
    logger.warn({ problems: problems.length }, 'a file of a bank was refused: see its .problems.txt');
  }

  function lookNow(): Promise<void> {
    running ??= look()
      .catch((err: unknown) => logger.error({ err }, 'the folder of STATEMENTS_DIR could not be read'))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  function later(): void {
    cancel = schedule(async () => {
      if (runsJobs()) await lookNow();
      if (!isStopped) later();
    }, PAUSE_MS);
  }

  return {
    start: later,
    lookNow,
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}

/** Returns the key of a file. Names with different bytes can be the same text. */
function keyOf({ nameBytes }: FoundFile): string {
  return nameBytes.toString('latin1');
}

/** Returns the name of a file as a text for people. */
function printableName(name: string): string {
  const short = Array.from(printable(name)).slice(0, MAX_NAME_CHARACTERS).join('');
  return /[\p{L}\p{N}]/u.test(short) ? short : 'a file without a name';
}
