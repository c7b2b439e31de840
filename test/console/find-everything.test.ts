import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole, signOut } from '../support/console.ts';
import {
  createAwaited,
  linePane,
  readTransaction,
  transferOf,
  writeCamt,
} from '../support/console-statements.ts';
import { handsOn } from '../support/hands.ts';
import { importHere } from '../support/reconciliation.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

test('Ctrl+K finds transactions, bank lines and payers, says what became of each, and links lead both ways', async () => {
  const service = await startOwn();
  const paid = await createAwaited(service, 'Ayşe Yılmaz');
  const file = writeCamt(paid.iban, [
    transferOf(paid),
    { amount: '1600.00', name: 'AYSE YILMAZ', text: 'kira' },
  ]);
  await importHere(service, Buffer.from(file), 'pazartesi.xml');
  await expect.poll(async () => (await readTransaction(service, paid)).status).toBe('successful');
  const { page, accessibilityProblems, screenshot } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'overview' });
  const hands = handsOn(page);
  await hands.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const field = palette.getByRole('combobox');
  await hands.type('yılmaz');
  await palette.getByText('settled by the reconciliation').first().waitFor();
  await palette.getByRole('option', { name: /came .* waits: proposed/ }).waitFor();
  await palette.getByRole('option', { name: /AYSE YILMAZ.*payer of 2 lines/ }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('find-everything');
  // What is typed is held against an answer that is long in coming.
  await field.fill('yılmazlar');
  await hands.press('Enter');
  await field.fill('1.600,00');
  await hands.press('Enter');
  await linePane(page).getByText('AYSE YILMAZ').first().waitFor();

  await hands.press('Control+k');
  await field.fill(paid.reference);
  await hands.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByRole('link', { name: '+500.00 TRY · Ayşe Yılmaz' }).click();
  await linePane(page)
    .getByRole('link', { name: /Ayşe Yılmaz/ })
    .first()
    .click();
  await pane.getByText('settled by the reconciliation').first().waitFor();
  await hands.press('g');
  await hands.press('r');
  await page.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor();
});

test('keys after Ctrl+K are typed into the search and decide nothing, even before its code has loaded', async () => {
  const service = await startOwn();
  const payable = await createAwaited(service, 'Pasa Demir');
  const { page } = await openPage();
  let send = () => {};
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/palette-en-/, async (route) => {
    await isSent;
    return route.continue();
  });
  await openConsole(page, service, { as: OPERATOR, path: 'queue' });
  await page.getByText('Pasa Demir').first().waitFor();
  const hands = handsOn(page);
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await hands.press('Control+k');
  await hands.type('pasa');
  await hands.press('Shift+S', 'Enter');
  expect(await palette.getByRole('textbox').inputValue()).toBe('pasaS');
  send();
  await palette.getByRole('combobox').waitFor();
  expect(await palette.getByRole('combobox').inputValue()).toBe('pasaS');
  await palette.getByText('Nothing found').waitFor();
  await palette.getByRole('button', { name: 'Close' }).click();
  await palette.waitFor({ state: 'hidden' });
  expect((await readTransaction(service, payable)).status).toBe('pending');
});

test('a named filter of a screen survives a reload, ends with the sign-out, and can be removed', async () => {
  const service = await startOwn();
  const { page, accessibilityProblems } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'search?status=successful&type=deposit' });
  await page.getByRole('button', { name: 'My views' }).click();
  await page.getByLabel('Save this filter as').fill('Paid in');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Paid in', exact: true }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await page.goto(consoleUrl(service, 'search'));
  await page.getByRole('button', { name: 'My views' }).click();
  await page.getByRole('link', { name: 'Paid in' }).click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ status: 'successful', type: 'deposit' });
  await page.getByRole('button', { name: 'Paid in', exact: true }).click();
  await page.getByLabel('Save this filter as').fill('Paid in, too');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Paid in', exact: true }).click();
  const focused = page.locator(':focus');
  expect(await focused.getAttribute('aria-label')).toBe('Remove Paid in, too');
  await signOut(page);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Paid in');
});
