import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, posix } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { renderGuide } from '../../web/guide-build/build.ts';
import { renderMarkdown } from '../../web/guide-build/render.ts';
import { arrangeMenu, listSources } from '../../web/guide-build/sources.ts';
import { call, startTestService } from '../harness.ts';
import { createPayable, openPaymentPage } from '../support/payments.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('guide', () => {
  const ROOT = join(import.meta.dirname, '../..');

  interface Loaded {
    readonly status: number;
    readonly type: string;
    readonly ids: readonly string[];
    readonly links: readonly string[];
  }

  async function load(url: string): Promise<Loaded> {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    const text = await response.text();
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      ids: all(/ id="([^"]+)"/g),
      links: all(/ (?:href|src)="([^"]+)"/g).map((link) => link.replaceAll('&amp;', '&')),
    };
  }

  test('every link of the guide leads to a page, a heading or a picture that is there', async () => {
    const { url } = service();
    const loaded = new Map<string, Loaded>();
    const waiting = [`${url}/guide`, ...['/', '/docs'].map((path) => url + path)];
    const broken: string[] = [];
    const toCheck: { from: string; link: URL }[] = [];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (loaded.has(address)) continue;
      const page = await load(address);
      loaded.set(address, page);
      if (page.status !== 200) broken.push(`${address}: ${page.status}`);
      if (!address.includes('/guide') && !/\/(docs)?$/.test(address)) continue;
      // The first page has moved, and its links begin where it is now.
      const base = address.endsWith('/guide') ? `${url}/guide/start` : address;
      for (const href of page.links) {
        const link = new URL(href, base);
        if (link.origin !== new URL(url).origin) continue;
        toCheck.push({ from: base, link });
        waiting.push(link.href.split('#')[0] ?? '');
      }
    }
    for (const { from, link } of toCheck) {
      const [page = '', id = ''] = link.href.split('#');
      if (id !== '' && !loaded.get(page)?.ids.includes(decodeURIComponent(id)))
        broken.push(`${from} → ${link}`);
    }
    expect(broken).toEqual([]);
    const pages = Object.keys(renderGuide().pages);
    expect(pages.length).toBeGreaterThan(20);
    for (const path of pages)
      expect(loaded.get(`${url}/guide/${path}`)?.type, `${path} is linked`).toContain('text/html');
  });

  /** Every page of Markdown that people read in the repository. */
  function listPages(): string[] {
    const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
      .concat(inDocs.map((name) => `docs/${name}`))
      .filter((file) => file.endsWith('.md'));
  }

  test('every link between the documents of the repository leads to a file and a heading that are there', () => {
    const read = new Map<string, readonly string[]>();
    const idsOf = (file: string) => {
      const ids = read.get(file) ?? readIds(file);
      read.set(file, ids);
      return ids;
    };
    const readIds = (file: string) => {
      const markdown = readFileSync(join(ROOT, file), 'utf8');
      return renderMarkdown(markdown, { file, linkTo: () => undefined }).headings.map(({ id }) => id);
    };
    const broken = listPages().flatMap((file) => {
      const problems: string[] = [];
      const check = (target: string, fragment?: string) => {
        if (!existsSync(join(ROOT, target))) problems.push(`${file} → ${target}`);
        else if (fragment !== undefined && !idsOf(target).includes(fragment))
          problems.push(`${file} → ${target}#${fragment}`);
      };
      const markdown = readFileSync(join(ROOT, file), 'utf8');
      for (const [, path = '', fragment] of markdown
        .replaceAll(/^```[\s\S]*?^```/gm, '')
        .matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)]*))?\)/g))
        check(path === '' ? file : posix.join(posix.dirname(file), path), fragment);
      return problems;
    });
    expect(broken).toEqual([]);
  });

  test('every package that a page installs by its file has the version of this one', () => {
    const own: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = listPages().flatMap((file) =>
      [
        ...readFileSync(join(ROOT, file), 'utf8').matchAll(/bank-transfers(?:-client)?-(\d[\w.-]*)\.tgz/g),
      ].map(([, found]) => `${file}: ${found}`),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((place) => !place.endsWith(`: ${own.version}`))).toEqual([]);
  });

  test('no page has two headings with one text at one level', () => {
    const repeated = listPages().flatMap((file) => {
      const headings: string[] = readFileSync(join(ROOT, file), 'utf8').match(/^## .*$/gm) ?? [];
      return headings.filter((text, at) => headings.indexOf(text) !== at).map((text) => `${file}: ${text}`);
    });
    expect(repeated).toEqual([]);
  });

  test('every page has a place in the menu, and every decision one in the list of decisions', () => {
    const { menu, pages } = renderGuide();
    expect(menu.map(({ title }) => title)).not.toContain('Other pages');
    const decisions = Object.keys(pages).filter((path) => path.startsWith('decisions/'));
    expect(decisions.length).toBeGreaterThanOrEqual(10);
    for (const path of decisions) expect(pages.decisions?.html).toContain(`href="${path}"`);
  });

  test('a menu entry without a page stops the build', () => {
    const sources = listSources();
    expect(arrangeMenu(sources).map(({ title }) => title)).toContain('Run it');
    const fewer = sources.filter(({ path }) => path !== 'runbook');
    expect(() => arrangeMenu(fewer)).toThrow('the menu names pages that are not there: runbook');
  });

  test('the pages for callers print the address of the service that serves them', async () => {
    const { url, dependencies } = service();
    const printed = await (await fetch(`${url}/guide/tools`)).text();
    expect(printed).toContain(`npm install ${dependencies.publicUrl}/client.tgz`);
    expect(printed).not.toContain('127.0.0.1:3000');
  });

  test('on a page of the guide a keyboard reaches the content and all pages, and the open one is marked', async () => {
    const html = await (await fetch(`${service().url}/guide/rest`)).text();
    const body = html.slice(html.indexOf('<body'));
    // The first thing that a keyboard reaches leads past the menu.
    expect(/<(?:a|button|input|summary)\b[^>]*>/.exec(body)?.[0]).toContain('href="#content"');
    expect(body).toMatch(/id="content"[^>]*tabindex="-1"|tabindex="-1"[^>]*id="content"/);
    const menu = /<nav[^>]*aria-label="Pages"[^>]*>([\s\S]*?)<\/nav>/.exec(body)?.[1] ?? '';
    const linked = [...menu.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(linked).toContain('callbacks');
    expect(menu.match(/<a[^>]*aria-current="page"[^>]*>[^<]*/g)).toHaveLength(1);
  });
});

