import { existsSync } from 'node:fs';
import { isUnavailable } from '../../db/engines/postgres/errors.ts';
import { realPathOf } from '../../db/engines/sqlite/files.ts';
import { lockOwner } from '../../db/engines/sqlite/owner-lock.ts';
import { getMetadata } from '../../db/metadata/metadata.ts';
import { MoveRefusal } from '../../db/move/refusal.ts';
import { readMark } from '../../db/move/state.ts';
import { MOVE_MARK } from '../../db/move/tables.ts';
import type { Config } from '../config/config.ts';
import { parseDatabaseUrl } from '../config/database-location.ts';
import { StartError } from '../config/start-error.ts';
import { type AppContext, openAppContext } from '../context/context.ts';
import { describeDatabase } from '../context/database.ts';
import type { AuditOrigin } from '../domain/audit.ts';
import type { MoveReport, MoveRequest } from '../domain/move.ts';
import { nodePlatform } from '../platform.ts';
import { masterKeyFileOf, resolveMasterKey } from '../secrets/master-key.ts';
import { LOCK_TIMEOUT_MS, type MoveOptions, runMove } from './move-run.ts';

/**
 * Copies a SQLite database into a PostgreSQL database, or goes on with that where an earlier run has ended. The file is
 * marked first, so that no service starts on it, and stays as it is otherwise.
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

/** Takes the mark of a move from a file, so that a service can start on it. @returns the place that it named. */
export async function undoMove(config: Config, request: MoveRequest, audit: AuditOrigin): Promise<string> {
  const settings = settingsFor(config, findFile(config, request));
  return withSource(settings, async ({ engine }) => {
    const mark = readMark(await getMetadata(engine, MOVE_MARK));
    if (mark?.side !== 'source')
      throw new StartError(`${describeDatabase(settings.database)} is not marked as moved.`);
    await engine.run('recordMove', { audit, mark: null, values: { to: mark.to, undone: true } });
    return mark.to;
  });
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
  const release = lockOwner(path);
  if (!release) throw new StartError(`A service runs on ${path}. Stop it first, then run move again.`);
  try {
    const source = await openAppContext({
      ...{ config: settings, platform: nodePlatform, migrate: false, allowsMoved: true },
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    });
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  } finally {
    release();
  }
}

function describeLoss(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  const message = error instanceof Error ? error.message : 'no answer';
  return `${name} does not take it now: ${message}${code}. What it has taken is kept: run move again, and it goes on from there.`;
}
