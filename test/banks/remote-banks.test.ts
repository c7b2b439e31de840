import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import {
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  startTestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { BANK, banks, startBankService } from '../support/bank-service.ts';
import { graphql } from '../support/graphql.ts';
import { hang, reset } from '../support/misbehaving-receivers.ts';
import { BANK_WITH_ACCOUNT, BANKS_PATH, readiness, startWithRemoteBanks } from '../support/remote-banks.ts';
import { openDirectory } from '../support/remote-directory.ts';
import { expectData, expectFailure } from '../support/responses.ts';

describe('remote banks', () => {
  const DAY_MS = 86_400_000;
  const OTHER = { _id: 'other', name: 'Other Bank' };

  test('banks, names and limits come from the other service, accounts from our database', async () => {
    await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT, OTHER));
    await using service = await startWithRemoteBanks(bankService);
    const general = { minAmount: 0.01, maxAmount: 1_000_000_000 };
    expect(expectData(await call(service, BANKS_PATH))).toEqual([
      { ...BANK_WITH_ACCOUNT, withdrawal: general, currency: 'TRY' },
      { ...OTHER, deposit: general, withdrawal: general, currency: 'TRY' },
    ]);
    const deposit = expectData(await call(service, DEPOSIT, { body: depositFields() }));
    expect(deposit).toMatchObject({ bank: 'Remote Name', bankAccountName: 'Demo Anadolu Bank Collections' });
    const tooMuch = await call(service, DEPOSIT, { body: depositFields({ amount: '1001' }) });
    expectFailure(tooMuch, 'error_amount_out_of_bank_limits');
    const withoutAccount = await call(service, DEPOSIT, { body: depositFields({ bankId: 'other' }) });
    expectFailure(withoutAccount, 'error_no_account_available');
    expect(await readiness(service)).toMatchObject({ status: 200, banks: { ok: true } });
  });

  test('without any list the sums of banks are shown by their ids', async () => {
    using folder = temporaryFolder();
    const before = await startTestService({ folder: folder.path });
    expectData(await call(before, DEPOSIT, { body: depositFields() }));
    await before.stop();
    await using bankService = await startBankService(reset);
    await using service = await startWithRemoteBanks(bankService, { folder: folder.path });
    const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString());
    const input = `groupBy: bank, from: "${from}", to: "${to}"`;
    const { json } = await graphql(service, `{ stats(${input}) { key name createdCount } }`);
    expect(json.data).toEqual({ stats: [{ key: DEMO_BANK_ID, name: null, createdCount: 1 }] });
  });

  test('without any list the service is not ready until the other service is back', async () => {
    await using bankService = await startBankService(reset);
    await using service = await startWithRemoteBanks(bankService);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await readiness(service)).toEqual({
      status: 503,
      banks: {
        ok: false,
        detail: expect.stringMatching(
          /^there is no list of banks: .* fails since \S+: it failed with [A-Z_]+$/,
        ),
      },
    });
    const { json } = await call(service, '/readyz');
    expect(json.error).toEqual({
      type: 'error_unavailable',
      message: expect.stringContaining('banks: there is no list of banks'),
    });
    for (const [target, body] of [
      [DEPOSIT, depositFields()],
      [WITHDRAW, withdrawalFields()],
      [BANKS_PATH, undefined],
    ] as const) {
      const response = await call(service, target, body && { body });
      expectFailure(response, 'error_unavailable');
      expect(response.headers.get('retry-after')).toBe('5');
    }
    bankService.behave(banks(BANK_WITH_ACCOUNT));
    // The service itself scheduled this refresh as a retry.
    await expect.poll(async () => (await readiness(service)).status).toBe(200);
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
  });

  test('after a restart while the other service is down, the last good list is served as stale and the service is ready', async () => {
    using folder = temporaryFolder();
    await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT));
    await (await startWithRemoteBanks(bankService, { folder: folder.path })).stop();
    bankService.behave(reset);
    await using restarted = await startWithRemoteBanks(bankService, { folder: folder.path });
    await restarted.bankRefresher!.refresh();
    expect(await readiness(restarted)).toEqual({
      status: 200,
      banks: {
        ok: true,
        detail: expect.stringMatching(/^stale: .* read at \S+; .* fails since \S+: it failed with /),
      },
    });
    expectData(await call(restarted, DEPOSIT, { body: depositFields() }));
  });

  test('without any list a repeat still returns the stored transaction', async () => {
    using folder = temporaryFolder();
    await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT));
    const before = await startWithRemoteBanks(bankService, { folder: folder.path });
    const body = depositFields();
    const stored = expectData(await call(before, DEPOSIT, { body }));
    await before.stop();
    const database = new Sqlite(before.databasePath);
    expect(database.prepare('delete from bank_copies').run().changes).toBe(1);
    database.close();
    bankService.behave(reset);
    await using service = await startWithRemoteBanks(bankService, { folder: folder.path });
    expect(expectData(await call(service, DEPOSIT, { body }))).toMatchObject({
      transactionId: stored.transactionId,
    });
    const other = await call(service, DEPOSIT, { body: { ...body, amount: '501' } });
    expectFailure(other, 'error_process_id_conflict');
    expectFailure(await call(service, DEPOSIT, { body: depositFields() }), 'error_unavailable');
  });

  test('a bank that the other service removes or closes is refused after the next refresh', async () => {
    await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT, OTHER));
    await using service = await startWithRemoteBanks(bankService);
    const create = (bankId: string) => call(service, WITHDRAW, { body: withdrawalFields({ bankId }) });
    expectData(await create(BANK_WITH_ACCOUNT._id));
    expectData(await create(OTHER._id));
    bankService.behave(banks({ ...OTHER, active: false }));
    expectData(await create(BANK_WITH_ACCOUNT._id));
    await service.bankRefresher!.refresh();
    expectFailure(await create(BANK_WITH_ACCOUNT._id), 'error_bank_not_found');
    expectFailure(await create(OTHER._id), 'error_bank_unavailable');
    expect(expectData(await call(service, BANKS_PATH))).toEqual([]);
  });

  test('neither a request nor a stop waits for a slow other service', async () => {
    await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT));
    await using service = await startWithRemoteBanks(bankService);
    bankService.behave(hang);
    const arrived = bankService.nextRequest();
    const running = service.bankRefresher!.refresh();
    await arrived;
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    expectData(await call(service, BANKS_PATH));
    expect(bankService.openRequests()).toBe(1);
    await service.stop();
    await running;
    bankService.behave(banks(BANK_WITH_ACCOUNT));
    await service.bankRefresher!.refresh();
    expect(bankService.requests).toHaveLength(2);
  });

  test('a process that only opens the database uses the last good list and sends no request', async () => {
    using folder = temporaryFolder();
    await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT));
    const service = await startWithRemoteBanks(bankService, { folder: folder.path });
    await service.stop();
    const config = readConfig({ DATABASE_URL: service.databasePath, AVAILABLE_BANKS_URL: bankService.url });
    const appContext = await openAppContext({ config, platform: nodePlatform, migrate: false });
    expect(await appContext.dependencies.banks.find(DEMO_BANK_ID)).toMatchObject({ name: 'Remote Name' });
    await appContext.close();
    expect(bankService.requests).toHaveLength(1);
  });
});

