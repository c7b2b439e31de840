import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openAccount, openConsole } from '../support/console.ts';
import { createNamed, rowOf } from '../support/console-queue.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

/** The place of an element on the screen. */
const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;

test('the menu and the screen show the same number, and a filter also shows the total', async () => {
  const { page } = await openPage();
  const { name } = await createNamed(service());
  await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  const inMenu = page.locator('.sidebar .count [aria-hidden]');
  await inMenu.waitFor();
  const all = await inMenu.innerText();
  const count = page.locator('.toolbar [role=status]');
  await expect.poll(() => count.innerText()).toBe(`${all} waiting`);
  await page.getByRole('searchbox').fill(name);
  await expect.poll(() => count.innerText()).toBe(`1 of ${all} waiting`);
  expect(await inMenu.innerText()).toBe(all);
});

test('at 820 pixels a name is readable next to its buttons, amount and reference', async () => {
  const { page } = await openPage({ width: 820 });
  const name = 'Mehmet Can Özdemir';
  const { transactionId } = await createPayable(service(), { name, amount: '99999.99' });
  await service().dependencies.transactions.markSent(transactionId);
  await openConsole(page, service(), { as: OPERATOR });
  await openAccount(page);
  await page.getByLabel('Language').selectOption('tr');
  const row = page.locator(`tr[data-key="${transactionId}"]`);
  await row.getByText('99.999,99 TL', { exact: true }).waitFor();
  for (const part of [row.getByRole('link'), row.locator('.copy-id').first(), row.locator('.badge')])
    expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(46);
});

test('on a phone a notice covers the menu, and no button of a row', async () => {
  const { page } = await openPage({ width: 360, height: 640 });
  const one = await createNamed(service());
  for (let index = 0; index < 6; index += 1) await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).waitFor();
  await page.mouse.wheel(0, 500);
  await page.keyboard.press('z');
  await page.getByText('There is nothing left to undo').waitFor();
  const notice = await boxOf(page, '.notice.shown');
  const menu = await boxOf(page, '.sidebar');
  expect(notice.y).toBe(0);
  expect(menu.y).toBe(0);
  expect(notice.height).toBeLessThanOrEqual(menu.height + 8);
});

test('the buttons of a long dialog stay in sight on a low screen', async () => {
  const { page } = await openPage({ width: 360, height: 420 });
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).waitFor();
  for (const [key, name] of [
    ['?', 'Close'],
    ['r', 'Back'],
    ['s', 'Back'],
  ] as const) {
    await page.keyboard.press(key);
    const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
    await button.waitFor();
    const { y, height } = (await button.boundingBox())!;
    expect(y + height, key).toBeLessThanOrEqual(420);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('the key that follows Escape at once opens the next dialog', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).waitFor();
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
  await page.keyboard.press('r');
  for (const [key, action] of [
    ['s', 'Settle'],
    ['r', 'Reject'],
    ['s', 'Settle'],
    ['r', 'Reject'],
  ] as const) {
    await title.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
    await expect.poll(() => title.allInnerTexts()).toEqual([expect.stringContaining(action)]);
  }
});

test('a touch screen shows no keys to press', async () => {
  const { page } = await openPage({ width: 390, height: 844, touch: true });
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).waitFor();
  expect(await page.locator('main kbd, .one-field .key').count()).toBeGreaterThan(0);
  for (const key of await page.locator('main kbd, .one-field .key').all())
    expect(await key.isVisible()).toBe(false);
  await page.keyboard.press('?');
  await page.getByRole('dialog').locator('kbd').first().waitFor();
});
