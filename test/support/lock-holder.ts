import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { holdWriteLock } from './committed-rows.ts';
import { isPostgresUrl } from './rows-of.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const PROGRAM = `
  const database = require('better-sqlite3')(process.argv[1]);
  database.exec('begin immediate');
  process.stdout.write('held');
  process.stdin.resume().once('end', () => database.exec('rollback'));
`;

/**
 * Starts another process that holds the write lock of a database until `release`. A connection to PostgreSQL is such a
 * process by itself.
 */
export async function startLockHolder(
  databasePath: string,
): Promise<{ release(): Promise<void> } & AsyncDisposable> {
  if (isPostgresUrl(databasePath)) return holdWriteLock(databasePath);
  const child = spawn(process.execPath, ['-e', PROGRAM, databasePath], {
    cwd: REPOSITORY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const held = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!held) throw new Error('the lock could not be taken');
  const release = async () => {
    child.stdin.end();
    await ended;
  };
  return { release, [Symbol.asyncDispose]: release };
}
