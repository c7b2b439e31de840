import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyCallback } from '../../src/client/index.ts';
import {
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { createBank, createClient, type TestClient } from '../support/entities.ts';
import { freePort } from '../support/free-port.ts';
import { startListener } from '../support/listener.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { openStream } from '../support/streams.ts';

const service = useService();

describe('running service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const cli = (...words: readonly string[]) => cliJson(service.databasePath, ...words);

  const deposit = (as: Credentials, changes: Readonly<Record<string, string>> = {}) =>
    call(service, DEPOSIT, { as, body: depositFields(changes) });

  describe('a command for a client takes effect with the next request:', () => {
    let client: TestClient;
    beforeAll(async () => {
      client = await createClient(service);
      expectData(await deposit(client));
    });

    test.each(
      everyNth(2, [
        ['this process', runCli],
        ['another one', runCliProcess],
      ] as const),
    )('disable by %s, and enable', async (_, runProgram) => {
      const { stdout } = await runProgram(['clients', 'disable', client.appKey, '--json'], service);
      const { disabledAt } = JSON.parse(stdout);
      expect(Date.parse(disabledAt)).toBeGreaterThan(0);
      expectFailure(await deposit(client), 'error_site_not_found');
      expect(await cli('clients', 'enable', client.appKey)).toMatchObject({ disabledAt: null });
      expectData(await deposit(client));
    });

    test('require-timed-sign', async () => {
      expect(await cli('clients', 'require-timed-sign', client.appKey, 'on')).toMatchObject({
        requiresTimedSign: true,
      });
      expectFailure(await deposit(client), 'error_invalid_sign');
      expect(await cli('clients', 'require-timed-sign', client.appKey, 'off')).toMatchObject({
        requiresTimedSign: false,
      });
      expectData(await deposit(client));
    });

    testLong('allow-ips', async () => {
      expect(await cli('clients', 'allow-ips', client.appKey, '203.0.113.7', '2001:DB8::/32')).toMatchObject({
        ipAllowlist: ['203.0.113.7/32', '2001:db8::/32'],
      });
      expectFailure(await deposit(client), 'not_authorized');
      await cli('clients', 'allow-ips', client.appKey, '203.0.113.0/24', '127.0.0.0/8');
      expectData(await deposit(client));
      expect(await cli('clients', 'allow-ips', client.appKey, 'any')).toMatchObject({ ipAllowlist: [] });
      expectData(await deposit(client));
    });

    testLong('set-callback', async () => {
      const url = 'https://shop.example.com/callbacks?shop=7';
      expect(await cli('clients', 'set-callback', client.appKey, url)).toMatchObject({ callbackUrl: url });
      const known = () => service.dependencies.clients.findByAppKey(client.appKey);
      expect(await known()).toMatchObject({ callbackUrl: url });
      expect(await cli('clients', 'set-callback', client.appKey, 'none')).toMatchObject({
        callbackUrl: null,
      });
    });

    test('rotate-secret without a grace time', async () => {
      const { secret } = await cli('clients', 'rotate-secret', client.appKey, '--grace', '0');
      expectFailure(await deposit(client), 'error_invalid_sign');
      expectData(await deposit({ ...client, secret }));
    });
  });

  testLong('a created client can call at once with the key and the secret that were printed', async () => {
    const { client, secret } = await cli('clients', 'create', '--name', 'New Shop', '--role', 'merchant');
    expect(client.appKey).toMatch(/^merchant-[a-z2-9]{12}$/);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expectData(await deposit({ appKey: client.appKey, secret }));
  });

  describe('a command for banks and accounts takes effect with the next request:', () => {
    let client: TestClient;
    beforeAll(async () => {
      client = await createClient(service);
    });

    test('deactivate, activate and limits of a bank', async () => {
      const { id: bankId } = await createBank(service);
      expectData(await deposit(client, { bankId }));
      expect(await cli('banks', 'deactivate', bankId)).toMatchObject({ bankId, active: false });
      expectFailure(await deposit(client, { bankId }), 'error_bank_unavailable');
      expect(await cli('banks', 'activate', bankId)).toMatchObject({ active: true });
      expectData(await deposit(client, { bankId }));
      const limits = ['--deposit', '10..20.5', '--withdrawal', 'none'];
      expect(await cli('banks', 'limits', bankId, ...limits)).toMatchObject({
        deposit: { minAmount: 10, maxAmount: 20.5 },
        withdrawal: null,
      });
      expectFailure(await deposit(client, { bankId, amount: '20.51' }), 'error_amount_out_of_bank_limits');
      expectData(await deposit(client, { bankId, amount: '20.5' }));
      const withdrawal = withdrawalFields({ bankId, amount: '15' });
      expectFailure(
        await call(service, WITHDRAW, { as: client, body: withdrawal }),
        'error_bank_unavailable',
      );
    });

    test('add of a bank; add, limit, deactivate and activate of an account', async () => {
      const bank = await cli('banks', 'add', '--name', 'Ege Bank', '--deposit', '1..1000');
      expect(bank).toMatchObject({
        bankId: expect.stringMatching(/^[0-9a-f]{24}$/),
        active: true,
        withdrawal: null,
      });
      const { bankId } = bank;
      expectFailure(await deposit(client, { bankId }), 'error_no_account_available');

      const account = ['--bank', bankId, '--name', 'Ege Collections', '--daily-limit', '600'];
      const { accountId } = await cli(
        'accounts',
        'add',
        ...account,
        '--iban',
        'tr33 0006 1005 1978 6457 8413 26',
      );
      expect(expectData(await deposit(client, { bankId }))).toMatchObject({
        bankAccountName: 'Ege Collections',
        bankAccountIban: VALID_IBAN,
      });
      expectFailure(await deposit(client, { bankId }), 'error_no_account_available');

      expect(await cli('accounts', 'limit', accountId, 'none')).toMatchObject({ dailyLimit: null });
      expectData(await deposit(client, { bankId }));
      expect(await cli('accounts', 'deactivate', accountId)).toMatchObject({ active: false });
      expectFailure(await deposit(client, { bankId }), 'error_no_account_available');
      await cli('accounts', 'activate', accountId);
      expectData(await deposit(client, { bankId }));
      expect(await cli('accounts', 'list', '--bank', bankId)).toMatchObject([
        { accountId, iban: VALID_IBAN, dailyLimit: null, active: true },
      ]);
    });
  });

  test('a blacklist entry takes effect with the next request of its client, until it is removed', async () => {
    const client = await createClient(service);
    const other = await createClient(service);
    const add = [
      'blacklist',
      'add',
      '--client',
      client.appKey,
      '--kind',
      'convertedName',
      '--value',
      'Şükrü ÇAĞLAYAN',
    ];
    const { entry, added } = await cli(...add, '--reason', 'chargebacks');
    expect(added).toBe(true);
    expect(entry).toMatchObject({ value: 'sukru-caglayan', appKey: client.appKey, reason: 'chargebacks' });
    const name = 'Sukru Caglayan';
    expectFailure(await deposit(client, { name }), 'error_transaction_blacklisted');
    expectData(await deposit(other, { name }));
    expect(await cli(...add)).toEqual({ entry, added: false, pendingCount: 0 });
    expect(await cli('blacklist', 'list')).toEqual([entry]);
    expect(await cli('blacklist', 'remove', entry.entryId)).toEqual({ entryId: entry.entryId });
    expectData(await deposit(client, { name }));
  });

  test('a command waits for a database that is locked longer than a request would', async () => {
    const client = await createClient(service);
    const lock = new Sqlite(service.databasePath);
    lock.exec('begin immediate');
    const run = runCli(['clients', 'disable', client.appKey], { databasePath: service.databasePath });
    // A request gives up after a second. The command, which started before it, still waits.
    expectFailure(await deposit(client), 'error_unavailable');
    lock.exec('rollback');
    lock.close();
    expect(await run).toMatchObject({ code: 0, stderr: '' });
  });

  test('streams of the service end after a command has changed a transaction, so that clients read it again', async () => {
    const client = await createClient(service);
    const { transactionId } = expectData(await deposit(client));
    using stream = await openStream(service, 'graphql', { as: client });
    await call(service, DEPOSIT, { as: client, body: depositFields() });
    await cli('transactions', 'reject', transactionId, '--sequence', '1');
    for (;;) if ((await stream.event()) === undefined) break;
  });

  testLong(
    'transactions list prints pages that go on where the one before ended, and filters as the service does',
    async () => {
      const as = await createClient(service);
      const withdraw = () => call(service, WITHDRAW, { as, body: withdrawalFields() });
      const made = [
        expectData(await withdraw()),
        expectData(await withdraw()),
        expectData(await deposit(as)),
      ] as const;
      const ofClient = ['transactions', 'list', '--client', as.appKey];
      const first = await cli(...ofClient, '--limit', '2');
      const second = await cli(...ofClient, '--limit', '2', '--after', first.nextCursor);
      const ids = [...first.items, ...second.items].map(
        (item: { transactionId: string }) => item.transactionId,
      );
      expect(ids).toEqual(made.map(({ transactionId }) => transactionId).reverse());
      const words = [...ofClient, '--type', 'deposit', '--status', 'pending'];
      const { stdout } = await runCliProcess(words, { databasePath: service.databasePath });
      const lines = stdout.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^TRANSACTION ID +CLIENT +TYPE +AMOUNT .* PROCESS ID$/);
      expect(lines.slice(1).map((line) => line.split(/ +/)[0])).toEqual([made[2].transactionId]);
      const page = await runCliProcess([...ofClient, '--limit', '1'], { databasePath: service.databasePath });
      expect(page.stdout).toMatch(/\nThere are more: --after \S+\n$/);
    },
  );
});

