import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFrameReader, toFrame } from '../../db/engines/sqlite/frames.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { temporaryFolder } from '../harness.ts';
import { expectRefusal } from '../support/app-context.ts';
import { holdWriteLock } from '../support/committed-rows.ts';
import { eventually } from '../support/eventually.ts';
import { prepareFaults } from '../support/faults.ts';

const PATIENT_MS = 20_000;

/** Opens an engine that writes, and others that write over its socket, as in other processes. */
async function openEngines(folder: string, count = 1) {
  const path = join(folder, 'test.db');
  const socketPath = join(folder, 'socket', 'writer');
  const faults = prepareFaults(path);
  const owner = openSqlite({ path, lockTimeoutMs: PATIENT_MS, serveOn: socketPath, ...faults.engine });
  await owner.migrate();
  const open = () => {
    const engine = openSqlite({ path, lockTimeoutMs: PATIENT_MS, writeOver: socketPath });
    return {
      ...engine,
      set: (value: string, key = 'test') => engine.run('setMetadata', { key, value }),
      async get(key = 'test') {
        const row = await engine.read((db) =>
          db.selectFrom('metadata').select('value').where('key', '=', key).executeTakeFirst(),
        );
        return row?.value;
      },
    };
  };
  const others = Array.from({ length: count }, open);
  return {
    owner,
    others,
    first: others[0]!,
    open,
    faults,
    socketPath,
    async [Symbol.asyncDispose]() {
      for (const engine of others) await engine.close();
      await owner.close();
    },
  };
}

test('what another process writes is committed when it is acknowledged, and every process reads it', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path, 3);
  const { others } = engines;
  await Promise.all(others.flatMap((engine, index) => [1, 2, 3].map((n) => engine.set(`${n}`, `${index}`))));
  for (const engine of others)
    expect(await Promise.all(['0', '1', '2'].map((key) => engine.get(key)))).toEqual(['3', '3', '3']);
});

test('input and output cross the border unchanged, in any language and of any length', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path);
  const { first } = engines;
  for (const value of ['', 'ğüşıöç \u{1f600} 漢字', 'x'.repeat(300_000), 'ş'.repeat(300_001)]) {
    await first.set(value);
    expect(await first.get()).toBe(value);
  }
});

test('messages cross the border unchanged, however the stream is cut', () => {
  const messages = [
    { bytes: new Uint8Array([0, 255, 7]), nothing: null, left: undefined, text: 'ğ 漢字', amount: -0.5 },
    [],
    'x'.repeat(70_000),
  ];
  const stream = Buffer.concat(messages.map(toFrame));
  for (const size of [1, 3, 1000, stream.length]) {
    const read = createFrameReader();
    const received: unknown[] = [];
    for (let at = 0; at < stream.length; at += size) received.push(...read(stream.subarray(at, at + size)));
    expect(received).toHaveLength(messages.length);
    expect(Uint8Array.from((received[0] as { bytes: Uint8Array }).bytes)).toEqual(
      new Uint8Array([0, 255, 7]),
    );
    expect(received[0]).toMatchObject({ nothing: null, left: undefined, text: 'ğ 漢字', amount: -0.5 });
    expect(received.slice(1)).toEqual(messages.slice(1));
  }
});

test('the folder of the socket can be entered by its owner only', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path);
  await engines.first.set('value');
  expect(statSync(dirname(engines.socketPath)).mode & 0o777).toBe(0o700);
});

/** Lets the commands of all engines wait for a lock, so that they run together when it is released. */
async function whileLocked<T>(folder: string, send: () => readonly Promise<T>[]) {
  await using lock = await holdWriteLock(join(folder, 'test.db'));
  const sent = Promise.allSettled(send());
  await new Promise(setImmediate);
  await lock.release();
  return await sent;
}

