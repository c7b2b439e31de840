import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, type Credentials, call, DEPOSIT, depositFields } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openAccount, openConsole, signIn } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { everyNth } from '../support/long.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { english, turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService();

type Words = typeof english;

const dialog = (page: Page) => page.getByRole('dialog');
const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
const rowOf = (page: Page, table: string, appKey: string) =>
  rowsOf(page, table).filter({ has: page.getByText(appKey, { exact: true }) });
const badgeOf = (page: Page, table: string, appKey: string) =>
  rowOf(page, table, appKey).locator('.test-key');

/** Whether the first and the last line of what is said about a new key are in sight. */
const IS_UNCOVERED = `(() => {
  const about = document.querySelector('dialog .key ~ p');
  const { left, top, bottom } = about.getBoundingClientRect();
  return [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 2, y) === about);
})()`;

/** The appKey and the secret that the dialog shows once. */
async function readKey(page: Page): Promise<Credentials> {
  const shown = dialog(page).locator('code');
  await shown.nth(1).waitFor();
  return { appKey: (await shown.nth(0).textContent())!, secret: (await shown.nth(1).textContent())! };
}

/** Whether the transactions of a key are tests. */
async function makesTests(as: Credentials): Promise<boolean> {
  const { transactionId } = expectData(
    await call(service(), DEPOSIT, { as, sign: 'timed', body: depositFields() }),
  );
  const target = `/v1/transactions/${transactionId}`;
  return expectData(await call(service(), target, { as, sign: 'timed' })).test === true;
}

/** The two rows of values of the newest creation of a key, as the audit log shows them. */
async function openCreation(page: Page, t: Words, appKey: string) {
  await page.goto(consoleUrl(service(), `audit?operation=createClient&about=${appKey}`));
  const row = rowsOf(page, t.audit.table);
  await expect.poll(() => row.count()).toBe(1);
  await row.getByRole('button').click();
  await dialog(page).getByRole('table').waitFor();
  return { row, values: dialog(page).getByRole('table').locator('tbody tr') };
}

/** The same creation twice in one second would have the same sign. */
const NAMES = [
  ['en-GB', english, 'Lale'],
  ['tr-TR', turkish, 'Nergis'],
] as const;

test.each(everyNth(2, NAMES, { from: 1 }))(
  'in %s an admin makes a test key with its name and three more keys',
  async (locale, t, name) => {
    const { page } = await openPage({ locale });
    await page.goto(consoleUrl(service(), 'clients'));
    await page.getByLabel(t.session.appKey).fill(ADMIN.appKey);
    await page.getByLabel(t.session.secret).fill(ADMIN.secret);
    await page.getByRole('button', { name: t.session.signIn }).click();
    await page.getByText(t.shell.live.live, { exact: true }).waitFor();
    const hands = handsOn(page);
    await hands.click(page.getByRole('button', { name: t.clients.newMerchant }));
    const form = dialog(page);
    await form.getByLabel(t.clients.name, { exact: true }).and(page.locator(':focus')).waitFor();
    await hands.type(name);
    await hands.press('Tab');
    const box = form.getByRole('checkbox', { name: t.clients.testKey, exact: true });
    await box.and(page.locator(':focus')).waitFor();
    await form.getByText(t.clients.testMerchantHint).waitFor();
    expect(await box.isChecked()).toBe(false);
    await hands.press('Space');
    await expect.poll(() => box.isChecked()).toBe(true);
    await hands.press('Enter');
    const key = await readKey(page);
    expect(hands.count()).toEqual({ keys: name.length + 3, clicks: 1 });
    await form.getByText(t.clients.isTestKey).waitFor();
    await form.getByRole('button', { name: t.clients.stored, exact: true }).click();
    await expect
      .poll(() => badgeOf(page, t.clients.merchants, key.appKey).allTextContents())
      .toEqual(['Test']);
    expect(await makesTests(key)).toBe(true);

    // It is told, and cannot be changed.
    await page.getByRole('button', { name: t.ui.actOn(t.ui.edit, key.appKey), exact: true }).click();
    await form.getByText(t.clients.testKey, { exact: true }).waitFor();
    await form.getByText(t.clients.staysTest).waitFor();
    expect(await form.getByRole('checkbox', { name: t.clients.testKey }).count()).toBe(0);

    const { row, values } = await openCreation(page, t, key.appKey);
    await row.getByText(t.audit.createTestKey).waitFor();
    await dialog(page)
      .getByRole('heading', { name: new RegExp(`: ${t.audit.createTestKey}$`) })
      .waitFor();
    await expect.poll(() => values.allTextContents()).toContain(`${t.audit.fields.test}–${t.ui.yes}`);
  },
);

test('a key is live unless the box is checked, and is shown as live', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const t = english;
  await page.getByRole('button', { name: t.clients.newMerchant }).click();
  await dialog(page).getByLabel(t.clients.name, { exact: true }).fill('Papatya');
  await dialog(page).getByRole('button', { name: t.clients.create }).click();
  const key = await readKey(page);
  expect(await dialog(page).getByText(t.clients.isTestKey).count()).toBe(0);
  await dialog(page).getByRole('button', { name: t.clients.stored, exact: true }).click();
  await rowOf(page, t.clients.merchants, key.appKey).waitFor();
  expect(await badgeOf(page, t.clients.merchants, key.appKey).count()).toBe(0);
  expect(await makesTests(key)).toBe(false);
  await page.getByRole('button', { name: `Edit ${key.appKey}`, exact: true }).click();
  await dialog(page).getByText(t.clients.liveKey, { exact: true }).waitFor();
  await dialog(page).getByText(t.clients.staysLive).waitFor();
  const { row } = await openCreation(page, t, key.appKey);
  await row.getByText('Create a key').waitFor();
});