describe('kept pages', () => {
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

  test('what is the same for everybody is compressed, and not sent again to a browser that has it', async () => {
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

  test('browsers ask for a page each time, and never again for a file that is named by its content', async () => {
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
});

describe('site', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  /** Asks for a page as a browser of somebody who reads this language does. */
  async function read(path: string, language: string) {
    const headers = { accept: BROWSER, 'accept-language': language };
    const response = await fetch(service().url + path, { headers });
    const html = await response.text();
    const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
    return { response, html, links };
  }

  test('the root of the service leads to its console, its reference and the explorer', async () => {
    const { links } = await read('/', 'en-US');
    expect(links).toEqual(['console', 'guide/start', 'docs', 'openapi.json', 'graphql']);
    for (const link of links) {
      const response = await fetch(`${service().url}/${link}`, { headers: { accept: 'text/html' } });
      expect(response.status, link).toBe(200);
    }
  });

  test('the root of the service is Turkish for a browser that prefers it', async () => {
    const { response, html } = await read('/', 'tr-TR');
    expect(html).toContain('<html lang="tr"');
    expect(/<a\b[\s\S]*?<\/a>/.exec(html)?.[0]).toContain('Konsol');
    expect(response.headers.get('vary')).toContain('Accept-Language');
  });

  test('in production it does not name the explorer, which is not there', async () => {
    await using production = await startTestService({
      env: { NODE_ENV: 'production', MASTER_KEY: '5e'.repeat(32), PUBLIC_URL: 'https://pay.example.com' },
    });
    const page = await (await fetch(production.url)).text();
    expect(page).toContain('href="docs"');
    expect(page).not.toContain('graphql"');
  });

  test.each([
    ['en-US', 'There is no such page'],
    ['tr-TR', 'Böyle bir sayfa yok'],
  ])('in %s a page that is not there is answered with a page with ways to go on', async (language, title) => {
    const { response, html, links } = await read('/guide/monitorin', language);
    expect(response.status).toBe(404);
    expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe(title);
    expect(links.map((link) => new URL(link, response.url).pathname)).toContain('/guide/start');
  });

  test('its links lead to the service below the path of a proxy, from any depth', async () => {
    await using proxy = await startPrefixProxy(service(), '/money/in');
    for (const path of ['/nothing', '/guide/nothing', '/guide/decisions/nothing', '/guide/x/y/z']) {
      const response = await fetch(proxy.url + path, { headers: { accept: BROWSER } });
      expect(response.status, path).toBe(404);
      const [, link = ''] = /href="([^"]*guide[/]start)"/.exec(await response.text()) ?? [];
      expect(new URL(link, response.url).href, path).toBe(`${proxy.url}/guide/start`);
    }
  });

  test('the page has the headers of every page, and never repeats what was asked for', async () => {
    const asked = '/guide/"><script>alert(1)</script>';
    const response = await fetch(service().url + asked, { headers: { accept: BROWSER } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain('alert');
  });

  test('a form that is sent to a page is refused with a page', async () => {
    const response = await fetch(`${service().url}/guide/rest`, {
      method: 'POST',
      headers: { accept: BROWSER },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('This route takes GET.');
  });

  test('programs get JSON, and so does a browser below /v1', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
      for (const target of ['/guide/nothing', '/nothing'])
        expectFailure(await rawCall(service(), { target, headers: { accept } }), 'error_route_not_found');
    for (const target of ['/v1', '/v1/nothing', '/trpc/nothing'])
      expect(
        (await fetch(service().url + target, { headers: { accept: BROWSER } })).headers.get('content-type'),
      ).toContain('application/json');
  });
});
