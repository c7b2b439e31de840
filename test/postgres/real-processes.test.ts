import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
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
import { startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { openSubscription } from '../support/subscriptions.ts';
import {
  databaseUrlOf,
  dropTestDatabase,
  ENGINE_SETTINGS,
  makeTestDatabase,
} from '../support/test-database.ts';
import { expectOneTestKey, expectTriggered } from '../support/test-key-processes.ts';

const START_TIMEOUT_MS = 120_000;

/** Programs as they are installed, on one PostgreSQL database. */
interface RealProcesses {
  /** After the last one the first one comes again. */
  service(index: number): ServiceProcess;
  readonly folder: string;
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult['rows']>;
}

/** Starts programs for all tests of a file. */
function useRealProcesses(environments: readonly Readonly<Record<string, string>>[]): RealProcesses {
  const folder = temporaryFolder();
  const services: ServiceProcess[] = [];
  let database: pg.Client | undefined;

  beforeAll(async () => {
    await makeTestDatabase(folder.path);
    database = await connectPostgres(databaseUrlOf(folder.path));
    for (const env of environments) services.push(await startServiceProcess(folder.path, env));
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    for (const service of services) await service.kill();
    await database?.end();
    await dropTestDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  return {
    service: (index) => services[index % services.length] as ServiceProcess,
    folder: folder.path,
    query: async (text, values = []) => (await database?.query(text, [...values]))?.rows ?? [],
  };
}

describe('real processes', () => {
  const LEASE_MS = 60_000;

  /** The clock of the server, by which a program measures its leases, is read over a connection. */
  const CLOCK_ERROR_MS = 1_000;

  const CALLS = 36;

  /** Ten deposits of 500. */
  const DAILY_LIMIT_MINOR = 500_000;

  const [FIRST, SECOND, THIRD] = [0, 1, 2];

  const { service, query, folder } = useRealProcesses(
    [FIRST, SECOND, THIRD].map(() => ({ TIME_ZONE: 'Europe/Istanbul' })),
  );

  /** Sends requests at once, to each service in turn, each over a connection of its own. */
  function sendToAll(
    target: string,
    bodies: readonly Readonly<Record<string, string>>[],
  ): Promise<ApiResponse[]> {
    const send = (body: Readonly<Record<string, string>>, index: number) =>
      callAlone(service(index), target, { body });
    return Promise.all(bodies.map(send));
  }

  const repeat = <T>(make: () => T): T[] => Array.from({ length: CALLS }, make);

  const idsOf = (responses: readonly ApiResponse[]): ReadonlySet<string> =>
    new Set(responses.map((response) => expectData(response).transactionId));

  async function storedIds(column: 'process_id' | 'user_id', value: string | undefined): Promise<string[]> {
    const rows = await query(`select id from transactions where ${column} = $1`, [value]);
    return rows.map(({ id }) => id);
  }

  test('one processId that is sent to three programs at once names one transaction', async () => {
    const fields = withdrawalFields();
    const ids = idsOf(
      await sendToAll(
        WITHDRAW,
        repeat(() => fields),
      ),
    );
    expect(await storedIds('process_id', fields.processId)).toEqual([...ids]);
  });

  test('a user has one pending deposit, whichever programs are asked for another at once', async () => {
    const { userId = '' } = depositFields();
    const ids = idsOf(
      await sendToAll(
        DEPOSIT,
        repeat(() => depositFields({ userId })),
      ),
    );
    expect(await storedIds('user_id', userId)).toEqual([...ids]);
  });

  test('the accounts of a bank take deposits up to their daily limits, and no further', async () => {
    await query(
      'update bank_accounts set daily_limit_minor = pending_minor + paid_minor + $1 where bank_id = $2',
      [DAILY_LIMIT_MINOR, DEMO_BANK_ID],
    );
    const responses = await sendToAll(
      DEPOSIT,
      repeat(() => depositFields()),
    );
    expect(idsOf(responses.filter((response) => response.status === 200)).size).toBe(20);
    for (const response of responses)
      if (response.status !== 200) expectFailure(response, 'error_no_account_available');
  });

  test('a subscriber of any program is notified of what another one stores', async () => {
    const subscriptions = await Promise.all(
      [SECOND, THIRD].map((index) => openSubscription(service(index), 'trpc', { input: {}, as: OPERATOR })),
    );
    const id = expectData(
      await callAlone(service(FIRST), WITHDRAW, { body: withdrawalFields() }),
    ).transactionId;
    for (const subscription of subscriptions) {
      // A change of seconds before can come first.
      while ((await subscription.next()) !== id);
      subscription.close();
    }
  });

  test('a test key has one secret in all programs', () => expectOneTestKey({ count: 9, service }));

  test('a service with another TIME_ZONE does not start beside the others', async () => {
    const start = startTestService({ folder, env: { TIME_ZONE: 'America/New_York' } });
    await expect(start).rejects.toThrow(
      /^TIME_ZONE: other services run .* Set TIME_ZONE=Europe\/Istanbul, or/,
    );
  });

  test('a service with another CURRENCY does not start beside the others', async () => {
    const start = startTestService({ folder, env: { TIME_ZONE: 'Europe/Istanbul', CURRENCY: 'EUR' } });
    await expect(start).rejects.toThrow(/^CURRENCY: .* in TRY, .* set to EUR. Set CURRENCY=TRY, or/);
  });

  test('secrets are not sealed with a key that the running services do not know', async () => {
    const env = { MASTER_KEY: '6f'.repeat(32), MASTER_KEY_PREVIOUS: ENGINE_SETTINGS.MASTER_KEY ?? '' };
    const { databasePath } = service(FIRST);
    const { code, stderr } = await runCli(['secrets', 'reseal'], { databasePath, env });
    expect(code).toBe(1);
    expect(stderr).toContain('The running service does not know the new MASTER_KEY');
    expectData(await callAlone(service(FIRST), WITHDRAW, { body: withdrawalFields() }));
  });

  test('callbacks of a program that is killed by -9 are taken over: nothing is lost, and nothing is sent twice at once', async () => {
    const killed = service(FIRST);
    const atOnce = new Map<string, number>();
    const twice: string[] = [];
    let waiting: ServerResponse[] | undefined = [];
    await using receiver = await startReceiver({
      respond(request, response, delivery) {
        const { eventId }: Json = JSON.parse(delivery.body);
        const others = atOnce.get(eventId) ?? 0;
        if (others > 0) twice.push(eventId);
        atOnce.set(eventId, others + 1);
        request.socket.once('close', () => atOnce.set(eventId, 0));
        if (waiting) waiting.push(response);
        else {
          atOnce.set(eventId, 0);
          status(204)(request, response, delivery);
        }
      },
    });
    await query('update clients set callback_url = $1 where app_key = $2', [receiver.url, MERCHANT.appKey]);
    await query('update bank_accounts set daily_limit_minor = null');
    const ids = [
      ...idsOf(
        await sendToAll(
          DEPOSIT,
          repeat(() => depositFields()),
        ),
      ),
    ];
    const settle = (id: string) =>
      callAlone(killed, `/v1/transactions/${id}/settle`, { as: OPERATOR, body: { sequence: '1' } });
    for (const response of await Promise.all(ids.map(settle))) expectData(response);
    await receiver.arrivals(1);
    await killed.kill();
    for (const response of waiting) response.writeHead(204).end();
    waiting = undefined;

    const claimed = () => query('select due_at_ms from callbacks where lease is not null');
    const counts = () =>
      query(`select state, lease is not null as leased, count(*)::int from callbacks group by 1, 2`);
    // Others deliver what they have claimed. What is left are the leases of the one that is gone.
    await expect
      .poll(counts, { timeout: 15_000 })
      .not.toContainEqual(expect.objectContaining({ state: 'pending', leased: false }));
    const left = await claimed();
    expect(left.length).toBeGreaterThan(0);
    for (const row of left)
      expect(Number(row.due_at_ms)).toBeLessThanOrEqual(Date.now() + LEASE_MS + CLOCK_ERROR_MS);
    // The time of the leases passes.
    await query('update callbacks set due_at_ms = due_at_ms - $1 where lease is not null', [LEASE_MS]);
    await expect
      .poll(counts, { timeout: 15_000 })
      .toEqual([{ state: 'delivered', leased: false, count: CALLS }]);
    const told = new Set(receiver.deliveries.map(({ body }) => JSON.parse(body).transactionId));
    expect([...told].toSorted()).toEqual(ids.toSorted());
    expect(twice).toEqual([]);
    await expectAgreement(service(SECOND).databasePath);
  });

  test('what trigger makes in any program, listen prints', () => expectTriggered(service(THIRD)));
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
