import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asOwnerOf } from '../../db/engines/sqlite/root.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';

/**
 * Returns the key that secrets are sealed with: MASTER_KEY, or outside production a key in a file next to the database.
 * The file is created once, and only its owner can read it.
 * @param canCreate whether the file may be created. It must not if the database already has a key, because a new key
 * would not open its secrets.
 * @throws StartError when there is no key.
 */
export function resolveMasterKey(config: Config, canCreate: boolean): NonNullable<Config['masterKey']> {
  if (config.masterKey) return config.masterKey;
  if (config.database.kind === 'postgres')
    throw new StartError(
      'MASTER_KEY is required with PostgreSQL: all processes of a database seal its secrets with one key. ' +
        'Make one with openssl rand -hex 32.',
    );
  const path = masterKeyFileOf(config.database.path);
  if (!existsSync(path)) {
    if (!canCreate)
      throw new StartError(
        `MASTER_KEY is required: the secrets of this database are sealed with a key that is not next to it. Put ${path} back, or set MASTER_KEY to its key.`,
      );
    asOwnerOf(dirname(path), () => makeKeyFile(path));
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new StartError(`MASTER_KEY: the file ${path} does not hold 64 hex digits.`);
  return Buffer.from(text, 'hex');
}

/** Says where the key comes from. */
export function nameMasterKey({ masterKey, database }: Config): string {
  return masterKey || database.kind === 'postgres'
    ? 'MASTER_KEY'
    : `The key of ${masterKeyFileOf(database.path)}`;
}

/** The file with the key of a database whose settings have none. */
export function masterKeyFileOf(databasePath: string): string {
  return `${databasePath}.master-key`;
}

/** The file appears whole or not at all. Of two processes that start at once, the first one decides. */
function makeKeyFile(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    linkSync(draft, path);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    // Some file systems have no hard links.
    if (!exists) renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
