import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, call, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openAccount, openConsole } from '../support/console.ts';
import { createMany, createNamed } from '../support/console-queue.ts';
import {
  commitImport,
  createAwaited,
  dropFile,
  lineRow,
  transferOf,
  writeCamt,
} from '../support/console-statements.ts';
import { createClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { createPayable } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { english, turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService();

/** Adds up the layout shifts of a page from its start, without those that follow a key or a click at once. */
const WATCH_SHIFTS = `{
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
}`;

const rows = (page: Page) => page.locator('tbody tr');

/** The upper edge of the first row, and how many rows are in sight as a whole. */
async function measure(page: Page): Promise<{ readonly firstY: number; readonly inSight: number }> {
  const { y } = (await rows(page).first().boundingBox())!;
  const inSight = await page.evaluate<number>(
    `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
  );
  return { firstY: y, inSight };
}

/** How many pixels a field has beside its placeholder. */
function roomOf(input: HTMLInputElement): number {
  const { font, paddingLeft, paddingRight } = getComputedStyle(input);
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = font;
  const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return room - context.measureText(input.placeholder).width;
}

beforeAll(async () => {
  await createMany(service(), 22);
});

describe('the queue', () => {
  const SIZES = [
    [1280, 720, 13],
    [1440, 900, 19],
  ] as const;
  test.each(IS_LONG ? SIZES : SIZES.slice(0, 1))(
    'shows its rows from 130 px on at %d by %d: at least %d of them',
    async (width, height, least) => {
      const { page, screenshot } = await openPage({ width, height });
      await page.addInitScript(WATCH_SHIFTS);
      await openConsole(page, service(), { as: OPERATOR });
      await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(22);
      const { firstY, inSight } = await measure(page);
      expect(firstY).toBeLessThanOrEqual(130);
      expect(inSight).toBeGreaterThanOrEqual(least);
      expect(await page.evaluate('window.shifts')).toBe(0);
      await screenshot(`first-rows-${width}`);
    },
  );

  testLong('shows what is to be paid from 180 px on, with any number of banks', async () => {
    const merchant = await createClient(service());
    const accounts = await service().dependencies.db.read('listEveryAccount');
    for (const bankId of new Set(accounts.map((account) => account.bankId))) {
      const body = withdrawalFields({ bankId });
      expectData(await call(service(), WITHDRAW, { as: merchant, body }));
    }
    const { page, screenshot } = await openPage({ width: 1280, height: 720 });
    await page.addInitScript(WATCH_SHIFTS);
    await openConsole(page, service(), { as: OPERATOR, path: 'queue?type=withdrawal' });
    await page.getByText('To pay, by bank: ').waitFor();
    expect((await measure(page)).firstY).toBeLessThanOrEqual(180);
    expect(await page.evaluate('window.shifts')).toBe(0);
    await screenshot('first-rows-to-pay');
  });

  testLong('shows the buttons of the row that is pointed at or selected, and no others', async () => {
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR });
    const opacity = (index: number) =>
      rows(page)
        .nth(index)
        .locator('.decide')
        .evaluate((element) => getComputedStyle(element).opacity);
    await rows(page).nth(4).hover();
    expect(await Promise.all([0, 2, 4].map(opacity))).toEqual(['1', '0', '1']);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => opacity(2)).toBe('1');
    expect(await opacity(0)).toBe('0');
  });

  testLong('names the merchant of each row and shows the end of its IBAN beside an open pane', async () => {
    const merchant = await createClient(service(), { name: 'Papatya Çiçekçilik' });
    const body = withdrawalFields({ accountName: 'Payee' });
    const { transactionId } = expectData(await call(service(), WITHDRAW, { as: merchant, body }));
    const { page } = await openPage({ width: 1440, height: 900 });
    const path = `queue?query=${transactionId}&open=${transactionId}`;
    await openConsole(page, service(), { as: OPERATOR, path });
    await rows(page).getByText('Papatya Çiçekçilik').waitFor();
    const iban = rows(page).locator('.iban');
    expect(await iban.textContent()).toBe('TR33 0006 1005 1978 6457 8413 26');
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const [whole, end] = [await iban.boundingBox(), await iban.locator('span').last().boundingBox()];
      const cell = (await rows(page).locator('.at-name').boundingBox())!;
      // In the browser's font the whole IBAN has no room, and its end is cut by nothing.
      expect(whole!.x + whole!.width, String(width)).toBeLessThanOrEqual(cell.x + cell.width);
      // Behind its digits is some room.
      expect(end!.x + end!.width, String(width)).toBeLessThanOrEqual(whole!.x + whole!.width + 1);
    }
  });

  testLong('names the account of each row beside an open pane at 1280 px', async () => {
    const { name, transactionId } = await createNamed(service());
    const { page } = await openPage({ width: 1280, height: 720 });
    await openConsole(page, service(), { as: OPERATOR, path: `queue?query=${name}&open=${transactionId}` });
    await rows(page)
      .getByText(/· \d{4}$/)
      .filter({ visible: true })
      .waitFor();
  });

  testLong('is sorted by the amount and by what ends first, and by age again', async () => {
    const merchant = await createClient(service());
    const { page } = await openPage({ width: 1440, height: 900 });
    for (const asked of ['120', '910', '340'])
      await createPayable(service(), { name: `Sorted ${asked}`, amount: asked }, merchant);
    await openConsole(page, service(), { as: OPERATOR, path: `queue?appKey=${merchant.appKey}` });
    const names = () => rows(page).locator('.party bdi').allTextContents();
    const amount = page.getByRole('button', { name: 'Amount' });
    await expect.poll(names).toEqual(['Sorted 120', 'Sorted 910', 'Sorted 340']);
    await amount.click();
    await expect.poll(names).toEqual(['Sorted 910', 'Sorted 340', 'Sorted 120']);
    await amount.click();
    await expect.poll(names).toEqual(['Sorted 120', 'Sorted 910', 'Sorted 340']);
  });

  testLong('offers the actions of a row in a menu to a finger', async () => {
    const { page, accessibilityProblems } = await openPage({ width: 390, height: 844, touch: true });
    const one = await createNamed(service());
    await openConsole(page, service(), { as: OPERATOR, path: `queue?query=${one.name}` });
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('button', { name: `Actions: 500.00 of ${one.name}` }).tap();
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).tap();
    await page.getByRole('dialog').getByRole('heading', { name: 'Reject: deposit of 500.00' }).waitFor();
  });
});

describe('the search', () => {
  testLong('has room for names beside an open transaction', async () => {
    const { page } = await openPage({ width: 1280 });
    const { transactionId } = await createNamed(service());
    await openConsole(page, service(), { as: OPERATOR, path: `search?open=${transactionId}` });
    const name = page.locator('tbody tr').first().locator('.lines');
    await name.waitFor();
    for (const width of [1280, 1180]) {
      await page.setViewportSize({ width, height: 720 });
      expect((await name.boundingBox())!.width, String(width)).toBeGreaterThan(100);
    }
  });

  testLong('shows its rows from 180 px on at 1280 by 720', async () => {
    const { page } = await openPage({ width: 1280, height: 720 });
    await openConsole(page, service(), { as: OPERATOR, path: 'search' });
    await rows(page).first().waitFor();
    expect((await measure(page)).firstY).toBeLessThanOrEqual(180);
  });

  testLong.each([1440, 390])(
    'names the merchant of each result at %d px, where it has no column',
    async (width) => {
      const merchant = await createClient(service(), { name: 'Papatya Çiçekçilik' });
      const { name } = await createNamed(service(), merchant);
      const { page } = await openPage({ width, height: 844 });
      await openConsole(page, service(), { as: OPERATOR, path: `search?query=${name}` });
      await rows(page).locator('.party').getByText('Papatya Çiçekçilik').waitFor();
      expect((await rows(page).first().boundingBox())!.height).toBeLessThanOrEqual(width === 390 ? 90 : 44);
      // What waits can be decided in its card as well.
      if (width === 390) await page.getByRole('button', { name: `Actions: 500.00 of ${name}` }).waitFor();
    },
  );
});

describe('the reconciliation', () => {
  testLong('shows its lines from 180 px on', async () => {
    const { page } = await openPage({ width: 1280, height: 720 });
    const short = await createAwaited(service(), 'Elif Kaya');
    await openConsole(page, service(), { as: OPERATOR, path: 'reconciliation' });
    await page.locator('.import').waitFor({ state: 'attached' });
    await dropFile(page, 'monday.xml', writeCamt(short.iban, [transferOf(short, '400.00')]));
    await commitImport(page);
    await lineRow(page, 'Elif Kaya').waitFor();
    await page.reload();
    await lineRow(page, 'Elif Kaya').waitFor();
    expect((await measure(page)).firstY).toBeLessThanOrEqual(180);
  });

  testLong('has its export on one line, whichever screen was opened first', async () => {
    const { page } = await openPage({ width: 1280, height: 720 });
    await openConsole(page, service(), { as: OPERATOR, path: 'reconciliation' });
    await page.getByText(english.days.filter).click();
    const [form, button] = [page.locator('.export select'), page.locator('.export button')];
    expect((await form.boundingBox())!.y).toBe((await button.boundingBox())!.y);
  });
});

describe('the audit log', () => {
  testLong('shows what a field takes, in Turkish as well', async () => {
    const { page } = await openPage({ width: 1280, height: 720 });
    await openConsole(page, service(), { as: ADMIN, path: 'audit' });
    await openAccount(page);
    await page.getByLabel(english.shell.language).selectOption('tr');
    const about = page.locator('input[name=about]');
    await expect.poll(() => about.getAttribute('placeholder')).toBe(turkish.audit.targetPlaceholder);
    expect(await about.evaluate(roomOf as (input: Element) => number)).toBeGreaterThanOrEqual(0);
  });
});

describe('the sign-in', () => {
  testLong('moves nothing while it is loaded', async () => {
    const { page } = await openPage({ locale: 'tr-TR' });
    await page.addInitScript(WATCH_SHIFTS);
    await page.goto(consoleUrl(service()));
    await page.getByLabel('appKey').waitFor();
    expect(await page.evaluate('window.shifts')).toBe(0);
  });
});
