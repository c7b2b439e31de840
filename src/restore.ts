import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { realPathOf } from '../db/engines/sqlite/files.ts';
import { lockForRestore } from '../db/engines/sqlite/owner-lock.ts';
import { restoreFiles } from '../db/engines/sqlite/restore.ts';
import { verify } from '../db/verify/verify.ts';
import type { RestoreReport } from './cli/command.ts';
import { type Config, StartError } from './config.ts';
import { openAppContext } from './context.ts';
import { createSecretBox } from './domain/secret-box.ts';
import { resolveMasterKey } from './master-key.ts';
import { nodePlatform } from './platform.ts';

/**
 * Puts a backup in the place of the database, brings it up to date and verifies it, as the only process on it.
 * @throws StartError or FileRefusal when it cannot; the database is as before then.
 */
export async function restoreDatabase(config: Config, source: string): Promise<RestoreReport> {
  const databasePath = realPathOf(config.databasePath);
  const keys = [
    resolveMasterKey(config, false),
    ...(config.previousMasterKey ? [config.previousMasterKey] : []),
  ];
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 });
  const release = lockForRestore(databasePath);
  if (!release)
    throw new StartError(`A service runs on ${databasePath}. Stop it first, then run restore again.`);
  try {
    const timestamp = new Date(nodePlatform.nowMs()).toISOString().replace(/[:.]/g, '-');
    const files = restoreFiles({
      databasePath,
      source,
      keyIds: keys.map((key) => createSecretBox(key).keyId),
      savedTo: `${databasePath}.before-restore-${timestamp}`,
    });
    const context = await openAppContext({ config, platform: nodePlatform, migrate: true });
    try {
      return { ...files, migrated: context.migrated, verdict: await verify(context.engine) };
    } finally {
      await context.close();
    }
  } finally {
    release();
  }
}
