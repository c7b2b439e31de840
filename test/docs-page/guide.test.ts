import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { renderGuide } from '../../web/guide-build/build.ts';
import { renderMarkdown } from '../../web/guide-build/render.ts';
import { arrangeMenu, listSources } from '../../web/guide-build/sources.ts';
import { useService } from '../support/shared-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const service = useService();

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
  const idsOf = (file: string) => {
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
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/bank-transfers(?:-client)?-(\d[\w.-]*)\.tgz/g)].map(
      ([, found]) => `${file}: ${found}`,
    ),
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

test('a page that the menu names and nobody has written stops the build', () => {
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
