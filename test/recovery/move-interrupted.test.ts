import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openMoveTarget } from '../../db/engines/postgres/move-target.ts';
import type { MoveReport } from '../../src/maintenance/domain/move.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { type CliRun, expectOneLine, runCli, runCliMeanwhile } from '../support/cli.ts';
import { IS_LONG } from '../support/long.ts';
import { inFile, moveHere, queryAt, SLOW_MS, useHistory } from '../support/moves.ts';
import { connectPostgres } from '../support/postgres-client.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

interface EndedMove {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

interface MoveProcess {
  kill(signal: NodeJS.Signals): boolean;
  readonly ended: Promise<EndedMove>;
}

/** Starts the built program, which moves a file. */
function startMove(databasePath: string, url: string): MoveProcess {
  const child = spawn(process.execPath, [CLI, 'move', '--to', url], {
    env: { PATH: process.env.PATH, DATABASE_URL: databasePath },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, stderr })),
  };
}

const { newDatabase, newMigratedDatabase, copyHistory } = useHistory();

describe('move interrupted', () => {
  /** Commits from one interruption to the next. */
  const COMMITS_APART = IS_LONG ? 1 : 9;

  const PAGE_ROWS = 8;

  /** Expects that everything was moved. */
  function expectMoved(report: MoveReport): void {
    if (report.outcome !== 'moved') throw new Error(`it was not moved: ${JSON.stringify(report)}`);
    expect(report.verdict.disagreements).toEqual([]);
    for (const { table, source, target } of report.tables) expect(target, table).toEqual(source);
  }

  test('after an interruption at any commit the file serves on, the target refuses, and an emptied one takes all', {
    timeout: SLOW_MS,
  }, async () => {
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    for (let last = 1; ; last += COMMITS_APART) {
      const url = await newDatabase();
      let commits = 0;
      const run = moveHere(databasePath, url, {
        pageRows: PAGE_ROWS,
        onProgress() {
          commits += 1;
          if (commits === last) throw new Error('interrupted');
        },
      });
      const report = await run.catch((error: Error) => {
        expect(error.message).toBe('interrupted');
        return undefined;
      });
      if (report) {
        expect(last).toBeGreaterThan(20);
        expectMoved(report);
        break;
      }
      expect((await runCli(['move', '--to', url], { databasePath })).stderr).toContain(
        'was filled by a move before, as a whole or in part',
      );
      const env = { DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32) };
      await expect(startTestService({ env, folder: folder.path })).rejects.toThrow('was not finished');
    }
    await expect(startTestService({ folder: folder.path })).rejects.toThrow('was moved to');
  });

  test('Ctrl+C lets the commit that is under way end, and says how to begin again', {
    timeout: SLOW_MS,
  }, async () => {
    const url = await newDatabase();
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    const started = startMove(databasePath, url);
    await expect
      .poll(() => queryAt(url, 'select from metadata').catch(() => []), { interval: 1, timeout: SLOW_MS })
      .not.toEqual([]);
    started.kill('SIGINT');
    const { code, signal, stderr } = await started.ended;
    // A quick machine has moved it by then.
    if (code === 0) return;
    expect({ code, signal }).toEqual({ code: 1, signal: null });
    expect(stderr).toMatch(
      /Interrupted\. Drop the PostgreSQL database, create it again, and run move again\.\n$/,
    );
    await (await startTestService({ folder: folder.path })).stop();
  });

  test('a server that cannot take more is reported in one line that says how to begin again', {
    timeout: SLOW_MS,
  }, async () => {
    const url = await newDatabase();
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    await (await startTestService({ folder: folder.path })).stop();
    const database = await connectPostgres(url);
    // A full disk fails a statement in the same way (class 53): nothing of it is stored.
    const refuse = `create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on events for each row execute function refuse()`;
    let refused: Promise<unknown> | undefined;
    const run = moveHere(databasePath, url, {
      pageRows: 1,
      onProgress() {
        refused ??= database.query(refuse);
      },
    });
    await expect(run).rejects.toThrow(
      /No space left on device \(53100\)\. Drop that database, create it again/,
    );
    await refused;
    await database.end();
  });

  test('where the process ends after it has left the file and before it has opened the target, the same move begins again', {
    timeout: SLOW_MS,
  }, async () => {
    const url = await newDatabase();
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    await moveHere(databasePath, url);
    // As if it had been killed between the two commits.
    await queryAt(
      url,
      `update metadata set value = jsonb_set(value::jsonb, '{finishedAtMs}', 'null')::text where key = 'move'`,
    );
    await expect(startTestService({ folder: folder.path })).rejects.toThrow('was moved to');
    const env = { DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32) };
    await expect(startTestService({ env, folder: folder.path })).rejects.toThrow('was not finished');
    const target = new URL(url);
    const name = target.pathname.slice(1);
    target.pathname = '/postgres';
    await queryAt(target.href, `drop database ${name}`);
    await queryAt(target.href, `create database ${name}`);
    expectMoved(await moveHere(databasePath, url));
    inFile(databasePath, (file) =>
      expect(file.prepare(`select count(*) from audit where operation = 'move'`).pluck().get()).toBe(2),
    );
  });
});

