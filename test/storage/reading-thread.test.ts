import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Checkpointer, periodAfter } from '../../db/engines/sqlite/checkpointer.ts';
import { identify, openCheckpointer, openWriter } from '../../db/engines/sqlite/connections.ts';
import type { Reply } from '../../db/engines/sqlite/protocol.ts';
import { IDLE_CALLS, serveCheckpoints } from '../../db/engines/sqlite/serve-checkpoints.ts';
import { openSqlite, type SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import type { StartThread } from '../../db/engines/sqlite/thread-host.ts';
import {
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  startTestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectRefusal } from '../support/app-context.ts';
import { openCommitted, type StoredRow } from '../support/committed-rows.ts';
import { makeEmptyDatabase } from '../support/empty-database.ts';
import { eventually } from '../support/eventually.ts';
import { READING_FAULTS } from '../support/fault-cells.ts';
import { prepareFaults } from '../support/faults.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { neverSchedule } from '../support/manual-clock-service.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { prepareReadingFaults } from '../support/reading-faults.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { hasSmallDisk, onSmallDisk, smallDiskOf } from '../support/small-disk.ts';
import { onPostgres } from '../support/test-database.ts';

describe('reading thread', () => {
  const SEARCH = '/v1/transactions?query=test';

  /** Longer than a query takes here: neither the start of its thread nor what it waits for a core counts. */
  const TIME_LIMIT_MS = 1_000;

  /** Only SQLite has a reading thread; PostgreSQL runs searches on connections of their own. */
  const withThread = test.skipIf(onPostgres);

  /** Opens an engine on a new database, with faults for its reading thread. @param own makes options of the usual start of a thread. */
  async function openEngine(
    folder: string,
    own: (start: StartThread) => Partial<SqliteOptions> = () => ({}),
  ) {
    const path = join(folder, 'test.db');
    const faults = prepareReadingFaults();
    await makeEmptyDatabase(path);
    const engine = openSqlite({
      path,
      lockTimeoutMs: 0,
      ...faults.engine,
      ...own(faults.engine.startThread),
    });
    return {
      ...engine,
      faults,
      list: () => engine.query('listTransactions', { filter: {}, page: { limit: 10 } }),
    };
  }

  withThread('while a search hangs, payments of which nothing has come are read and cancelled', async () => {
    using folder = temporaryFolder();
    const faults = prepareReadingFaults();
    await using service = await startTestService({ folder: folder.path, engine: faults.engine });
    const { token } = await createPayable(service);
    faults.hold();
    const search = call(service, SEARCH);
    await faults.isHeld();
    expect((await payerCall(service, 'payments.get', { token })).status).toBe(200);
    expect((await payerCall(service, 'payments.cancel', { token, method: 'POST' })).status).toBe(200);
    faults.release();
    expectData(await search);
  });

  withThread(
    'while a search hangs, the creates of others are answered; the search then gets 503, and the next one 200',
    async () => {
      using folder = temporaryFolder();
      const faults = prepareReadingFaults();
      await using service = await startTestService({
        folder: folder.path,
        engine: { ...faults.engine, queryTimeoutMs: TIME_LIMIT_MS },
      });
      faults.hold();
      const search = call(service, SEARCH);
      await faults.isHeld();
      for (let create = 0; create < 5; create += 1)
        expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
      const failed = await search;
      expect(failed.json.error.type).toBe('error_unavailable');
      expect(failed.headers.get('retry-after')).toBe('1');
      faults.release();
      expect(expectData(await call(service, SEARCH)).items).toHaveLength(5);
    },
  );

  withThread('once threads have ended of which too many still ran, queries work again', async () => {
    using folder = temporaryFolder();
    let endAll = () => {};
    const ended = new Promise<void>((resolve) => {
      endAll = resolve;
    });
    const engine = await openEngine(folder.path, (start) => ({
      startThread: (file, options) => {
        const thread = start(file, options);
        const terminate = thread.terminate.bind(thread);
        // A system call, such as a read of a disk that hangs, cannot be interrupted.
        return Object.assign(thread, { terminate: () => ended.then(terminate) });
      },
    }));
    for (let died = 0; died < 3; died += 1) {
      engine.faults.plan('killed');
      await expectRefusal(engine.list(), 'error_unavailable');
    }
    await expectRefusal(engine.list(), 'error_unavailable');
    endAll();
    await expect.poll(() => engine.list().catch(() => undefined)).toMatchObject({ items: [] });
    await engine.close();
  });

  withThread('a thousand queries may wait for the reading thread; one more is refused at once', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    engine.faults.hold();
    const waiting = Array.from({ length: 1000 }, engine.list);
    await engine.faults.isHeld();
    await expectRefusal(engine.list(), 'error_unavailable');
    engine.faults.release();
    for (const { items } of await Promise.all(waiting)) expect(items).toEqual([]);
    await engine.close();
  });

  withThread('a thread that starts while the file is away makes no other file in its place', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'test.db');
    const engine = await openEngine(folder.path);
    renameSync(path, `${path}.away`);
    await expect(engine.list()).rejects.toMatchObject({ cause: { code: 'SQLITE_READONLY_DBMOVED' } });
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.away`, path);
    expect((await engine.list()).items).toEqual([]);
    await engine.close();
  });

  withThread('closing finishes the queries that were sent before, and no query runs after it', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    const queries = [engine.list(), engine.list(), engine.list()];
    await engine.close();
    for (const { items } of await Promise.all(queries)) expect(items).toEqual([]);
    await expect(engine.list()).rejects.toThrow('the database is closed');
  });

  test('a list that begins after a create was answered has it, with and without a search', async () => {
    await using service = await startTestService();
    for (let round = 0; round < 5; round += 1) {
      const { transactionId } = expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
      for (const target of [SEARCH, '/v1/transactions']) {
        const { items } = expectData(await call(service, target));
        expect(items[0].transactionId).toBe(transactionId);
      }
    }
  });

  withThread(
    'with any fault at any statement of a read, it gets 503, and its repeat the whole answer',
    async () => {
      using folder = temporaryFolder();
      const faults = prepareReadingFaults();
      // The sweep of expired deposits reads there too, and would meet a fault that is for a request.
      const platform = { schedule: neverSchedule };
      await using service = await startTestService({ folder: folder.path, engine: faults.engine, platform });
      for (let create = 0; create < 3; create += 1)
        expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
      const targets = [SEARCH, '/v1/transactions?userId=user-1', '/v1/events', '/v1/callback-attempts'];
      let met = 0;
      for (const target of targets) {
        const whole = expectData(await call(service, target));
        for (const fault of everyNth(3, READING_FAULTS, { from: targets.indexOf(target) })) {
          let raised = 1;
          // One that is not reached was behind the last statement.
          for (let at = 0; raised > 0; at += 1) {
            faults.plan(fault, at);
            const answer = await call(service, target);
            raised = faults.clear();
            met += raised;
            expect(answer.status).toBe(raised > 0 ? 503 : 200);
            if (raised > 0) expect(answer.json.error.type).toBe('error_unavailable');
            expect(expectData(await call(service, target))).toEqual(whole);
          }
        }
      }
      expect(met).toBeGreaterThanOrEqual((READING_FAULTS.length * targets.length) / 3);
      await expectAgreement(service.databasePath);
    },
  );
});

const MIB = 1_048_576;

/** A database with one writing connection, which never makes a checkpoint in these tests. */
function openDatabase() {
  const folder = temporaryFolder();
  const path = join(folder.path, 'log.db');
  const writer = openWriter(path);
  writer.exec('create table pieces (id integer primary key, piece blob)');
  onTestFinished(() => {
    writer.close();
    folder[Symbol.dispose]();
  });
  const insert = writer.prepare('insert into pieces (piece) values (randomblob(?))');
  const replace = writer.prepare('update pieces set piece = randomblob(?)');
  return {
    path,
    writer,
    /** Adds to the log. */
    write: (bytes: number) => void insert.run(bytes),
    /** Adds to the log, and not to the database. */
    rewrite: (bytes: number) => void replace.run(bytes),
    logBytes: () => statSync(`${path}-wal`).size,
  };
}

/** Serves checkpoints on this thread. @returns a function that asks for one and waits for it. */
function serve(path: string): () => Promise<Reply> {
  const { port1, port2 } = new MessageChannel();
  serveCheckpoints({
    port: port1,
    options: { path, file: identify(path), lockTimeoutMs: 0 },
    open: openCheckpointer,
  });
  let id = 0;
  const waiting = new Map<number, (reply: Reply) => void>();
  port2.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));
  onTestFinished(() => port2.postMessage({ kind: 'close' }));
  return () =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      port2.postMessage({ kind: 'checkpoint', id });
    });
}

describe('the write-ahead log', () => {
  test('stays below 48 MiB while commits never pause', async () => {
    const { path, write, rewrite, logBytes } = openDatabase();
    const checkpoint = serve(path);
    write(4 * MIB);
    // Without checkpoints it would have 56 MiB.
    for (let commits = 0; commits < 14; commits += 1) {
      rewrite(4 * MIB);
      expect(await checkpoint()).not.toHaveProperty('failure');
    }
    expect(logBytes()).toBeLessThan(48 * MIB);
  });

  test('is emptied once no commit comes', async () => {
    const { path, write, logBytes } = openDatabase();
    const checkpoint = serve(path);
    write(5 * MIB);
    for (let calls = 0; calls <= IDLE_CALLS; calls += 1) await checkpoint();
    expect(logBytes()).toBe(0);
  });

  test('is copied while a reader keeps its snapshot, and emptied after it', async () => {
    const { path, writer, write, logBytes } = openDatabase();
    const reader = openCheckpointer(path);
    onTestFinished(() => void reader.close());
    write(5 * MIB);
    reader.exec('begin; select count(*) from pieces');
    const checkpoint = serve(path);
    write(5 * MIB);
    for (let calls = 0; calls <= IDLE_CALLS; calls += 1)
      expect(await checkpoint()).not.toHaveProperty('failure');
    expect(reader.prepare('select count(*) from pieces').pluck().get()).toBe(1);
    reader.exec('commit');
    for (let calls = 0; calls <= IDLE_CALLS; calls += 1) await checkpoint();
    expect(logBytes()).toBe(0);
    expect(writer.prepare('select count(*) from pieces').pluck().get()).toBe(2);
  });

  test('is not copied into another file that has taken the name of the database', async () => {
    const { path, write } = openDatabase();
    const checkpoint = serve(path);
    copyFileSync(path, `${path}.copy`);
    renameSync(path, `${path}.away`);
    renameSync(`${path}.copy`, path);
    write(5 * MIB);
    const { size } = statSync(path);
    expect(await checkpoint()).toMatchObject({ failure: { code: 'SQLITE_READONLY_DBMOVED' } });
    expect(statSync(path).size).toBe(size);
  });

  test('is copied by the thread of a service that has written much, and emptied when it writes no more', async () => {
    const { path, write, logBytes } = openDatabase();
    const checkpointer = new Checkpointer({ path });
    onTestFinished(() => checkpointer.close());
    write(6 * MIB);
    checkpointer.wake();
    await eventually(() => expect(statSync(path).size).toBeGreaterThan(6 * MIB));
    // It takes two seconds.
    if (IS_LONG) await eventually(() => expect(logBytes()).toBe(0));
  });

  test('is copied less and less often as long as that fails', () => {
    const periods = [50];
    while (periods.length < 10) periods.push(periodAfter(false, periods.at(-1) ?? 0));
    expect(periods).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
    expect(periodAfter(true, 5000)).toBe(50);
  });

  test('is gone after the last connection has closed', async () => {
    const { path, writer, write } = openDatabase();
    const checkpointer = new Checkpointer({ path });
    write(6 * MIB);
    checkpointer.wake();
    await checkpointer.close();
    writer.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe('disk full', () => {
  const WORKERS = 16;
  const REFUSALS = 20;
  const MAX_CREATES = 20_000;

  interface Created {
    readonly fields: Record<string, string>;
    readonly response: ApiResponse;
  }

  /** Creates until enough creates were refused. @returns those that were stored, and those that were refused. */
  async function createUntilFull(service: { readonly url: string }) {
    const stored: Created[] = [];
    const refused: Created[] = [];
    const work = async () => {
      while (refused.length < REFUSALS && stored.length < MAX_CREATES) {
        const fields = depositFields({ name: 'N'.repeat(200), userName: 'u'.repeat(200) });
        const response = await call(service, DEPOSIT, { body: fields });
        (response.status === 200 ? stored : refused).push({ fields, response });
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    return { stored, refused };
  }

  function expectRefusals(refused: readonly Created[]): void {
    expect(refused.length).toBeGreaterThanOrEqual(REFUSALS);
    for (const { response } of refused) {
      expectFailure(response, 'error_unavailable');
      expect(response.headers.get('retry-after')).toBe('1');
    }
  }

  /** Repeats refused creates. */
  async function retry(service: { readonly url: string }, refused: readonly Created[]): Promise<Created[]> {
    const work = refused.map(async ({ fields }) => ({
      fields,
      response: await call(service, DEPOSIT, { body: fields }),
    }));
    return Promise.all(work);
  }

  /** Asserts that exactly the acknowledged creates are stored, and that the file is not damaged. */
  async function expectStored(databasePath: string, acknowledged: readonly Created[]): Promise<void> {
    await using committed = openCommitted(databasePath);
    const expected = acknowledged.map(({ fields, response }) => [
      fields.processId,
      expectData(response).transactionId,
    ]);
    const rows = (await committed.transactions()).map((row: StoredRow) => [row.process_id, row.id]);
    expect(rows.sort()).toEqual(expected.sort());
    expect(await committed.integrity()).toBe('ok');
  }

  // The pages of SQLite's file are limited; a server that refuses to grow answers 53100, which every fault test has.
  test.skipIf(onPostgres)(
    'when the database may not grow, creates get 503, nothing acknowledged is lost, and free space is enough to recover',
    async () => {
      using folder = temporaryFolder();
      const faults = prepareFaults(join(folder.path, 'test.db'));
      await using service = await startTestService({ folder: folder.path, engine: faults.engine });
      const first = await call(service, DEPOSIT, { body: depositFields() });
      // SQLite keeps the pages that the database has already.
      faults.limitPages(1);
      const { stored, refused } = await createUntilFull(service);
      expectRefusals(refused);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      const read = await call(service, `/v1/transactions/${expectData(first).transactionId}`);
      expect(expectData(read).transactionId).toBe(expectData(first).transactionId);

      faults.limitPages(1_000_000);
      const before = { fields: { processId: expectData(first).processId }, response: first };
      await expectStored(service.databasePath, [before, ...stored, ...(await retry(service, refused))]);
      await expectAgreement(service.databasePath);
    },
  );

  // The small disk is the folder of the file, where nothing of PostgreSQL is.
  test.skipIf(!IS_LONG || !hasSmallDisk || onPostgres)(
    'when the disk is full, creates get 503, nothing acknowledged is lost, and free space is enough to recover',
    async () => {
      using folder = temporaryFolder();
      using copy = temporaryFolder();
      await using service = await startServiceProcess(
        folder.path,
        { LOG_LEVEL: 'warn' },
        onSmallDisk(folder.path),
      );
      const disk = smallDiskOf(service.pid, folder.path);
      disk.fill();
      const { stored, refused } = await createUntilFull(service);
      expectRefusals(refused);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);

      disk.free();
      const acknowledged = [...stored, ...(await retry(service, refused))];
      for (const name of ['test.db', 'test.db-wal'])
        copyFileSync(join(disk.path, name), join(copy.path, name));
      await expectStored(join(copy.path, 'test.db'), acknowledged);
      await expectAgreement(join(copy.path, 'test.db'));
    },
  );
});

describe.skipIf(!IS_LONG)('unreadable', () => {
  /** Runs in a process of its own: a process that closes the file would lose all its locks on it. */
  const CLEAR_HEADER = `
  const fs = require('node:fs');
  const file = fs.openSync(process.argv[1], 'r+');
  fs.writeSync(file, Buffer.alloc(136), 0, 136, 0);
  fs.closeSync(file);
`;

  // It is about the shared index beside SQLite's file.
  test.skipIf(onPostgres)(
    'while the file cannot be read, requests get 503 and not 500, and the service recovers by itself',
    async () => {
      // Without timers no job reads the file as well: SQLite tries each read for ten seconds.
      await using service = await startTestService({ platform: { schedule: () => () => {} } });
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
      const holder = await startLockHolder(service.databasePath);
      // The shared index of the write-ahead log must be rebuilt now, which needs the lock.
      execFileSync(process.execPath, ['-e', CLEAR_HEADER, `${service.databasePath}-shm`]);
      const response = await call(service, DEPOSIT, { body: depositFields() });
      expectFailure(response, 'error_unavailable');
      expect(response.headers.get('retry-after')).toBe('1');
      await holder.release();
      await expect
        .poll(async () => (await call(service, DEPOSIT, { body: depositFields() })).status)
        .toBe(200);
    },
  );
});
