import { expect, test } from 'vitest';
import { startTestService } from '../harness.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

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

test('the root of the service speaks Turkish to who does', async () => {
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