test('an operator with a test key, made in the console, signs in to a console of tests', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const t = english;
  await page.getByRole('button', { name: t.clients.newPerson }).click();
  await dialog(page).getByLabel(t.clients.name, { exact: true }).fill('Ece Test');
  await dialog(page).getByText(t.clients.testPersonHint).waitFor();
  await dialog(page).getByLabel(t.clients.testKey, { exact: true }).check();
  await dialog(page).getByRole('button', { name: t.clients.create }).click();
  const key = await readKey(page);
  await dialog(page).getByRole('button', { name: t.clients.stored, exact: true }).click();
  await expect.poll(() => badgeOf(page, t.clients.people, key.appKey).allTextContents()).toEqual(['Test']);
  await openAccount(page, t.shell.account);
  await page.getByRole('button', { name: t.shell.signOut }).click();
  await signIn(page, key);
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await page.locator('.sidebar .test-key').allTextContents()).toEqual(['Test']);
});

test('test keys are listed after the live ones, and have no match policy', async () => {
  const made = {
    first: await createClient(service(), { appKey: 'a-test-of-lale', isTest: true }),
    last: await createClient(service(), { appKey: 'z-lale' }),
  };
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  await rowOf(page, english.clients.merchants, made.last.appKey).waitFor();
  const rows = await rowsOf(page, english.clients.merchants).all();
  const marks = await Promise.all(rows.map((row) => row.locator('.test-key').count()));
  expect(marks.toSorted((a, b) => a - b)).toEqual(marks);
  expect(marks).toContain(1);
  const keys = await Promise.all(rows.map((row) => row.locator('.id').first().textContent()));
  const [live, tests] = [0, 1].map((mark) => keys.filter((_, index) => marks[index] === mark));
  for (const part of [live, tests]) expect(part?.toSorted()).toEqual(part);
  expect([live?.includes(made.last.appKey), tests?.includes(made.first.appKey)]).toEqual([true, true]);
  const policy = (appKey: string) =>
    page.getByRole('button', { name: english.ui.actOn(english.policies.button, appKey), exact: true });
  await policy(made.last.appKey).waitFor();
  expect(await policy(made.first.appKey).count()).toBe(0);
});

test.each([
  ['en-GB', english],
  ['tr-TR', turkish],
] as const)('in %s the blacklist marks test merchants', async (locale, t) => {
  const test = await createClient(service(), { appKey: `a-test-${locale}`, name: 'Zambak', isTest: true });
  const live = await createClient(service(), { appKey: `z-live-${locale}`, name: 'Zambak' });
  const { page } = await openPage({ locale });
  await page.goto(consoleUrl(service(), 'blacklist'));
  await page.getByLabel(t.session.appKey).fill(ADMIN.appKey);
  await page.getByLabel(t.session.secret).fill(ADMIN.secret);
  await page.getByRole('button', { name: t.session.signIn }).click();
  await page.getByRole('button', { name: t.blacklist.newEntry }).click();
  const options = dialog(page).getByLabel(t.blacklist.merchant, { exact: true }).locator('option');
  const shown = async () => (await options.allTextContents()).filter((text) => text.includes(locale));
  await expect.poll(shown).toEqual([`Zambak (${live.appKey})`, `Zambak (${test.appKey}) – Test`]);
});

const FORMS = [
  ['wide', { width: 1440, height: 900 }, english],
  ['dark', { width: 1024, height: 800, dark: true }, english],
  ['turkish-phone', { width: 320, height: 800, locale: 'tr-TR', touch: true }, turkish],
] as const;

// The short form has both languages, both colour schemes, and the narrow and the broad layout.
test.each(everyNth(2, FORMS, { from: 1, isNeeded: ([name]) => name === 'turkish-phone' }))(
  'the screen of keys and its dialogs are accessible and fit: %s',
  async (name, options, t) => {
    await createClient(service(), {
      appKey: `long-${name}`,
      name: 'Çok Uzun Adlı Bir İşyeri, entegrasyon denemeleri',
      isTest: true,
    });
    const { page, screenshot, accessibilityProblems } = await openPage(options);
    await page.goto(consoleUrl(service(), 'clients'));
    await page.getByLabel(t.session.appKey).fill(ADMIN.appKey);
    await page.getByLabel(t.session.secret).fill(ADMIN.secret);
    await page.getByRole('button', { name: t.session.signIn }).click();
    await badgeOf(page, t.clients.merchants, `long-${name}`).waitFor();
    const check = async (view: string) => {
      await screenshot(`console-test-keys-${view}-${name}`);
      expect(await accessibilityProblems(), view).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), view).toBe(0);
    };
    await check('screen');
    await page.getByRole('button', { name: t.clients.newMerchant }).click();
    await dialog(page).getByLabel(t.clients.testKey, { exact: true }).check();
    await check('new-merchant');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t.clients.newPerson }).click();
    await dialog(page).getByText(t.clients.testPersonHint).waitFor();
    await check('new-person');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    const edit = t.ui.actOn(t.ui.edit, `long-${name}`);
    await page.getByRole('button', { name: edit, exact: true }).click();
    await dialog(page).getByText(t.clients.staysTest).waitFor();
    await check('edit');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t.clients.newMerchant }).click();
    await dialog(page).getByLabel(t.clients.name, { exact: true }).fill(`Lale, ${name}`);
    await dialog(page).getByLabel(t.clients.testKey, { exact: true }).check();
    await dialog(page).getByRole('button', { name: t.clients.create }).click();
    await dialog(page).getByText(t.clients.isTestKey).waitFor();
    // Buttons that stay in sight lie over nothing that is said about the key.
    expect(await page.evaluate(IS_UNCOVERED)).toEqual([true, true]);
    await check('secret');
  },
);
