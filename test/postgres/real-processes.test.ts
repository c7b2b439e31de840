import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { callAlone } from '../support/call-alone.ts';
import { runCli } from '../support/cli.ts';
import { ROOT } from '../support/consumer-project.ts';
import { readExamples } from '../support/examples.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { expectData } from '../support/responses.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { startSeveral } from '../support/several-services.ts';
import { openSubscription } from '../support/subscriptions.ts';
import {
  databaseUrlOf,
  dropTestDatabase,
  ENGINE_SETTINGS,
  makeTestDatabase,
} from '../support/test-database.ts';

/** Several services, or programs, take long to start on a busy machine. */
const SLOW = { timeout: 120_000 };

test('a subscriber of any program is notified of what another one stores', SLOW, async () => {
  using folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  const first = await startServiceProcess(folder.path);
  const second = await startServiceProcess(folder.path);
  try {
    const subscription = await openSubscription(second, 'trpc', { input: {}, as: OPERATOR });
    const { transactionId } = expectData(await callAlone(first, WITHDRAW, { body: withdrawalFields() }));
    expect(await subscription.next()).toBe(transactionId);
    subscription.close();
  } finally {
    await first.kill();
    await second.kill();
    await dropTestDatabase(folder.path);
  }
});

test('what one service changes about a test key counts in all', SLOW, async () => {
  await using several = await startSeveral(3);
  const { services } = several;
  const [first, second] = services;
  const change = async (at: TestService | undefined, mutation: string): Promise<Json> => {
    const json = { query: `mutation { ${mutation} }` };
    return expectData(await call(at!, '/graphql', { as: ADMIN, sign: 'timed', json }));
  };
  const NEW = 'input: { name: "Tests", role: merchant, test: true }';
  const { createClient } = await change(first, `createClient(${NEW}) { client { appKey } secret }`);
  const { appKey } = createClient.client;
  const as: Credentials = { appKey, secret: createClient.secret };
  for (const service of services) {
    const { transactionId } = expectData(await call(service, DEPOSIT, { as, body: depositFields() }));
    expectData(
      await call(second!, `/v1/test/transactions/${transactionId}/expire`, { as, sign: 'timed', body: {} }),
    );
    const seen = await call(first!, `/v1/transactions/${transactionId}`, { as });
    expect(expectData(seen)).toMatchObject({ endedAs: 'expired', test: true });
  }
  const statuses = (key: Credentials) => async () => {
    const answers = await Promise.all(services.map((at) => call(at, '/v1/available-banks', { as: key })));
    return answers.map(({ status }) => status);
  };
  const rotation = `input: { appKey: "${appKey}", graceSeconds: 0 }`;
  const { secret } = (await change(first, `rotateSecret(${rotation}) { secret }`)).rotateSecret;
  await expect.poll(statuses(as)).not.toContain(200);
  await expect.poll(statuses({ appKey, secret })).toEqual([200, 200, 200]);
  await change(second, `updateClient(input: { appKey: "${appKey}", disabled: true }) { appKey }`);
  await expect.poll(statuses({ appKey, secret })).not.toContain(200);
});

test('secrets are not sealed with a key that the running service does not know', SLOW, async () => {
  await using service = await startTestService();
  const { databasePath } = service;
  const env = { MASTER_KEY: '6f'.repeat(32), MASTER_KEY_PREVIOUS: ENGINE_SETTINGS.MASTER_KEY ?? '' };
  const { code, stderr } = await runCli(['secrets', 'reseal'], { databasePath, env });
  expect(code).toBe(1);
  expect(stderr).toContain('The running service does not know the new MASTER_KEY');
  expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
});

