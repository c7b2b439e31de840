import { type Engine, MAX_CLOCK_DIFFERENCE_MS } from '../../db/engine.ts';
import { TimeZoneInUse } from '../../db/maintenance/count-by-days.ts';
import { isBeforeFirstRelease } from '../../db/migrate.ts';
import { readTimeZone } from '../../db/sql/days.ts';
import { StartError } from '../config/start-error.ts';
import { refuseMoved } from './moved.ts';
import type { AppContextOptions } from './options.ts';
import { hasMachineClocks } from './platform.ts';

/**
 * Runs the migrations that a database lacks, if it may.
 * @returns their names.
 * @throws StartError when the database cannot be used with this version, or was moved.
 */
export async function bringUpToDate(
  engine: Engine,
  { config, migrate, migrateAudit, isService = false, allowsMoved = false }: AppContextOptions,
): Promise<string[]> {
  const { missing, unknown } = await engine.schemaState();
  if (!allowsMoved) await refuseMoved(engine, missing);
  if (isBeforeFirstRelease(unknown))
    throw new StartError(
      'DATABASE_URL: a version before 1.0.0 made this database, and no later one can bring it up to date. Export what you need with that version, and name a new database.',
    );
  if (unknown.length > 0)
    throw new StartError(
      `DATABASE_URL: a newer version has changed the database (${unknown.join(', ')}). Run that version.`,
    );
  if (missing.length > 0 && !migrate)
    throw new StartError('The database is not up to date. Run: bank-transfers migrate');
  // Programs that run next to the service count by the days of the database, whatever their own setting is.
  const timeZone = isService ? config.timeZone : undefined;
  const isUpToDate = missing.length === 0;
  if (isUpToDate && (timeZone === undefined || timeZone === (await engine.read(readTimeZone)))) return [];
  return engine.migrate({ audit: migrateAudit, timeZone }).catch((error: unknown) => {
    throw error instanceof TimeZoneInUse ? otherZone(error.timeZone) : error;
  });
}

/**
 * Reads the time zone by whose days the database counts. It stays the same for a service that has entered.
 * @throws StartError when another program has changed the database while this one was starting.
 */
export async function readBasis(
  engine: Engine,
  { config, isService, allowsMoved = false }: AppContextOptions,
): Promise<string> {
  if (!allowsMoved) await refuseMoved(engine, []);
  const timeZone = await engine.read(readTimeZone);
  if (isService && timeZone !== config.timeZone) throw otherZone(timeZone);
  return timeZone;
}

function otherZone(timeZone: string): StartError {
  return new StartError(
    `TIME_ZONE: other services run on the database and count by the days of ${timeZone}. Set TIME_ZONE=${timeZone}, or stop all of them first.`,
  );
}

/**
 * Reads the clock by which the processes of a database measure what is due.
 * @throws StartError when the clock of this machine is too far from it: times that are shown would not be right.
 */
export async function readClock(
  { clock }: Engine,
  { platform, isService }: AppContextOptions,
): Promise<void> {
  if (!clock || !hasMachineClocks(platform)) return;
  await clock.read();
  const aheadMs = platform.nowMs() - (clock.nowMs() ?? platform.nowMs());
  if (!isService || Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  throw new StartError(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the database server. Set the wrong one.`,
  );
}
