import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Credentials, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { IS_LONG } from '../support/long.ts';
import { createPayable, settle } from '../support/payments.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { useService } from '../support/shared-service.ts';
import { holdResponses } from '../support/single-callback.ts';

const openPage = useBrowser();
const openDrawn = useConsole();
const service = useService();
const VIEWER: Credentials = { appKey: 'callbacks-viewer', secret: 'callbacks-viewer-secret' };

const link = (page: Page) => page.getByRole('link', { name: /^Callbacks/ });
const tableOf = (page: Page, name: string) => page.getByRole('region', { name });
const rowOf = (page: Page, { appKey }: TestClient) =>
  tableOf(page, 'Callbacks by merchant').getByRole('row').filter({ hasText: appKey });

beforeAll(async () => {
  await createClient(service(), { ...VIEWER, role: 'viewer' });
});

/** Settles deposits of a new merchant whose receiver gives them up. */
async function giveUp(receiver: Receiver, count: number): Promise<TestClient> {
  const merchant = await createClient(service(), { name: 'Lale Oyun', callbackUrl: receiver.url });
  for (let index = 0; index < count; index += 1)
    await settle(service(), await createPayable(service(), { name: `Payer ${index}` }, merchant));
  await receiver.arrivals(count);
  return merchant;
}

const sendAll = (merchant: TestClient) =>
  service().dependencies.callbacks.redeliverAll({ ...merchant, waiting: true });

test('callbacks of a merchant that wait are sent now, with those that were given up', async () => {
  await using receiver = await startReceiver({ respond: status(410) });
  const merchant = await giveUp(receiver, 1);
  receiver.respondWith(status(503, { 'retry-after': '86400' }));
  for (let index = 0; index < 2; index += 1)
    await settle(service(), await createPayable(service(), {}, merchant));
  await receiver.arrivals(3);
  const { page } = await openDrawn();
  await openConsole(page, service(), { as: OPERATOR, path: `callbacks?client=${merchant.appKey}` });
  await page.getByText('HTTP 503').first().waitFor();
  receiver.respondWith(status(204));
  const send = page.getByRole('button', { name: /send now: 1 given up, 2 waiting/i });
  await send.click();
  await page.locator('button[aria-disabled=false]', { hasText: 'Really' }).click();
  await page.getByText('Sending: 1 that was given up, 2 that waited.').waitFor();
  await receiver.arrivals(6);
});

test('callbacks that are all in flight are not reported as sent now', async () => {
  await using receiver = await startReceiver();
  const release = holdResponses(receiver, 2);
  const merchant = await giveUp(receiver, 1);
  const { page } = await openDrawn();
  await openConsole(page, service(), { as: OPERATOR, path: `callbacks?client=${merchant.appKey}` });
  await rowOf(page, merchant)
    .getByRole('button', { name: /send now: 1 waiting/i })
    .click();
  await page.locator('button[aria-disabled=false]', { hasText: 'Really' }).click();
  await page
    .getByText('Nothing to send: the others are being sent, or will be sent by themselves.')
    .waitFor();
  release();
});

test('the menu counts failed callbacks live, and one or all of a client are sent again', async () => {
  const { page, accessibilityProblems } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'callbacks' });
  await page.getByText('Every callback was delivered').waitFor();
  expect(await link(page).textContent()).toBe('Callbacks');
  await using receiver = await startReceiver({ respond: status(410, {}, '<b>gone</b> for good') });
  const merchant = await giveUp(receiver, 3);
  await page.getByRole('link', { name: /^Callbacks ?, 3 callbacks given up/ }).waitFor();
  await rowOf(page, merchant).getByText('HTTP 410').waitFor();

  const hands = handsOn(page);
  await hands.click(rowOf(page, merchant).getByRole('link', { name: 'Lale Oyun' }));
  const list = tableOf(page, 'Given up: Lale Oyun');
  await expect.poll(() => list.locator('tbody tr').count()).toBe(3);
  await list.getByText('<b>gone</b> for good').first().waitFor();
  expect(await accessibilityProblems()).toEqual([]);

  receiver.respondWith(status(204));
  await hands.click(list.getByRole('button', { name: 'Redeliver 500.00 Payer 0' }));
  await page.getByRole('link', { name: /^Callbacks ?, 2 callbacks given up/ }).waitFor();
  await expect.poll(() => list.locator('tbody tr').count()).toBe(2);

  const all = rowOf(page, merchant).getByRole('button', { name: /send now: 2 given up/i });
  await receiver.arrivals(4);
  await hands.click(all);
  expect(receiver.deliveries).toHaveLength(4);
  await hands.click(all);
  await page.getByText('Sending: 2 that were given up.').waitFor();
  await receiver.arrivals(6);
  await page.getByText('No callback of this merchant was given up.').waitFor();
  expect(hands.count()).toEqual({ keys: 0, clicks: 4 });
  await expectAgreement(service().databasePath);
});

test('a viewer sees failed callbacks and why, without responses and without buttons to send them again', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver({ respond: status(410, {}, 'secret words') });
  const merchant = await giveUp(receiver, 2);
  await openConsole(page, service(), { as: VIEWER, path: `callbacks?client=${merchant.appKey}` });
  const list = tableOf(page, 'Given up: Lale Oyun');
  await expect.poll(() => list.locator('tbody tr').count()).toBe(2);
  await list.getByText('HTTP 410').first().waitFor();
  expect(await page.getByText('secret words').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Redeliver|Send/ }).count()).toBe(0);
  await sendAll(merchant);
});

test('the detail of a given-up callback says how many of its client are sent again with it', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver({ respond: status(410) });
  const merchant = await giveUp(receiver, 2);
  const delivered = await createPayable(service());
  await settle(service(), delivered);
  await openConsole(page, service(), { as: OPERATOR, path: `callbacks?client=${merchant.appKey}` });
  await tableOf(page, 'Given up: Lale Oyun').getByRole('link').first().click();
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByText('callback failed').waitFor();
  receiver.respondWith(status(204));
  const all = pane.getByRole('button', { name: /send this merchant’s callbacks now: 2 given up/i });
  await all.click();
  await all.click();
  await receiver.arrivals(4);
  await all.waitFor({ state: 'detached' });
});

test.each([
  { locale: 'en-US', dark: false },
  { locale: 'tr-TR', dark: true },
])('the screen has no violation on a phone, a tablet and a desktop: $locale', async ({ locale, dark }) => {
  await using receiver = await startReceiver({ respond: status(410, {}, 'no such shop '.repeat(20)) });
  const merchant = await giveUp(receiver, 3);
  const { page, accessibilityProblems, screenshot } = await openPage({ locale: 'en-US', dark });
  await openConsole(page, service(), { as: OPERATOR, path: `callbacks?client=${merchant.appKey}` });
  await page.evaluate((tag) => localStorage.setItem('bank-transfers-language', tag), locale.slice(0, 2));
  await page.reload();
  await page.locator('.failed-list tbody tr').first().waitFor();
  // In the short form axe looks at the narrow layout in the dark, and at the wide one in the light.
  const axeWidths = IS_LONG ? [360, 820, 1440] : [dark ? 360 : 1440];
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (axeWidths.includes(width)) expect(await accessibilityProblems()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await screenshot(`callbacks-${locale}-${width}`);
  }
  await sendAll(merchant);
});
