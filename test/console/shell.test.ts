import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ADMIN, OPERATOR, startTestService, temporaryFolder } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole, signIn, signOut } from '../support/console.ts';
import { testLong } from '../support/long-test.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
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

const MANIFEST: Record<string, ManifestEntry> = JSON.parse(readFileSync(`${PAGES}manifest.json`, 'utf8'));

/** The key of the console's code in the manifest. */
const CONSOLE =
  Object.keys(MANIFEST).find((key) => MANIFEST[key]?.isEntry && MANIFEST[key].name === 'console') ?? '';

/** The files of a chunk and of what it imports statically. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = MANIFEST[key];
  if (!chunk) throw new Error(`the manifest has no ${key}`);
  if (seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

/** The chunks that are loaded later, by the code of the console. */
const LATER = [...new Set(Object.values(MANIFEST).flatMap(({ dynamicImports = [] }) => dynamicImports))];
const isLanguage = (key: string) => /texts\/\w+\.ts$/.test(key);
const ADMIN_CHUNK = 'console/admin/screens.ts';
const ADMIN_TEXTS = ['console/texts/admin-en.ts', 'console/texts/admin-tr.ts'];
/** The files that the reconciliation loads when it is first shown. */
const RECONCILIATION = [
  'console/reconciliation/day/day.tsx',
  'console/reconciliation/screen.ts',
  'console/texts/reconciliation-en.ts',
  'console/texts/reconciliation-tr.ts',
];
/** The files that the payouts load when they, or a withdrawal in one, are first shown. */
const PAYOUTS = [
  'console/payouts/screen.ts',
  'console/payouts/history.tsx',
  'console/texts/payouts-en.ts',
  'console/texts/payouts-tr.ts',
];
/** The files of the callbacks. */
const CALLBACKS = [
  'console/callbacks/callbacks.tsx',
  'console/texts/en/callbacks.ts',
  'console/texts/tr/callbacks.ts',
];
/** The files of the overview. */
const OVERVIEW = [
  'console/overview/screen.ts',
  'console/texts/en/overview.ts',
  'console/texts/tr/overview.ts',
];
/** The files of the search. */
const SEARCH = ['console/search/screen.ts', 'console/texts/en/search.ts', 'console/texts/tr/search.ts'];
/** The texts of exports, which search and reconciliation have. */
const EXPORTS = ['console/texts/en/export.ts', 'console/texts/tr/export.ts'];
/** The files of the search over everything. */
const PALETTE = ['console/palette/screen.ts', 'console/texts/palette-en.ts', 'console/texts/palette-tr.ts'];

/** The files that say who looks at what. */
const PRESENCE = [
  'console/presence/presence.tsx',
  'console/texts/presence-en.ts',
  'console/texts/presence-tr.ts',
];

test('the first screen loads at most 60 kB compressed: code, styles and one language', () => {
  const sizeOf = (file: string) => gzipSync(readFileSync(PAGES + file), { level: 9 }).length;
  const languages = LATER.filter(isLanguage);
  expect(languages).toHaveLength(2);
  // Whatever else is loaded later must be known here, because it might be for operators.
  expect(LATER.filter((key) => !isLanguage(key)).sort()).toEqual(
    [
      ADMIN_CHUNK,
      ...ADMIN_TEXTS,
      ...RECONCILIATION,
      ...PAYOUTS,
      ...PALETTE,
      'console/saved-views/panel.tsx',
      'console/help/help.tsx',
      'console/texts/en/help.ts',
      'console/texts/tr/help.ts',
      'console/queue/bank-sums.tsx',
      'console/transactions/settle-many.tsx',
      'console/detail/later-parts.ts',
      ...PRESENCE,
      'console/payouts/still-out.tsx',
      'console/transactions/claim-warnings.tsx',
      ...OVERVIEW,
      ...SEARCH,
      ...EXPORTS,
      ...CALLBACKS,
    ].sort(),
  );
  const files = [...filesOf(CONSOLE)];
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  const larger = Math.max(...languages.map((key) => sizeOf(MANIFEST[key]!.file)));
  const total = files.map(sizeOf).reduce((sum, size) => sum + size, larger);
  expect(total).toBeLessThanOrEqual(MAX_BYTES);
});

testLong(
  'code and texts of the admin screens are loaded for admins only, and only at the first of these screens',
  async () => {
    const files = [ADMIN_CHUNK, ADMIN_TEXTS[0]!].map((key) => MANIFEST[key]!.file);
    const { page } = await openPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const areLoaded = () => files.map((file) => loaded.some((url) => url.endsWith(`/${file}`)));
    await openConsole(page, service(), { as: OPERATOR, path: 'clients' });
    await page.getByText('There is no such screen, or your key cannot open it.').waitFor();
    for (const path of ['Queue', 'Search', 'Overview', 'Callbacks']) {
      await page.getByRole('navigation').getByRole('link', { name: path }).click();
      await page.getByRole('heading', { level: 1, name: path }).waitFor();
    }
    await signOut(page);
    await signIn(page, ADMIN);
    await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor();
    expect(areLoaded()).toEqual([false, false]);
    await page.getByRole('link', { name: 'Merchants and people' }).click();
    await page.getByRole('table', { name: 'People' }).waitFor();
    expect(areLoaded()).toEqual([true, true]);
  },
);

test('no script holds a path of the machine that built it', () => {
  const scripts = Object.values(MANIFEST).map(({ file }) => file);
  for (const file of scripts.filter((name) => name.endsWith('.js')))
    expect(readFileSync(PAGES + file, 'utf8').includes('web/console/'), file).toBe(false);
});
