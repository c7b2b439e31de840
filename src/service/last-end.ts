import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { describeDamages, findDamagesOf } from '../../db/engines/sqlite/file-check.ts';
import { type LastEnd, lookAtLastEnd } from '../../db/engines/sqlite/unclean-end.ts';
import { asConfigError, StartError } from '../config/start-error.ts';

/**
 * Looks how the last service on the database has ended. After an unclean end the file is checked before anything is
 * read from it: an old copy may have been put over it, with the log of the newer file still beside it.
 * @throws StartError when the file is damaged.
 */
export async function checkLastEnd(databasePath: string, logger: Logger): Promise<LastEnd> {
  const lastEnd = lookAtLastEnd(databasePath);
  if (!lastEnd.isUnclean || !existsSync(databasePath)) return lastEnd;
  logger.warn('the database was not closed by the last service: its file is checked first');
  const startedAt = performance.now();
  const damages = await asConfigError(`DATABASE_URL: ${databasePath}`, async () =>
    findDamagesOf(databasePath, 'quick_check'),
  );
  if (damages.length > 0)
    throw new StartError(
      `DATABASE_URL: ${databasePath} is damaged (${describeDamages(damages)}). Put a backup in its place: bank-transfers restore <file>`,
    );
  logger.info({ durationMs: Math.round(performance.now() - startedAt) }, 'the file of the database is sound');
  return lastEnd;
}
