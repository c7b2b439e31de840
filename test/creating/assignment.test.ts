import { describe, expect, test } from 'vitest';
import { createTransactionStore } from '../../db/transactions/stores/transactions.ts';
import { createClient as createClientOperation } from '../../src/admin/clients.ts';
import { isReference } from '../../src/transactions/domain/reference.ts';
import {
  type ApiResponse,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  startTestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openTestContext } from '../support/app-context.ts';
import { createAccount, createBank, createClient, DEMO_BANK, type TestClient } from '../support/entities.ts';
import { createInOneGroup, ONE_GROUP_AT_ONCE } from '../support/grouped-creates.ts';
import {
  applyTransition,
  DAY_MS,
  neverSchedule,
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

describe('account assignment', () => {
  const NOON = Date.parse('2026-11-20T12:00:00Z');
  const clock = createClock(NOON);
  const service = useService({ platform: { nowMs: clock.nowMs } });

  interface AccountSettings {
    readonly name: string;
    /** In major units; undefined for no limit. */
    readonly dailyLimit?: number;
    readonly active?: boolean;
  }

  /** Creates a bank with these accounts, added in this order. */
  async function bankWith(...accounts: AccountSettings[]) {
    const { id: bankId } = await createBank(service(), { withAccount: false });
    const ids = new Map<string, string>();
    for (const { name, dailyLimit, active = true } of accounts) {
      const dailyLimitMinor = dailyLimit === undefined ? null : dailyLimit * 100;
      const account = await createAccount(service(), { bankId, accountName: name, active, dailyLimitMinor });
      ids.set(name, account.id);
    }
    const send = (amount: number, changes = {}) =>
      call(service(), DEPOSIT, { body: depositFields({ ...changes, bankId, amount: String(amount) }) });
    return {
      bankId,
      send,
      /** Creates a deposit. @returns the name of its account. */
      assigned: async (amount: number): Promise<string> => expectData(await send(amount)).bankAccountName,
      update: (name: string, changes: { active?: boolean; dailyLimitMinor?: number | null }) =>
        service().dependencies.db.run('updateAccount', { accountId: ids.get(name) ?? '', changes }),
    };
  }

  /** Settles a deposit that was just created. */
  async function settled(created: ApiResponse): Promise<void> {
    const { transactionId } = expectData(created);
    await applyTransition(service(), transactionId, { kind: 'settle', sequence: 1 });
  }

  /** Creates deposits one after another. @returns the names of their accounts. */
  async function series(bank: Awaited<ReturnType<typeof bankWith>>, amounts: readonly number[]) {
    const names: string[] = [];
    for (const amount of amounts) names.push(await bank.assigned(amount));
    return names.join(' ');
  }

  test('deposits rotate over the accounts of their bank, the least recently assigned first', async () => {
    const bank = await bankWith({ name: 'a' }, { name: 'b' }, { name: 'c' });
    expect(await series(bank, [1, 1, 1, 1, 1, 1, 1])).toBe('a b c a b c a');
  });

  testOnce('each bank rotates over its own accounts', async () => {
    const one = await bankWith({ name: 'a' }, { name: 'b' });
    const other = await bankWith({ name: 'x' }, { name: 'y' });
    expect(await series(one, [1])).toBe('a');
    expect(await series(other, [1, 1])).toBe('x y');
    expect(await series(one, [1, 1])).toBe('b a');
  });

  testOnce('an inactive account is skipped, and is next once it is active again', async () => {
    const bank = await bankWith({ name: 'a' }, { name: 'b', active: false }, { name: 'c' });
    expect(await series(bank, [1, 1, 1])).toBe('a c a');
    await bank.update('b', { active: true });
    expect(await series(bank, [1, 1, 1])).toBe('b c a');
    await bank.update('c', { active: false });
    expect(await series(bank, [1, 1, 1])).toBe('b a b');
  });

  testOnce('a new account gets the next deposit', async () => {
    const bank = await bankWith({ name: 'a' }, { name: 'b' });
    expect(await series(bank, [1, 1, 1])).toBe('a b a');
    await createAccount(service(), { bankId: bank.bankId, accountName: 'new' });
    expect(await series(bank, [1, 1, 1])).toBe('new b a');
  });

  test('an account is skipped for an amount above the rest of its daily limit, exact to the cent', async () => {
    const bank = await bankWith({ name: 'small', dailyLimit: 100 }, { name: 'large' });
    expect(await series(bank, [100.01, 60, 40.01, 40, 0.01])).toBe('large small large small large');
  });

  testOnce(
    'a deposit above all daily limits is refused with Retry-After and counts toward none',
    async () => {
      const bank = await bankWith({ name: 'a', dailyLimit: 100 }, { name: 'b', dailyLimit: 50 });
      expect(await series(bank, [60, 30])).toBe('a b');
      const refused = await bank.send(40.01);
      expectFailure(refused, 'error_no_account_available');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await series(bank, [40, 20])).toBe('a b');
      expectFailure(await bank.send(0.01), 'error_no_account_available');
    },
  );

  testOnce('a bank without an active account takes withdrawals but no deposits', async () => {
    const bank = await bankWith({ name: 'a', active: false });
    expectFailure(await bank.send(1), 'error_no_account_available');
    expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ bankId: bank.bankId }) }));
  });

  testOnce('a refused deposit can be sent again with the same processId', async () => {
    const bank = await bankWith({ name: 'a', active: false });
    const fields = depositFields();
    expectFailure(await bank.send(1, fields), 'error_no_account_available');
    await bank.update('a', { active: true });
    expect(expectData(await bank.send(1, fields))).not.toHaveProperty('alreadyPending');
  });

  test('daily limits begin again at midnight UTC, except for what is still pending', async () => {
    clock.advance(NOON - clock.nowMs());
    const bank = await bankWith({ name: 'a', dailyLimit: 100 });
    await settled(await bank.send(80));
    const pending = expectData(await bank.send(20));
    clock.advance(Date.parse('2026-11-20T23:59:59.999Z') - clock.nowMs());
    expectFailure(await bank.send(1), 'error_no_account_available');
    clock.advance(1);
    await settled(await bank.send(80));
    expectFailure(await bank.send(1), 'error_no_account_available');
    await applyTransition(service(), pending.transactionId, { kind: 'reject', sequence: 1 });
    clock.advance(3 * 86_400_000);
    expect(await series(bank, [100])).toBe('a');
  });

  testOnce(
    'a repeat, an already pending deposit and a withdrawal use neither a limit nor an assignment',
    async () => {
      const bank = await bankWith({ name: 'a', dailyLimit: 100 }, { name: 'b', dailyLimit: 100 });
      const fields = depositFields();
      const { userId = '' } = fields;
      for (let repeat = 0; repeat < 3; repeat += 1) {
        expect(expectData(await bank.send(60, fields)).bankAccountName).toBe('a');
        expect(expectData(await bank.send(60, { userId })).bankAccountName).toBe('a');
        expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ bankId: bank.bankId }) }));
      }
      expect(await series(bank, [100, 40])).toBe('b a');
    },
  );

  testOnce('a repeat returns its assigned account even if that has reached its limit', async () => {
    const bank = await bankWith({ name: 'a' }, { name: 'b' });
    const fields = depositFields();
    const first = expectData(await bank.send(1, fields));
    await bank.update('a', { active: false });
    expect(expectData(await bank.send(1, fields))).toEqual({ ...first, alreadyPending: true });
  });

  testOnce('a changed limit applies to earlier assignments of the day', async () => {
    const bank = await bankWith({ name: 'a', dailyLimit: 100 });
    expect(await series(bank, [80])).toBe('a');
    await bank.update('a', { dailyLimitMinor: 8_100 });
    expectFailure(await bank.send(2), 'error_no_account_available');
    expect(await series(bank, [1])).toBe('a');
    await bank.update('a', { dailyLimitMinor: null });
    expect(await series(bank, [1_000_000])).toBe('a');
  });
});

