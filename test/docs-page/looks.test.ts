import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

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
  const { page, screenshot, accessibilityProblems } = await openPage({ width: 360, height: 740, dark: true });
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
