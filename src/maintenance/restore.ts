import { resolve } from 'node:path';
import { lockOwner } from '../../db/engines/sqlite/file-owner.ts';
import { realPathOf } from '../../db/engines/sqlite/files.ts';
import { type CheckedCopy, makeCheckedCopy } from '../../db/engines/sqlite/restore.ts';
import { removeDatabase, replaceDatabase } from '../../db/engines/sqlite/restore-files.ts';
import { verify } from '../../db/maintenance/verify/verify.ts';
import { createSecretBox } from '../access/domain/secret-box.ts';
import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { openAppContext } from '../service/context.ts';
import { fileOf } from '../service/database.ts';
import { resolveMasterKey } from '../service/master-key.ts';
import { nodePlatform } from '../service/platform.ts';
import type { RestoreReport } from './domain/copies.ts';

/**
 * Puts a backup in the place of the database, as the only process on it. Before that the copy is brought up to date,
 * verified, and given its row in the audit log.
 * @throws StartError or FileRefusal when it cannot; the database is as before then.
 */
export async function restoreDatabase(
  config: Config,
  source: string,
  audit: AuditOrigin,
): Promise<RestoreReport> {
  const databasePath = realPathOf(fileOf(config, 'Restore it with its own tools, such as pg_restore.'));
  const masterKey = resolveMasterKey(config, false);
  const keys = [masterKey, ...(config.previousMasterKey ? [config.previousMasterKey] : [])];
  const release = lockOwner(databasePath);
  if (!release)
    throw new StartError(`A service runs on ${databasePath}. Stop it first, then run restore again.`);
  try {
    const keyIds = keys.map((key) => createSecretBox(key).keyId);
    const copy = makeCheckedCopy({ databasePath, source, keyIds });
    try {
      const timestamp = new Date(nodePlatform.nowMs()).toISOString().replace(/[:.]/g, '-');
      const savedTo = `${databasePath}.before-restore-${timestamp}`;
      const finished = await finishCopy({ ...config, masterKey }, copy, { audit, source });
      return { ...copy, ...finished, savedTo: replaceDatabase(databasePath, copy.path, savedTo) };
    } finally {
      removeDatabase(copy.path);
    }
  } finally {
    release();
  }
}

/** Brings a copy up to date and notes the restore in it, so that it is there as soon as the copy is in place. */
async function finishCopy(
  config: Config,
  { path, contents, lost, former }: CheckedCopy,
  { audit, source }: { readonly audit: AuditOrigin; readonly source: string },
): Promise<Pick<RestoreReport, 'migrated' | 'verdict' | 'after'>> {
  const context = await openAppContext({
    config: { ...config, database: { kind: 'sqlite', path } },
    platform: nodePlatform,
    migrate: true,
  });
  try {
    const { engine, migrated } = context;
    const after = await engine.run('afterRestore', { audit, nowMs: nodePlatform.nowMs(), former });
    const counts = lost && { ...lost, commands: lost.commands.length };
    const restored = { lost: counts ?? null, migrations: migrated };
    await engine.run('recordCopy', { audit, kind: 'restore', file: resolve(source), contents, restored });
    return { migrated, after, verdict: await verify(engine) };
  } finally {
    await context.close();
  }
}