test('commands of several processes that wait together share one commit, and each has its own answer', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path, 4);
  const { others, faults, first } = engines;
  for (const engine of others) await engine.set('connected');
  // A command alone has a begin, its statement and a commit.
  let most = 0;
  faults.countStatements();
  for (let rounds = 0; rounds < 50 && most <= 3; rounds += 1) {
    const results = await whileLocked(folder.path, () => [
      // The first one has the lock for itself alone, while the others gather.
      first.set('0', 'first'),
      ...others.map((engine, index) => engine.set(`${rounds}`, `key ${index}`)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(new Array(others.length + 1).fill('fulfilled'));
    for (const index of others.keys()) expect(await first.get(`key ${index}`)).toBe(`${rounds}`);
    most = faults.countStatements();
  }
  expect(most).toBeGreaterThan(3);
});

test('a command that fails has its own error, and does not hurt those of other processes around it', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path, 4);
  for (const engine of engines.others) await engine.set('connected');
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const results = await whileLocked(folder.path, () =>
      engines.others.map((engine, index) => {
        // A value that is missing is refused by a constraint.
        return engine.set(index === 1 ? (null as never) : `${rounds}`, `key ${index}`);
      }),
    );
    const statuses = results.map(({ status }) => status);
    expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    for (const index of [0, 2, 3]) expect(await engines.first.get(`key ${index}`)).toBe(`${rounds}`);
    expect(await engines.first.get('key 1')).toBeUndefined();
  }
});

test('when SQLite rolls back what commands share, none of them is lost: each runs again alone', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path, 4);
  for (const engine of engines.others) await engine.set('connected');
  // Statements of one command are fewer, so that only a shared transaction comes to this one.
  engines.faults.plan({ fault: 'SQLITE_FULL', at: 5, times: 1 });
  let raised = 0;
  for (let rounds = 0; rounds < 50 && raised === 0; rounds += 1) {
    const results = await whileLocked(folder.path, () => [
      engines.first.set('0', 'first'),
      ...engines.others.map((engine, index) => engine.set(`${rounds}`, `key ${index}`)),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    for (const index of engines.others.keys())
      expect(await engines.first.get(`key ${index}`)).toBe(`${rounds}`);
    raised = engines.faults.clear();
    if (raised === 0) engines.faults.plan({ fault: 'SQLITE_FULL', at: 5, times: 1 });
  }
  expect(raised).toBe(1);
});

test('when the thread dies, the commands of other processes fail, and another thread takes its place by itself', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path, 2);
  for (const engine of engines.others) await engine.set('before');
  engines.faults.plan({ fault: 'killed', at: 1 });
  const lost = engines.others.map((engine) => expectRefusal(engine.set('lost'), 'error_unavailable'));
  await Promise.all(lost);
  engines.faults.clear();
  expect(await engines.first.get()).toBe('before');
  await engines.first.set('after');
  expect(await engines.others[1]!.get()).toBe('after');
  expect((await engines.first.check()).ok).toBe(true);
});

test('a socket whose file was removed is made anew', async () => {
  using folder = temporaryFolder();
  await using engines = await openEngines(folder.path);
  await engines.first.set('before');
  rmSync(dirname(engines.socketPath), { recursive: true });
  const late = engines.open();
  await late.set('after');
  await engines.first.set('after all');
  expect(await late.get()).toBe('after all');
  await late.close();
});

test('without the process that writes, commands fail within their time limit, and reads work', async () => {
  using folder = temporaryFolder();
  const engines = await openEngines(folder.path);
  await engines.first.set('stored');
  await engines.owner.close();
  const impatient = openSqlite({
    ...{ path: join(folder.path, 'test.db'), lockTimeoutMs: 0, writeOver: engines.socketPath },
  });
  await expectRefusal(impatient.run('setMetadata', { key: 'a', value: 'b' }), 'error_unavailable');
  await eventually(async () => expect(await engines.first.get()).toBe('stored'));
  await impatient.close();
  await engines.first.close();
});
