import { copyFileSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { publishChanges } from '../../db/changes.ts';
import { mapDatabaseErrors } from '../../db/engines/database-errors.ts';
import { openWriter } from '../../db/engines/sqlite/connections.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { unchanged } from '../../db/engines/sqlite/thread-entry.ts';
import { writingThreadFile } from '../../db/engines/sqlite/thread-files.ts';
import { GroupCommit, type GroupCommitOptions } from '../../db/transactions/stores/group-commit.ts';
import { temporaryFolder } from '../harness.ts';
import { expectRefusal } from '../support/app-context.ts';
import { makeEmptyDatabase } from '../support/empty-database.ts';
import { prepareFaults } from '../support/faults.ts';
import { startLockHolder } from '../support/lock-holder.ts';

describe('writing thread', () => {
  interface OpenOptions {
    readonly lockTimeoutMs?: number;
    readonly commandTimeoutMs?: number;
  }

  /** Opens an engine on the database of a folder, with faults for its thread. */
  async function openEngine(folder: string, options: OpenOptions = {}) {
    const path = join(folder, 'test.db');
    const faults = prepareFaults(path);
    if (!existsSync(path)) await makeEmptyDatabase(path);
    const engine = openSqlite({ path, lockTimeoutMs: 0, ...options, ...faults.engine });
    // A migration has no limit. The start of the thread would count towards that of the first command.
    if (options.commandTimeoutMs) await engine.migrate();
    return {
      ...engine,
      path,
      faults,
      set: (value: string) => engine.run('setMetadata', { key: 'test', value }),
      async get() {
        const row = await engine.read((db) =>
          db.selectFrom('metadata').select('value').where('key', '=', 'test').executeTakeFirst(),
        );
        return row?.value;
      },
    };
  }

  test('a commit is on disk before it is acknowledged: the write-ahead log is synced with every commit', () => {
    using folder = temporaryFolder();
    const connection = openWriter(join(folder.path, 'test.db'));
    expect(connection.pragma('journal_mode', { simple: true })).toBe('wal');
    // With 1 instead of 2 a power cut could lose commits; no kill -9 would show that.
    expect(connection.pragma('synchronous', { simple: true })).toBe(2);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
    connection.close();
  });

  test('when a thread dies, its commands fail, and another thread takes its place', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    await engine.set('before');
    engine.faults.plan({ fault: 'killed', at: 1 });
    const writes = [engine.set('first'), engine.set('second')];
    for (const write of writes) await expectRefusal(write, 'error_unavailable');
    expect(engine.faults.clear()).toBe(1);
    expect(await engine.get()).toBe('before');
    await engine.set('after');
    expect(await engine.get()).toBe('after');
    await engine.close();
  });

  test.each([
    ['dies after its commit', 'killed after', 1],
    ['finds the database locked', 'SQLITE_BUSY', 0],
  ] as const)(
    'a command whose thread %s ends subscriptions only if changes may be lost',
    async (_, fault, ends) => {
      using folder = temporaryFolder();
      const { faults, ...engine } = await openEngine(folder.path);
      let endCount = 0;
      const published = publishChanges(engine, {
        announce() {},
        endAll() {
          endCount += 1;
        },
        wake() {},
      });
      const set = (value: string) => published.run('setMetadata', { key: 'test', value });
      faults.countStatements();
      await set('counted');
      expect(endCount).toBe(0);
      faults.plan({ fault, at: faults.countStatements() - 1 });
      await expectRefusal(set('asked'), 'error_unavailable');
      expect(faults.clear()).toBe(1);
      expect(endCount).toBe(ends);
      expect(await engine.get()).toBe(ends === 1 ? 'asked' : 'counted');
      await engine.close();
    },
  );

  const REPLACED: readonly [string, (entry: URL) => void][] = [
    ['another version has replaced', (entry) => writeFileSync(entry, '// Of another version.')],
    ['an installation has just removed', (entry) => rmSync(entry)],
  ];

  test.each(REPLACED)('no thread starts from a file that %s while the process ran', async (_, replace) => {
    using folder = temporaryFolder();
    const entry = pathToFileURL(join(folder.path, 'entry.mjs'));
    const own = `import '${await writingThreadFile()}';`;
    writeFileSync(entry, own);
    const path = join(folder.path, 'test.db');
    const engine = openSqlite({ path, lockTimeoutMs: 0, writingThread: unchanged(entry) });
    replace(entry);
    await expect(engine.migrate()).rejects.toThrow('Another version was installed over the files');
    await expectRefusal(engine.run('setMetadata', { key: 'test', value: 'lost' }), 'error_unavailable');
    writeFileSync(entry, own);
    expect(await engine.migrate()).not.toEqual([]);
    await engine.close();
  });

  test('callers and the readiness say that another version keeps the writing thread from starting', async () => {
    using folder = temporaryFolder();
    const entry = pathToFileURL(join(folder.path, 'entry.mjs'));
    const { path, close } = await openEngine(folder.path);
    await close();
    writeFileSync(entry, `import '${await writingThreadFile()}';`);
    const engine = openSqlite({ path, lockTimeoutMs: 0, writingThread: unchanged(entry) });
    expect(await engine.check()).toMatchObject({ ok: true });
    rmSync(entry);
    const words = 'Another version was installed over the files of the running service. Restart it';
    const refused = engine.run('setMetadata', { key: 'test', value: 'lost' });
    expect(await expectRefusal(refused, 'error_unavailable')).toBe(`${words}.`);
    expect(await engine.check()).toEqual({ ok: false, detail: `the last write failed: ${words}` });
    await engine.close();
  });

  test('a thread that hangs is terminated after its time limit, and the commands that waited for it fail', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path, { commandTimeoutMs: 200 });
    engine.faults.hold(true);
    const writes = [engine.set('slow'), engine.set('next')];
    for (const write of writes) await expectRefusal(write, 'error_unavailable');
    engine.faults.hold(false);
    // A migration has no limit: it starts the next thread.
    await engine.migrate();
    await engine.set('after');
    expect(await engine.get()).toBe('after');
    await engine.close();
  });

  test('when a thread cannot be started, the command that needed it fails, and none after it', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'test.db');
    await makeEmptyDatabase(path);
    const files = [new URL('file:///no/such/thread.mjs'), await writingThreadFile()];
    const engine = openSqlite({ path, lockTimeoutMs: 0, writingThread: async () => files.shift() as URL });
    await expectRefusal(engine.run('setMetadata', { key: 'a', value: 'b' }), 'error_unavailable');
    await engine.run('setMetadata', { key: 'a', value: 'b' });
    await engine.close();
  });

  test('closing finishes running and waiting commands, and nothing is written after it', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    const writes = ['1', '2', '3'].map((value) => engine.set(value));
    await engine.close();
    await Promise.all(writes);
    const connection = new Sqlite(engine.path, { readonly: true });
    expect(connection.prepare("select value from metadata where key = 'test'").pluck().get()).toBe('3');
    connection.close();
    await expect(engine.set('4')).rejects.toThrow('the database is closed');
  });

  test('a command waits for the lock of another process up to its time limit', async () => {
    using folder = temporaryFolder();
    const patient = await openEngine(folder.path, { lockTimeoutMs: 20_000 });
    const impatient = await openEngine(folder.path, { lockTimeoutMs: 20 });
    const holder = await startLockHolder(patient.path);
    const written = patient.set('patient');
    await expectRefusal(impatient.set('impatient'), 'error_unavailable');
    await holder.release();
    await written;
    expect(await patient.get()).toBe('patient');
    await patient.close();
    await impatient.close();
  });

  test.each<[string, (path: string) => void]>([
    ['moved away', (path) => renameSync(path, `${path}.away`)],
    [
      'replaced by what cannot be looked at',
      (path) => {
        renameSync(path, `${path}.away`);
        symlinkSync(path, path);
      },
    ],
    [
      'replaced by a copy',
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(path, `${path}.away`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ])('nothing is acknowledged while the file is %s, which readiness says', async (_, replace) => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    await engine.set('before');
    replace(engine.path);
    await expect(engine.set('lost')).rejects.toMatchObject({ cause: { code: 'SQLITE_READONLY_DBMOVED' } });
    expect(await engine.check()).toEqual({
      ok: false,
      detail: 'the last write failed: SQLITE_READONLY_DBMOVED',
    });
    renameSync(`${engine.path}.away`, engine.path);
    await engine.set('after');
    expect(await engine.get()).toBe('after');
    await engine.close();
  });

  test('commands wait for the same lock together: their waits do not add up, and the thread stays', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path, { lockTimeoutMs: 300, commandTimeoutMs: 2000 });
    const holder = await startLockHolder(engine.path);
    const writes = Array.from({ length: 20 }, (_, index) => engine.set(String(index)));
    for (const result of await Promise.allSettled(writes))
      expect(result).toMatchObject({ status: 'rejected', reason: { cause: { code: 'SQLITE_BUSY' } } });
    await holder.release();
    await engine.close();
  });

  test('after a failed rollback the connection is opened again', async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    engine.faults.plan({ fault: 'SQLITE_CONSTRAINT_TRIGGER', at: 1 });
    engine.faults.failRollbacks(1);
    await expect(engine.set('lost')).rejects.toThrow();
    engine.faults.clear();
    await engine.set('kept');
    expect(await engine.get()).toBe('kept');
    await engine.close();
  });

  test('a statement is refused after its transaction has ended, also by an error or a rollback', async () => {
    using folder = temporaryFolder();
    const { Kysely } = await import('kysely');
    const { CommandDialect } = await import('../../db/engines/sqlite/dialect.ts');
    const connection = openWriter(join(folder.path, 'test.db'));
    connection.exec('create table notes (text); create table metadata (key, value)');
    const db = new Kysely({ dialect: new CommandDialect(connection, { lockDeadline: 0 }) });
    const note = (text: string) => sql`insert into notes values (${text})`;
    // Both run concurrently, which no command may do.
    const failing = db
      .transaction()
      .execute((trx) =>
        Promise.all([sql`insert into missing values (1)`.execute(trx), note('late').execute(trx)]),
      );
    await expect(failing).rejects.toThrow('no such table');
    const rolledBack = db.transaction().execute(async (trx) => {
      connection.exec('rollback');
      await note('alone').execute(trx);
    });
    await expect(rolledBack).rejects.toThrow('the transaction of this statement has ended');
    expect(connection.prepare('select count(*) from notes').pluck().get()).toBe(0);
    await db.transaction().execute((trx) => note('of one').execute(trx));
    expect(connection.prepare('select text from notes').pluck().all()).toEqual(['of one']);
    await db.destroy();
  });
});

