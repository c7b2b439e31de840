import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';

/** The user `nobody` of most systems. */
const USER = 65_534;
const isRoot = process.geteuid?.() === 0;

/** The files in a folder, with those in its folders, that are not the user's. */
function listOfOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const { uid, gid } = statSync(join(folder, name));
    return uid !== USER || gid !== USER;
  });
}

test.runIf(isRoot)('what root makes and restores belongs to the user of the service', async () => {
  using folder = temporaryFolder();
  using backups = temporaryFolder();
  chownSync(folder.path, USER, USER);
  const options = { databasePath: join(folder.path, 'bank.db'), env: { MASTER_KEY: '5e'.repeat(32) } };
  const run = async (...words: string[]) => {
    const { code, stderr } = await runCli(words, options);
    expect([code, stderr], words.join(' ')).toEqual([0, '']);
    expect(listOfOthers(folder.path), words.join(' ')).toEqual([]);
  };
  await run('migrate');
  await run('clients', 'create', '--name', 'Ada', '--role', 'admin');
  const copy = join(backups.path, 'copy.db');
  await run('backup', copy);
  await run('restore', copy);
  expect(readdirSync(folder.path).some((name) => name.includes('before-restore'))).toBe(true);
});
