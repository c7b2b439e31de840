import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startTestService, temporaryFolder } from '../harness.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const PAGES = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const MAX_BYTES = 60_000;

interface ManifestEntry {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

test.each(['', '/', '/queue', '/search?status=pending', '/transactions/a/b'])(
  'the console serves the same document at /console%s, with working file paths',
  async (path) => {
    const response = await fetch(`${service().url}/console${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    const files = [...text.matchAll(/(?:src|href)="([^"]*assets[^"]*)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const asset = await fetch(new URL(file, response.url));
      expect(asset.status, file).toBe(200);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      await asset.arrayBuffer();
    }
  },
);

test('the headers of the console allow only its own files, and no framing, indexing, referrer or caching', async () => {
  const { headers } = await fetch(`${service().url}/console/queue`);
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('similar paths and other methods are not served', async () => {
  for (const path of ['/consoles', '/console.js', '/Console'])
    expect((await fetch(service().url + path)).status, path).toBe(404);
  const posted = await fetch(`${service().url}/console/queue`, { method: 'POST' });
  expect(posted.status).toBe(405);
  expect(posted.headers.get('allow')).toBe('GET, HEAD');
});

test('the console is also served in production', async () => {
  using folder = temporaryFolder();
  await using production = await startTestService({
    folder: folder.path,
    env: { NODE_ENV: 'production', HOST: '127.0.0.1', MASTER_KEY: 'a'.repeat(64) },
  });
  const response = await fetch(`${production.url}/console/queue`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<script type="module"');
});

test('the console has at most 60 kB compressed: code, styles, chart and one language', () => {
  const manifest: Record<string, ManifestEntry> = JSON.parse(readFileSync(`${PAGES}manifest.json`, 'utf8'));
  const reached = new Map<string, string>();
  const reach = (key: string) => {
    const entry = manifest[key];
    if (!entry || reached.has(key)) return;
    for (const file of [entry.file, ...(entry.css ?? [])])
      reached.set(file === entry.file ? key : file, file);
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) reach(next);
  };
  const entry = Object.keys(manifest).find(
    (key) => manifest[key]?.isEntry && manifest[key].name === 'console',
  );
  reach(entry!);
  const sizeOf = (file: string) => gzipSync(readFileSync(PAGES + file), { level: 9 }).length;
  const isLanguage = (key: string) => /texts\/\w+\.ts$/.test(key);
  const languages = [...reached].filter(([key]) => isLanguage(key)).map(([, file]) => sizeOf(file));
  const others = [...reached].filter(([key]) => !isLanguage(key)).map(([, file]) => file);
  expect(languages).toHaveLength(2);
  expect(others.some((file) => file.endsWith('.css'))).toBe(true);
  const total = others.map(sizeOf).reduce((sum, size) => sum + size, Math.max(...languages));
  expect(total).toBeLessThanOrEqual(MAX_BYTES);
});

test('no script holds a path of the machine that built it', () => {
  for (const file of readdirSync(PAGES).filter((name) => name.endsWith('.js')))
    expect(readFileSync(PAGES + file, 'utf8').includes('web/console/'), file).toBe(false);
});
