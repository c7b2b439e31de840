import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, createGraphqlClient, createSignedFetch } from '../../src/client/index.ts';
import { DEMO_BANK_ID, MERCHANT } from '../harness.ts';
import { subscribe } from '../support/client-subscriber.ts';
import { eventually } from '../support/eventually.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { useService } from '../support/shared-service.ts';

/** A path that also begins other paths of the service. */
const PATH = '/trpc/v1';

const service = useService();
let proxy: Awaited<ReturnType<typeof startPrefixProxy>>;

beforeAll(async () => {
  proxy = await startPrefixProxy(service(), PATH);
});
afterAll(() => proxy[Symbol.asyncDispose]());

/** The service as callers reach it, as people write it. */
const urls = () => [proxy.url, `${proxy.url}/`];

test('below the path of a proxy queries, mutations and documents are signed as the service gets them', async () => {
  for (const [at, url] of urls().entries()) {
    const client = createClient({ url, ...MERCHANT });
    expect((await client.banks.list.query({})).status).toBe(200);
    const id = `below-${at}`;
    const names = { userId: id, userName: 'ada', name: 'Ada Lovelace' };
    const input = { bankId: DEMO_BANK_ID, processId: id, amount: 500, ...names };
    expect((await client.deposits.create.mutate(input)).data.processId).toBe(id);
    const graphql = createGraphqlClient({ url, ...MERCHANT });
    const { whoAmI } = await graphql.request<{ whoAmI: { appKey: string } }, object>(
      '{ whoAmI { appKey } }',
      {},
    );
    expect(whoAmI.appKey).toBe(MERCHANT.appKey);
  }
});

test('and so are subscriptions, and requests of the signed fetch, with a query too', async () => {
  for (const url of urls()) {
    using subscriber = subscribe(createClient({ url, ...MERCHANT }));
    await subscriber.untilStarted();
    const signedFetch = createSignedFetch({ url, ...MERCHANT });
    for (const target of ['/v1/transactions?limit=2', '/v1/available-banks'])
      expect((await signedFetch(`${proxy.url}${target}`)).status, target).toBe(200);
  }
  await eventually(() => expect(service().dependencies.bus.hasSubscribers).toBe(false));
});

test('the signed fetch signs for no other service than that of its url', async () => {
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return new Response();
  };
  const signedFetch = createSignedFetch({ url: 'https://example.com/payments', fetch, ...MERCHANT });
  for (const url of [
    'https://example.com.evil.example/payments/v1',
    'https://example.com:8443/payments/v1',
    'http://example.com/payments/v1',
    'https://example.com/paymentsv1',
    'https://example.com/payments/../v1',
    'https://example.com/v1',
  ])
    await expect(signedFetch(url), url).rejects.toThrow(
      'Only URLs below https://example.com/payments/ are signed.',
    );
  await signedFetch('https://example.com/payments/v1');
  expect(sent).toEqual(['https://example.com/payments/v1']);
});