describe('move refused', () => {
  /** Expects that a move is refused with one line. @returns that line. */
  async function refusal(
    databasePath: string,
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    return expectOneLine(await runCli(['move', ...words], { databasePath, env }), 1);
  }

  test('a move names what is wrong with its places, and shows no password', {
    timeout: SLOW_MS,
  }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const url = await newDatabase();
    expect(await refusal(path, [])).toContain('--to must be the URL of a PostgreSQL database');
    expect(await refusal(path, ['--to', 'other.db'])).toContain(
      '--to must be the URL of a PostgreSQL database',
    );
    expect(await refusal(path, ['--to', 'mysql://a/b'])).toContain('--to must be');
    expect(await refusal(url, ['--to', url], { MASTER_KEY: 'ab'.repeat(32) })).toContain(
      '--from must be the SQLite file',
    );
    expect(await refusal(join(folder.path, 'none.db'), ['--to', url])).toContain('There is no database at');
    const away = await refusal(path, ['--to', 'postgres://me:my-password@127.0.0.1:1/bank']);
    expect(away).toContain('127.0.0.1:1');
    expect(away).not.toContain('my-password');
    // The file is not marked.
    await (await startTestService({ folder: folder.path })).stop();
  });

  test('a file with a running service, another key or inconsistent rows is not moved', {
    timeout: SLOW_MS,
  }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const url = await newDatabase();
    const service = await startTestService({ folder: folder.path });
    expect(await refusal(path, ['--to', url])).toContain(`A service runs on ${path}. Stop it first`);
    await service.stop();
    expect(await refusal(path, ['--to', url], { MASTER_KEY: 'ab'.repeat(32) })).toContain(
      'MASTER_KEY is not the key',
    );
    inFile(path, (file) =>
      file.exec('update client_secrets set sealed_secret = sealed_secret || sealed_secret'),
    );
    expect(await refusal(path, ['--to', url])).toContain('MASTER_KEY does not open the secret');
    const other = copyHistory(folder.path, 'other.db');
    inFile(other, (file) => file.exec('pragma foreign_keys = off; delete from events where position = 1'));
    expect(await refusal(other, ['--to', url])).toContain('is not consistent. Run bank-transfers verify');
    const old = copyHistory(folder.path, 'old.db');
    inFile(old, (file) => file.exec(`delete from kysely_migration`));
    expect(await refusal(old, ['--to', url])).toContain('is not up to date');
  });

  test('a target with other data, another schema or another move is refused', {
    timeout: SLOW_MS,
  }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const foreign = await newDatabase();
    await queryAt(foreign, 'create table things (id integer)');
    expect(await refusal(path, ['--to', foreign])).toContain(
      'holds tables of another program, such as things',
    );
    const used = await newDatabase();
    const env = { DATABASE_URL: used, MASTER_KEY: 'ab'.repeat(32) };
    await (await startTestService({ env, folder: folder.path })).stop();
    expect(await refusal(path, ['--to', used])).toMatch(
      /holds data already: clients has \d+ rows\. Name an empty database/,
    );
    const newer = await newDatabase();
    const begun = moveHere(path, newer, {
      onProgress() {
        throw new Error('stopped');
      },
    });
    await expect(begun).rejects.toThrow('stopped');
    expect(await refusal(path, ['--to', newer])).toContain('was filled by a move before');
    await queryAt(newer, `insert into kysely_migration (name, timestamp) values ('999-later', '')`);
    expect(await refusal(path, ['--to', newer])).toContain('is of a newer version (999-later)');
  });

  test('a target that a service runs on is not filled, though it holds nothing yet', {
    timeout: SLOW_MS,
  }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const url = await newDatabase();
    const env = { DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32), NODE_ENV: 'production' };
    const service = await startTestService({ env, folder: folder.path });
    expect(await refusal(path, ['--to', url])).toMatch(/A service runs on .*\. Stop it first\./);
    await service.stop();
  });

  test('no service starts on a target while it is filled', { timeout: SLOW_MS }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const url = await newMigratedDatabase();
    const target = await openMoveTarget(url);
    expect(await target.keepServicesOut()).toBe(true);
    const env = { DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32), NODE_ENV: 'production' };
    await expect(startTestService({ env, folder: folder.path })).rejects.toThrow(
      'another program has the database for itself: a move into it',
    );
    await target.close();
    await moveHere(path, url);
  });

  test('a row that PostgreSQL cannot hold is named by its table, key and column, without its value', {
    timeout: SLOW_MS,
  }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const url = await newDatabase();
    inFile(path, (file) =>
      file.prepare(`update blacklist set reason = ? where id = 'b1'`).run('hidden\0words'),
    );
    const line = (await runCli(['move', '--to', url], { databasePath: path })).stderr;
    expect(line).toContain(
      'PostgreSQL refuses the row of blacklist with the key b1 (22P05): the column reason',
    );
    expect(line).not.toContain('hidden');
  });

  test('two moves at once do not fill one target', { timeout: SLOW_MS }, async () => {
    using folder = temporaryFolder();
    const path = copyHistory(folder.path);
    const url = await newDatabase();
    let second: CliRun | undefined;
    await moveHere(path, url, {
      onProgress() {
        second ??= runCliMeanwhile(['move', '--to', url], { databasePath: path });
      },
    });
    expect(second && expectOneLine(second, 1)).toContain('Stop it first');
  });
});
