import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { readAudit } from '../support/audit.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole, signIn } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');

async function signInsOf(appKey: string): Promise<number> {
  return (await readAudit(service().databasePath)).filter(
    ({ operation, actor }) => operation === 'signIn' && actor === appKey,
  ).length;
}

test('each sign-in is recorded once; reloads, refused secrets and sessions in other tabs are not', async () => {
  const { page, context, expectProblem } = await openPage();
  const operator = await createClient(service(), { role: 'operator' });
  await page.goto(consoleUrl(service()));
  await signIn(page, { ...operator, secret: 'wrong' });
  await page.getByText('This is not the secret of this key.').waitFor();
  expect(await signInsOf(operator.appKey)).toBe(0);
  await page.getByLabel('Secret').fill(operator.secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await signInsOf(operator.appKey)).toBe(1);
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  const other = await context.newPage();
  await other.goto(consoleUrl(service(), 'search'));
  await other.getByText(`${operator.appKey} · operator`).waitFor({ state: 'attached' });
  expect(await signInsOf(operator.appKey)).toBe(1);
  expectProblem(/403/);
});

test('simultaneous sign-ins with one key are each recorded', async () => {
  const operator = await createClient(service(), { role: 'operator' });
  const pages = [await openPage(), await openPage()];
  await Promise.all(pages.map(({ page }) => openConsole(page, service(), { as: operator })));
  expect(await signInsOf(operator.appKey)).toBe(2);
});

test('a sign-in that cannot be recorded fails', async () => {
  const { page, expectProblem } = await openPage();
  await page.route('**/graphql', (route) =>
    /mutation SignIn\b/.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  );
  await page.goto(consoleUrl(service()));
  await signIn(page, OPERATOR);
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(1);
  await page.reload();
  await page.getByLabel('appKey').waitFor();
  expectProblem(/ERR_FAILED/);
});

test('an admin finds a change by its target, and sees who made it and the values before and after', async () => {
  const deposit = await createPayable(service());
  await settle(service(), deposit, { finalAmount: '499.5' });
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'audit' });
  await page.getByLabel('Target').fill(deposit.transactionId);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await rows(page).first().textContent()).toMatch(
    /Demo operator.*demo-operator.*127\.0\.0\.1.*Settle a transaction.*settleTransaction/,
  );
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await page.getByLabel('Target').inputValue()).toBe(deposit.transactionId);
  await page.getByRole('button', { name: /^Details of row/ }).click();
  const values = page.getByRole('dialog').getByRole('table');
  const cellsOf = (field: string) => values.getByRole('row').filter({ hasText: field }).getByRole('cell');
  await expect.poll(() => cellsOf('Final amount').allTextContents()).toEqual(['Final amount', '–', '499.50']);
  expect(await cellsOf('Version').allTextContents()).toEqual(['Version', '1', '2']);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
  expect(await page.getByLabel('Target').inputValue()).toBe('');
});

test('the filters combine, a wrong one is named, and older rows follow page by page', async () => {
  const deposits = await Promise.all(Array.from({ length: 60 }, () => createPayable(service())));
  await Promise.all(deposits.map((deposit) => settle(service(), deposit)));
  const { page } = await openPage();
  await openConsole(page, service(), {
    as: ADMIN,
    path: 'audit?actor=demo-operator&operation=settleTransaction',
  });
  await expect.poll(() => rows(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(60);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Nothing found').waitFor();
  // The form stays the same one, so the focus stays on its button.
  await page.getByRole('button', { name: 'Search' }).and(page.locator(':focus')).waitFor();
  await page.goto(consoleUrl(service(), `audit?operation=${'x'.repeat(129)}`));
  await page.getByText('At most 128 characters.').waitFor();
});

test('a change is described in words, without fields that were and stayed empty', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'banks' });
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New bank' }).click();
  await form.getByLabel('Name').fill('Ege');
  const deposits = form.getByRole('group', { name: 'Deposits' });
  await deposits.getByLabel('Smallest amount').fill('50');
  await deposits.getByLabel('Largest amount').fill('2000');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto(consoleUrl(service(), 'clients'));
  await page.getByRole('button', { name: 'New merchant' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Lale');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByRole('button', { name: 'I have stored it' }).click();
  const rowsOf = async (operation: string) => {
    await page.goto(consoleUrl(service(), `audit?operation=${operation}`));
    await page.getByRole('button', { name: /^Details of row/ }).click();
    await form.getByRole('table').waitFor();
    return form.getByRole('table').locator('tbody tr');
  };
  expect(await (await rowsOf('addBank')).allTextContents()).toEqual([
    'Name–Ege',
    'Active–yes',
    'Deposits–50.00 – 2,000.00',
  ]);
  expect(await (await rowsOf('createClient')).allTextContents()).toEqual([
    'Name–Lale',
    'Role–merchant',
    'IP addresses–none',
    'Signatures with a timestamp only–no',
    'Sites that payers can return to–none',
  ]);
});
