import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BlacklistKind } from '../../src/admin/domain/blacklist.ts';
import {
  ADMIN,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import {
  applyTransition,
  DAY_MS,
  type ManualClockService,
  neverSchedule,
  startManualClockService,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { createRandom } from '../support/random.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

describe('blacklist', () => {
  const service = useService();
  const LISTED_IBAN = 'NO9386011117947';

  /** Adds an entry, for every client by default. */
  async function blacklist(
    kind: BlacklistKind,
    value: string,
    clientId: string | null = null,
  ): Promise<string> {
    const { db, runtime } = service().dependencies;
    const id = runtime.newId();
    const entry = { id, clientId, kind, value, reason: 'a test', createdAtMs: runtime.nowMs() };
    await db.run('addToBlacklist', { entry });
    return id;
  }

  afterEach(async () => {
    const { db } = service().dependencies;
    for (const { id } of await db.query('listBlacklist', { limit: 100 }))
      await db.run('removeFromBlacklist', { entryId: id });
  });

  const deposit = (changes: Record<string, string>, as = MERCHANT) =>
    call(service(), DEPOSIT, { body: depositFields(changes), as });

  const withdraw = (changes: Record<string, string>, as = MERCHANT) =>
    call(service(), WITHDRAW, { body: withdrawalFields(changes), as });

  describe('a listed userId', () => {
    test('blocks deposits and withdrawals of that user', async () => {
      await blacklist('userId', 'listed');
      for (const send of [deposit, withdraw]) {
        const { message } = expectFailure(await send({ userId: 'listed' }), 'error_transaction_blacklisted');
        expect(message).not.toContain('a test');
        for (const other of ['Listed', 'listed .', 'listed2']) expectData(await send({ userId: other }));
      }
    });
  });

  describe('a listed convertedName', () => {
    test.each([
      'Test Listed',
      'TEST LISTED',
      '  test   listed ',
      'Tést Lísted',
      'ŤEST LİSTED',
      'Test. Listed!',
      'Test.Listed',
      'Test_Listed',
      'Test,Listed',
      'Test/Listed',
      'testlisted',
      'Ｔｅｓｔ Ｌｉｓｔｅｄ',
      'Te\u0301st Listed',
      'Test Listed 2',
    ])('blocks %j in every spelling', async (name) => {
      await blacklist('convertedName', 'test-listed');
      for (const send of [deposit, withdraw])
        expectFailure(await send({ name }), 'error_transaction_blacklisted');
    });

    test('blocks withdrawals to an account of that name', async () => {
      await blacklist('convertedName', 'Test Listed');
      expectFailure(
        await withdraw({ name: 'Somebody Else', accountName: 'Test.Listed' }),
        'error_transaction_blacklisted',
      );
    });

    test('blocks no other name, and no userName', async () => {
      await blacklist('convertedName', 'test-listed');
      expectData(await deposit({ name: 'Test Listed Junior', userName: 'test-listed' }));
      expectData(await withdraw({ name: 'Listed Test', userName: 'Test Listed' }));
    });

    test.each(['李雷', '😀 😀', '123'])('blocks %j, and no name that has less of it', async (name) => {
      await blacklist('convertedName', name);
      expectFailure(await deposit({ name }), 'error_transaction_blacklisted');
      expectData(await deposit({ name: 'F 12' }));
    });
  });

  describe('a listed IBAN', () => {
    test.each([LISTED_IBAN, 'NO93 8601 1117 947', 'no9386011117947', ' no93 8601 1117 947 '])(
      'blocks withdrawals to %j in every spelling',
      async (iban) => {
        await blacklist('iban', LISTED_IBAN);
        expectFailure(await withdraw({ iban }), 'error_transaction_blacklisted');
      },
    );

    test('blocks no withdrawal to another account, and no deposit', async () => {
      await blacklist('iban', LISTED_IBAN);
      expectData(await withdraw({ iban: 'TR330006100519786457841326' }));
      expectData(await deposit({ iban: LISTED_IBAN }));
    });
  });

  test('an entry applies to its own kind only', async () => {
    await blacklist('userId', 'test-user');
    await blacklist('convertedName', 'some-user');
    await blacklist('iban', 'some-user');
    expectData(await deposit({ userId: 'some-user', name: 'Test User' }));
    expectData(await withdraw({ userId: 'some-user', name: 'Test User' }));
  });

  test('an entry of one client applies to that client only, a global one to all clients', async () => {
    const listing = await createClient(service());
    const other = await createClient(service());
    await blacklist('userId', 'listed-by-one', listing.id);
    expectFailure(await deposit({ userId: 'listed-by-one' }, listing), 'error_transaction_blacklisted');
    expectData(await deposit({ userId: 'listed-by-one' }, other));
    await blacklist('userId', 'listed-for-all');
    for (const as of [listing, other])
      expectFailure(await deposit({ userId: 'listed-for-all' }, as), 'error_transaction_blacklisted');
  });

  test('a create on behalf of a merchant uses the entries of that merchant', async () => {
    const merchant = await createClient(service());
    await blacklist('userId', 'listed-there', merchant.id);
    const send = (onBehalfOf: string) =>
      call(service(), DEPOSIT, {
        body: depositFields({ userId: 'listed-there', onBehalfOf }),
        as: OPERATOR,
        sign: 'timed',
      });
    expectFailure(await send(merchant.appKey), 'error_transaction_blacklisted');
    expectData(await send(MERCHANT.appKey));
  });

  test('a removed entry blocks nothing, and a blocked request can be sent again', async () => {
    const id = await blacklist('userId', 'listed-for-a-while');
    const body = depositFields({ userId: 'listed-for-a-while' });
    const send = () => call(service(), DEPOSIT, { body });
    expectFailure(await send(), 'error_transaction_blacklisted');
    expect(await service().dependencies.db.run('removeFromBlacklist', { entryId: id })).toMatchObject({ id });
    expectData(await send());
  });

  test('an entry also blocks the return of a pending deposit under a new processId', async () => {
    const { userId } = expectData(await deposit({}));
    await blacklist('userId', userId);
    expectFailure(await deposit({ userId }), 'error_transaction_blacklisted');
  });

  test('the blacklist is read page by page, oldest first', async () => {
    const ids: string[] = [];
    for (const value of ['one', 'two', 'three']) ids.push(await blacklist('userId', value));
    const page = async (after: string | null, limit: number) => {
      const query = `query ($after: String) { blacklist(after: $after, limit: ${limit}) { entryId } }`;
      const { json } = await call(service(), '/graphql', {
        as: ADMIN,
        json: { query, variables: { after } },
        sign: 'timed',
      });
      return json.data.blacklist.map(({ entryId }: { entryId: string }) => entryId);
    };
    expect(await page(null, 2)).toEqual(ids.slice(0, 2));
    expect(await page(ids[1] ?? '', 2)).toEqual(ids.slice(2));
  });
});

describe('account use', () => {
  const LIMIT = 1000;

  let service: ManualClockService;
  beforeAll(async () => {
    service = await startWithoutTimers({ clock: createClock(Date.parse('2026-11-20T22:00:00Z')) });
  });
  afterAll(async () => {
    await expectAgreement(service.databasePath);
    await service.stop();
  });

  /** A new bank, whose only account takes 1,000 a day. */
  async function bankWithLimit() {
    const { id: bankId } = await createBank(service, { withAccount: false });
    await createAccount(service, { bankId, dailyLimitMinor: LIMIT * 100 });
    const send = (amount: number) =>
      service.ask(DEPOSIT, { as: MERCHANT, body: depositFields({ bankId, amount: String(amount) }) });
    const deposit = async (amount: number): Promise<Json> => expectData(await send(amount));
    return {
      bankId,
      deposit,
      /** Asserts that exactly this amount is free: it fits, a cent more does not. */
      async expectRoom(amount: number) {
        expectFailure(await send(amount + 0.01), 'error_no_account_available');
        if (amount === 0) return;
        const { transactionId } = await deposit(amount);
        await applyTransition(service, transactionId, { kind: 'reject', sequence: 1 });
      },
    };
  }

  const ENDINGS: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    cancelled: (id) => service.transition('cancel', id, { as: MERCHANT }),
    rejected: (id) => service.transition('reject', id, { fields: { sequence: '1' } }),
    expired: (id) =>
      service.dependencies.transactions.transition({
        transactionId: id,
        command: { kind: 'expire', steadyNowMs: service.dependencies.runtime.steadyNowMs() + DAY_MS },
        actor: { kind: 'service', clientId: null },
      }),
  };

  test.each(Object.entries(ENDINGS))(
    'a deposit that is %s gives its amount back to the daily limit of its account',
    async (_name, end) => {
      const limited = await bankWithLimit();
      for (let times = 0; times < 2; times += 1) {
        const { transactionId } = await limited.deposit(600);
        await limited.expectRoom(400);
        await end(transactionId);
        await limited.expectRoom(LIMIT);
      }
    },
  );

  test('what was paid counts, not what was asked for', async () => {
    const limited = await bankWithLimit();
    const [less, more] = [await limited.deposit(300), await limited.deposit(300)];
    const pay = (id: string, finalAmount: string) =>
      service.transition('settle', id, {
        fields: { sequence: '1', finalAmount, acceptDifference: 'true' },
      });
    await pay(less.transactionId, '100.01');
    await limited.expectRoom(599.99);
    await pay(more.transactionId, '700');
    await limited.expectRoom(199.99);
  });

  test('a reversed deposit gives the paid amount back, and a corrected one takes it again', async () => {
    const limited = await bankWithLimit();
    const { transactionId } = await limited.deposit(500);
    await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '550' } });
    await limited.expectRoom(450);
    await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'recalled' } });
    await limited.expectRoom(LIMIT);
    await service.transition('correct', transactionId, { fields: { sequence: '3', reason: 'paid late' } });
    await limited.expectRoom(450);
  });

  test('what is pending counts on every day until it ends, and what is paid counts on the day it is paid', async () => {
    const limited = await bankWithLimit();
    const { deposit } = limited;
    const [paid, late, dropped] = [await deposit(100), await deposit(200), await deposit(300)];
    await service.transition('settle', paid.transactionId, { fields: { sequence: '1' } });
    await limited.expectRoom(400);
    service.clock.advance(DAY_MS);
    // The 100 that were paid yesterday are past; 200 and 300 may still come.
    await limited.expectRoom(500);
    await service.transition('settle', late.transactionId, { fields: { sequence: '1' } });
    await limited.expectRoom(500);
    await service.transition('cancel', dropped.transactionId, { as: MERCHANT });
    await limited.expectRoom(800);
    // Money of yesterday that goes back makes no room today.
    await service.transition('reverse', paid.transactionId, {
      fields: { sequence: '2', reason: 'recalled' },
    });
    await limited.expectRoom(800);
    // Money that comes late counts when it comes.
    await service.transition('correct', dropped.transactionId, { fields: { sequence: '2', reason: 'late' } });
    await limited.expectRoom(500);
    service.clock.advance(DAY_MS);
    await limited.expectRoom(LIMIT);
  });

  test('several transitions of one commit are counted one after another', async () => {
    const limited = await bankWithLimit();
    const { deposit } = limited;
    const ids: string[] = [];
    for (const amount of [100, 200, 300]) ids.push((await deposit(amount)).transactionId);
    const change = (id: string, kind: 'settle' | 'reverse' | 'reject', sequence: number) =>
      applyTransition(service, id, { kind, sequence });
    const [one = '', other = '', third = ''] = ids;
    await Promise.all([
      change(one, 'settle', 1),
      change(other, 'settle', 1),
      change(one, 'reverse', 2),
      change(third, 'reject', 1),
    ]);
    await limited.expectRoom(800);
  });

  test('the list of accounts shows what is pending and what was paid today', async () => {
    const limited = await bankWithLimit();
    const { bankId } = limited;
    const { transactionId } = await limited.deposit(100);
    await limited.deposit(50);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    const read = () =>
      service.graphql(ADMIN, `{ bankAccounts(bankId: "${bankId}") { dailyLimit usedToday } }`);
    expect(await read()).toEqual({ bankAccounts: [{ dailyLimit: LIMIT, usedToday: 150 }] });
    service.clock.advance(DAY_MS);
    expect(await read()).toEqual({ bankAccounts: [{ dailyLimit: LIMIT, usedToday: 50 }] });
  });

  // Last, because the clock stays behind.
  test('a wall clock that is set back to yesterday neither frees what is counted nor breaks the count', async () => {
    const limited = await bankWithLimit();
    const { deposit } = limited;
    const { transactionId } = await deposit(700);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    service.clock.jump(-DAY_MS);
    await limited.expectRoom(300);
    await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'recalled' } });
  });
});

