import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  startTestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';

const WORKERS = 8;
const LONG_MS = 90_000;

/** Creates until it is over. @returns the ids of what was acknowledged, growing meanwhile. */
function startLoad(service: { readonly url: string }) {
  const acknowledged: string[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const answer = await call(service, WITHDRAW, { body: withdrawalFields() });
      acknowledged.push(expectData(answer).transactionId);
    }
  };
  const done = Promise.all(Array.from({ length: WORKERS }, work));
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

test(
  'a backup beside a service under load is one file of its owner that holds all that was acknowledged before it began',
  async () => {
    using backups = temporaryFolder();
    await using service = await startTestService();
    const load = startLoad(service);
    for (const name of ['one.db', 'two.db', 'three.db']) {
      await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100);
      const before = [...load.acknowledged];
      const path = join(backups.path, name);
      // The locks of files belong to processes, so the first backup is made by another one.
      const words = ['backup', path, '--json'];
      const { stdout } = await (name === 'one.db' ? runCliProcess : runCli)(words, service);
      const report = JSON.parse(stdout);
      expect(readdirSync(backups.path).filter((file) => file.includes(name))).toEqual([name]);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      await using copy = openCommitted(path);
      const ids = new Set((await copy.transactions()).map((row) => row.id));
      expect(before.filter((id) => !ids.has(id))).toEqual([]);
      expect(report).toMatchObject({ path, bytes: statSync(path).size, transactions: ids.size });
      expect(await copy.integrity()).toBe('ok');
    }
    await load.stop();
    await expectAgreement(join(backups.path, 'three.db'));
  },
  LONG_MS,
);

test('a backup overwrites nothing and leaves nothing when it is refused', async () => {
  using folder = temporaryFolder();
  await using service = await startTestService();
  const path = join(folder.path, 'copy.db');
  writeFileSync(path, 'precious');
  const { databasePath } = service;
  expect(expectOneLine(await runCli(['backup', path], { databasePath }), 1)).toContain('exists already');
  const nowhere = join(folder.path, 'none', 'copy.db');
  expect(expectOneLine(await runCli(['backup', nowhere], { databasePath }), 1)).toContain(
    `There is no folder ${join(folder.path, 'none')}. Make it`,
  );
  expect(readdirSync(folder.path)).toEqual(['copy.db']);
  expect(readFileSync(path, 'utf8')).toBe('precious');
});

test(
  'restore is refused while a service runs; then the backup stands, old files and their log are kept together, and losses are counted',
  async () => {
    using folder = temporaryFolder();
    const first = await startServiceProcess(folder.path);
    const path = first.databasePath;
    const kept = expectData(await call(first, DEPOSIT, { body: depositFields() }));
    const copy = join(folder.path, 'copy.db');
    await cliJson(path, 'backup', copy);
    const lost = expectData(await call(first, DEPOSIT, { body: depositFields() }));
    expect(expectOneLine(await runCli(['restore', copy], { databasePath: path }), 1)).toContain(
      'Stop it first',
    );
    await first.kill();
    expect(existsSync(`${path}-wal`)).toBe(true);

    const { stdout } = await runCliProcess(['restore', copy, '--json'], { databasePath: path });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ transactions: 1, lost: { transactions: 1, events: 0 }, agrees: true });
    expect(readdirSync(report.savedTo).sort()).toEqual(['test.db', 'test.db-shm', 'test.db-wal']);
    expect(existsSync(`${path}.restoring`)).toBe(false);
    const second = await startServiceProcess(folder.path);
    expectData(await call(second, `/v1/transactions/${kept.transactionId}`));
    expect((await call(second, `/v1/transactions/${lost.transactionId}`)).status).toBe(404);
    expectData(await call(second, DEPOSIT, { body: depositFields() }));
    await second.kill();

    // The saved files can be restored as well: their log is part of them.
    expect(await cliJson(path, 'restore', join(report.savedTo, 'test.db'))).toMatchObject({
      transactions: 2,
    });
    await using third = await startServiceProcess(folder.path);
    expectData(await call(third, `/v1/transactions/${lost.transactionId}`));
  },
  LONG_MS,
);

testLong(
  'restore cures a database on which an old copy was put over the files of a killed service',
  async () => {
    using folder = temporaryFolder();
    const service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
    const path = service.databasePath;
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    const copy = join(folder.path, 'copy.db');
    await cliJson(path, 'backup', copy);
    const load = startLoad(service);
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(200);
    await load.stop();
    await service.kill();
    copyFileSync(copy, path);
    expect(await cliJson(path, 'restore', copy)).toMatchObject({ transactions: 1, agrees: true });
    await using restored = await startServiceProcess(folder.path);
    expectData(await call(restored, DEPOSIT, { body: depositFields() }));
  },
  LONG_MS,
);

test('the newest transaction of a backup is a live one', async () => {
  using backups = temporaryFolder();
  await using service = await startWithoutTimers();
  const as = await createClient(service, { isTest: true });
  await service.withdraw(MERCHANT);
  const newestAt = new Date(service.clock.nowMs()).toISOString();
  service.clock.advance(HOUR_MS);
  await service.withdraw(as);
  const file = join(backups.path, 'copy.db');
  const report = await cliJson(service.databasePath, 'backup', file);
  expect(report).toMatchObject({ transactions: 2, newestAt });
});
