import { beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../src/kernel/role.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import {
  type ApiResponse,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
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

  test.each(table)('from a %s on %s %s', async (role, method, path, takesFile) => {
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
