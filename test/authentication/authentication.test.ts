import { beforeAll, describe, expect, test } from 'vitest';
import { createClient as createClientOperation, updateClient } from '../../src/admin/clients.ts';
import { whoAmI } from '../../src/admin/identity.ts';
import { addAccount } from '../../src/banks/accounts.ts';
import { addBank } from '../../src/banks/banks.ts';
import { ROLES } from '../../src/kernel/role.ts';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import { execute, subscribe } from '../../src/operations/operation.ts';
import { principalOf } from '../../src/operations/permissions.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import { createDeposit } from '../../src/transactions/create.ts';
import { subscribeToTransactions } from '../../src/transactions/subscribe.ts';
import {
  type ApiResponse,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  OPERATOR,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openTestContext, TEST_ORIGIN } from '../support/app-context.ts';
import { createClient } from '../support/entities.ts';
import { graphql } from '../support/graphql.ts';
import { everyNth } from '../support/long.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { openStream } from '../support/streams.ts';

const service = useService();

describe('authentication', () => {
  const BANKS = '/v1/available-banks';
  const TIMED_FORM = 't=<unix seconds>,v1=<base64(HMAC-SHA256(secret,';
  const clients = new Map<string, Credentials>();

  beforeAll(async () => {
    for (const role of ROLES) clients.set(role, await createClient(service(), { role }));
  });

  describe('an error names the missing credentials:', () => {
    test.each([
      ['header appKey is', { appKey: '' }],
      ['header sign is', { sign: '' }],
      ['headers appKey and sign are', { appKey: '', sign: '' }],
    ])('the %s missing', async (missing, headers) => {
      for (const target of [DEPOSIT, WITHDRAW]) {
        const response = await call(service(), target, { body: withdrawalFields(), headers });
        const { message } = expectFailure(response, 'error_missing_credentials');
        expect(message).toContain(`The ${missing} missing.`);
      }
    });

    test('both headers', async () => {
      for (const { method, path } of routes)
        expectFailure(
          await rawCall(service(), { method: method.toUpperCase(), target: path }),
          'error_missing_credentials',
        );
    });
  });

  describe('only the appKey of an active client is found:', () => {
    test.each([
      'unknown',
      'DEMO-MERCHANT',
      'demo-merchant2',
      'demo',
      '%',
      '*',
      "' or 1=1 --",
      'x'.repeat(5000),
    ])('%.40s', async (appKey) => {
      const as = { ...MERCHANT, appKey };
      expectFailure(await call(service(), DEPOSIT, { body: depositFields(), as }), 'error_site_not_found');
    });

    test('an appKey that was sent twice', async () => {
      const sign = hmac(MERCHANT.secret, '');
      const headers = { appKey: [MERCHANT.appKey, MERCHANT.appKey], sign };
      expectFailure(await rawCall(service(), { target: BANKS, headers }), 'error_site_not_found');
    });

    test('the appKey of a disabled client, until it is enabled again', async () => {
      const client = await createClient(service());
      const ask = () => call(service(), DEPOSIT, { body: depositFields(), as: client });
      const disable = (disabledAtMs: number | null) =>
        service().dependencies.clients.update(client.appKey, { disabledAtMs });
      expectData(await ask());
      await disable(Date.now());
      expectFailure(await ask(), 'error_site_not_found');
      await disable(null);
      expectData(await ask());
    });
  });

  describe('the plain sign is accepted only from a merchant, on the calls of existing clients:', () => {
    const PLAIN = [DEPOSIT, WITHDRAW, BANKS];
    const table = ROLES.flatMap((role) =>
      routes.map(({ method, path, takesFile }) => [role, method, path, takesFile] as const),
    );

    const sample = everyNth(4, table, { isNeeded: ([, , path]) => PLAIN.includes(path) });
    test.each(sample)('from a %s on %s %s', async (role, method, path, takesFile) => {
      const as = clients.get(role);
      const response = await call(service(), path, {
        method,
        sign: 'plain',
        ...(method === 'POST' && { body: withdrawalFields() }),
        ...(takesFile && { contentType: 'application/octet-stream' }),
        ...(as && { as }),
      });
      if (role === 'merchant' && PLAIN.includes(path)) expectData(response);
      else expect(expectFailure(response, 'error_invalid_sign').message).toContain(TIMED_FORM);
    });

    test('the table has all roles and routes', () => {
      expect(ROLES).toEqual(['merchant', 'viewer', 'operator', 'admin']);
      expect(routes.filter((route) => route.acceptsPlainSign).map((route) => route.path)).toEqual(PLAIN);
      expect(routes.length).toBeGreaterThan(PLAIN.length);
    });

    test('a merchant key can be set to refuse it everywhere', async () => {
      const as = await createClient(service(), { requiresTimedSign: true });
      const ask = (sign: 'plain' | 'timed'): Promise<ApiResponse>[] => [
        call(service(), DEPOSIT, { body: depositFields(), as, sign }),
        call(service(), WITHDRAW, { body: withdrawalFields(), as, sign }),
        call(service(), BANKS, { as, sign }),
      ];
      for (const response of ask('plain'))
        expect(expectFailure(await response, 'error_invalid_sign').message).toContain(TIMED_FORM);
      for (const response of ask('timed')) expectData(await response);
    });
  });
});

