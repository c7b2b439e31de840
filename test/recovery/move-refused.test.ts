import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMoveTarget } from '../../db/engines/postgres/move-target.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { type CliRun, expectOneLine, runCli, runCliMeanwhile } from '../support/cli.ts';
import { inFile, moveHere, queryAt, SLOW_MS, useHistory } from '../support/moves.ts';

const { newDatabase, copyHistory } = useHistory();

/** Expects that a move is refused with one line. @returns that line. */
async function refusal(
  databasePath: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return expectOneLine(await runCli(['move', ...words], { databasePath, env }), 1);
}

test('a move names what is wrong with its places, and shows no password', { timeout: SLOW_MS }, async () => {
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
  expect(await refusal(path, ['--to', foreign])).toContain('holds tables of another program, such as things');
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
  const url = await newDatabase();
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
