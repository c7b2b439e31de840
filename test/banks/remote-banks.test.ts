import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import {
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { banks, hang, reset, startBankService } from '../support/bank-service.ts';
import { BANK_WITH_ACCOUNT, BANKS_PATH, readiness, startWithRemoteBanks } from '../support/remote-banks.ts';
import { expectData, expectFailure } from '../support/responses.ts';

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
