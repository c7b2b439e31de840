import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, call, DEPOSIT, depositFields } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { startRelay } from '../support/tcp-relay.ts';
import { turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService();

/** The least height in CSS pixels of what a finger presses (WCAG 2.5.5). */
const FINGER = 44;

/** Buttons and inputs that are shown, with their heights and the sizes of their letters. */
const CONTROLS = `[...document.querySelectorAll('button, input:not([type=checkbox]), select, textarea')]
  .filter((element) => element.checkVisibility())
  .map((element) => ({
    name: element.tagName + ' ' + (element.name || element.textContent),
    isButton: element.tagName === 'BUTTON',
    height: element.getBoundingClientRect().height,
    letters: parseFloat(getComputedStyle(element).fontSize),
  }))`;

interface Control {
  readonly name: string;
  readonly isButton: boolean;
  readonly height: number;
  readonly letters: number;
}

async function tooSmall(page: Page): Promise<readonly Control[]> {
  const controls: readonly Control[] = await page.evaluate(CONTROLS);
  expect(controls.length).toBeGreaterThan(0);
  return controls.filter(({ isButton, height, letters }) => height < FINGER || (!isButton && letters < 16));
}

test('on a phone the menu is one line, a finger hits every button, and no field makes the phone zoom in', async () => {
  const { page, screenshot } = await openPage({ width: 390, height: 844 });
  await page.goto(consoleUrl(service(), 'clients'));
  await page.getByLabel('appKey').waitFor();
  expect(await tooSmall(page)).toEqual([]);
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  await page.getByRole('table').first().waitFor();
  const menu = page.locator('.sidebar');
  expect((await menu.boundingBox())!.height).toBeLessThanOrEqual(60);
  expect(await tooSmall(page)).toEqual([]);
  for (const open of ['New person', 'New merchant']) {
    await page.getByRole('button', { name: open }).click();
    await page.getByRole('dialog').waitFor();
    expect(await tooSmall(page), open).toEqual([]);
    await page.keyboard.press('Escape');
  }
  for (const path of ['banks', 'blacklist', 'audit']) {
    await page.goto(consoleUrl(service(), path));
    await page.locator('main button').first().waitFor();
    expect(await tooSmall(page), path).toEqual([]);
  }
  // The link of the open screen is in sight, although the line of links is longer than the phone is wide.
  const link = page.getByRole('link', { name: 'Audit log' });
  const right = async () => {
    const { x, width } = (await link.boundingBox())!;
    return x + width;
  };
  await expect.poll(right).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByText('demo-admin · admin').waitFor();
  await screenshot('console-words-account-390');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('appKey').waitFor();
});

test('on a phone the chip of the group of lines that is shown is in sight, although the row is wider', async () => {
  const { page } = await openPage({ width: 390, height: 844 });
  await openConsole(page, service(), { as: ADMIN, path: 'reconciliation?group=all' });
  const chip = page.getByRole('button', { name: 'All', exact: true });
  const right = async () => {
    const { x, width } = (await chip.boundingBox())!;
    return x + width;
  };
  await chip.waitFor();
  await expect.poll(right).toBeLessThanOrEqual(390);
});

test.each([1024, 1200])('the figures of a day have room on a screen of %i px', async (width) => {
  const { page } = await openPage({ width, locale: 'tr-TR' });
  await page.goto(consoleUrl(service(), 'reconciliation?view=days'));
  await page.getByLabel(turkish.session.appKey).fill(ADMIN.appKey);
  await page.getByLabel(turkish.session.secret).fill(ADMIN.secret);
  await page.getByRole('button', { name: turkish.session.signIn }).click();
  const figures = page.locator('.day-accounts');
  await figures.waitFor();
  expect(await figures.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
  const name = page.locator('.day-accounts th[scope=row] a').first();
  expect((await name.boundingBox())!.height).toBeLessThan(24);
});

test('on a phone the row that a key selects is wholly in sight, below the menu', async () => {
  for (let index = 0; index < 12; index += 1) await createPayable(service(), { name: `Row ${index}` });
  const { page } = await openPage({ width: 390, height: 600 });
  await openConsole(page, service(), { as: ADMIN });
  await page.locator('tbody tr').nth(11).waitFor();
  const menu = (await page.locator('.sidebar').boundingBox())!;
  const selected = page.locator('tbody tr.selected');
  const moves = [...new Array<string>(11).fill('j'), ...new Array<string>(11).fill('k')];
  for (const key of moves) {
    await page.keyboard.press(key);
    const { y, height } = (await selected.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(menu.height);
    expect(y + height).toBeLessThanOrEqual(600);
  }
});

test.each(['clients', 'queue'])(
  'while the connection is lost the screen %s says so, and nothing on it moves',
  async (path) => {
    const { page, expectProblem } = await openPage();
    await createPayable(service());
    await using relay = await startRelay(service());
    await openConsole(page, relay, { as: ADMIN, path });
    const table = page.locator('tbody').first();
    await table.waitFor();
    const before = await table.boundingBox();
    expectProblem(/ERR_/);
    relay.cut();
    await page.getByText('Connection lost: this may be out of date.').waitFor();
    expect(await table.boundingBox()).toEqual(before);
    relay.repair();
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    await page.getByText('Live', { exact: true }).waitFor();
    // The page must be closed before the relay ends its stream.
    await page.close();
  },
);

test('an account whose limit is used up looks so, because it gets no deposits', async () => {
  const bank = await createBank(service(), { name: 'Limited', withAccount: false });
  const account = await createAccount(service(), { bankId: bank.id, accountName: 'Limited account' });
  const body = depositFields({ bankId: bank.id, amount: '250.5', userId: 'limited' });
  expect((await call(service(), DEPOSIT, { body })).status).toBe(200);
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'banks' });
  const row = page.getByRole('row').filter({ hasText: 'Limited account' });
  await row.getByText('active', { exact: true }).waitFor();
  for (const [dailyLimitMinor, state] of [
    [30_000, 'active'],
    [25_050, 'limit reached'],
    [20_000, 'over the limit'],
  ] as const) {
    await service().dependencies.db.run('updateAccount', {
      accountId: account.id,
      changes: { dailyLimitMinor },
    });
    await page.reload();
    await row.getByText(state, { exact: true }).waitFor();
  }
});

test('a wrong filter is named below its field, moves no other field, and offers no new try', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'audit' });
  await page.getByRole('table').waitFor();
  const fields = ['By', 'Action', 'From'];
  const places = () =>
    Promise.all(fields.map((label) => page.getByLabel(label, { exact: true }).boundingBox()));
  const before = await places();
  await page.getByLabel('Target').fill('x'.repeat(201));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('At most 200 characters.').waitFor();
  expect(await places()).toEqual(before);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('on a phone the menu names a test key, and nothing is wider than the screen', async () => {
  const as = await createClient(service(), { role: 'admin', isTest: true });
  const { page, screenshot } = await openPage({ width: 320, height: 700 });
  await openConsole(page, service(), { as, path: 'search' });
  expect(await page.locator('.sidebar .test-key').isVisible()).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await screenshot('console-test-key-320');
});