describe('refresh', () => {
  type Rig = Awaited<ReturnType<typeof openDirectory>>;

  /** Runs the only scheduled refresh. @returns its delay. */
  async function runPlanned({ plans, refresher }: Rig): Promise<number | undefined> {
    expect(plans).toHaveLength(1);
    const plan = plans.shift();
    plan?.run();
    await refresher.refresh();
    return plan?.delayMs;
  }

  const SECONDS = [1, 2, 4, 8, 16, 32, 60, 60];

  test('failures are retried after 1 s, then after twice the time, up to the refresh interval', async () => {
    await using service = await startBankService(reset);
    await using rig = await openDirectory(service.url, { refreshMs: 60_000 });
    await rig.refresher.start();
    for (const seconds of SECONDS) expect(await runPlanned(rig)).toBe(seconds * 1000);
    service.behave(banks(BANK));
    expect(await runPlanned(rig)).toBe(60_000);
    service.behave(reset);
    expect(await runPlanned(rig)).toBe(60_000);
    expect(await runPlanned(rig)).toBe(1000);
    expect(service.requests).toHaveLength(1 + SECONDS.length + 3);
  });

  test('a random part of up to a quarter shortens a delay, so that many services do not send at once', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url, { refreshMs: 60_000, chance: 0.5 });
    await rig.refresher.start();
    expect(await runPlanned(rig)).toBe(52_500);
  });

  test('simultaneous refreshes read the list once', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    await rig.refresher.start();
    const [plan] = rig.plans;
    const running = rig.refresher.refresh();
    plan?.run();
    await Promise.all([running, rig.refresher.refresh()]);
    expect(service.requests).toHaveLength(2);
    expect(rig.plans).toHaveLength(1);
  });

  test('a stop aborts the running request, schedules nothing and logs nothing', async () => {
    await using service = await startBankService(hang);
    await using rig = await openDirectory(service.url, { timeLimitMs: 600_000 });
    const arrived = service.nextRequest();
    const start = rig.refresher.start();
    await arrived;
    await rig.refresher.stop();
    await start;
    await expect.poll(() => service.openRequests()).toBe(0);
    expect(rig.plans).toEqual([]);
    expect(rig.lines).toEqual([]);
    expect(rig.directory.health().detail).toBe(
      'there is no list of banks: the Available Banks service was not read yet',
    );
    await rig.refresher.refresh();
    expect(service.requests).toHaveLength(1);
  });

  test('a stop cancels the scheduled refresh', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    await rig.refresher.start();
    expect(rig.plans).toHaveLength(1);
    await rig.refresher.stop();
    expect(rig.plans).toEqual([]);
  });

  test('the log has one line when the list becomes stale and one when it is fresh again', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    await rig.refresher.start();
    await rig.refresher.refresh();
    for (let round = 0; round < 2; round += 1) {
      service.behave(reset);
      for (let failure = 0; failure < 3; failure += 1) await rig.refresher.refresh();
      service.behave(banks(BANK));
      for (let success = 0; success < 3; success += 1) await rig.refresher.refresh();
    }
    const stale = expect.stringMatching(
      /^stale: the list of banks was read at .* fails since .*: it failed with /,
    );
    expect(rig.messages()).toEqual([
      stale,
      'the list of banks is fresh again',
      stale,
      'the list of banks is fresh again',
    ]);
  });

  test('a stale list has its age and the newest failure in the detail', async () => {
    await using service = await startBankService(reset);
    await using rig = await openDirectory(service.url, { timeLimitMs: 50 });
    await rig.giveCopy([BANK]);
    rig.advance(60_000);
    await rig.refresher.refresh();
    rig.advance(60_000);
    service.behave(hang);
    await rig.refresher.refresh();
    expect(rig.directory.health().detail).toBe(
      'stale: the list of banks was read at 2026-11-20T12:00:00.000Z; the Available Banks service ' +
        'fails since 2026-11-20T12:01:00.000Z: it did not answer in full within 50 ms',
    );
  });

  test('with a copy the start does not wait for the service; without one it waits for the first response', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url, { timeLimitMs: 600_000 });
    await rig.refresher.start();
    expect(await rig.directory.list()).toHaveLength(1);

    await using later = await openDirectory(service.url, { timeLimitMs: 600_000 });
    await later.giveCopy([BANK]);
    service.behave(hang);
    const arrived = service.nextRequest();
    await later.refresher.start();
    await arrived;
    expect(service.openRequests()).toBe(1);
    expect(await later.directory.find(BANK._id)).toMatchObject({ name: BANK.name });
  });

  test('without a copy the start waits at most for the time limit', async () => {
    await using service = await startBankService(hang);
    await using rig = await openDirectory(service.url, { timeLimitMs: 50 });
    await rig.refresher.start();
    expect(rig.directory.health()).toEqual({
      source: 'remote',
      fresh: false,
      usable: false,
      detail:
        'there is no list of banks: the Available Banks service fails since 2026-11-20T12:00:00.000Z: ' +
        'it did not answer in full within 50 ms',
    });
    expect(rig.plans).toMatchObject([{ delayMs: 1000 }]);
  });

  test('a URL that fetch refuses is logged, and refreshing continues', async () => {
    // Port 1 is on the list of ports that fetch does not connect to.
    await using rig = await openDirectory('http://127.0.0.1:1/banks');
    await rig.refresher.start();
    expect(rig.directory.health().detail).toMatch(/: it could not be read, for a reason that is in the log$/);
    expect(rig.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, err: { message: expect.any(String) } },
    ]);
    expect(rig.plans).toHaveLength(1);
  });
});