describe('daily limits with endings', () => {
  const SEED = 20_261_121;
  const WORKERS = 20;
  const ROUNDS = 4;

  test('while deposits are created, paid, cancelled and reversed at once, no account exceeds its daily limit, and all of it adds up', async () => {
    using folder = temporaryFolder();
    const options = { folder: folder.path, clock: createClock(), platform: { schedule: neverSchedule } };
    await using service = await startManualClockService(options);
    const { id: bankId } = await createBank(service, { withAccount: false });
    for (const dailyLimitMinor of [100_000, 50_000])
      await createAccount(service, { bankId, dailyLimitMinor });
    const random = createRandom(SEED);
    const send = (amount: number) =>
      service.ask(DEPOSIT, { as: MERCHANT, body: depositFields({ bankId, amount: String(amount) }) });
    let refused = 0;
    const round = async () => {
      const ending = random.next();
      const created = await send(100);
      if (created.status !== 200) {
        expect(created.status).toBe(503);
        refused += 1;
        return;
      }
      const { transactionId } = expectData(created);
      if (ending < 0.5) return service.transition('cancel', transactionId, { as: MERCHANT });
      if (ending > 0.95) return;
      const paid = ['80', '99.99', '100'][random.below(3)] ?? '';
      // A few are cancelled, and paid late.
      const isCancelled = ending < 0.55;
      if (isCancelled) await service.transition('cancel', transactionId, { as: MERCHANT });
      const [verb, sequence] = isCancelled ? (['correct', 2] as const) : (['settle', 1] as const);
      const fields = { sequence: String(sequence), finalAmount: paid, reason: 'as seen' };
      await service.transition(verb, transactionId, { fields });
      if (ending > 0.7)
        await service.transition('reverse', transactionId, {
          fields: { sequence: String(sequence + 1), reason: 'sent back' },
        });
    };
    const work = async () => {
      for (let times = 0; times < ROUNDS; times += 1) await round();
    };
    await Promise.all(Array.from({ length: WORKERS }, work));

    await using committed = openCommitted(service.databasePath);
    const rows = await committed.transactions();
    const rooms: number[] = [];
    for (const account of await committed.accounts(bankId)) {
      const own = rows.filter((row) => row.bank_account_id === account.id);
      const sum = (status: string) =>
        own
          .filter((row) => row.status === status)
          .reduce((total, row) => total + (row.final_amount_minor ?? row.amount_minor), 0);
      expect([account.pending_minor, account.paid_minor]).toEqual([sum('pending'), sum('successful')]);
      rooms.push((account.daily_limit_minor ?? 0) - account.pending_minor - account.paid_minor);
    }
    expect(refused).toBeGreaterThan(0);
    await expectAgreement(service.databasePath);
    // Deposits that are paid late count without a limit: no room may be left, and less than none.
    const roomMinor = Math.max(0, ...rooms);
    if (roomMinor > 0) expectData(await send(roomMinor / 100));
    expect((await send((roomMinor + 1) / 100)).status).toBe(503);
  });
});
