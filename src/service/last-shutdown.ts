import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import {
  type LastShutdown,
  lockCheck,
  lockOwner,
  readLastShutdown,
} from '../../db/engines/sqlite/file-owner.ts';
import { describeDamages, findDamagesOf } from '../../db/engines/sqlite/inspect-file.ts';
import { ServicesRunning } from '../../db/migrate.ts';
import { asConfigError, StartError } from '../config/start-error.ts';
import { refuseLostFile } from './database.ts';

/**
 * Finds out how the last service on the database ended. After an unclean end the file is checked before anything is
 * read from it: someone may have replaced it by an old copy, while the log of the newer file is still there.
 * @throws StartError when the file is damaged.
 */
async function checkLastShutdown(databasePath: string, logger?: Logger): Promise<LastShutdown> {
  const lastShutdown = readLastShutdown(databasePath);
  if (!lastShutdown.isUnclean || !existsSync(databasePath)) return lastShutdown;
  logger?.warn('the database was not closed by the last service: its file is checked first');
  const startedAt = performance.now();
  const damages = await asConfigError(`DATABASE_URL: ${databasePath}`, async () =>
    findDamagesOf(databasePath, 'quick_check'),
  );
  if (damages.length > 0)
    throw new StartError(
      `DATABASE_URL: ${databasePath} is damaged (${describeDamages(damages)}). Put a backup in its place: bank-transfers restore <file>`,
    );
  logger?.info(
    { durationMs: Math.round(performance.now() - startedAt) },
    'the file of the database is sound',
  );
  return lastShutdown;
}

/**
 * Makes this process the only service of a database file, once no other program checks the file, and checks its end.
 * @returns undefined when another process owns the file.
 * @throws StartError when the file is damaged, or lost.
 */
export async function takeOwner(
  databasePath: string,
  logger?: Logger,
): Promise<{ readonly lastShutdown: LastShutdown; readonly release: () => void } | undefined> {
  refuseLostFile(databasePath);
  const onWait = () =>
    logger?.warn('another program checks the file of the database: the start waits for it');
  return whileUnchecked(
    databasePath,
    async () => {
      const release = lockOwner(databasePath);
      if (!release) return undefined;
      try {
        return { lastShutdown: await checkLastShutdown(databasePath, logger), release };
      } catch (error) {
        release();
        throw error;
      }
    },
    onWait,
  );
}

/** Runs work once no other program checks the file, and keeps others from checking it meanwhile. */
async function whileUnchecked<T>(
  databasePath: string,
  work: () => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  const endCheck = await lockCheck(databasePath, onWait);
  try {
    return await work();
  } finally {
    endCheck();
  }
}

/**
 * Runs the work of a program that no service on a file may see half done. Services, and other such work, wait for it.
 * @throws ServicesRunning when a service runs.
 */
export async function whileNoServiceRuns<T>(databasePath: string, work: () => Promise<T>): Promise<T> {
  return whileUnchecked(databasePath, async () => {
    const release = lockOwner(databasePath);
    if (!release) throw new ServicesRunning();
    return await work().finally(release);
  });
}

/**
 * Checks the last end for a program that is no service, where none runs: the last connection that such a program closes
 * would merge a log that belongs to another file. A sound file needs no other check until a service runs on it again.
 * @throws StartError when the file is damaged.
 */
export async function checkIdleFile(databasePath: string): Promise<void> {
  if (!existsSync(databasePath) || !readLastShutdown(databasePath).isUnclean) return;
  await whileUnchecked(databasePath, async () => {
    const release = lockOwner(databasePath);
    // A service runs, and has checked the file itself.
    if (!release) return;
    release();
    const lastShutdown = await checkLastShutdown(databasePath);
    lastShutdown.end();
  });
}
