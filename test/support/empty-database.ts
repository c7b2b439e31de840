import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { DATABASE_FOLDER } from './database-folder.ts';
import { USED_AGAIN } from './thread-pool.ts';

let made: Promise<string> | undefined;

/** Makes an up-to-date database without rows. It is migrated once in each test process, and copied after that. */
export async function makeEmptyDatabase(path: string): Promise<void> {
  made ??= migrateOnce();
  copyFileSync(await made, path);
}

async function migrateOnce(): Promise<string> {
  const folder = mkdtempSync(join(DATABASE_FOLDER, 'bank-transfers-empty-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'empty.db');
  const engine = openSqlite({ path, lockTimeoutMs: 1000, ...USED_AGAIN });
  await engine.migrate();
  await engine.close();
  return path;
}
