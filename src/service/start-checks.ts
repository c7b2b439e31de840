import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, MAX_CLOCK_DIFFERENCE_MS } from '../../db/engine.ts';
import { TimeZoneInUse } from '../../db/maintenance/change-time-zone.ts';
import { getMetadata, setMetadataIfAbsent } from '../../db/maintenance/metadata.ts';
import { readMark } from '../../db/maintenance/move/state.ts';
import { MOVE_MARK } from '../../db/maintenance/move/tables.ts';
import { isBeforeFirstRelease, ServicesRunning } from '../../db/migrate.ts';
import { INITIAL_SCHEMA } from '../../db/migrations/index.ts';
import { readTimeZone } from '../../db/sql/days.ts';
import { CURRENCY, readCurrency } from '../../db/sql/metadata.ts';
import { REFERENCE_KEY } from '../../db/transactions/queries/references.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { whileNoServiceRuns } from './last-shutdown.ts';
import type { AppContextOptions } from './options.ts';
import { hasMachineClocks } from './platform.ts';

const RETRY_MS = 100;

/** A service that has just started is ready before this time is over, unless its migrations take longer. */
const TRIES_BESIDE_SERVICE = 50;

/**
 * Runs the migrations that a database lacks, if it may. If a service runs on the file, it waits
 * a while, since that service may be about to run them.
 * @returns their names.
 * @throws StartError when the database cannot be used with this version, or was moved.
 */
export async function bringUpToDate(
  engine: Engine,
  options: AppContextOptions,
  triesLeft = TRIES_BESIDE_SERVICE,
): Promise<string[]> {
  const { config, migrate, migrateAudit, isService = false, allowsMoved = false } = options;
  const { missing, unknown } = await engine.schemaState();
  if (!allowsMoved) await refuseMoved(engine, missing);
  if (isBeforeFirstRelease(unknown))
    throw new StartError(
      'DATABASE_URL: a version before 1.0.0 made this database, and no later one can bring it up to date. Export what you need with that version, and name a new database.',
    );
  refuseNewer(unknown);
  if (missing.length > 0 && !migrate)
    throw new StartError(
      'The database is not up to date. Stop its services, and run: bank-transfers migrate',
    );
  // Before the migrations: a service that does not start changes nothing. A database without tables has no currency.
  if (isService && !missing.includes(INITIAL_SCHEMA))
    refuseOtherCurrency(config, await engine.read(readCurrency));
  // Programs that run next to the service count by the days of the database, whatever their own setting is.
  const timeZone = isService ? config.timeZone : undefined;
  const isUpToDate = missing.length === 0;
  if (isUpToDate && (timeZone === undefined || timeZone === (await engine.read(readTimeZone)))) return [];
  const run = () => engine.migrate({ audit: migrateAudit, timeZone });
  // A service has already made itself the only one of its file.
  const { database } = config;
  const canMeetServices = database.kind === 'sqlite' && !isService;
  return (canMeetServices ? whileNoServiceRuns(database.path, run) : run()).catch(async (error: unknown) => {
    if (error instanceof TimeZoneInUse) throw otherZone(error.timeZone);
    if (!(error instanceof ServicesRunning)) throw error;
    if (!canMeetServices || triesLeft === 0) throw new StartError(BESIDE_SERVICES);
    await sleep(RETRY_MS);
    return bringUpToDate(engine, options, triesLeft - 1);
  });
}

const BESIDE_SERVICES =
  'The database is not up to date, and services run on it. If one is starting, it brings the database up to date: wait until it is ready. Otherwise stop all of them first: what they write after a migration would lack what it fills in.';

/** Stores the currency of a service on a database that has none. `readBasis` returns the stored one. */
export async function storeCurrency(engine: Engine, { currency }: Config): Promise<void> {
  await setMetadataIfAbsent(engine, CURRENCY, currency);
}

/** The settings that must be the same in all programs that write to a database. */
export interface Basis {
  /** The zone by whose days the database counts. */
  readonly timeZone: string;
  /** The currency of all amounts, a code of ISO 4217. */
  readonly currency: string;
  /** Of references, and of cursors. */
  readonly databaseKey: string;
}

/**
 * Reads what programs must agree about. It stays the same for a service that has entered.
 * @throws StartError when another program has changed the database while this one was starting.
 */
export async function readBasis(
  engine: Engine,
  { config, isService, allowsMoved = false }: AppContextOptions,
): Promise<Basis> {
  if (isService) refuseNewer((await engine.schemaState()).unknown);
  if (!allowsMoved) await refuseMoved(engine, []);
  const timeZone = await engine.read(readTimeZone);
  const currency = await engine.read(readCurrency);
  if (isService && timeZone !== config.timeZone) throw otherZone(timeZone);
  // Programs that run next to the service use the currency of the database, whatever their own setting is.
  if (isService) refuseOtherCurrency(config, currency);
  const databaseKey = (await getMetadata(engine, REFERENCE_KEY)) ?? '';
  return { timeZone, currency: currency ?? config.currency, databaseKey };
}

function refuseNewer(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw new StartError(
    `DATABASE_URL: a newer version has changed the database (${unknown.join(', ')}). Run that version.`,
  );
}

function refuseOtherCurrency(config: Config, currency: string | undefined): void {
  if (currency === undefined || currency === config.currency) return;
  throw new StartError(
    `CURRENCY: the amounts of the database are in ${currency}, and this process is set to ${config.currency}. Set CURRENCY=${currency}, or name another database in DATABASE_URL: each has one currency.`,
  );
}

function otherZone(timeZone: string): StartError {
  return new StartError(
    `TIME_ZONE: other services run on the database and count by the days of ${timeZone}. Set TIME_ZONE=${timeZone}, or stop all of them first.`,
  );
}

/**
 * Reads the clock by which the processes of a database measure what is due.
 * @throws StartError when the clock of this machine differs too much: shown times would be wrong.
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

/**
 * Refuses a database whose rows are, or will be, in another place: two services would process the same payments.
 * @param missing the migrations that have not run on it.
 * @throws StartError that says how to continue.
 */
async function refuseMoved(engine: Engine, missing: readonly string[]): Promise<void> {
  // A database without tables has no mark.
  if (missing.includes(INITIAL_SCHEMA)) return;
  const mark = readMark(await getMetadata(engine, MOVE_MARK));
  if (!mark) return;
  if (mark.side === 'target') {
    if (mark.finishedAtMs !== null) return;
    throw new StartError(
      'DATABASE_URL: a move into this database was not finished. Drop it, create it again, and run bank-transfers move again.',
    );
  }
  throw new StartError(
    `DATABASE_URL: this file was moved to ${mark.to} on ${new Date(mark.movedAtMs).toISOString()}. Set DATABASE_URL to that database. If it says that its move was not finished, drop it, create it again, and run bank-transfers move again.`,
  );
}
