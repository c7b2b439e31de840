import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { ReasonTemplate } from '../../src/transactions/domain/reason.ts';
import { ADMIN, call, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { handsOn } from '../support/hands.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);
const dialog = (page: Page) => page.getByRole('dialog');

beforeEach(async () => {
  const { db } = service().dependencies;
  for (const { id } of await db.read('listReasonTemplates')) await db.run('removeReasonTemplate', { id });
});

async function store(...templates: readonly Omit<ReasonTemplate, 'id'>[]): Promise<void> {
  const { db, runtime } = service().dependencies;
  for (const template of templates)
    await db.run('saveReasonTemplate', {
      template: { ...template, id: runtime.newId() },
      isNew: true,
    });
}

const REJECTIONS = [
  { kind: 'reject', text: 'No money came', seenBy: 'payer' },
  { kind: 'reject', text: 'Looks like fraud', seenBy: 'nobody' },
] as const;

test('a reason is picked with two keys and its number', async () => {
  await store(...REJECTIONS);
  const one = await createNamed(service());
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).getByText(one.name).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Reject' }).waitFor();
  const hands = handsOn(page);
  await hands.press('r');
  await dialog(page).getByText('Looks like fraud').waitFor();
  await hands.press('1', 'Enter');
  await dialog(page).waitFor({ state: 'detached' });
  expect(hands.count()).toEqual({ keys: 3, clicks: 0 });
  holds.pass();
  await service().planRunner.runNow();
  expect(await readOutcome(service(), one)).toMatchObject({ statusReason: 'No money came', sequence: 2 });
});

test('the list of reasons shows their numbers on a device without keys, too', async () => {
  await store(...REJECTIONS);
  const { page } = await openPage({ width: 390, height: 844, touch: true });
  await openConsole(page, service(), { as: ADMIN, path: 'templates' });
  const row = page.getByRole('row').filter({ hasText: 'Looks like fraud' });
  await row.getByText('2', { exact: true }).waitFor();
});

test('a reason that is for the desk alone is only in the history of the console', async () => {
  await store(...REJECTIONS);
  const one = await createNamed(service());
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: `search?open=${one.transactionId}` });
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByRole('button', { name: 'Reject' }).click();
  await dialog(page).getByText('Looks like fraud').click();
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  holds.pass();
  await pane.locator('.history').getByText('Looks like fraud').waitFor();
  await pane.locator('.history').getByText('Seen by: nobody outside').waitFor();
  expect((await readOutcome(service(), one)).statusReason).toBe('rejected_by_operator');
  expect(await (await fetch(service().url + one.path)).text()).not.toContain('Looks like fraud');
  const { text } = await call(service(), `/v1/transactions/${one.transactionId}`);
  expect(text).not.toContain('Looks like fraud');
  await expectAgreement(service().databasePath);
});

test('words that are typed at the choice become the reason, and digits in them pick nothing', async () => {
  await store(...REJECTIONS);
  const one = await createNamed(service());
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: `search?open=${one.transactionId}` });
  await page.getByRole('complementary').getByRole('button', { name: 'Reject' }).click();
  await dialog(page).getByText('Looks like fraud').waitFor();
  await dialog(page).locator('input[name=template]:focus').waitFor();
  await page.keyboard.type('Came 2 days late');
  await dialog(page).getByLabel('Seen by').selectOption('payer');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  holds.pass();
  await service().planRunner.runNow();
  expect((await readOutcome(service(), one)).statusReason).toBe('Came 2 days late');
});

test('a number picks a required reason, and is not typed into the amount', async () => {
  await store({ kind: 'reverse', text: 'Taken back', seenBy: 'merchant' });
  await store({ kind: 'correct', text: 'Paid late', seenBy: 'merchant' });
  const one = await createNamed(service());
  await settle(service(), one);
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: `search?open=${one.transactionId}` });
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByRole('button', { name: 'Reverse' }).click();
  await dialog(page).getByText('Taken back').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  holds.pass();
  await pane.getByRole('button', { name: 'Correct' }).click();
  await dialog(page).getByText('Paid late').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  holds.pass();
  await service().planRunner.runNow();
  expect(await readOutcome(service(), one)).toMatchObject({ statusReason: 'Paid late', finalAmount: 500 });
});

test('an admin adds, changes and removes reasons, and mistakes are reported at their fields', async () => {
  const { page, accessibilityProblems } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'templates' });
  await page.getByText('There are no reasons yet').waitFor();
  const save = async (text: string) => {
    await dialog(page).getByLabel('Reason').fill(text);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
  };
  await page.getByRole('button', { name: 'New reason' }).click();
  expect(await accessibilityProblems()).toEqual([]);
  await save('');
  await dialog(page).getByText('Fill this in.').waitFor();
  await dialog(page).getByLabel('Seen by').selectOption('nobody');
  await save('No money came');
  const row = page.getByRole('row').filter({ hasText: 'No money came' });
  await row.getByText('nobody outside').waitFor();
  await page.getByRole('button', { name: 'New reason' }).click();
  await save('No money came');
  await dialog(page).getByText('This decision already has this reason.').waitFor();
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Seen by').selectOption('payer');
  await save('No money came');
  await row.getByText('payer and merchant').waitFor();
  await row.getByRole('button', { name: /remove/i }).click();
  await row.getByRole('button', { name: /remove/i }).click();
  await page.getByText('There are no reasons yet').waitFor();
});

test.each([
  { language: 'en', dark: false },
  { language: 'tr', dark: true },
])('screen and dialog have no violation at every width: $language', async ({ language, dark }) => {
  const long = 'Gönderenin adı hesap sahibinin adıyla aynı değil; işyeri kuralları gereği kabul edilmedi';
  await store(...REJECTIONS, { kind: 'reject', text: long, seenBy: 'merchant' });
  await store({ kind: 'cancel', text: 'Müşteri telefonla istedi', seenBy: 'merchant' });
  const one = await createNamed(service());
  const { page, accessibilityProblems, screenshot } = await openPage({ dark });
  await openConsole(page, service(), { as: ADMIN, path: 'templates' });
  await page.evaluate((tag) => localStorage.setItem('bank-transfers-language', tag), language);
  // Axe looks at the narrow layout in the dark, and at the wide one in the light: no finding depends on the words.
  const axeWidth = dark ? 360 : 1440;
  const check = async (name: string) => {
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === axeWidth) expect(await accessibilityProblems()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await screenshot(`${name}-${language}-${width}`);
    }
  };
  await page.reload();
  await page.getByText(long).waitFor();
  await check('templates');
  await page.goto(`${service().url}/console/search?open=${one.transactionId}`);
  await page.locator('.summary button').nth(1).click();
  await dialog(page).getByText(long).waitFor();
  await check('reasons');
});
