import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { StartError } from '../../src/config/start-error.ts';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { makeBackedUpDatabase } from '../support/backups.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { expectData } from '../support/responses.ts';
import { launchService, startServiceProcess } from '../support/service-process.ts';

describe('killed restore', () => {
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
});

describe('damaged start', () => {
  const SEVERAL_PROCESSES_MS = 90_000;
  const CREATES = 300;

  async function createDeposits(service: { readonly url: string }, count: number): Promise<void> {
    const name = 'N'.repeat(200);
    await Promise.all(
      Array.from({ length: count }, async () =>
        expectData(await call(service, DEPOSIT, { body: depositFields({ name, userName: name }) })),
      ),
    );
  }

  test(
    'an old copy put over the files of a killed service stops the start with one line, and spares the files',
    async () => {
      using folder = temporaryFolder();
      const service = await startServiceProcess(folder.path);
      const path = service.databasePath;
      await createDeposits(service, 10);
      const connection = new Sqlite(path);
      connection.pragma('wal_checkpoint(truncate)');
      const copy = join(folder.path, 'copy.db');
      copyFileSync(path, copy);
      await createDeposits(service, CREATES);
      connection.pragma('wal_checkpoint(truncate)');
      await createDeposits(service, 20);
      await service.kill();
      // The connection is left open: its close would write the log into the file.
      copyFileSync(copy, path);

      const { code, stderr } = await launchService(folder.path).exited;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^bank-transfers cannot start: DATABASE_URL: [^\n]+ is damaged[^\n]*restore[^\n]*\n$/,
      );
      // The next start looks again.
      const again: unknown = await startTestService({ folder: folder.path }).catch((error: unknown) => error);
      expect(`bank-transfers cannot start: ${again instanceof StartError && again.message}\n`).toBe(stderr);
      expect(existsSync(`${path}-wal`)).toBe(true);
      connection.close();
    },
    SEVERAL_PROCESSES_MS,
  );

  test(
    'after a kill the file is checked even when its log has been written into it since, and after a stop it is not',
    async () => {
      using folder = temporaryFolder();
      const checks = (lines: readonly string[]) => lines.filter((line) => line.includes('was not closed'));
      const killed = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
      await createDeposits(killed, 1);
      await killed.kill();
      // The last connection that is closed writes the log into the file and removes it.
      const last = new Sqlite(killed.databasePath);
      last.prepare('select count(*) from clients').get();
      last.close();
      expect(readdirSync(folder.path)).not.toContain('test.db-wal');
      const second = await startTestService({ folder: folder.path });
      expect(checks(second.logLines)).toHaveLength(1);
      await second.stop();
      await using third = await startTestService({ folder: folder.path });
      expect(checks(third.logLines)).toEqual([]);
    },
    SEVERAL_PROCESSES_MS,
  );

  /** Makes a database that is damaged where no start looks, as after an unclean end. */
  async function makeDamagedDatabase(folder: string): Promise<string> {
    const service = await startTestService({ folder });
    await createDeposits(service, CREATES);
    await service.stop();
    const database = new Sqlite(service.databasePath);
    const page = database.prepare("select rootpage from sqlite_schema where name = 'transactions_by_time'");
    const start = ((page.pluck().get() as number) - 1) * 4096;
    database.close();
    damage(service.databasePath, start);
    writeFileSync(`${service.databasePath}.running`, '');
    return service.databasePath;
  }

  test('a database that is damaged where no start looks is refused after an unclean end', async () => {
    using folder = temporaryFolder();
    await makeDamagedDatabase(folder.path);
    const failure: unknown = await startTestService({ folder: folder.path }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toMatch(/^DATABASE_URL: [^\n]* is damaged \([^\n]+\)\. [^\n]+$/);
  });

  test('nor does a command write to it, which could merge a log that belongs to another file', async () => {
    using folder = temporaryFolder();
    const databasePath = await makeDamagedDatabase(folder.path);
    for (const words of [['migrate'], ['clients', 'list']])
      expect(expectOneLine(await runCli(words, { databasePath }), 1)).toMatch(
        /is damaged \(.+restore <file>/,
      );
  });

  function damage(path: string, start: number): void {
    const script = `
    const fs = require('node:fs');
    const file = fs.openSync(process.argv[1], 'r+');
    fs.writeSync(file, Buffer.alloc(4096, 7), 0, 4096, ${start});
    fs.closeSync(file);`;
    const { status } = spawnSync(process.execPath, ['-e', script, path]);
    expect(status).toBe(0);
  }

  test('a command line without the key of a database leaves no key file beside it', async () => {
    using folder = temporaryFolder();
    const key = 'ab'.repeat(32);
    const service = await startTestService({ folder: folder.path, env: { MASTER_KEY: key } });
    const { databasePath } = service;
    const before = readdirSync(folder.path);
    for (const words of [['clients', 'list'], ['migrate'], ['verify']]) {
      const run = await runCli(words, { databasePath });
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toMatch(/^bank-transfers: MASTER_KEY is required[^\n]+\n$/);
    }
    expect(readdirSync(folder.path)).toEqual(before);
    expect((await runCli(['clients', 'list'], { databasePath, env: { MASTER_KEY: key } })).code).toBe(0);
    await service.stop();
    await expect(startTestService({ folder: folder.path })).rejects.toThrow('MASTER_KEY is required');
    expect(readdirSync(folder.path).filter((name) => name.includes('master-key'))).toEqual([]);
  });
});
