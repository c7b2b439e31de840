import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import { expectData } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';

/** Starting several processes takes its time on a busy machine. */
const MANY_PROCESSES_MS = 90_000;

/** Gives a command the usual mask, which lets everybody read new files. */
const USUAL_MASK = ['/bin/sh', '-c', 'umask 022; exec "$@"', 'sh'];

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The modes of all files in a folder. */
function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
}

const PRIVATE = {
  'bank.db': '600',
  'bank.db-shm': '600',
  'bank.db-wal': '600',
  'bank.db.owner': '600',
  'bank.db.owner-journal': '600',
  'bank.db.running': '600',
  'bank.db.master-key': '600',
};

test(
  'a new database and every file beside it are readable by their owner only, in a folder of the same kind',
  async () => {
    using folder = temporaryFolder();
    const databasePath = join(folder.path, 'new', 'deep', 'bank.db');
    const env = { DATABASE_URL: databasePath };
    await using service = await startServiceProcess(folder.path, env, USUAL_MASK);
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    expect(modesIn(join(folder.path, 'new', 'deep'))).toEqual(PRIVATE);
    expect([modeOf(join(folder.path, 'new')), modeOf(join(folder.path, 'new', 'deep'))]).toEqual([
      '700',
      '700',
    ]);
  },
  MANY_PROCESSES_MS,
);

test(
  'the files of an earlier version are taken from others, and a folder that was there stays as it is',
  async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'data');
    mkdirSync(data);
    chmodSync(data, 0o755);
    const env = { DATABASE_URL: join(data, 'bank.db') };
    const first = await startServiceProcess(folder.path, env, USUAL_MASK);
    expectData(await call(first, DEPOSIT, { body: depositFields() }));
    await first.kill();
    for (const name of readdirSync(data)) if (!name.endsWith('key')) chmodSync(join(data, name), 0o644);
    await using second = await startServiceProcess(folder.path, env, USUAL_MASK);
    expectData(await call(second, DEPOSIT, { body: depositFields() }));
    expect(modesIn(data)).toEqual(PRIVATE);
    expect(modeOf(data)).toBe('755');
  },
  MANY_PROCESSES_MS,
);

test('a database that the command line makes is readable by its owner only', async () => {
  using folder = temporaryFolder();
  const databasePath = join(folder.path, 'new', 'bank.db');
  expect(await runCli(['migrate'], { databasePath })).toMatchObject({ code: 0, stderr: '' });
  expect(modeOf(databasePath)).toBe('600');
  expect(modeOf(join(folder.path, 'new'))).toBe('700');
});
