import { expect, test } from 'vitest';
import type { MoveReport } from '../../src/maintenance/domain/move.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import { IS_LONG } from '../support/long.ts';
import { startMove } from '../support/move-process.ts';
import { inFile, moveHere, queryAt, SLOW_MS, useHistory } from '../support/moves.ts';
import { connectPostgres } from '../support/postgres-client.ts';

/** Commits from one interruption to the next. */
const COMMITS_APART = IS_LONG ? 1 : 9;
const PAGE_ROWS = 8;

const { newDatabase, copyHistory } = useHistory();

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
