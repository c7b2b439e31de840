import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import { createNamed } from '../support/console-queue.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

/** Goes back as soon as the secret is in the document, before anything can be painted. */
const BACK_WHEN_DRAWN = `new MutationObserver((_, observer) => {
  if (document.querySelectorAll('dialog code').length < 2) return;
  observer.disconnect();
  history.back();
}).observe(document.body, { childList: true, subtree: true })`;

const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.tagName');

test('after a row is removed by keys the next one has the focus, and after the last one the heading', async () => {
  const { db, runtime } = service().dependencies;
  for (const text of ['One', 'Two', 'Three'])
    await db.run('saveReasonTemplate', {
      template: { id: runtime.newId(), kind: 'reject', text, seenBy: 'nobody' },
      isNew: true,
    });
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'templates' });
  await page.getByRole('button', { name: 'Remove Two' }).focus();
  for (const next of ['Remove Three', 'Remove One', 'H1']) {
    await page.keyboard.press('Enter');
    await page.locator('button:focus[aria-label^="Really"][aria-disabled="false"]').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(next);
  }
});

test('Back never loses a secret that is shown once: the dialog asks, and stays', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'queue' });
  await page.getByRole('link', { name: 'Merchants and people' }).click();
  await page.getByRole('button', { name: 'New person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Deniz Ak');
  await page.evaluate(BACK_WHEN_DRAWN);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const secret = (await dialog.locator('code').nth(1).textContent())!;
  await page.getByText('Have you stored the secret?').waitFor();
  expect(await dialog.locator('code').nth(1).textContent()).toBe(secret);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Merchants and people' }).waitFor();
});

test('on a phone the panel of the account closes with Escape and with a touch outside it', async () => {
  const { page } = await openPage({ width: 390, height: 844 });
  await openConsole(page, service(), { as: ADMIN, path: 'banks' });
  const account = page.getByRole('button', { name: 'Account:' });
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await account.click();
  await signOut.waitFor();
  await page.keyboard.press('Escape');
  await signOut.waitFor({ state: 'hidden' });
  await account.and(page.locator(':focus')).waitFor();
  await account.click();
  await signOut.waitFor();
  await page.mouse.click(20, 700);
  await signOut.waitFor({ state: 'hidden' });
});

test('Escape closes the panel of the account before the failure that is shown below it', async () => {
  const { page, expectProblem } = await openPage();
  expectProblem(/ERR_FAILED/);
  const { name } = await createNamed(service());
  await openConsole(page, service(), { as: ADMIN });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation Settle(') ? route.abort() : route.fallback(),
  );
  await page.getByLabel('Find').fill(name);
  await page.keyboard.press('Shift+Enter');
  const failure = page.getByText(new RegExp(`^${name}: The service cannot be reached`));
  await failure.waitFor();
  await page.getByRole('button', { name: 'Account:' }).click();
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.waitFor();
  await page.keyboard.press('Escape');
  await signOut.waitFor({ state: 'hidden' });
  expect(await failure.count()).toBe(1);
  await page.keyboard.press('Escape');
  await failure.waitFor({ state: 'detached' });
});

test('an admin screen whose code or texts did not load opens at the next try', async () => {
  const { page, expectProblem } = await openPage();
  expectProblem(/ERR_FAILED/);
  await openConsole(page, service(), { as: ADMIN, path: 'queue' });
  await page.route(/admin-en-/, (route) => route.abort());
  await page.getByRole('link', { name: 'Banks' }).click();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.unroute(/admin-en-/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Accounts' }).waitFor();
});

test('a late answer to a dialog that was closed leaves the next dialog open, with what is typed in it', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'banks' });
  const release = await holdRequests(page, (body) => /mutation UpdateBank\b/.test(body));
  await page.getByRole('button', { name: 'Edit Demo Ege Bank' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Demo Ege Bank 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New bank' }).click();
  await dialog.getByLabel('Name').fill('Ahlatcı');
  release();
  await page.getByText('Demo Ege Bank 2 is saved.').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Ahlatcı');
});
