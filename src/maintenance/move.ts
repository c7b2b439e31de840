import { existsSync } from 'node:fs';
import { isUnavailable } from '../../db/engines/postgres/errors.ts';
import { realPathOf } from '../../db/engines/sqlite/files.ts';
import { MoveRefusal } from '../../db/maintenance/move/state.ts';
import type { Config } from '../config/config.ts';
import { parseDatabaseUrl } from '../config/database-location.ts';
import { StartError } from '../config/start-error.ts';
import { type AppContext, openAppContext } from '../service/context.ts';
import { describeDatabase } from '../service/database.ts';
import { takeOwner } from '../service/last-shutdown.ts';
import { masterKeyFileOf, resolveMasterKey } from '../service/master-key.ts';
import { nodePlatform } from '../service/platform.ts';
import type { MoveReport, MoveRequest } from './domain/move.ts';
import { LOCK_TIMEOUT_MS, type MoveOptions, runMove } from './move-run.ts';

/**
 * Copies a SQLite database into an empty PostgreSQL database, and compares both. In the file, only the mark that it was
 * moved is changed.
 * @throws MoveRefusal or StartError when it cannot.
 */
export async function moveDatabase(config: Config, options: MoveOptions): Promise<MoveReport> {
  const path = findFile(config, options.request);
  const { url, name } = findServer(config, options.request);
  const settings = settingsFor(config, path);
  return withSource(settings, (source) =>
    runMove(source, { settings, path, url, name, options }).then(
      (report) => ({ ...report, keyFile: config.masterKey ? undefined : masterKeyFileOf(path) }),
      (error: unknown) => {
        throw isUnavailable(error) ? new MoveRefusal(describeLoss(error, name)) : error;
      },
    ),
  );
}

function findServer(config: Config, { to }: MoveRequest): { readonly url: string; readonly name: string } {
  const database = to === undefined ? config.database : parseDatabaseUrl('--to', to);
  if (database.kind !== 'postgres')
    throw new StartError(
      '--to must be the URL of a PostgreSQL database, such as postgres://user@host/database.',
    );
  return { url: database.url, name: describeDatabase(database) };
}

function findFile({ database }: Config, { from }: MoveRequest): string {
  const place = from === undefined ? database : parseDatabaseUrl('--from', from);
  if (place.kind !== 'sqlite')
    throw new StartError('--from must be the SQLite file to move, because DATABASE_URL names none.');
  const path = realPathOf(place.path);
  if (!existsSync(path)) throw new StartError(`There is no database at ${path}.`);
  return path;
}

function settingsFor(config: Config, path: string): Config {
  const settings: Config = { ...config, database: { kind: 'sqlite', path } };
  return { ...settings, masterKey: resolveMasterKey(settings, false) };
}

/** Opens the file as the only process on it. */
async function withSource<T>(settings: Config, work: (source: AppContext) => Promise<T>): Promise<T> {
  const { path } = settings.database as { readonly path: string };
  const owned = await takeOwner(path);
  if (!owned) throw new StartError(`A service runs on ${path}. Stop it first, then run move again.`);
  try {
    const source = await openAppContext({
      config: settings,
      platform: nodePlatform,
      migrate: false,
      allowsMoved: true,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    });
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  } finally {
    owned.release();
  }
}

function describeLoss(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  const message = error instanceof Error ? error.message : 'no answer';
  return `${name} does not take it: ${message}${code}. Drop that database, create it again, and run move again.`;
}
