import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { importSecret } from '../../src/client/index.ts';
import { signRequest } from '../../web/docs/signing.ts';
import { DEPOSIT, MERCHANT } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

describe('reference', () => {
  /** Lets a page show the calls of these paths only: it takes seconds of a core to draw them all. */
  const showOnly = (page: Page, ...paths: readonly string[]) =>
    page.route('**/openapi.json', async (route) => {
      const response = await route.fetch();
      const document = await response.json();
      const shown = Object.entries(document.paths).filter(([path]) => IS_LONG || paths.includes(path));
      await route.fulfill({ response, json: { ...document, paths: Object.fromEntries(shown) } });
    });

  test('a reader enters a key and tries a call out, which the page signs', async () => {
    const { page, screenshot } = await openPage({ height: 1400 });
    await showOnly(page, DEPOSIT);
    await page.goto(`${service().url}/docs`);
    await page.locator('#operations-Transactions-createDeposit').waitFor();
    await screenshot('reference');
    await page.getByLabel('appKey').fill(MERCHANT.appKey);
    await page.getByLabel('secret').fill(MERCHANT.secret);
    await page.getByRole('button', { name: 'Sign with it' }).click();
    await page.getByText('Requests are signed as demo-merchant.').waitFor();
    expect(await page.getByLabel('secret').inputValue()).toBe('');

    const call = page.locator('#operations-Transactions-createDeposit');
    await call.getByText('Create a deposit').click();
    await call.getByRole('button', { name: 'Execute' }).click();
    const answer = call.locator('.live-responses-table');
    await answer.getByText('"status": "pending"').waitFor();
    await screenshot('reference-tried');
    const idOf = async () => /"transactionId": "(\w+)"/.exec((await answer.textContent()) ?? '')?.[1] ?? '';
    const first = await idOf();
    await call.getByRole('button', { name: 'Execute' }).click();
    // Executed again, it creates again.
    await expect.poll(idOf).not.toBe(first);
    expect(await answer.getByText('"alreadyPending"').count()).toBe(0);
  });

  test('the key never stands in the address: without its script the page has no form, and no field has a name', async () => {
    const html = await (await fetch(`${service().url}/docs`, { headers: { accept: 'text/html' } })).text();
    expect(/<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1]).toContain('The reference needs JavaScript.');
    // Only the script shows the form.
    expect(html.replace(/<header hidden>[\s\S]*?<\/header>/, '')).not.toMatch(/<button|<form|<input/);
    expect(html).not.toMatch(/<input[^>]* name=/);
  });

  testLong(
    'where the browser cannot sign, the page says why, keeps no secret, and signs with no key from before',
    async () => {
      const { page, expectProblem } = await openPage();
      await showOnly(page, DEPOSIT);
      await page.goto(`${service().url}/docs`);
      const enter = async (secret: string) => {
        await page.getByLabel('appKey').fill(MERCHANT.appKey);
        await page.getByLabel('secret').fill(secret);
        await page.getByRole('button', { name: 'Sign with it' }).click();
      };
      await enter(MERCHANT.secret);
      await page.getByText('Requests are signed as demo-merchant.').waitFor();
      await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
      await enter('another');
      await page.getByText('A page has it over https and on localhost only.').waitFor();
      expect(await page.getByLabel('secret').inputValue()).toBe('');
      const call = page.locator('#operations-Transactions-createDeposit');
      await call.getByText('Create a deposit').click();
      expectProblem(/401/);
      await call.getByRole('button', { name: 'Execute' }).click();
      await call.locator('.live-responses-table').getByText('error_missing_credentials').waitFor();
    },
  );

  testLong('below a path of a proxy a call is signed and sent as the service gets it', async () => {
    await using proxy = await startPrefixProxy(service(), '/money/in');
    const { page } = await openPage();
    await page.goto(`${proxy.url}/docs`);
    await page.getByLabel('appKey').fill(MERCHANT.appKey);
    await page.getByLabel('secret').fill(MERCHANT.secret);
    await page.getByRole('button', { name: 'Sign with it' }).click();
    const call = page.locator('#operations-Key-whoAmI');
    await call.getByText('Read the name and the role of the key').click();
    await call.getByRole('button', { name: 'Execute' }).click();
    await call.locator('.live-responses-table').getByText('"appKey": "demo-merchant"').waitFor();
    expect(await call.locator('.request-url').textContent()).toContain(`${proxy.url}/v1/who-am-i`);
    // The page must be closed before the proxy ends.
    await page.close();
  });

  test('below a path of a proxy a call is signed as the service gets it, and the request for the document not at all', async () => {
    const credentials = { appKey: MERCHANT.appKey, key: await importSecret(MERCHANT.secret) };
    const root = 'https://pay.example.com/money/in/';
    const signed = await signRequest(
      { url: `${root}v1/who-am-i`, method: 'get', headers: { accept: 'application/json' } },
      credentials,
      root,
    );
    const response = await fetch(`${service().url}/v1/who-am-i`, { headers: signed.headers });
    expect((await response.json()).data.appKey).toBe(MERCHANT.appKey);
    const document = { url: `${root}openapi.json`, method: 'GET', headers: {}, loadSpec: true };
    expect((await signRequest(document, credentials, root)).headers).toEqual({});
    expect((await signRequest({ ...document, loadSpec: false }, undefined, root)).headers).toEqual({});
  });

  test('two equal requests within one second have signs of their own', async () => {
    vi.setSystemTime(1_732_100_000_000);
    try {
      const credentials = { appKey: 'a', key: await importSecret('secret') };
      const send = () => {
        const url = 'https://pay.example.com/v1/available-banks';
        return signRequest({ url, method: 'GET', headers: {} }, credentials, 'https://pay.example.com/');
      };
      const sent = [await send(), await send()];
      expect(new Set(sent.map(({ headers }) => headers.sign)).size).toBe(2);
      for (const { headers } of sent) expect(headers.sign).toMatch(/^t=1732100000,n=/);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe.skipIf(!IS_LONG)('looks', () => {
  test.each(['en-US', 'tr-TR'])(
    'in %s the root of the service and a page that is not there are accessible',
    async (locale) => {
      const { page, screenshot, accessibilityProblems, expectProblem } = await openPage({ locale });
      await page.goto(service().url);
      await screenshot(`home-${locale}`);
      expect(await accessibilityProblems()).toEqual([]);
      expectProblem(/404/);
      await page.goto(`${service().url}/guide/monitorin`);
      await screenshot(`not-found-${locale}`);
      expect(await accessibilityProblems()).toEqual([]);
    },
  );

  test('on a phone the guide fits the screen, and a keyboard reaches the content and the pages', async () => {
    const { page, screenshot, accessibilityProblems } = await openPage({
      width: 360,
      height: 740,
      dark: true,
    });
    await page.goto(`${service().url}/guide/rest`);
    await screenshot('guide-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Callbacks' }).click();
    await expect.poll(() => page.title()).toBe('Callbacks – bank-transfers');
    await expect.poll(() => page.locator('[aria-current=page]').textContent()).toBe('Callbacks');
  });

  test('the first page of the guide is readable in light and on a wide screen', async () => {
    const { page, screenshot, accessibilityProblems } = await openPage();
    await page.goto(`${service().url}/guide`);
    await screenshot('guide');
    expect(new URL(page.url()).pathname).toBe('/guide/start');
    expect(await accessibilityProblems()).toEqual([]);
    const pictures =
      'Array.from(document.images, ({ complete, naturalWidth }) => complete && naturalWidth > 0)';
    await expect.poll(() => page.evaluate(pictures)).not.toContain(false);
  });

  /** The markup of Swagger UI itself breaks these rules. */
  const OF_SWAGGER_UI = /^(heading-order|nested-interactive|region)/;

  test('on a phone the reference fits the screen, also with a call open, and its own parts are accessible', async () => {
    const { page, screenshot, accessibilityProblems } = await openPage({ width: 360, height: 740 });
    await page.goto(`${service().url}/docs`);
    const call = page.locator('#operations-Transactions-listTransactions');
    await call.waitFor();
    expect((await accessibilityProblems()).filter((problem) => !OF_SWAGGER_UI.test(problem))).toEqual([]);
    await call.getByText('List transactions, newest first').click();
    await call.getByText('Responses', { exact: true }).waitFor();
    await screenshot('reference-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});
