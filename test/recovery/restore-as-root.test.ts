import { chownSync, lchownSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
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

test.runIf(isRoot)(
  'a backup of root follows no link of the user of the service to a folder of root',
  async () => {
    using folder = temporaryFolder();
    using ofRoot = temporaryFolder();
    chownSync(folder.path, USER, USER);
    const databasePath = join(folder.path, 'bank.db');
    const options = { databasePath, env: { MASTER_KEY: '5e'.repeat(32) } };
    expect(await runCli(['migrate'], options)).toMatchObject({ code: 0 });
    const planted = join(folder.path, 'copies');
    symlinkSync(ofRoot.path, planted);
    lchownSync(planted, USER, USER);
    expect((await runCli(['backup', join(planted, 'copy.db')], options)).code).toBe(1);
    expect(readdirSync(ofRoot.path)).toEqual([]);
    // What root makes in the folder of the user is made with the rights of the user.
    const copy = join(folder.path, 'copy.db');
    expect(await runCli(['backup', copy], options)).toMatchObject({ code: 0 });
    expect(statSync(copy)).toMatchObject({ uid: USER, gid: USER });
    // A link in the place of the database leads root nowhere, whenever it is put there.
    rmSync(databasePath);
    symlinkSync(join(ofRoot.path, 'made'), databasePath);
    expect((await runCli(['migrate'], options)).code).toBe(1);
    expect(readdirSync(ofRoot.path)).toEqual([]);
    expect(process.geteuid?.()).toBe(0);
  },
);

test.runIf(isRoot)('a backup in a folder of root alone is root’s', async () => {
  using folder = temporaryFolder();
  using backups = temporaryFolder();
  chownSync(folder.path, USER, USER);
  const options = { databasePath: join(folder.path, 'bank.db'), env: { MASTER_KEY: '5e'.repeat(32) } };
  await runCli(['migrate'], options);
  const copy = join(backups.path, 'copy.db');
  expect(await runCli(['backup', copy], options)).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(copy)).toMatchObject({ uid: 0, gid: 0 });
  expect(readdirSync(backups.path)).toEqual(['copy.db']);
  expect((await runCli(['backup', copy], options)).stderr).toContain('exists already');
});

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