describe('backup', () => {
  const run = promisify(execFile);
  const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'];
  const SYSTEM = '/usr/lib/postgresql';
  const LOADERS = 4;

  /** The folder of one version of PostgreSQL that has a server and the tools of its backups. */
  function findFolder(): string | undefined {
    const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
    const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM) : [];
    return [stdout?.trim() ?? '', ...versions.map((version) => join(SYSTEM, version, 'bin'))].find((folder) =>
      PROGRAMS.every((name) => existsSync(join(folder, name))),
    );
  }

  const folder = findFolder();

  /** The commands of the page, for the user of this server and the program of this checkout. */
  const [dump = '', restore = ''] = readExamples('docs/postgresql.md')
    .filter(({ heading, language }) => heading === 'Backup and restore' && language === 'sh')
    .map(({ code }) =>
      code
        .replaceAll('owner bank_transfers', 'owner bank')
        .replaceAll(
          /bank-transfers (?=verify|after-restore)/g,
          `'${process.execPath}' '${join(ROOT, 'dist/src/cli.js')}' `,
        ),
    );

  async function processIdsAt(url: string): Promise<Set<string>> {
    const client = await connectPostgres(url);
    const { rows } = await client.query<{ process_id: string }>('select process_id from transactions');
    await client.end();
    return new Set(rows.map((row) => row.process_id));
  }

  test.skipIf(folder === undefined)(
    'the printed dump, taken under load, restores with every transaction that was acknowledged before it',
    async () => {
      using files = temporaryFolder();
      const bin = folder ?? '';
      const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
      const server = await startPostgresServer({ fsync: false, programs });
      try {
        const at = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
        const env = {
          PATH: [bin, process.env.PATH].join(delimiter),
          ...ENGINE_SETTINGS,
          ADMIN_URL: server.url,
          DATABASE_URL: at('bank'),
          RESTORED_URL: at('restored'),
        };
        const shell = (code: string) => run('sh', ['-ec', code], { cwd: files.path, env });
        await shell(`psql -q "$ADMIN_URL" -c "create database bank encoding 'UTF8' template template0"`);
        const acknowledged: string[] = [];
        let before: readonly string[] = [];
        {
          await using service = await startTestService({ env: { DATABASE_URL: at('bank') } });
          let isOver = false;
          const load = async () => {
            while (!isOver)
              acknowledged.push(
                expectData(await call(service, WITHDRAW, { body: withdrawalFields() })).processId,
              );
          };
          const loads = Promise.all(Array.from({ length: LOADERS }, load));
          await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(50);
          before = [...acknowledged];
          await shell(dump);
          isOver = true;
          await loads;
        }
        expect(acknowledged.length).toBeGreaterThan(before.length);
        // `verify` of the printed commands ends with another code if it finds anything.
        await shell(restore);
        const restored = await processIdsAt(at('restored'));
        expect(before.filter((processId) => !restored.has(processId))).toEqual([]);
        await using again = await startTestService({ env: { DATABASE_URL: at('restored') } });
        expectData(await call(again, WITHDRAW, { body: withdrawalFields() }));
      } finally {
        await server.stop();
      }
    },
  );
});

describe('standing still', () => {
  const SLOW_MS = 900_000;
  const JOB_LOCK = 4_202_612;
  const folder = temporaryFolder();
  let database: pg.Client;
  let first: ServiceProcess;
  let second: ServiceProcess | undefined;

  beforeAll(async () => {
    await makeTestDatabase(folder.path);
    database = await connectPostgres(databaseUrlOf(folder.path));
    first = await startServiceProcess(folder.path);
  }, SLOW_MS);

  afterAll(async () => {
    for (const service of [first, second]) await service?.kill();
    await database.end();
    await dropTestDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  /** The sessions that have the lock of the jobs. */
  async function holders(): Promise<readonly number[]> {
    const { rows } = await database.query(
      `select pid from pg_locks where locktype = 'advisory' and granted and objid = ${JOB_LOCK}
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  }

  test(
    'a process that stands still with the lock of the jobs loses it, and another one runs them',
    async () => {
      await expect.poll(holders).toHaveLength(1);
      const [before] = await holders();
      second = await startServiceProcess(folder.path);
      first.signal('SIGSTOP');
      const created = await call(second, DEPOSIT, { body: depositFields() });
      const { transactionId } = expectData(created);
      await database.query('update transactions set expires_at_ms = created_at_ms where id = $1', [
        transactionId,
      ]);
      const statusOf = async () =>
        (await database.query('select status_reason from transactions where id = $1', [transactionId]))
          .rows[0];
      await expect.poll(statusOf, { timeout: 60_000 }).toEqual({ status_reason: 'expired' });
      const [now] = await holders();
      expect(now).not.toBe(before);

      // When it goes on, it leaves the lock where it is.
      first.signal('SIGCONT');
      expectData(await call(first, DEPOSIT, { body: depositFields() }));
      expect(await holders()).toEqual([now]);
      await expectAgreement(databaseUrlOf(folder.path));
    },
    SLOW_MS,
  );
});
