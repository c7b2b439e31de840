import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import {
  type AwaitedDeposit,
  chooseFile,
  commitImport,
  createAwaited,
  dropFile,
  keepOneAccount,
  linePane,
  lineRow,
  readTransaction,
  showGroup,
  transferOf,
  writeCamt,
} from '../support/console-statements.ts';
import { createClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { startReceiver } from '../support/receiver.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { verifyDelivery } from '../support/signed-callback.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

/** Pastes rows of the web page of a bank, as those of an account. */
async function paste(page: Page, region: Locator, rows: string, accountId: string): Promise<void> {
  await page.getByRole('button', { name: 'Import a statement' }).click();
  await region.getByRole('button', { name: 'Paste lines' }).click();
  await region.getByLabel('Lines from a bank page').fill(rows);
  await region.getByRole('button', { name: 'Show what would happen' }).click();
  const account = region.getByLabel('Account', { exact: true });
  await account.locator('option').nth(1).waitFor({ state: 'attached' });
  await account.selectOption(accountId);
  await region.getByText('1 line, 1 new').waitFor();
  await page.locator('.preview .primary').click();
}

test('of three payers the two who pay exactly settle by themselves, and the one who pays less with one key', async () => {
  await using receiver = await startReceiver();
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const merchant = await createClient(service, { callbackUrl: receiver.url });
  const accountId = await keepOneAccount(service);
  const awaited = [];
  for (const name of ['Ayşe Yılmaz', 'Mehmet Demir', 'Elif Kaya'])
    awaited.push(await createAwaited(service, name, merchant));
  const [first, second, third] = awaited as [AwaitedDeposit, AwaitedDeposit, AwaitedDeposit];
  const payer = await openPage();
  await payer.page.goto(service.url + first.path);
  await payer.page.getByText(first.reference).first().waitFor();
  await payer.screenshot('statement-day-payer');

  const { page, accessibilityProblems, screenshot } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  await page.getByText('Nothing to decide', { exact: true }).waitFor();
  const region = page.getByRole('region', { name: 'Import a statement' });
  const file = writeCamt(first.iban, [transferOf(first), transferOf(third, '450.00')]);
  await dropFile(page, 'monday.xml', file);
  await page.locator('.preview .primary:focus').waitFor();
  await screenshot('statement-day-preview');
  await commitImport(page);
  await region.getByRole('status').getByText('2 lines, 2 new').waitFor();
  const day = new Date().toISOString().slice(0, 10).split('-').reverse().join('.');
  const rows = `Tarih;Açıklama;Tutar\n${day};Havale ${second.reference} Mehmet Demir;500,00\n`;
  await paste(page, region, rows, accountId);
  await page.getByRole('link', { name: /^Reconciliation ?, 1 waiting/ }).waitFor();
  for (const settled of [first, second])
    await expect
      .poll(() => readTransaction(service, settled))
      .toMatchObject({ status: 'successful', finalAmount: 500 });
  await payer.page.getByRole('heading', { name: 'Payment received' }).waitFor();
  // An import leads to its own lines; the third payer is in the one before.
  await page.getByRole('link', { name: 'All lines' }).click();
  await showGroup(page, 'To decide');
  await lineRow(page, 'Elif Kaya').locator('.badge', { hasText: 'too little' }).waitFor();
  await lineRow(page, 'Elif Kaya').click();
  const pane = linePane(page);
  await pane.getByText('50.00 TRY less', { exact: true }).waitFor();
  await pane.getByText(`The reference ${third.reference} is in the text.`).waitFor();
  await pane.getByText('50.00 less than asked for.').first().waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('statement-day-proposal');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }

  const hands = handsOn(page);
  await hands.press('Enter');
  await page.getByText('Settled: 450.00 TRY · Elif Kaya').waitFor();
  expect(hands.count()).toEqual({ keys: 1, clicks: 0 });
  await page.getByText('Nothing to decide', { exact: true }).waitFor();
  expect(await readTransaction(service, third)).toMatchObject({ planned: { to: 'successful' } });
  holds.pass();
  await service.planRunner.runNow();
  expect(await readTransaction(service, third)).toMatchObject({ status: 'successful', finalAmount: 450 });
  // The menu counts by a request of its own.
  await page.getByRole('link', { name: /^Reconciliation$/ }).waitFor();

  const sent = await receiver.arrivals(3);
  const told = sent.map((delivery) => verifyDelivery(merchant.secret, delivery));
  expect(new Map(told.map(({ transactionId, status, amount }) => [transactionId, [status, amount]]))).toEqual(
    new Map(
      [first, second, third].map(({ transactionId }) => [
        transactionId,
        ['successful', transactionId === third.transactionId ? 450 : 500],
      ]),
    ),
  );

  await chooseFile(page, 'again.xml', file);
  await page.getByText('The same file was imported before').waitFor();
  await page.keyboard.press('Escape');
  await showGroup(page, 'Matched');
  await expect.poll(() => page.locator('.line-rows tbody tr').count()).toBe(3);
  await screenshot('statement-day-matched');
  await expectAgreement(service.databasePath);
});
