import { expect, test } from 'vitest';
import { startTestService } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

test('the root of the service leads to its console, its reference and the explorer', async () => {
  const { page, screenshot, accessibilityProblems } = await openPage();
  await page.goto(service().url);
  await screenshot('home');
  expect(await accessibilityProblems()).toEqual([]);
  const found = await page.getByRole('link').all();
  const links = await Promise.all(found.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['console', 'guide/start', 'docs', 'openapi.json', 'graphql']);
  for (const link of links) {
    const response = await fetch(`${service().url}/${link}`, { headers: { accept: 'text/html' } });
    expect(response.status, `${link}`).toBe(200);
  }
});

test('the root of the service speaks Turkish to who does', async () => {
  const { page, accessibilityProblems } = await openPage({ locale: 'tr-TR' });
  await page.goto(service().url);
  expect(await page.locator('html').getAttribute('lang')).toBe('tr');
  expect(await page.getByRole('link').first().textContent()).toContain('Konsol');
  expect(await accessibilityProblems()).toEqual([]);
  const { headers } = await fetch(service().url);
  expect(headers.get('vary')).toContain('Accept-Language');
});

test('in production it does not name the explorer, which is not there', async () => {
  await using production = await startTestService({
    env: { NODE_ENV: 'production', MASTER_KEY: '5e'.repeat(32), PUBLIC_URL: 'https://pay.example.com' },
  });
  const page = await (await fetch(production.url)).text();
  expect(page).toContain('href="docs"');
  expect(page).not.toContain('graphql"');
});
