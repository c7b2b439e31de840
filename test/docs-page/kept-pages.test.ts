import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { call } from '../harness.ts';
import { createPayable, openPaymentPage } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** Reads the bytes as they come, which `fetch` would decompress. */
function read(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${service().url}${path}`,
      { headers, method, agent: false },
      async (incoming) => {
        const bytes = Buffer.concat(await incoming.toArray());
        const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
        resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(received), bytes });
      },
    );
    outgoing.on('error', reject).end();
  });
}

const DECOMPRESS = { br: brotliDecompressSync, gzip: gunzipSync };

/** One of each kind of what is the same for everybody. */
async function listKept(): Promise<string[]> {
  const guide = (await read('/guide/start')).bytes.toString();
  const found = (pattern: RegExp) => pattern.exec(guide)?.[1] ?? 'missing';
  return [
    '/',
    '/guide/rest',
    '/guide/schema.graphql',
    '/openapi.json',
    `/guide/${found(/src="(pictures\/[^"]+[.]svg)"/)}`,
    `/assets/${found(/"..\/assets\/([^"]+[.]css)"/)}`,
  ];
}

test('what is the same for everybody is compressed, and not sent again to who has it', async () => {
  for (const path of await listKept()) {
    const plain = await read(path);
    expect([plain.status, plain.headers['content-encoding']], path).toEqual([200, undefined]);
    const tags = new Set([plain.headers.etag]);
    for (const coding of ['br', 'gzip'] as const) {
      const accepted = { 'accept-encoding': coding };
      const { headers, bytes } = await read(path, accepted);
      expect(headers['content-encoding'], path).toBe(coding);
      expect(headers.vary, path).toContain('Accept-Encoding');
      expect(bytes.length, path).toBeLessThan(plain.bytes.length);
      expect(DECOMPRESS[coding](bytes).equals(plain.bytes), path).toBe(true);
      const again = await read(path, { ...accepted, 'if-none-match': `"other", ${headers.etag}` });
      expect([again.status, again.bytes.length, again.headers.etag], path).toEqual([304, 0, headers.etag]);
      expect(again.headers['cache-control'], path).toBe(headers['cache-control']);
      const changed = await read(path, { ...accepted, 'if-none-match': '"other"' });
      expect([changed.status, changed.bytes.equals(bytes)], path).toEqual([200, true]);
      tags.add(headers.etag);
      const head = await read(path, accepted, 'HEAD');
      expect([head.status, head.headers.etag, head.bytes.length], path).toEqual([200, headers.etag, 0]);
    }
    // A cache must never join parts of different bytes.
    expect(tags.size, path).toBe(3);
  }
});

test('browsers ask each time for a page whose address stays, and never again for what is named by its content', async () => {
  const kept = await listKept();
  const control = async (path: string) => (await read(path)).headers['cache-control'];
  for (const path of kept.slice(0, 4)) expect(await control(path), path).toBe('no-cache');
  for (const path of kept.slice(4)) expect(await control(path), path).toMatch(/immutable$/);
});

test('a picture that is compressed by itself is not compressed again', async () => {
  const guide = (await read('/guide/start')).bytes.toString();
  const picture = /src="(pictures\/[^"]+[.]webp)"/.exec(guide)?.[1];
  const { headers } = await read(`/guide/${picture}`, { 'accept-encoding': 'br, gzip' });
  expect(headers['content-type']).toBe('image/webp');
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
});

describe('never kept and never compressed, so that no length tells a secret:', () => {
  const accepted = { 'accept-encoding': 'br, gzip' };
  const expectNeither = (headers: Headers) => {
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  };

  test('answers to a key, on every surface', async () => {
    const list = await call(service(), '/v1/transactions?limit=100', { sign: 'timed', headers: accepted });
    expectNeither(list.headers);
    const query = JSON.stringify({ query: '{ whoAmI { appKey } }' });
    const json = { contentType: 'application/json', sign: 'timed', headers: accepted } as const;
    expectNeither((await call(service(), '/graphql', { ...json, body: query })).headers);
    const trpc = await call(service(), '/trpc/whoAmI', { sign: 'timed', headers: accepted });
    expectNeither(trpc.headers);
  });

  test('the page of a payer', async () => {
    const { path } = await createPayable(service());
    // The `fetch` of Node asks for every coding.
    expectNeither((await openPaymentPage(service(), path)).headers);
  });

  test('the reference, which holds the key of its reader', async () => {
    expect((await read('/docs')).headers['cache-control']).toBe('no-store');
  });
});
