import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { describeDamages, findDamagesOf } from '../../db/engines/sqlite/file-check.ts';
import { lockOwner } from '../../db/engines/sqlite/owner-lock.ts';
import { type LastEnd, lookAtLastEnd } from '../../db/engines/sqlite/unclean-end.ts';
import { asConfigError, StartError } from '../config/start-error.ts';

/**
 * Finds out how the last service on the database ended. After an unclean end the file is checked before anything is
 * read from it: someone may have replaced it by an old copy, while the log of the newer file is still there.
 * @throws StartError when the file is damaged.
 */
export async function checkLastEnd(databasePath: string, logger?: Logger): Promise<LastEnd> {
  const lastEnd = lookAtLastEnd(databasePath);
  if (!lastEnd.isUnclean || !existsSync(databasePath)) return lastEnd;
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
  return lastEnd;
}

/**
 * Does the same for a program that is no service, where none runs: the last connection that such a program closes would
 * merge a log that belongs to another file.
 * @throws StartError when the file is damaged.
 */
export async function checkUnserved(databasePath: string): Promise<void> {
  if (!existsSync(databasePath) || !lookAtLastEnd(databasePath).isUnclean) return;
  const release = lockOwner(databasePath);
  // A service runs, and has looked itself.
  if (!release) return;
  try {
    await checkLastEnd(databasePath);
  } finally {
    release();
  }
}
