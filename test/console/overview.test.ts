import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { createOutcomes } from '../support/console-outcomes.ts';
import { NOON_ZONE } from '../support/noon-zone.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService({ env: { TIME_ZONE: NOON_ZONE } });

beforeAll(async () => {
  await createOutcomes(service());
});

const figure = (page: Page, name: string) =>
  page.getByRole('figure').filter({ has: page.getByRole('heading', { name, exact: true }) });
const barsOf = (page: Page, name: string) => figure(page, name).getByRole('img');

/** Today as the charts name it. */
const TODAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: NOON_ZONE,
}).format(new Date());

test('every bar has a label, and shows its name and value on hover and focus, also by arrow keys', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'overview' });
  const bars = barsOf(page, 'Deposits');
  await expect.poll(() => bars.count()).toBe(7);
  const labels = await bars.locator('.bar-label').allTextContents();
  for (const label of labels) expect(label).toMatch(/^\d{1,2}/);
  const readout = figure(page, 'Deposits').locator('.readout');
  const isFocused = (bar: Locator) => bar.and(page.locator(':focus')).waitFor();
  await bars.first().hover();
  await expect.poll(() => readout.textContent()).toContain(': 0.00');
  await bars.last().focus();
  await expect.poll(() => readout.textContent()).toContain(`${TODAY}: 1,000.00`);
  expect(await bars.last().getAttribute('aria-label')).toBe(await readout.textContent());
  await page.keyboard.press('ArrowLeft');
  await isFocused(bars.nth(5));
  await page.keyboard.press('Home');
  await isFocused(bars.first());
  for (const [days, count] of [
    [30, 30],
    [90, 13],
  ] as const) {
    await page.goto(consoleUrl(service(), `overview?days=${days}`));
    await expect.poll(() => bars.count()).toBe(count);
    for (const label of await bars.locator('.bar-label').allTextContents()) expect(label).toMatch(/^\d{1,2}/);
  }
});

test('a figure without data says so instead of drawing an axis', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'overview' });
  await figure(page, 'Withdrawals').getByText('Nothing in this period yet').waitFor();
  expect(await figure(page, 'Withdrawals').locator('.axis').count()).toBe(0);
});

test('expired, cancelled, rejected and reversed are counted apart, by day, bank and client', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'overview' });
  const all = ': 8 · 2 successful, 1 waiting, 2 expired, 1 cancelled, 1 rejected, 1 reversed · before: 0';
  await expect.poll(() => barsOf(page, 'Outcomes').last().getAttribute('aria-label')).toBe(`${TODAY}${all}`);
  await figure(page, 'Outcomes').getByText('Outcomes as a table').click();
  const row = figure(page, 'Outcomes').getByRole('row').last();
  expect(await row.getByRole('cell').allTextContents()).toEqual(['8', '2', '1', '2', '1', '1', '1']);
  for (const [choice, name] of [
    ['By merchant', 'Demo merchant'],
    ['By bank', 'Demo Anadolu Bank'],
  ] as const) {
    await page.getByRole('link', { name: choice }).click();
    await expect
      .poll(() => barsOf(page, 'Outcomes').first().getAttribute('aria-label'))
      .toBe(`${name}${all.replace(' · before: 0', '')}`);
    expect(await barsOf(page, 'Deposits').locator('.bar-value').allTextContents()).toEqual(['1,000.00']);
  }
  expect(await barsOf(page, 'Success rate').locator('.bar-value').textContent()).toBe('28.6%');
});

test('the numbers follow what happens, and are compared with the week before', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'overview' });
  const created = page.locator('.totals dl > div').filter({ hasText: 'Created' });
  await expect.poll(() => created.textContent()).toBe('Created8none before');
  await page.getByText('compared with the week before').waitFor();
  await createPayable(service());
  await expect.poll(() => created.textContent(), { timeout: 15_000 }).toBe('Created9none before');
});