describe('open deposits', () => {
  const MOST = 3;

  /** A service on which a client may have three open deposits, and a client of it. */
  async function start(
    folder: string,
    env: Record<string, string> = { MAX_OPEN_DEPOSITS_PER_CLIENT: `${MOST}` },
  ) {
    const service = await startManualClockService({
      folder,
      env: { DEPOSIT_TTL: '3d', ...env },
      platform: { schedule: neverSchedule },
    });
    const send = (as: TestClient | typeof MERCHANT, fields: Record<string, string>) =>
      service.ask(DEPOSIT, { as, body: fields });
    return {
      service,
      send,
      client: await createClient(service),
      [Symbol.asyncDispose]: () => service.stop(),
    };
  }

  testOnce(
    'a client with the most open deposits gets no further one, until one of them has ended',
    async () => {
      using folder = temporaryFolder();
      await using limited = await start(folder.path);
      const { service, send, client } = limited;
      const fields = Array.from({ length: MOST }, () => depositFields());
      const ids: string[] = [];
      for (const one of fields) ids.push(expectData(await send(client, one)).transactionId);
      const next = depositFields();
      const refused = await send(client, next);
      const { message } = expectFailure(refused, 'error_rate_limited');
      expect(message).toContain(`${MOST} deposits`);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

      // A request for a known deposit is answered as ever.
      expect(expectData(await send(client, fields[0] ?? {}))).toMatchObject({
        transactionId: ids[0],
        alreadyPending: true,
      });
      const sameUser = depositFields({ userId: fields[1]?.userId ?? '' });
      expect(expectData(await send(client, sameUser))).toMatchObject({
        transactionId: ids[1],
        alreadyPending: true,
      });
      expectData(await service.ask(WITHDRAW, { as: client, body: withdrawalFields() }));
      expectData(await send(await createClient(service), depositFields()));

      const ends = [
        () => service.transition('settle', ids[0] ?? '', { fields: { sequence: '1' } }),
        () => service.transition('reject', ids[1] ?? '', { fields: { sequence: '1' } }),
        () => service.transition('cancel', ids[2] ?? '', { as: client }),
      ];
      for (const end of ends) {
        await end();
        expectData(await send(client, next));
        expectFailure(await send(client, depositFields()), 'error_rate_limited');
        Object.assign(next, depositFields());
      }
      // A reversed or corrected deposit is not open.
      await service.transition('reverse', ids[0] ?? '', { fields: { sequence: '2', reason: 'recalled' } });
      await service.transition('correct', ids[1] ?? '', { fields: { sequence: '2', reason: 'late' } });
      expectFailure(await send(client, depositFields()), 'error_rate_limited');
      await expectAgreement(service.databasePath);
    },
  );

  test("deposits of one commit count towards each other's limits", async () => {
    await using service = await startTestService({
      ...ONE_GROUP_AT_ONCE,
      env: { ...ONE_GROUP_AT_ONCE.env, MAX_OPEN_DEPOSITS_PER_CLIENT: `${MOST}` },
    });
    const answers = await createInOneGroup(
      service,
      Array.from({ length: MOST + 2 }, () => ({ target: DEPOSIT, fields: depositFields() })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  });

  testOnce('deposits of earlier days count while they are open', async () => {
    using folder = temporaryFolder();
    await using limited = await start(folder.path);
    const { service, send, client } = limited;
    for (let day = 0; day < MOST; day += 1) {
      expectData(await send(client, depositFields()));
      if (day < MOST - 1) service.clock.advance(DAY_MS);
    }
    expectFailure(await send(client, depositFields()), 'error_rate_limited');
  });

  testOnce('a limit of 0 is no limit', async () => {
    using folder = temporaryFolder();
    await using limited = await start(folder.path, { MAX_OPEN_DEPOSITS_PER_CLIENT: '0' });
    for (let count = 0; count <= MOST; count += 1)
      expectData(await limited.send(limited.client, depositFields()));
  });
});

describe('references', () => {
  testOnce(
    'a deposit has a reference in its details, in lists, in the feed and on the payment page',
    async () => {
      await using service = await startManualClockService();
      await using receiver = await startReceiver();
      const merchant = await service.merchantOf(receiver);
      const created = await service.deposit(merchant);
      // The answer of the specification has the fields that it had.
      expect(created).not.toHaveProperty('reference');
      const target = `/v1/transactions/${created.transactionId}`;
      const { reference } = expectData(await service.ask(target));
      expect(isReference(reference)).toBe(true);
      expect(expectData(await service.ask(target, { as: merchant })).reference).toBe(reference);
      const { items } = expectData(await service.ask('/v1/transactions', { as: merchant }));
      expect(items).toEqual([expect.objectContaining({ reference })]);
      const token = created.url.split('/').at(-1);
      const page = await fetch(`${service.url}/trpc/payments.get`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await page.text()).toContain(reference);

      await service.transition('settle', created.transactionId, { fields: { sequence: '1' } });
      await service.callbackWorker.idle();
      const feed = expectData(await service.ask('/v1/events', { as: merchant }));
      expect(feed.items).toEqual([expect.objectContaining({ reference, change: 'settle' })]);
      const [callback] = receiver.deliveries;
      expect(JSON.parse(callback?.body ?? '')).not.toHaveProperty('reference');
    },
  );

  testOnce('a withdrawal has none', async () => {
    await using service = await startManualClockService();
    const { transactionId } = await service.withdraw(MERCHANT);
    expect(expectData(await service.ask(`/v1/transactions/${transactionId}`))).not.toHaveProperty(
      'reference',
    );
  });

  testOnce('with CURRENCY=EUR it is a creditor reference of ISO 11649', async () => {
    await using service = await startManualClockService({ env: { CURRENCY: 'EUR' } });
    const { transactionId } = await service.deposit(MERCHANT);
    const { reference } = expectData(await service.ask(`/v1/transactions/${transactionId}`));
    expect(reference).toMatch(/^RF\d\d.{8}$/);
    expect(isReference(reference)).toBe(true);
  });

  test('deposits of one commit and of several have different references, by which each is found', async () => {
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(undefined);
    const together = await storeDeposits(service, merchant, 5);
    const later = [await service.deposit(merchant), await service.deposit(merchant)];
    const ids = [...together, ...later.map(({ transactionId }) => transactionId)];
    const references = new Map<string, string>();
    for (const id of ids) {
      const { reference } = expectData(await service.ask(`/v1/transactions/${id}`));
      references.set(reference, id);
    }
    expect(references.size).toBe(ids.length);
    await service.transition('reject', ids[0] ?? '', { fields: { sequence: '1' } });
    for (const [reference, id] of references) {
      const { items } = expectData(await service.ask(`/v1/transactions?query=${reference}`));
      expect(items.map(({ transactionId }: Json) => transactionId)).toEqual([id]);
    }
    await expectAgreement(service.databasePath);
  });

  testOnce('repeats and refusals use up no reference', async () => {
    await using service = await startWithoutTimers();
    const fields = depositFields();
    await service.deposit(MERCHANT, fields);
    await service.deposit(MERCHANT, fields);
    await service.deposit(MERCHANT, { userId: fields.userId ?? '' });
    const other = await service.ask(DEPOSIT, { as: MERCHANT, body: { ...fields, amount: '77.00' } });
    expectFailure(other, 'error_process_id_conflict');
    await service.deposit(MERCHANT);
    const rows = await withDatabase(service.databasePath, (db) =>
      db.selectFrom('transactions').select('number').orderBy('number').execute(),
    );
    const [first = 0, second = 0] = rows.map(({ number }) => Number(number));
    expect(second - first).toBe(1);
  });
});

describe('id collision', () => {
  test('a repeated id overwrites no stored transaction', async () => {
    await using appContext = await openTestContext();
    const { engine, dependencies } = appContext;
    const { client } = await appContext.run(createClientOperation, { name: 'A', role: 'merchant' });
    const owner = await dependencies.clients.findByAppKey(client.appKey);
    const ids = ['a', 'a', 'b'].map((digit) => digit.repeat(24));
    const runtime = { ...dependencies.runtime, newId: () => ids.shift() ?? dependencies.runtime.newId() };
    const store = createTransactionStore(engine, runtime, {
      maxGroupSize: 128,
      maxOpenDeposits: 0,
      sentTtlMs: 1,
      depositTtlMs: 1_800_000,
      currency: 'TRY',
      timeZone: 'UTC',
    });
    const create = (processId: string) =>
      store.create(
        {
          type: 'withdrawal',
          clientId: owner?.id ?? '',
          processId,
          bankId: 'bank',
          amountMinor: 100,
          userId: 'user',
          userName: 'user',
          name: 'Test User',
          convertedName: 'test-user',
          accountName: 'Test User',
          iban: 'TR330006100519786457841326',
          ibanNormalized: 'TR330006100519786457841326',
        },
        DEMO_BANK,
      );
    await create('first');
    await create('second');
    const stored = await dependencies.db.read(
      'findTransactions',
      ['a', 'b'].map((digit) => digit.repeat(24)),
    );
    expect(stored.map(({ processId }) => processId).sort()).toEqual(['first', 'second']);
  });
});
