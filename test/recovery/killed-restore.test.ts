import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { makeBackedUpDatabase } from '../support/backups.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { expectData } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';

/** It starts the program up to fifty times. */
const LONG_MS = 300_000;
/** The suite kills before every tenth operation, `npm run test:crash:restore` before each. */
const EVERY = Number(process.env.KILL_EVERY ?? 10);

/** Kills the program before its file operation number KILL_AT. */
const KILLER = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let count = 0;
  for (const name of ['copyFileSync', 'linkSync', 'renameSync', 'rmSync', 'mkdirSync']) {
    const original = fs[name];
    fs[name] = (...parameters) => {
      count += 1;
      if (count === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL');
      return original(...parameters);
    };
  }
  syncBuiltinESMExports();`;

function killedAt(operation: number): Record<string, string> {
  const url = `data:text/javascript,${encodeURIComponent(KILLER)}`;
  return { NODE_OPTIONS: `--import ${url}`, KILL_AT: String(operation) };
}

function idsIn(path: string): unknown[] {
  const database = new Sqlite(path, { readonly: true });
  try {
    return database.prepare('select id from transactions order by rowid').pluck().all();
  } finally {
    database.close();
  }
}

/** The most transactions in a folder of old files. One that was not finished lacks the log. */
function mostSaved(folder: string): number {
  const saved = readdirSync(folder).filter((name) => name.includes('before-restore'));
  const counts = saved.map((name) => {
    try {
      return idsIn(join(folder, name, 'test.db')).length;
    } catch {
      return 0;
    }
  });
  return Math.max(...counts);
}

/** Copies a database and everything beside it. */
function copyFolder(from: string, to: string): void {
  for (const name of readdirSync(from)) copyFileSync(join(from, name), join(to, name));
}

test(
  'a restore that is killed between its file operations loses nothing, and can be run again',
  async () => {
    using original = temporaryFolder();
    const service = await startServiceProcess(original.path, { LOG_LEVEL: 'warn' });
    const create = async () =>
      expectData(await call(service, DEPOSIT, { body: depositFields() })).transactionId;
    const kept = await create();
    await cliJson(service.databasePath, 'backup', join(original.path, 'copy.db'));
    const lost = await create();
    await service.kill();
    let operation = 1;
    for (; ; operation += EVERY) {
      using folder = temporaryFolder();
      copyFolder(original.path, folder.path);
      const databasePath = join(folder.path, 'test.db');
      const copy = join(folder.path, 'copy.db');
      const run = await runCliProcess(['restore', copy], { databasePath, env: killedAt(operation) });
      if (run.code === 0) break;
      expect(run.code, run.stderr).toBeNull();
      if (existsSync(`${databasePath}.restoring`)) {
        const refused = await runCli(['clients', 'list'], { databasePath });
        expect(expectOneLine(refused, 1)).toContain('was interrupted');
      } else {
        expect([[kept], [kept, lost]]).toContainEqual(idsIn(databasePath));
      }
      await cliJson(databasePath, 'restore', copy);
      expect(idsIn(databasePath)).toEqual([kept]);
      expect(existsSync(`${databasePath}.restoring`)).toBe(false);
      expect(mostSaved(folder.path), `killed at ${operation}`).toBe(2);
    }
    expect(operation).toBeGreaterThan(12);
  },
  LONG_MS,
);

test('a database that an interrupted restore has given a second name is restored, not refused for that', async () => {
  using folder = temporaryFolder();
  const { databasePath, copy } = await makeBackedUpDatabase(folder.path);
  mkdirSync(join(folder.path, 'saved'));
  linkSync(databasePath, join(folder.path, 'saved', 'test.db'));
  copyFileSync(copy, `${databasePath}.restoring`);
  await expect(startTestService({ folder: folder.path })).rejects.toThrow('was interrupted');
  await cliJson(databasePath, 'restore', copy);
  await (await startTestService({ folder: folder.path })).stop();
});

test('a restore to a place without a database says that there was none', async () => {
  using folder = temporaryFolder();
  const env = { MASTER_KEY: 'ab'.repeat(32) };
  const service = await startTestService({ folder: folder.path, env });
  const copy = join(folder.path, 'copy.db');
  expect(await runCli(['backup', copy], { databasePath: service.databasePath, env })).toMatchObject({
    code: 0,
  });
  await service.stop();
  const databasePath = join(folder.path, 'new', 'test.db');
  const run = await runCli(['restore', copy], { databasePath, env });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('There was no database before.');
  expect(readdirSync(join(folder.path, 'new')).filter((name) => name.includes('before'))).toEqual([]);
});