describe('group commit', () => {
  /** Fails like a commit on a database that is down. */
  const failDown = () => mapDatabaseErrors(Promise.reject(new Error('database down')), () => true);
  /** Fails like a commit that needs a locked row. */
  const failLocked = () =>
    mapDatabaseErrors(
      Promise.reject(new Error('row locked')),
      () => true,
      () => true,
    );

  /** A group commit that doubles numbers, with the groups that it has committed. */
  function doubling(options: Partial<GroupCommitOptions<number, number>> = {}) {
    const groups: number[][] = [];
    const group = new GroupCommit<number, number>({
      maxGroupSize: 128,
      async commit(items) {
        groups.push([...items]);
        return items.map((item) => item * 2);
      },
      partOf: (item) => (item % 2 ? 'odd' : 'even'),
      ...options,
    });
    return {
      groups,
      submitAll: (items: readonly number[]) => resultsOf(items.map((item) => group.submit(item))),
    };
  }

  /** Waits for all items. @returns the result of each, or what its error comes from. */
  async function resultsOf(work: readonly Promise<number>[]): Promise<(number | string)[]> {
    const results = await Promise.allSettled(work);
    return results.map((result) =>
      result.status === 'fulfilled' ? result.value : (result.reason.cause ?? result.reason).message,
    );
  }

  /** A promise that resolves when the gate is opened. */
  function createGate() {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  test('items that arrive together are committed together, and each gets its own result', async () => {
    const { groups, submitAll } = doubling();
    expect(await submitAll([1, 2, 3])).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  test('items that arrive while a group is being committed make up the next group', async () => {
    const gate = createGate();
    const sizes: number[] = [];
    const { submitAll } = doubling({
      async commit(items) {
        sizes.push(items.length);
        if (sizes.length === 1) await gate.opened;
        return items.map((item) => item * 2);
      },
    });
    const first = submitAll([1]);
    await new Promise(setImmediate);
    const later = submitAll([2, 3, 4]);
    gate.open();
    expect(await first).toEqual([2]);
    expect(await later).toEqual([4, 6, 8]);
    expect(sizes).toEqual([1, 3]);
  });

  test('no group is larger than allowed, and two are never committed at once', async () => {
    let running = 0;
    let mostRunning = 0;
    const sizes: number[] = [];
    const { submitAll } = doubling({
      maxGroupSize: 7,
      async commit(items) {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        sizes.push(items.length);
        await new Promise(setImmediate);
        running -= 1;
        return items.map((item) => item * 2);
      },
    });
    const items = Array.from({ length: 50 }, (_, index) => index);
    expect(await submitAll(items)).toEqual(items.map((item) => item * 2));
    expect(Math.max(...sizes)).toBe(7);
    expect(mostRunning).toBe(1);
  });

  test('an item that makes its group fail fails alone', async () => {
    const { submitAll } = doubling({
      async commit(items) {
        if (items.includes(3)) throw new RangeError('poison');
        return items.map((item) => item * 2);
      },
    });
    expect(await submitAll([1, 2, 3, 4])).toEqual([2, 4, 'poison', 8]);
    expect(await submitAll([5])).toEqual([10]);
  });

  test('after a failure that affects every item none is tried alone, and later items succeed once the cause is gone', async () => {
    let down = true;
    let tries = 0;
    const { submitAll } = doubling({
      maxGroupSize: 2,
      async commit(items) {
        tries += 1;
        if (down) return failDown();
        return items.map((item) => item * 2);
      },
    });
    // The items of the next groups have waited as long.
    expect(await submitAll([1, 2, 3, 4, 5])).toEqual([
      'database down',
      'database down',
      'database down',
      'database down',
      'database down',
    ]);
    expect(tries).toBe(1);
    down = false;
    expect(await submitAll([6, 7])).toEqual([12, 14]);
  });

  test('a lock fails the items that need it, together, and neither the others nor those that wait', async () => {
    const tried: number[][] = [];
    const { submitAll } = doubling({
      maxGroupSize: 4,
      async commit(items) {
        tried.push([...items]);
        if (items.some((item) => item % 2)) return failLocked();
        return items.map((item) => item * 2);
      },
    });
    expect(await submitAll([1, 2, 3, 4, 6, 8])).toEqual(['row locked', 4, 'row locked', 8, 12, 16]);
    expect(tried).toEqual([
      [1, 2, 3, 4],
      [1, 3],
      [2, 4],
      [6, 8],
    ]);
  });

  test('of a lock that all items need, few wait for it one after another', async () => {
    let isLocked = true;
    const { groups, submitAll } = doubling({
      partOf: String,
      async commit(items) {
        groups.push([...items]);
        if (isLocked) return failLocked();
        return items.map((item) => item * 2);
      },
    });
    const items = Array.from({ length: 20 }, (_, index) => index);
    expect(await submitAll(items)).toEqual(items.map(() => 'row locked'));
    expect(groups.map(({ length }) => length)).toEqual([20, 1, 1, 1, 1, 16]);
    isLocked = false;
    expect(await submitAll([1, 2])).toEqual([2, 4]);
  });

  test('after several locks what is left of a group is tried together, and stored where nothing is in its way', async () => {
    const locked = new Set([0, 1, 2, 3]);
    const { groups, submitAll } = doubling({
      partOf: String,
      async commit(items) {
        groups.push([...items]);
        if (items.some((item) => locked.has(item))) return failLocked();
        return items.map((item) => item * 2);
      },
    });
    const items = Array.from({ length: 20 }, (_, index) => index);
    expect(await submitAll(items)).toEqual(items.map((item) => (locked.has(item) ? 'row locked' : item * 2)));
    expect(groups.map(({ length }) => length)).toEqual([20, 1, 1, 1, 1, 16]);
  });

  test('a bad item among those of a lock fails alone', async () => {
    let isLocked = true;
    const { submitAll } = doubling({
      async commit(items) {
        if (isLocked) {
          isLocked = false;
          return failLocked();
        }
        if (items.includes(3)) throw new RangeError('bad');
        return items.map((item) => item * 2);
      },
    });
    expect(await submitAll([1, 2, 3, 4])).toEqual([2, 4, 'bad', 8]);
  });

  test('when the database goes down while items are tried alone, the rest is not tried one by one', async () => {
    const tried: number[][] = [];
    const { submitAll } = doubling({
      async commit(items) {
        tried.push([...items]);
        if (items.length > 1) throw new RangeError('poison');
        if (items[0] !== 1) return failDown();
        return items.map((item) => item * 2);
      },
    });
    expect(await submitAll([1, 2, 3, 4])).toEqual([2, 'database down', 'database down', 'database down']);
    expect(tried).toEqual([[1, 2, 3, 4], [1], [2]]);
  });

  test('an item that finds the queue full is refused at once, and the queue continues', async () => {
    const gate = createGate();
    const { groups, submitAll } = doubling({
      maxGroupSize: 1,
      maxWaiting: 2,
      async commit(items) {
        await gate.opened;
        groups.push([...items]);
        return items.map((item) => item * 2);
      },
    });
    const running = submitAll([1]);
    await new Promise(setImmediate);
    const waiting = submitAll([2, 3]);
    expect(await submitAll([4])).toEqual([expect.stringContaining('Too many requests wait')]);
    gate.open();
    expect(await running).toEqual([2]);
    expect(await waiting).toEqual([4, 6]);
    expect(await submitAll([5])).toEqual([10]);
    expect(groups).toEqual([[1], [2], [3], [5]]);
  });

  test('a commit that loses a result acknowledges nothing of its group', async () => {
    const { submitAll } = doubling({ commit: async (items) => items.slice(1) });
    expect(await submitAll([1, 2])).toEqual(['a group commit lost a result', 'a group commit lost a result']);
  });

  test('a commit that throws instead of rejecting fails its items and not the queue', async () => {
    let broken = true;
    const { submitAll } = doubling({
      commit(items) {
        if (broken) throw new TypeError('broken');
        return Promise.resolve(items.map((item) => item * 2));
      },
    });
    expect(await submitAll([1, 2])).toEqual(['broken', 'broken']);
    broken = false;
    expect(await submitAll([3])).toEqual([6]);
  });
});
