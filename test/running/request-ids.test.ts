import { expect, test } from 'vitest';
import { createClock, startTestService } from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const HEX_128 = /^[0-9a-f]{32}$/;

async function idOf(server: { url: string }, given?: string): Promise<string | null> {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  return (await rawCall(server, { target: '/healthz', headers })).headers.get('x-request-id');
}

test('request ids are 128 random bits: a stranger learns from two of them nothing about what lies between', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 50; turn += 1) ids.push((await idOf(service())) ?? '');
  for (const id of ids) expect(id).toMatch(HEX_128);
  expect(new Set(ids).size).toBe(50);
  // No two of them share a part, in any place, as they would with a time, a process or a counter in them.
  for (let at = 0; at < 32; at += 8)
    expect(new Set(ids.map((id) => id.slice(at, at + 8))).size, `characters from ${at}`).toBe(50);
});

test('with a clock that stands still, request ids differ and do not count', async () => {
  await using still = await startTestService({ platform: createClock() });
  const [first, second] = [await idOf(still), await idOf(still)];
  const distance = BigInt(`0x${second}`) - BigInt(`0x${first}`);
  expect(distance < 0n ? -distance : distance).toBeGreaterThan(2n ** 64n);
});

test('a request id that a stranger gives is not kept', async () => {
  for (const given of ['mine', 'a'.repeat(32), '0']) expect(await idOf(service(), given)).toMatch(HEX_128);
});

test('a request id that a trusted proxy gives is kept, if it is one', async () => {
  await using proxied = await startTestService({ env: { TRUST_PROXY: '1' } });
  expect(await idOf(proxied, 'from-the-proxy_1')).toBe('from-the-proxy_1');
  for (const given of ['with a blank', 'x'.repeat(65), '', 'a"b', 'a,b'])
    expect(await idOf(proxied, given)).toMatch(HEX_128);
  expect(await idOf(proxied)).toMatch(HEX_128);
});
