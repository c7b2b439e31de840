import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { lockCheck, lockOwner } from '../../db/engines/sqlite/file-owner.ts';
import { takeOwner } from '../../src/service/last-shutdown.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';

/** Makes a database whose service seems to have been killed. */
async function makeUnclosed(folder: string): Promise<{ databasePath: string; mark: string }> {
  const { databasePath, stop } = await startTestService({ folder });
  await stop();
  const mark = `${databasePath}.running`;
  writeFileSync(mark, '');
  return { databasePath, mark };
}

const LIST = ['clients', 'list'];

test('a file that a command has found sound is not checked again by the start after it', async () => {
  using folder = temporaryFolder();
  const { databasePath } = await makeUnclosed(folder.path);
  await runCli(LIST, { databasePath });
  await using service = await startTestService({ folder: folder.path });
  expect(service.logLines.filter((line) => line.includes('was not closed'))).toEqual([]);
});

test('a command leaves the mark of a service that runs', async () => {
  using folder = temporaryFolder();
  await using service = await startTestService({ folder: folder.path });
  const { databasePath } = service;
  await runCli(LIST, { databasePath });
  expect(existsSync(`${databasePath}.running`)).toBe(true);
});

test('a start waits for the check of another program, and says so', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  const endCheck = await lockCheck(path);
  const lines: string[] = [];
  const starting = takeOwner(path, pino({}, { write: (line: string) => void lines.push(line) }));
  await expect.poll(() => lines).toEqual([expect.stringContaining('another program checks the file')]);
  endCheck();
  const owned = await starting;
  expect(lockOwner(path)).toBeUndefined();
  owned?.release();
});

test('no empty database begins next to the log of a file that is gone', async () => {
  using folder = temporaryFolder();
  const databasePath = join(folder.path, 'test.db');
  const log = `${databasePath}-wal`;
  writeFileSync(log, 'commits');
  const says = `there is no file ${databasePath}, but its write-ahead log ${log} holds commits`;
  await expect(startTestService({ folder: folder.path })).rejects.toThrow(says);
  expect((await runCli(['migrate'], { databasePath })).stderr).toContain(says);
  expect([existsSync(databasePath), readFileSync(log, 'utf8')]).toEqual([false, 'commits']);
});

test('a command waits for the check of another program', async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  const { databasePath, mark } = await makeUnclosed(folder.path);
  const endCheck = await lockCheck(databasePath);
  const waiting = runCli(LIST, { databasePath });
  // It would have ended with this one.
  await runCli(['migrate'], { databasePath: join(other.path, 'other.db') });
  expect(existsSync(mark)).toBe(true);
  endCheck();
  expect((await waiting).code).toBe(0);
  expect(existsSync(mark)).toBe(false);
});
