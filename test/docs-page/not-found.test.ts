import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser that asks for a page that is not there gets a page with ways to go on, in its language', async () => {
  for (const [locale, title, entry] of [
    ['en-US', 'There is no such page', 'Guide'],
    ['tr-TR', 'Böyle bir sayfa yok', 'Kılavuz'],
  ] as const) {
    const { page, screenshot, accessibilityProblems, expectProblem } = await openPage({ locale });
    expectProblem(/404/);
    const response = await page.goto(`${service().url}/guide/monitorin`);
    await screenshot(`not-found-${locale}`);
    expect(response?.status()).toBe(404);
    expect(await page.getByRole('heading').textContent()).toBe(title);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('link', { name: entry }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/guide/start');
  }
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
