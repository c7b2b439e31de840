import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addToBlacklist, listBlacklist, removeFromBlacklist } from '../../src/admin/blacklist.ts';
import { createClient, listClients, rotateSecret, updateClient } from '../../src/admin/clients.ts';
import { listFilterChoices } from '../../src/admin/filter-choices.ts';
import { addAccount, listAccounts, updateAccount } from '../../src/banks/accounts.ts';
import { addBank, listBanks, updateBank } from '../../src/banks/banks.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { ADMIN, type Json, OPERATOR, VALID_IBAN } from '../harness.ts';
import { expectRefusal, openTestContext, type TestContext } from '../support/app-context.ts';
import { readAudit } from '../support/audit.ts';
import { BANK, banks, startBankService } from '../support/bank-service.ts';
import { DEMO_BANK } from '../support/entities.ts';
import { applyTransition } from '../support/manual-clock-service.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

describe('operations', () => {
  const OTHER_IBAN = 'TR640099900000999000001001';

  const IBANS = [
    VALID_IBAN,
    OTHER_IBAN,
    'TR030099900000999000002002',
    'TR680099800000998000001001',
    'DE89370400440532013000',
  ];

  const HOUR_MS = 3_600_000;
  let appContext: TestContext;

  beforeAll(async () => {
    appContext = await openTestContext();
  });

  afterAll(() => appContext[Symbol.asyncDispose]());

  const key = (appKey: string) => ({ name: 'A', role: 'merchant', appKey });
  const account = (changes: object) => ({ bankId: 'a', accountName: 'A', iban: VALID_IBAN, ...changes });

  test('a key that is enabled and disabled at once gives each caller what it asked for', async () => {
    const { run } = appContext;
    await run(createClient, key('twice'));
    for (let turn = 0; turn < 5; turn += 1) {
      await run(updateClient, { appKey: 'twice', disabled: true });
      const [enabled, disabled] = await Promise.all([
        run(updateClient, { appKey: 'twice', disabled: false }),
        run(updateClient, { appKey: 'twice', disabled: true }),
      ]);
      expect(enabled.disabledAt).toBeNull();
      expect(disabled.disabledAt).not.toBeNull();
    }
  });

  describe('an unknown reference is refused by its field:', () => {
    test.each<readonly [Operation, object]>([
      [rotateSecret, {}],
      [updateClient, { disabled: true }],
    ])('$name, the appKey', async (operation, input) => {
      const call = appContext.run(operation, { appKey: 'nobody', ...input });
      expect(await expectRefusal(call, 'error_site_not_found', 'appKey')).not.toContain('nobody');
    });

    test('the other fields', async () => {
      const { run } = appContext;
      const entry = { kind: 'userId', value: 'a', appKey: 'nobody' };
      await expectRefusal(run(addToBlacklist, entry), 'error_site_not_found', 'appKey');
      await expectRefusal(run(updateBank, { bankId: 'no', active: true }), 'error_bank_not_found', 'bankId');
      await expectRefusal(run(addAccount, account({ bankId: 'no' })), 'error_bank_not_found', 'bankId');
      await expectRefusal(
        run(updateAccount, { accountId: 'no', active: true }),
        'error_validation',
        'accountId',
      );
      await expectRefusal(run(removeFromBlacklist, { entryId: 'no' }), 'error_validation', 'entryId');
      expect(await run(listBlacklist, {})).toEqual([]);
    });
  });

  describe('clients:', () => {
    test('the secret and the appKey come from the randomness of the runtime and never repeat', async () => {
      await using own = await openTestContext({ platform: { randomFill: (bytes) => bytes.fill(0xab) } });
      const { client, secret } = await own.run(createClient, { name: 'A', role: 'operator' });
      expect(secret).toBe('ab'.repeat(32));
      expect(client.appKey).toMatch(/^operator-([a-z2-9])\1{11}$/);
      await expectRefusal(
        own.run(createClient, { name: 'B', role: 'operator' }),
        'error_validation',
        'appKey',
      );

      const made = await Promise.all(
        Array.from({ length: 50 }, () => appContext.run(createClient, { name: 'A', role: 'merchant' })),
      );
      expect(new Set(made.map((one) => one.secret)).size).toBe(50);
      expect(new Set(made.map((one) => one.client.appKey)).size).toBe(50);
    });

    test('the stored URL and blocks are canonical, and equal blocks are stored once', async () => {
      const input = {
        ...key('canonical'),
        callbackUrl: 'HTTP://Example.COM:80/A?b=C',
        ipAllowlist: ['10.0.0.1', '10.0.0.1/32', '::ffff:10.0.0.1', '2001:DB8::/32', '2001:db8:0::/32'],
      };
      const { client } = await appContext.run(createClient, input);
      expect(client).toMatchObject({
        callbackUrl: 'http://example.com/A?b=C',
        ipAllowlist: ['10.0.0.1/32', '2001:db8::/32'],
      });
    });

    test('an update leaves the other fields unchanged', async () => {
      const made = {
        ...key('partial'),
        callbackUrl: 'https://a.example.com/',
        ipAllowlist: ['::1'],
        requiresTimedSign: true,
      };
      const { client } = await appContext.run(createClient, made);
      expect(await appContext.run(updateClient, { appKey: 'partial', callbackUrl: null })).toEqual({
        ...client,
        callbackUrl: null,
      });
      expect(await appContext.run(updateClient, { appKey: 'partial', ipAllowlist: [] })).toEqual({
        ...client,
        callbackUrl: null,
        ipAllowlist: [],
      });
      expect(await appContext.run(updateClient, { appKey: 'partial', name: 'Renamed' })).toEqual({
        ...client,
        callbackUrl: null,
        ipAllowlist: [],
        name: 'Renamed',
      });
    });

    test('disabling a disabled client keeps the timestamp of the first time', async () => {
      await appContext.run(createClient, key('off'));
      const first = await appContext.run(updateClient, { appKey: 'off', disabled: true });
      expect(first.disabledAt).toBe(new Date(appContext.clock.nowMs()).toISOString());
      appContext.clock.advance(HOUR_MS);
      expect(await appContext.run(updateClient, { appKey: 'off', disabled: true })).toEqual(first);
      expect(await appContext.run(updateClient, { appKey: 'off', disabled: false })).toMatchObject({
        disabledAt: null,
      });
    });

    test('at most two secrets are valid: a second rotation ends the oldest at once, and grace lasts a day by default', async () => {
      const { run, dependencies, clock } = appContext;
      await run(createClient, key('rotated'));
      const liveUntil = async () =>
        (await dependencies.clients.findByAppKey('rotated'))?.secrets.map(({ expiresAtMs }) => expiresAtMs);
      expect(await liveUntil()).toEqual([null]);
      const first = await run(rotateSecret, { appKey: 'rotated', graceSeconds: 2_592_000 });
      expect(first.previousSecretEndsAt).toBe(new Date(clock.nowMs() + 2_592_000_000).toISOString());
      const second = await run(rotateSecret, { appKey: 'rotated' });
      expect(await liveUntil()).toEqual([null, clock.nowMs() + 24 * HOUR_MS]);
      expect(second.previousSecretEndsAt).toBe(new Date(clock.nowMs() + 24 * HOUR_MS).toISOString());
      const keys = (await dependencies.clients.findByAppKey('rotated'))?.secrets.map((one) =>
        one.key.export().toString(),
      );
      expect(keys).toEqual([second.secret, first.secret]);
    });
  });

  describe('pages:', () => {
    const LIMIT = { limit: 2 };

    test('clients are listed by appKey, page by page', async () => {
      await using own = await openTestContext();
      const appKeys = ['cc', 'aa', 'ee', 'dd', 'bb'].map((name) => `shop-${name}`);
      for (const appKey of appKeys) await own.run(createClient, key(appKey));
      const all = await own.run(listClients, {});
      expect(all.map(({ appKey }) => appKey)).toEqual(appKeys.toSorted());
      const first = await own.run(listClients, LIMIT);
      const second = await own.run(listClients, { ...LIMIT, after: first.at(-1)?.appKey });
      const third = await own.run(listClients, { ...LIMIT, after: second.at(-1)?.appKey });
      expect([first.length, second.length, third.length]).toEqual([2, 2, 1]);
      expect([...first, ...second, ...third]).toEqual(all);
      expect(await own.run(listFilterChoices, {})).toMatchObject({
        clients: appKeys.toSorted().map((appKey) => ({ appKey })),
      });
    });

    test('accounts are listed by bank, page by page, with and without a bank filter', async () => {
      await using own = await openTestContext();
      for (const bankId of ['a', 'b', 'c']) await own.run(addBank, { name: bankId, bankId });
      const ofBanks = ['b', 'a', 'c', 'a', 'b'];
      for (const [index, bankId] of ofBanks.entries())
        await own.run(addAccount, account({ bankId, iban: IBANS[index] }));
      const all = await own.run(listAccounts, {});
      expect(all.map(({ bankId }) => bankId)).toEqual(ofBanks.toSorted());
      const first = await own.run(listAccounts, LIMIT);
      const second = await own.run(listAccounts, { ...LIMIT, after: first.at(-1)?.accountId });
      const third = await own.run(listAccounts, { ...LIMIT, after: second.at(-1)?.accountId });
      expect([...first, ...second, ...third]).toEqual(all);
      const [one, other] = all.filter(({ bankId }) => bankId === 'b');
      expect(await own.run(listAccounts, { bankId: 'b', after: one?.accountId })).toEqual([other]);
      await expectRefusal(own.run(listAccounts, { after: 'no' }), 'error_validation', 'after');
      expect((await own.run(listFilterChoices, {})).accounts).toHaveLength(ofBanks.length);
    });

    test.each<Operation>([listClients, listAccounts])(
      '$name returns at most 1000 at once',
      async (operation) => {
        for (const limit of [0, 1001])
          await expectRefusal(appContext.run(operation, { limit }), 'error_validation', 'limit');
      },
    );
  });

  test('an IBAN is stored in its electronic form and belongs to one account only', async () => {
    const { bankId } = await appContext.run(addBank, { name: 'Ege' });
    const input = account({ bankId, iban: 'tr33 0006 1005 1978 6457 8413 26' });
    const added = await appContext.run(addAccount, input);
    expect(added).toMatchObject({ iban: VALID_IBAN, dailyLimit: null, usedToday: 0, active: true });
    const message = await expectRefusal(appContext.run(addAccount, input), 'error_validation', 'iban');
    expect(message).toContain(added.accountId);
    expect(await appContext.run(listAccounts, { bankId })).toEqual([added]);
  });

  test('an IBAN that is added concurrently belongs to one account', async () => {
    const { bankId } = await appContext.run(addBank, { name: 'Ege' });
    const input = account({ bankId, iban: 'TR030099900000999000002002' });
    const responses = await Promise.allSettled([1, 2, 3].map(() => appContext.run(addAccount, input)));
    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await appContext.run(listAccounts, { bankId })).toHaveLength(1);
  });

  test('what an account was paid counts until the end of the UTC day', async () => {
    const { run, dependencies, clock } = appContext;
    const { bankId } = await run(addBank, { name: 'Ege', deposit: { minAmount: 1, maxAmount: 1000 } });
    await run(addAccount, account({ bankId, iban: OTHER_IBAN, dailyLimit: 1000.5 }));
    const { client } = await run(createClient, key('payer'));
    const owner = await dependencies.clients.findByAppKey(client.appKey);
    const draft = {
      processId: '1',
      userId: '1',
      userName: 'A',
      name: 'A',
      convertedName: 'a',
    };
    const created = await dependencies.transactions.create(
      { ...draft, type: 'deposit', clientId: owner?.id ?? '', bankId, amountMinor: 12_345 },
      { ...DEMO_BANK, id: bankId },
    );
    const transactionId = created.kind === 'stored' ? created.transaction.id : '';
    expect(await run(listAccounts, { bankId })).toMatchObject([{ dailyLimit: 1000.5, usedToday: 123.45 }]);
    await applyTransition(appContext, transactionId, { kind: 'settle', sequence: 1 });
    expect(await run(listAccounts, { bankId })).toMatchObject([{ dailyLimit: 1000.5, usedToday: 123.45 }]);
    clock.advance(24 * HOUR_MS);
    expect(await run(listAccounts, { bankId })).toMatchObject([{ dailyLimit: 1000.5, usedToday: 0 }]);
  });

  test('a second bank with the same bankId is refused and leaves the first unchanged', async () => {
    const bank = await appContext.run(addBank, {
      name: 'First',
      bankId: 'same',
      withdrawal: { minAmount: 0.01, maxAmount: 1e9 },
    });
    expect(bank).toMatchObject({ deposit: null, withdrawal: { minAmount: 0.01, maxAmount: 1e9 } });
    await expectRefusal(
      appContext.run(addBank, { name: 'Second', bankId: 'same' }),
      'error_validation',
      'bankId',
    );
    expect(await appContext.run(updateBank, { bankId: 'same', name: 'Renamed' })).toEqual({
      ...bank,
      name: 'Renamed',
    });
  });

  test.each([
    ['userId', 'User 7', 'User 7'],
    ['iban', 'tr33 0006 1005 1978 6457 8413 26', VALID_IBAN],
    ['convertedName', 'Test  USER', 'test-user'],
    ['convertedName', 'sukru-caglayan', 'sukru-caglayan'],
    ['convertedName', '李 雷', '李-雷'],
  ])(
    'a %s on the blacklist is stored in the form that transactions are compared by: %s as %s',
    async (kind, value, kept) => {
      const { entry } = await appContext.run(addToBlacklist, { kind, value });
      expect(entry).toMatchObject({ kind, value: kept, appKey: null, reason: null });
      expect(await appContext.run(addToBlacklist, { kind, value: kept })).toEqual({
        entry,
        added: false,
        pendingCount: 0,
      });
    },
  );

  test('banks of another service are listed, cannot be changed here, and may get accounts before they are known', async () => {
    await using bankService = await startBankService(banks(BANK));
    await using own = await openTestContext({ env: { AVAILABLE_BANKS_URL: bankService.url } });
    await expectRefusal(own.run(listBanks, {}), 'error_unavailable');
    await own.remoteBanks?.refresh(new AbortController().signal);
    expect(await own.run(listBanks, {})).toMatchObject([
      { bankId: BANK._id, name: BANK.name, createdAt: null },
    ]);
    await expectRefusal(own.run(addBank, { name: 'A' }), 'error_bank_unavailable');
    await expectRefusal(own.run(updateBank, { bankId: BANK._id, active: false }), 'error_bank_unavailable');
    expect(await own.run(addAccount, account({ bankId: 'later' }))).toMatchObject({ bankId: 'later' });
  });
});

