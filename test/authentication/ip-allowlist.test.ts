import { describe, expect, test } from 'vitest';
import { isAllowed } from '../../src/access/address.ts';
import { call, DEPOSIT, depositFields, hmac, type TestService } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

describe('an address matches a list', () => {
  test.each([
    ['127.0.0.1', []],
    ['2001:db8::1', []],
    ['', []],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.1.2.3', ['192.0.2.0/24', '10.0.0.0/8']],
    ['10.255.255.255', ['10.0.0.0/8']],
    ['192.0.2.129', ['192.0.2.128/25']],
    ['192.0.2.1', ['192.0.2.1/32']],
    ['203.0.113.9', ['0.0.0.0/0']],
    ['::1', ['::1']],
    ['2001:db8::1', ['2001:db8::/32']],
    ['2001:0DB8:0:0:0:0:0:1', ['2001:db8::1/128']],
    ['2001:db8:1::', ['2001:DB8:1::/48']],
    ['::ffff:10.1.2.3', ['10.0.0.0/8']],
    ['::FFFF:10.1.2.3', ['10.0.0.0/8']],
    ['::ffff:0a01:0203', ['10.0.0.0/8']],
  ])('%s in %j', (address, cidrs) => {
    expect(isAllowed(address, cidrs)).toBe(true);
  });

  test.each([
    ['127.0.0.2', ['127.0.0.1']],
    ['11.0.0.0', ['10.0.0.0/8']],
    ['192.0.2.127', ['192.0.2.128/25']],
    ['192.0.2.2', ['192.0.2.1/32']],
    ['::1', ['127.0.0.1']],
    ['127.0.0.1', ['::1']],
    ['2001:db9::1', ['2001:db8::/32']],
    ['2001:db8:2::', ['2001:db8:1::/48']],
    ['::ffff:11.1.2.3', ['10.0.0.0/8']],
    ['::10.1.2.3', ['10.0.0.0/8']],
    ['', ['10.0.0.0/8']],
    ['unknown', ['0.0.0.0/0']],
    ['10.1.2', ['10.0.0.0/8']],
    ['10.1.2.3.4', ['10.0.0.0/8']],
    ['010.1.2.3', ['10.0.0.0/8']],
    ['10.1.2.3:443', ['10.0.0.0/8']],
    ['[::1]', ['::1']],
    ['10.1.2.3 ', ['10.0.0.0/8']],
    ['1e1.0.0.1', ['10.0.0.0/8']],
  ])('but not %s in %j', (address, cidrs) => {
    expect(isAllowed(address, cidrs)).toBe(false);
  });
});

/** The response to a client with this allowlist whose request came through these proxies. */
async function askFrom(service: TestService, ipAllowlist: readonly string[], forwardedFor?: string) {
  const as = await createClient(service, { ipAllowlist });
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return call(service, DEPOSIT, { body: depositFields(), as, headers });
}

describe('without a proxy', () => {
  const service = useService();

  test.each([[[]], [['127.0.0.1']], [['127.0.0.0/8', '::1']], [['10.0.0.0/8', '127.0.0.1/32']]])(
    'a client may call from an address of its list: %j',
    async (ipAllowlist) => {
      expectData(await askFrom(service(), ipAllowlist));
    },
  );

  test.each([[['10.0.0.0/8']], [['127.0.0.2']], [['::1']], [['2001:db8::/32', '192.0.2.1']]])(
    'a client may not call from another address: %j',
    async (ipAllowlist) => {
      expectFailure(await askFrom(service(), ipAllowlist), 'not_authorized');
    },
  );

  test('X-Forwarded-For is ignored', async () => {
    expectFailure(await askFrom(service(), ['203.0.113.7'], '203.0.113.7'), 'not_authorized');
    expectData(await askFrom(service(), ['127.0.0.1'], '203.0.113.7'));
  });

  test('a wrong sign is reported before the list is checked', async () => {
    const { appKey } = await createClient(service(), { ipAllowlist: ['10.0.0.0/8'] });
    const as = { appKey, secret: 'guessed-secret' };
    expectFailure(await call(service(), DEPOSIT, { body: depositFields(), as }), 'error_invalid_sign');
  });

  test('a new list takes effect at once', async () => {
    const as = await createClient(service());
    const ask = () => call(service(), DEPOSIT, { body: depositFields(), as });
    expectData(await ask());
    await service().dependencies.clients.update(as.appKey, { ipAllowlist: ['10.0.0.0/8'] });
    expectFailure(await ask(), 'not_authorized');
    await service().dependencies.clients.update(as.appKey, { ipAllowlist: [] });
    expectData(await ask());
  });
});

describe('only the entries of trusted proxies in X-Forwarded-For are used:', () => {
  const behind = {
    1: useService({ env: { TRUST_PROXY: '1' } }),
    2: useService({ env: { TRUST_PROXY: '2' } }),
  };

  test.each([
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1,,203.0.113.7 ', '203.0.113.7'],
    [1, 'spoofed, ::ffff:203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 2001:db8::7', '2001:db8::/64'],
    [1, '198.51.100.1, 203.0.113.7:4711', '203.0.113.7'],
    [1, '198.51.100.1, [2001:db8::7]:4711', '2001:db8::/64'],
    [2, '198.51.100.1, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
    [2, '203.0.113.7, 192.0.2.1', '203.0.113.7'],
    [1, undefined, '127.0.0.1'],
  ] as const)('TRUST_PROXY=%i, %s comes from %s', async (proxies, forwardedFor, address) => {
    expectData(await askFrom(behind[proxies](), [address], forwardedFor));
  });

  test.each([
    [1, '203.0.113.7, 198.51.100.1', '203.0.113.7'],
    [1, '203.0.113.7, spoofed', '203.0.113.7'],
    [1, 'no address', '127.0.0.1'],
    [1, '203.0.113.7', '127.0.0.1'],
    [2, '203.0.113.7, 198.51.100.1, 192.0.2.1', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ] as const)('TRUST_PROXY=%i, %s does not come from %s', async (proxies, forwardedFor, address) => {
    expectFailure(await askFrom(behind[proxies](), [address], forwardedFor), 'not_authorized');
  });

  test('also after thousands of headers of the client', async () => {
    const service = behind[1]();
    const { appKey, secret } = await createClient(service, { ipAllowlist: ['127.0.0.1'] });
    const padding = new Array<string>(2100).fill('');
    const headers = { appKey, sign: hmac(secret, ''), a: padding, 'x-forwarded-for': '203.0.113.7' };
    expectFailure(await rawCall(service, { target: '/v1/available-banks', headers }), 'not_authorized');
  });
});
