import { expect, test } from 'vitest';
import type { MoveReport } from '../../src/domain/move.ts';
import { temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import { IS_LONG } from '../support/long.ts';
import { killAfter, startMove } from '../support/move-process.ts';
import {
  inFile,
  moveHere,
  multiplyHistory,
  queryAt,
  recount,
  SLOW_MS,
  useHistory,
} from '../support/moves.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';

const LONG_MS = 600_000;
/** Seven transactions of the history are multiplied. */
const COPIES = IS_LONG ? 28_600 : 40;
const KILLS = IS_LONG ? 12 : 2;
/** The commit of a run after which it is interrupted: in the short form every fourth one of the move is. */
const LAST_COMMIT = IS_LONG ? 2 : 5;
/** Commits from one lost connection to the next. */
const COMMITS_APART = IS_LONG ? 3 : 11;
const PAGE_ROWS = IS_LONG ? 4 : 8;

const { newDatabase, copyHistory } = useHistory();

/** Expects that everything was moved once. */
function expectMoved(report: MoveReport): void {
  if (report.outcome !== 'moved') throw new Error(`it was not moved: ${JSON.stringify(report)}`);
  expect(report.verdict?.disagreements).toEqual([]);
  for (const { table, source, target } of report.tables) expect(target, table).toEqual(source);
}

test('a move that is interrupted after any commit goes on from there, and copies no row twice', {
  timeout: SLOW_MS,
}, async () => {
  const url = await newDatabase();
  using folder = temporaryFolder();
  const databasePath = copyHistory(folder.path);
  const places: number[] = [];
  for (;;) {
    let commits = 0;
    const run = moveHere(databasePath, url, {
      pageRows: PAGE_ROWS,
      onProgress({ step, rows }) {
        if (step !== 'copying') return;
        commits += 1;
        // The statement after this one is under way already, and may be stored or not.
        if (commits === LAST_COMMIT) throw new Error('interrupted');
        places.push(rows);
      },
    });
    const report = await run.catch((error: Error) => {
      expect(error.message).toBe('interrupted');
      return undefined;
    });
    if (!report) continue;
    expectMoved(report);
    break;
  }
  expect(places.length).toBeGreaterThan(10);
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
});

test('a move goes on after its connection was lost at any statement', { timeout: SLOW_MS }, async () => {
  const url = await newDatabase();
  using folder = temporaryFolder();
  const databasePath = copyHistory(folder.path);
  await using relay = await startPostgresRelay(url);
  for (let commitsBefore = 1; ; commitsBefore += COMMITS_APART) {
    let commits = 0;
    const run = moveHere(databasePath, relay.url, {
      pageRows: PAGE_ROWS,
      onProgress() {
        commits += 1;
        if (commits === commitsBefore) relay.cutAll();
      },
    });
    const report = await run.catch((error: Error) => {
      expect(error.message).toMatch(/What it has taken is kept: run move again/);
      return undefined;
    });
    if (!report) continue;
    expectMoved(report);
    break;
  }
});

test(
  'a process that is killed again and again moves a long history whole',
  async () => {
    const url = await newDatabase();
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    multiplyHistory(databasePath, COPIES);
    await recount(databasePath);
    const events = inFile(databasePath, (file) =>
      Number(file.prepare('select count(*) from events').pluck().get()),
    );
    const batchRows = IS_LONG ? 5000 : 20;
    let kills = 0;
    for (let kill = 1; kill <= KILLS; kill += 1)
      if (await killAfter({ databasePath, url, batchRows }, Math.floor((events * kill) / (KILLS + 1))))
        kills += 1;
    expect(kills).toBeGreaterThan(0);
    const startedAt = performance.now();
    const report = await moveHere(databasePath, url);
    expectMoved(report);
    const rows =
      report.outcome === 'moved' ? report.tables.reduce((sum, table) => sum + table.source.rows, 0) : 0;
    process.stdout.write(
      `move: ${rows} rows, killed ${kills} times, the last run took ${Math.round(performance.now() - startedAt)} ms\n`,
    );
  },
  LONG_MS,
);

test('Ctrl+C lets the commit that is under way end, and says how to go on', {
  timeout: SLOW_MS,
}, async () => {
  const url = await newDatabase();
  using folder = temporaryFolder();
  const databasePath = copyHistory(folder.path);
  // The first commit leaves a schema, whose events can be locked.
  const begun = moveHere(databasePath, url, {
    pageRows: 4,
    onProgress() {
      throw new Error('interrupted');
    },
  });
  await expect(begun).rejects.toThrow('interrupted');
  const lock = await connectPostgres(url);
  await lock.query('begin; lock table events in exclusive mode');
  const move = startMove(databasePath, url, 4);
  await expect
    .poll(() => queryAt(url, 'select from pg_locks where not granted'), { timeout: SLOW_MS })
    .toHaveLength(1);
  move.kill('SIGINT');
  await lock.end();
  const { code, signal, stderr } = await move.ended;
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(stderr).toMatch(
    /Interrupted\. What was copied is kept: run move again, and it goes on from there\.\n$/,
  );
  const [stored] = await queryAt(url, 'select count(*)::int as events from events');
  expect(stored?.events).toBeGreaterThanOrEqual(4);
  expect((await runCli(['clients', 'list'], { databasePath })).stderr).toContain('is not finished');
  expectMoved(await moveHere(databasePath, url));
});

test('a server that cuts its connections or cannot take more is reported in one line, and the move goes on later', {
  timeout: SLOW_MS,
}, async () => {
  const url = await newDatabase();
  using folder = temporaryFolder();
  const databasePath = copyHistory(folder.path);
  let cut: Promise<unknown> | undefined;
  const restarted = moveHere(databasePath, url, {
    pageRows: 4,
    onProgress() {
      if (cut) return;
      cut = queryAt(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%move%'`,
      );
      throw new Error('the next statement fails');
    },
  });
  await expect(restarted).rejects.toThrow();
  await cut;
  // A full disk fails a statement in the same way (class 53): nothing of it is stored.
  await queryAt(
    url,
    `create function refuse() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger full_disk before insert on events for each row execute function refuse()`,
  );
  const refused = await runCli(['move', '--to', url], { databasePath });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /No space left on device \(53100\)\. What it has taken is kept: run move again/,
  );
  await queryAt(url, 'drop trigger full_disk on events');
  expectMoved(await moveHere(databasePath, url));
});

test('a move whose end was lost is ended by the next run, and is recorded once', {
  timeout: SLOW_MS,
}, async () => {
  const url = await newDatabase();
  using folder = temporaryFolder();
  const databasePath = copyHistory(folder.path);
  await moveHere(databasePath, url);
  // As if the process had been killed after the commit of the target, before that of the file.
  inFile(databasePath, (file) =>
    file
      .prepare(`update metadata set value = json_set(value, '$.finishedAtMs', null) where key = 'move'`)
      .run(),
  );
  const again = await runCli(['move', '--to', url], { databasePath });
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect((await runCli(['clients', 'list'], { databasePath })).stderr).toContain('was moved to');
  const [row] = await queryAt(
    url,
    `select count(*)::int as rows from audit where operation = 'move' and after_json like '%"from"%'`,
  );
  expect(row?.rows).toBe(1);
});
