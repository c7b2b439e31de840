import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPayable } from '../support/payments.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const SCRIPT_BUDGET_BYTES = 15_000;

/** The paths of the files that the payment page loads. */
async function filesOf(): Promise<string[]> {
  const { path } = await createPayable(service());
  const text = await (await fetch(service().url + path)).text();
  return [...text.matchAll(/"\.\.(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
}

async function open(path: string, encoding = 'identity') {
  const response = await fetch(service().url + path, { headers: { 'accept-encoding': encoding } });
  return { response, text: await response.text() };
}

/** The headers of a response to a client that accepts no compression. */
async function rawHead(target: string): Promise<Headers> {
  return (await rawCall(service(), { target, method: 'HEAD' })).headers;
}

test('the payment page loads at most 15 kB of compressed JavaScript', async () => {
  const scripts = (await filesOf()).filter((path) => path.endsWith('.js'));
  expect(scripts).toHaveLength(1);
  const { text } = await open(scripts[0]!);
  // This is the whole script: it loads no other.
  expect(text).not.toMatch(/\bimport\s*[("'{*]|\bfrom\s*"/);
  const bytes = gzipSync(text).length;
  process.stdout.write(`payment page: ${bytes} bytes of gzipped JavaScript\n`);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
});

test('files can be cached forever and have the right media type', async () => {
  const files = await filesOf();
  expect(files.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js']);
  for (const path of files) {
    expect(path).toMatch(/-[\w-]{8}\.(js|css)$/);
    const { response } = await open(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('files are compressed with an encoding that the browser accepts', async () => {
  for (const path of await filesOf()) {
    const plain = await open(path);
    expect((await rawHead(path)).get('content-encoding')).toBeNull();
    expect(plain.response.headers.get('content-encoding')).toBeNull();
    expect(plain.response.headers.get('vary')).toBe('Accept-Encoding');
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const { response, text } = await open(path, accepted);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(text).toBe(plain.text);
      expect(Number(response.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
    }
  }
});

test('unknown paths are not found, and files accept only GET and HEAD', async () => {
  const [path = ''] = await filesOf();
  for (const target of [
    '/assets/',
    '/assets/nothing.js',
    '/assets/manifest.json',
    `${path}.br`,
    `${path}/`,
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/constructor',
  ])
    expectFailure(await rawCall(service(), { target }), 'error_route_not_found');
  const answer = await rawCall(service(), { target: path, method: 'DELETE' });
  expectFailure(answer, 'error_method_not_allowed');
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});