async function settleOne(): Promise<string> {
  const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
  const settle = { method: 'POST', sign: 'timed', as: OPERATOR, body: { sequence: '1' } } as const;
  expectData(await call(service(), `/v1/transactions/${transactionId}/settle`, settle));
  return transactionId;
}

describe('listen', () => {
  test.each(everyNth(3, ['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
    'forwards the callbacks of a client with the secret that the database has, ends well by %s, and has changed nothing',
    async (signal) => {
      const { clients } = service().dependencies;
      const before = await clients.findByAppKey(MERCHANT.appKey);
      await using receiver = await startReceiver();
      using listener = await startListener(service(), [MERCHANT.appKey, '--forward', receiver.url]);
      const transactionId = await settleOne();
      const [sent] = await receiver.arrivals(1);
      const callback = await verifyCallback(sent!.headers, sent!.body, MERCHANT.secret);
      expect(callback).toMatchObject({ transactionId, status: 'successful' });
      expect(await listener.untilPrinted(/→ 204/)).toContain(`deposit ${transactionId} of `);
      expect(await listener.end(signal)).toMatchObject({ code: 0 });
      expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBe(before?.callbackUrl);
    },
  );

  test('refuses in one line an unknown client, a key of the desk and a service that cannot be reached', async () => {
    const { databasePath, url } = service();
    const run = (...words: string[]) => runCli(['listen', ...words], { databasePath });
    expect(expectOneLine(await run('nobody'), 1)).toContain('No client has this appKey');
    const desk = await run(OPERATOR.appKey, '--url', url);
    expect(expectOneLine(desk, 1)).toContain('use the key of a merchant');
    const away = await run(MERCHANT.appKey, '--url', `http://127.0.0.1:${await freePort()}`);
    expect(expectOneLine(away, 1)).toContain('Start the service, or name the one that runs with --url');
  });
});

describe.skipIf(!IS_LONG)('trigger', () => {
  const trigger = (event: string) =>
    runCliProcess(['trigger', event, '--url', service().url], { databasePath: service().databasePath });

  test('listen prints the event that trigger produces', async () => {
    using listener = await startListener(service(), ['demo-test']);
    for (const [event, status] of [
      ['deposit.expired', 'unsuccessful'],
      ['withdrawal.reversed', 'unsuccessful'],
    ] as const) {
      const { code, stdout } = await trigger(event);
      expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${event}: .* is ${status}`))]);
      const [, transactionId] = /transaction ([0-9a-f]{24})/.exec(stdout) ?? [];
      expect(await listener.untilPrinted(new RegExp(`${transactionId} of .* is ${status}`))).toContain(
        '"test":true',
      );
    }
  });

  test('a live key, an unknown key and an unknown event are refused in one line', async () => {
    const at = { databasePath: service().databasePath };
    const live = await runCli(
      ['trigger', 'deposit.successful', '--client', MERCHANT.appKey, '--url', service().url],
      at,
    );
    expect(expectOneLine(live, 1)).toContain('trigger makes tests, with the test key of a merchant');
    const unknown = await runCli(['trigger', 'deposit.successful', '--client', 'nobody'], at);
    expect(expectOneLine(unknown, 1)).toContain('No client has this appKey');
    const other = await runCli(['trigger', 'deposit.lost'], at);
    expect(expectOneLine(other, 2)).toContain('must be one of deposit.successful');
  });
});
