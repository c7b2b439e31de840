import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, cutStreams, mendStreams, openConsole, signIn } from '../support/console.ts';
import { createMerchantWith, rowWith, scrollTo, shownIds } from '../support/console-search.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

/** Records the smallest number of rows that are shown from now on. */
const COUNT_ROWS = `{
  const count = () => document.querySelectorAll('tbody tr').length;
  globalThis.fewestRows = count();
  new MutationObserver(() => { fewestRows = Math.min(fewestRows, count()); })
    .observe(document.body, { childList: true, subtree: true });
}`;

const openPage = useBrowser();
const service = useService({ env: { TIME_ZONE: 'Europe/Istanbul' } });

test('filters are in the URL: they survive a reload, follow the history, and show the same to others', async () => {
  const { page } = await openPage();
  const merchant = await createMerchantWith(service(), ['Ada Lovelace', 'Grace Hopper', 'Ada Yonath']);
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('3 found').waitFor();
  await page.getByLabel('Find').fill('ada');
  await page.getByText('2 found').waitFor();
  await page.getByRole('button', { name: 'Sums' }).click();
  await page.getByText('2 found · 2 in all · withdrawals waiting: 2, 203.00').waitFor();
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.click();
  await page.getByLabel('Amount from').fill('102,5');
  await page.keyboard.press('Enter');
  await page.getByText('1 found').waitFor();
  expect(await page.getByText(/in all/).count()).toBe(0);
  await page.getByRole('button', { name: 'Withdrawals', exact: true }).click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ appKey: merchant.appKey, query: 'ada', minAmount: '102,5', type: 'withdrawal' });
  await page.reload();
  await page.getByText('1 found').waitFor();
  expect(await page.getByLabel('Find').inputValue()).toBe('ada');
  expect(await filters.textContent()).toBe('Filters 2');
  await filters.click();
  expect(await page.getByLabel('Amount from').inputValue()).toBe('102,5');
  const withdrawals = page.getByRole('button', { name: 'Withdrawals', exact: true });
  expect(await withdrawals.getAttribute('aria-pressed')).toBe('true');
  const ids = await shownIds(page);
  const { page: another } = await openPage();
  await openConsole(another, service(), {
    as: OPERATOR,
    path: `search?${new URL(page.url()).searchParams}`,
  });
  await another.getByText('1 found').waitFor();
  expect(await shownIds(another)).toEqual(ids);
  await page.goBack();
  await page.goBack();
  await page.getByText('2 found').waitFor();
  expect(await page.getByLabel('Find').inputValue()).toBe('ada');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await page.getByLabel('Find').inputValue()).toBe('');
});

test('times are those of the desk, wherever the browser is: shown, entered, and in the URL in UTC', async () => {
  const { page, context } = await openPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
  await openConsole(page, service(), { as: OPERATOR, path: 'search' });
  await page.getByText('Times in Europe/Istanbul').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Created from').fill('2026-11-20 12:30');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-11-20T09:30:00.000Z');
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Filters 1' }).click();
  expect(await page.getByLabel('Created from').inputValue()).toBe('2026-11-20 12:30');
  const made = await createPayable(service());
  await page.goto(consoleUrl(service(), `search?query=${made.transactionId}`));
  const time = rowWith(page, made).locator('time');
  const iso = (await time.getAttribute('datetime'))!;
  const parts = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Istanbul' } as const;
  const spaces = (text: string | null) => text?.replace(/\s/g, ' ');
  expect(spaces(await time.textContent())).toBe(
    spaces(new Intl.DateTimeFormat('en-US', parts).format(new Date(iso))),
  );
});

test('reconnecting keeps the scroll position and shows missed updates', async () => {
  const { page, expectProblem } = await openPage();
  const merchant = await createClient(service());
  const made = await Promise.all(Array.from({ length: 130 }, () => createPayable(service(), {}, merchant)));
  expectProblem(/ERR_FAILED/);
  await cutStreams(page);
  await page.goto(consoleUrl(service(), `search?appKey=${merchant.appKey}`));
  await signIn(page, OPERATOR);
  await page.getByText('50 shown, there are more').waitFor();
  await scrollTo(page, 130);
  const [first] = made;
  await settle(service(), first!);
  await page.evaluate(COUNT_ROWS);
  await mendStreams(page);
  await rowWith(page, first!).getByText('successful', { exact: true }).waitFor();
  expect(await page.evaluate('globalThis.fewestRows')).toBe(130);
});

test('a wrong filter moves no field out of its line', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'search?minAmount=abc' });
  await page.getByText('Enter an amount, such as 1,250.50 or 1250.5.').waitFor();
  const top = async (label: string) => (await page.getByLabel(label).boundingBox())!.y;
  expect(await top('Amount from')).toBe(await top('Amount to'));
});