describe('reason templates', () => {
  const service = useService();
  const graphql = SURFACES.find(({ name }) => name === 'graphql')!;

  async function run(
    operation: Parameters<typeof graphql.run>[1]['operation'],
    input: Json = {},
    as = ADMIN,
  ) {
    return graphql.run(service(), { operation, input, as });
  }

  async function save(input: Json): Promise<Json> {
    const { data, text } = await run('saveReasonTemplate', input);
    return data ?? expect.fail(text);
  }

  const list = async (as = OPERATOR): Promise<Json[]> => (await run('listReasonTemplates', {}, as)).data;

  async function problemsOf(input: Json): Promise<readonly string[]> {
    const { error } = await run('saveReasonTemplate', input);
    expect(error?.type).toBe('error_validation');
    return error!.fields ?? [];
  }

  test('an admin saves, changes and removes templates; operators read them by kind, oldest first', async () => {
    const correct = await save({ kind: 'correct', text: 'Paid late', seenBy: 'payer' });
    const first = await save({ kind: 'reject', text: 'No money came', seenBy: 'payer' });
    const second = await save({ kind: 'reject', text: 'Suspicious', seenBy: 'nobody' });
    expect(await list()).toEqual([first, second, correct]);
    const changed = { ...second, text: 'Suspicious sender', seenBy: 'merchant' };
    expect(await save(changed)).toEqual(changed);
    await run('removeReasonTemplate', { id: first.id });
    expect(await list()).toEqual([changed, correct]);
    for (const { id } of await list()) await run('removeReasonTemplate', { id });
    expect(await list()).toEqual([]);
  });

  test('each change of a template has one row in the audit log, with the values before and after', async () => {
    const before = (await readAudit(service().databasePath)).length;
    const values = { kind: 'cancel', text: 'Asked by phone', seenBy: 'merchant' };
    const template = await save(values);
    await save(template);
    await save({ ...template, seenBy: 'nobody' });
    await run('removeReasonTemplate', { id: template.id });
    const rows = (await readAudit(service().databasePath)).slice(before);
    expect(rows.map(({ operation }) => operation)).toEqual([
      'saveReasonTemplate',
      'saveReasonTemplate',
      'removeReasonTemplate',
    ]);
    const parsed = rows.map(({ before_json: old, after_json: after }) => [
      old && JSON.parse(old),
      after && JSON.parse(after),
    ]);
    const changed = { ...values, seenBy: 'nobody' };
    expect(parsed).toEqual([
      [null, values],
      [values, changed],
      [changed, null],
    ]);
  });

  test('a kind has at most nine different templates, one for each digit key', async () => {
    const saved: Json[] = [];
    for (let number = 1; number <= 9; number += 1)
      saved.push(await save({ kind: 'reverse', text: `Reason ${number}`, seenBy: 'merchant' }));
    expect(await problemsOf({ kind: 'reverse', text: 'One more', seenBy: 'merchant' })).toEqual(['kind']);
    expect(await problemsOf({ ...saved[0], text: 'Reason 2' })).toEqual(['text']);
    await save({ ...saved[0], text: 'Changed' });
    for (const { id } of saved) await run('removeReasonTemplate', { id });
  });

  test('a wrong template is refused, and the error names the field', async () => {
    const good = { kind: 'reject', text: 'No money came', seenBy: 'payer' };
    expect(await problemsOf({ ...good, id: 'ffffffffffffffffffffffff' })).toEqual(['id']);
    expect(await problemsOf({ ...good, text: ' ' })).toEqual(['text']);
    expect(await problemsOf({ ...good, text: 'x'.repeat(201) })).toEqual(['text']);
    expect(await problemsOf({ ...good, text: 'expired' })).toEqual(['text']);
    const { error } = await run('removeReasonTemplate', { id: 'ffffffffffffffffffffffff' });
    expect(error).toMatchObject({ type: 'error_validation', fields: ['id'] });
  });
});