describe('viewers', () => {
  const VIEWER: Credentials = { appKey: 'viewers-viewer', secret: 'viewers-viewer-secret' };

  let transactionId: string;

  beforeAll(async () => {
    await createClient(service(), { ...VIEWER, role: 'viewer' });
    ({ transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() })));
    const target = `/v1/transactions/${transactionId}/settle`;
    expectData(await call(service(), target, { as: OPERATOR, sign: 'timed', body: { sequence: '1' } }));
  });

  test.each(['graphql', 'trpc'] as const)(
    'a viewer sees neither hash nor payment link in a stream over %s',
    async (surface) => {
      const selection = 'transactionId name hash url';
      using stream = await openStream(service(), surface, { as: VIEWER, selection });
      const { transactionId, hash } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
      const payload = await stream.payload();
      expect(payload).toMatchObject({ transactionId, name: 'Test User' });
      expect([payload.hash ?? null, payload.url ?? null]).toEqual([null, null]);
      expect(JSON.stringify(payload)).not.toContain(hash);
      // An operator's stream shows both.
      using other = await openStream(service(), surface, { as: OPERATOR, selection });
      const next = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
      expect(await other.payload()).toMatchObject({ hash: next.hash, url: next.url });
    },
  );

  test('a viewer sees neither hash nor payment link as a field of any GraphQL type that it can reach', async () => {
    const query = `{
    transaction(id: "${transactionId}") { id hash url }
    transactions { nodes { hash url } edges { node { hash url } } }
    events { items { hash } }
  }`;
    const { json, text } = await graphql(service(), query, { as: VIEWER });
    expect(json.errors, text).toBeUndefined();
    expect(json.data.transaction).toMatchObject({ hash: null, url: null });
    expect(text).not.toMatch(/"(hash|url)":"/);
    const node = `{ node(id: "${json.data.transaction.id}") { ... on Transaction { transactionId hash url } } }`;
    const { data } = (await graphql(service(), node, { as: VIEWER })).json;
    expect(data.node).toEqual({ transactionId, hash: null, url: null });
  });
});

describe('principal', () => {
  /** Dependencies in which every look-up of a client fails the test. */
  function withoutClients(dependencies: Dependencies): Dependencies {
    const refuse = async () => expect.fail('an authenticated client was looked up again');
    const clients = { ...dependencies.clients, findByAppKey: refuse, findById: refuse, findByIds: refuse };
    return { ...dependencies, clients };
  }

  async function openWithMerchant() {
    const appContext = await openTestContext();
    const { bankId } = await appContext.run(addBank, {
      name: 'Bank',
      deposit: { minAmount: 1, maxAmount: 1000 },
    });
    await appContext.run(addAccount, { bankId, accountName: 'A', iban: VALID_IBAN });
    await appContext.run(createClientOperation, { name: 'Shop', appKey: 'shop', role: 'merchant' });
    const client = (await appContext.dependencies.clients.findByAppKey('shop')) ?? expect.fail('no client');
    return { appContext, bankId, principal: principalOf(client) };
  }

  test('operations use the authenticated client and do not look it up again', async () => {
    const { appContext, bankId, principal } = await openWithMerchant();
    await using _ = appContext;
    const context = { principal, origin: TEST_ORIGIN, dependencies: withoutClients(appContext.dependencies) };
    expect(await execute(whoAmI, context, {})).toEqual({
      appKey: 'shop',
      name: 'Shop',
      role: 'merchant',
      timeZone: 'UTC',
      currency: 'TRY',
    });
    const input = { ...depositFields({ bankId }), amount: 5.25 };
    const deposit = await execute(createDeposit, context, input);
    expect(deposit).toMatchObject({ amount: 5.25, status: 'pending', hash: expect.any(String) });
  });

  test('a subscription starts with the authenticated client, and checks at each transition that its key is still valid', async () => {
    const { appContext, bankId, principal } = await openWithMerchant();
    await using _ = appContext;
    const end = new AbortController();
    const context = { principal, origin: TEST_ORIGIN, dependencies: withoutClients(appContext.dependencies) };
    await subscribe(subscribeToTransactions, context, { input: {}, signal: end.signal });
    const subscription = await subscribe(
      subscribeToTransactions,
      { principal, origin: TEST_ORIGIN, dependencies: appContext.dependencies },
      { input: {}, signal: end.signal },
    );
    const transactions = subscription[Symbol.asyncIterator]();
    const create = () =>
      execute(
        createDeposit,
        { principal, origin: TEST_ORIGIN, dependencies: appContext.dependencies },
        { ...depositFields({ bankId }), amount: 5 },
      );
    const first = await create();
    expect((await transactions.next()).value).toMatchObject({ transactionId: first.transactionId });
    await appContext.run(updateClient, { appKey: 'shop', disabled: true });
    await create();
    expect(await transactions.next()).toMatchObject({ done: true });
    end.abort();
  });
});
