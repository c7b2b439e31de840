import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Checkpointer } from '../../db/engines/sqlite/checkpointer.ts';
import { openCheckpointer, openWriter } from '../../db/engines/sqlite/connections.ts';
import type { Reply } from '../../db/engines/sqlite/protocol.ts';
import { serveCheckpoints } from '../../db/engines/sqlite/serve-checkpoints.ts';
import { temporaryFolder } from '../harness.ts';
import { eventually } from '../support/eventually.ts';

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
  serveCheckpoints({ port: port1, options: { path, lockTimeoutMs: 0 }, open: openCheckpointer });
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
    for (let commits = 0; commits < 40; commits += 1) {
      rewrite(4 * MIB);
      expect(await checkpoint()).not.toHaveProperty('failure');
    }
    expect(logBytes()).toBeLessThan(48 * MIB);
  });

  test('is emptied once no commit comes', async () => {
    const { path, write, logBytes } = openDatabase();
    const checkpoint = serve(path);
    write(5 * MIB);
    for (let calls = 0; calls < 9; calls += 1) await checkpoint();
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
    for (let calls = 0; calls < 9; calls += 1) expect(await checkpoint()).not.toHaveProperty('failure');
    expect(reader.prepare('select count(*) from pieces').pluck().get()).toBe(1);
    reader.exec('commit');
    for (let calls = 0; calls < 9; calls += 1) await checkpoint();
    expect(logBytes()).toBe(0);
    expect(writer.prepare('select count(*) from pieces').pluck().get()).toBe(2);
  });

  test('is emptied by the thread of a service that has written much', async () => {
    const { path, write, logBytes } = openDatabase();
    const checkpointer = new Checkpointer(path);
    onTestFinished(() => checkpointer.close());
    write(6 * MIB);
    checkpointer.wake();
    await eventually(() => expect(logBytes()).toBe(0));
  });

  test('is gone after the last connection has closed', async () => {
    const { path, writer, write } = openDatabase();
    const checkpointer = new Checkpointer(path);
    write(6 * MIB);
    checkpointer.wake();
    await checkpointer.close();
    writer.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});
