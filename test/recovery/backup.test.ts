import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { resealSecrets } from '../../src/maintenance/reseal.ts';
import { commandLineOrigin } from '../../src/operations/meta.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
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
import { createClient, type TestClient } from '../support/entities.ts';
import type { Fault } from '../support/fault-cells.ts';
import { prepareFaults } from '../support/faults.ts';
import { everyNth } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';

describe('backup', () => {
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
      // The locks of files belong to processes. A test below has its service in another one.
      for (const [name, runBackup] of everyNth(2, [
        ['one.db', runCli],
        ['two.db', runCliProcess],
      ] as const)) {
        await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(50);
        const before = [...load.acknowledged];
        const path = join(backups.path, name);
        const { stdout } = await runBackup(['backup', path, '--json'], service);
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
      await expectAgreement(join(backups.path, 'one.db'));
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

      const report = await cliJson(path, 'restore', copy);
      expect(report).toMatchObject({ transactions: 1, lost: { transactions: 1, events: 0 }, agrees: true });
      expect(readdirSync(report.savedTo).sort()).toEqual(['test.db', 'test.db-shm', 'test.db-wal']);
      expect(existsSync(`${path}.restoring`)).toBe(false);
      const second = await startTestService({ folder: folder.path });
      expectData(await call(second, `/v1/transactions/${kept.transactionId}`));
      expect((await call(second, `/v1/transactions/${lost.transactionId}`)).status).toBe(404);
      expectData(await call(second, DEPOSIT, { body: depositFields() }));
      await second.stop();

      // The saved files can be restored as well: their log is part of them.
      expect(await cliJson(path, 'restore', join(report.savedTo, 'test.db'))).toMatchObject({
        transactions: 2,
      });
      await using third = await startTestService({ folder: folder.path });
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
});

describe('reseal', () => {
  const OLD = 'ab'.repeat(32);
  const NEW = 'cd'.repeat(32);
  const BOTH = { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD };
  const start = (folder: string, env: Readonly<Record<string, string>>) => startTestService({ folder, env });

  const deposit = async (service: { url: string }, as: TestClient) =>
    expectData(await call(service, DEPOSIT, { as, body: depositFields() }));

  function sealedSecrets(databasePath: string): unknown[] {
    const database = new Sqlite(databasePath, { readonly: true });
    const secrets = database.prepare('select sealed_secret from client_secrets order by id').pluck().all();
    database.close();
    return secrets;
  }

  test('a master key is replaced in three steps while clients keep their secrets and the service keeps answering', async () => {
    using folder = temporaryFolder();
    const first = await start(folder.path, { MASTER_KEY: OLD });
    const { databasePath } = first;
    const clients = [await createClient(first)];
    await first.stop();

    const both = await start(folder.path, BOTH);
    for (const client of clients) await deposit(both, client);
    clients.push(await createClient(both));
    await expect(start(folder.path, { MASTER_KEY: OLD })).rejects.toThrow();
    const before = sealedSecrets(databasePath);
    const run = await runCli(['secrets', 'reseal', '--json'], { databasePath, env: BOTH });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    // All but the one that was made since the restart: that one was sealed with the new key already.
    expect(JSON.parse(run.stdout)).toEqual({ resealed: before.length - 1 });
    for (const client of clients) await deposit(both, client);
    clients.push(await createClient(both));
    const again = await runCli(['secrets', 'reseal', '--json'], { databasePath, env: BOTH });
    expect(JSON.parse(again.stdout)).toEqual({ resealed: 0 });
    await both.stop();

    await using last = await start(folder.path, { MASTER_KEY: NEW });
    for (const client of clients) await deposit(last, client);
  });

  test('secrets are not sealed with a key that the running service does not know', async () => {
    using folder = temporaryFolder();
    await using service = await start(folder.path, { MASTER_KEY: OLD });
    const { databasePath } = service;
    const before = sealedSecrets(databasePath);
    const run = await runCli(['secrets', 'reseal'], { databasePath, env: BOTH });
    expect(expectOneLine(run, 1)).toContain('The running service does not know the new MASTER_KEY');
    expect(sealedSecrets(databasePath)).toEqual(before);
    // The same for what the command line creates.
    const words = ['clients', 'create', '--name', 'New', '--role', 'merchant', '--json'];
    const created = await runCli(words, { databasePath, env: BOTH });
    const { client, secret } = JSON.parse(created.stdout);
    await deposit(service, { id: client.appKey, appKey: client.appKey, secret });
  });

  test('once the service knows the new key the old one alone is refused, and so is a third one', async () => {
    using folder = temporaryFolder();
    await (await start(folder.path, { MASTER_KEY: OLD })).stop();
    await (await start(folder.path, BOTH)).stop();
    await expect(start(folder.path, { MASTER_KEY: OLD })).rejects.toThrow('re-sealed with');
    const third = { MASTER_KEY: 'ef'.repeat(32), MASTER_KEY_PREVIOUS: OLD };
    await expect(start(folder.path, third)).rejects.toThrow('re-sealed with');
    await expect(start(folder.path, { MASTER_KEY: NEW })).rejects.toThrow('MASTER_KEY is not the key');
    await expect(start(folder.path, { MASTER_KEY_PREVIOUS: OLD })).rejects.toThrow('needs MASTER_KEY');
  });

  test('after a reseal without a service that was interrupted, nothing opens the database without the new key', async () => {
    using folder = temporaryFolder();
    const first = await start(folder.path, { MASTER_KEY: OLD });
    const { databasePath } = first;
    const client = await createClient(first);
    await first.stop();
    const config = readConfig({ ...BOTH, DATABASE_URL: databasePath });
    const context = await openAppContext({ config, platform: nodePlatform, migrate: false });
    const { engine } = context;
    const interrupted: typeof engine.run = (name, input) =>
      name === 'finishReseal' ? Promise.reject(new Error('killed')) : engine.run(name, input);
    const dying = { ...context, engine: { ...engine, run: interrupted } };
    const audit = { ...commandLineOrigin('ada', 'resealSecrets'), occurredAtMs: 0 };
    await expect(resealSecrets(config, dying, audit)).rejects.toThrow('killed');
    await context.close();
    await expect(start(folder.path, { MASTER_KEY: OLD })).rejects.toThrow('re-sealed with');
    const third = { MASTER_KEY: 'ef'.repeat(32), MASTER_KEY_PREVIOUS: OLD };
    expect((await runCli(['secrets', 'reseal'], { databasePath, env: third })).code).toBe(1);
    expect(await runCli(['secrets', 'reseal'], { databasePath, env: BOTH })).toMatchObject({ code: 0 });
    await using last = await start(folder.path, { MASTER_KEY: NEW });
    await deposit(last, client);
  });

  test('a service that still seals with the key that is given up is not left behind by a reseal', async () => {
    using folder = temporaryFolder();
    await (await start(folder.path, { MASTER_KEY: OLD })).stop();
    await (await start(folder.path, BOTH)).stop();
    // Back to the old key: the noted one is the previous one now, and new secrets are still sealed with it.
    const back = { MASTER_KEY: OLD, MASTER_KEY_PREVIOUS: NEW };
    const service = await start(folder.path, back);
    const { databasePath } = service;
    expect((await runCli(['secrets', 'reseal'], { databasePath, env: back })).code).toBe(1);
    const client = await createClient(service);
    await service.stop();
    expect(await runCli(['secrets', 'reseal'], { databasePath, env: back })).toMatchObject({ code: 0 });
    await using last = await start(folder.path, { MASTER_KEY: OLD });
    await deposit(last, client);
  });

  testLong(
    'a secret that is rotated by a process which still seals with the old key is refused after the reseal',
    async () => {
      using folder = temporaryFolder();
      const first = await start(folder.path, { MASTER_KEY: OLD });
      const { databasePath } = first;
      const client = await createClient(first);
      await first.stop();
      const config = readConfig({ ...BOTH, DATABASE_URL: databasePath });
      const slow = await openAppContext({ config, platform: nodePlatform, migrate: false });
      expect(await runCli(['secrets', 'reseal'], { databasePath, env: BOTH })).toMatchObject({ code: 0 });
      const before = sealedSecrets(databasePath);
      const terms = { secret: 'x'.repeat(43), nowMs: 1, previousEndsAtMs: 0 };
      const audit = { ...commandLineOrigin('ada', 'rotateClientSecret'), occurredAtMs: 0 };
      const rotated = slow.dependencies.clients.rotateSecret(client.appKey, terms, audit);
      await expect(rotated).rejects.toThrow('MASTER_KEY was changed');
      await slow.close();
      expect(sealedSecrets(databasePath)).toEqual(before);
      await using last = await start(folder.path, { MASTER_KEY: NEW });
      await deposit(last, client);
    },
  );
});

describe('readiness', () => {
  const ALWAYS = 2 ** 30;

  async function withFaults() {
    const folder = temporaryFolder();
    const faults = prepareFaults(join(folder.path, 'test.db'));
    const service = await startTestService({ folder: folder.path, engine: faults.engine });
    return {
      faults,
      service,
      create: () => call(service, DEPOSIT, { body: depositFields() }),
      async ready() {
        const answer = await fetch(`${service.url}/readyz`);
        const { data } = (await answer.json()) as { data: { checks: { database: { detail: string } } } };
        return { status: answer.status, detail: data.checks.database.detail };
      },
      async [Symbol.asyncDispose]() {
        await service.stop();
        folder[Symbol.dispose]();
      },
    };
  }

  test.each<Fault>(everyNth(2, ['SQLITE_FULL', 'SQLITE_IOERR_WRITE']))(
    'while writes fail with %s, /readyz says so, and again ok once a write succeeds, without a create',
    async (fault) => {
      await using context = await withFaults();
      const { faults, create, ready } = context;
      expectData(await create());
      expect(await ready()).toMatchObject({ status: 200 });
      faults.plan({ fault, at: 1, times: ALWAYS });
      expectFailure(await create(), 'error_unavailable');
      expect(await ready()).toEqual({ status: 503, detail: expect.stringContaining(fault) });
      faults.clear();
      await expect.poll(async () => (await ready()).status).toBe(200);
      expectData(await create());
    },
  );

  test('a damaged file keeps /readyz at 503 until the same write succeeds again', async () => {
    await using context = await withFaults();
    const { faults, create, ready, service } = context;
    faults.plan({ fault: 'SQLITE_CORRUPT', at: 1 });
    expectFailure(await create(), 'error_unavailable');
    const writeOther = () => service.engine.run('setMetadata', { key: 'other', value: 'write' });
    await writeOther();
    // A lock says nothing about the file.
    faults.plan({ fault: 'SQLITE_BUSY', at: 1 });
    await expect(writeOther()).rejects.toThrow('cannot take the request now');
    expect(await ready()).toEqual({ status: 503, detail: expect.stringContaining('SQLITE_CORRUPT') });
    expectData(await create());
    expect(await ready()).toMatchObject({ status: 200 });
  });

  test('a lock that another process holds makes no service unready, and is named until a write succeeds', async () => {
    await using context = await withFaults();
    const { faults, create, ready } = context;
    faults.plan({ fault: 'SQLITE_BUSY', at: 1, times: ALWAYS });
    expectFailure(await create(), 'error_unavailable');
    expect(await ready()).toEqual({ status: 200, detail: 'the last write failed: SQLITE_BUSY' });
    faults.clear();
    await expect.poll(ready).toEqual({ status: 200, detail: 'the database answers' });
  });
});
