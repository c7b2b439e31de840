import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Config, StartError } from './config.ts';

/**
 * The key that secrets are sealed with: MASTER_KEY, or outside production one that is made once and kept
 * beside the database, readable by its owner only.
 */
export function resolveMasterKey(config: Config): Buffer {
  if (config.masterKey) return config.masterKey;
  const path = `${config.databasePath}.master-key`;
  try {
    // `wx` makes the first of two processes that start at once the only one that writes.
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new StartError(`MASTER_KEY: the file ${path} does not hold 64 hex digits.`);
  return Buffer.from(text, 'hex');
}
