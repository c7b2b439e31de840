import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import { call, OPERATOR, type TestService } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import {
  type AwaitedDeposit,
  createAwaited,
  importChosen,
  keepOneAccount,
  writeCamt,
} from '../support/console-statements.ts';
import { readCsvRecords } from '../support/csv.ts';
import { dayBefore, NOON_ZONE } from '../support/noon-zone.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { bankFile } from '../support/statements/bank-file.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();
/** Removes the file picker, so that the export is a download at its end. */
const NO_PICKER = 'delete globalThis.showSaveFilePicker';
/** A name that a spreadsheet must not take for a formula. */
const FORMULA = '=HYPERLINK("http://example.com")';

/** Imports the statements of earlier days: of one a line is missing, and of one the whole statement. */
async function importHistory({ dependencies }: TestService, iban: string): Promise<void> {
  let openingMinor = 2_000_000;
  const files: string[] = [];
  for (let days = 24; days > 0; days -= 1) {
    const lines = Array.from({ length: (days % 4) + 1 }, (_, index) => ({
      amountMinor: 12_300 + 1_711 * ((days * 7 + index * 3) % 11),
      text: `FAST ${days} ${index}`,
      isDebit: (days + index) % 3 === 0,
    }));
    const shown = { iban, lines, day: dayBefore(days), openingMinor, isBroken: days === 5 };
    if (days !== 12) files.push(bankFile(shown));
    openingMinor = lines.reduce(
      (sum, { amountMinor, isDebit }) => sum + (isDebit ? -amountMinor : amountMinor),
      openingMinor,
    );
    if (days === 5) openingMinor += 100;
  }
  const given = { name: 'history.sta', bytes: Buffer.from(files.join('')) };
  await importFile(dependencies, given, { clientId: null, audit: undefined });
}

async function exported(page: Page, service: TestService): Promise<ReturnType<typeof readCsvRecords>> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const path = join(service.folder, 'export.csv');
  await (await download).saveAs(path);
  return readCsvRecords(readFileSync(path, 'utf8'));
}

async function startDay(): Promise<{ service: TestService; paid: AwaitedDeposit; byHand: AwaitedDeposit }> {
  const service = await startOwn({ TIME_ZONE: NOON_ZONE });
  await keepOneAccount(service);
  const [paid, byHand] = [
    await createAwaited(service, 'Ayşe Yılmaz'),
    await createAwaited(service, 'Elif Kaya'),
  ];
  await importHistory(service, paid.iban);
  const body = { sequence: '1', finalAmount: '500' };
  expectData(
    await call(service, `/v1/transactions/${byHand.transactionId}/settle`, {
      as: OPERATOR,
      body,
      sign: 'timed',
    }),
  );
  return { service, paid, byHand };
}

test('at the end of the day an operator goes from the file to its day, sees what drifts, and takes both along', async () => {
  const { service, paid } = await startDay();
  const { page, context, accessibilityProblems, screenshot } = await openPage();
  await context.addInitScript(NO_PICKER);
  await page.setViewportSize({ width: 1360, height: 900 });
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  const lines = [
    { amount: '500.00', name: paid.name, text: `Havale ${paid.reference}` },
    { amount: '77.10', name: FORMULA, text: 'rent' },
    { amount: '-12.50', name: 'Bank', text: 'HESAP ISLETIM UCRETI' },
  ];
  await importChosen(page, 'today.xml', writeCamt(paid.iban, lines, { day: dayBefore(0) }));
  await page.getByText('3 lines, 3 new').first().waitFor();
  await page.getByRole('link', { name: 'Open the file' }).first().click();
  const file = page.getByRole('complementary', { name: 'File' });
  await file.getByRole('heading', { name: 'today.xml' }).waitFor();
  await file.getByText('by Demo operator').waitFor();
  await page.getByRole('region', { name: 'Imported files' }).getByText('history.sta').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('reconciliation-files');

  await file.getByRole('link', { name: 'Days of the account' }).click();
  const detail = page.locator('.day-detail');
  await expect
    .poll(() => detail.locator('.day-sums').allInnerTexts())
    .toEqual([
      expect.stringMatching(
        /Deposits\s+500\.00.TRY\s+Fees\s+−12\.50.TRY\s+Unknown money\s+77\.10.TRY\s+Movement\s+564\.60.TRY/,
      ),
      expect.stringMatching(
        /Deposits paid\s+1,000\.00.TRY\s+Withdrawals paid\s+0\.00.TRY\s+Service says\s+1,000\.00.TRY/,
      ),
    ]);
  await page.getByRole('link', { name: 'Days', exact: true }).click();
  await page.getByRole('textbox', { name: 'From' }).fill(dayBefore(30));
  await page.getByRole('textbox', { name: 'From' }).press('Enter');
  await page.getByText('Sum (31), TRY').waitFor();
  await page.getByText('off by 1.00').waitFor();
  await page
    .getByText(/^gap of /)
    .first()
    .waitFor();
  await page.getByRole('img', { name: /^Drift, day by day: from −/ }).waitFor();
  const today = page.locator('.days-table tbody tr').first();
  await today.getByRole('button').press('Enter');
  await detail.waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('reconciliation-days');
  const records = await exported(page, service);
  expect(records).toHaveLength(31);
  expect(records.at(-1)).toMatchObject({
    day: dayBefore(0),
    movement: '564.60',
    deposits: '500.00',
    fees: '-12.50',
    unknown: '77.10',
    believed: '1000.00',
    drift: '-435.40',
    unexplained: '-500.00',
    lineCount: '3',
  });

  await detail.getByRole('link', { name: 'Deposits paid' }).click();
  await expect.poll(() => page.locator('.result-rows tbody tr').count()).toBe(2);
  await page.goBack();
  await detail.getByRole('link', { name: 'Transactions that moved this money' }).click();
  await expect.poll(() => page.locator('.result-rows tbody tr').count()).toBe(2);
  await page.getByRole('button', { name: 'Filters 3' }).click();
  expect(await page.getByLabel('Money moved until').inputValue()).toBe(dayBefore(0));
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => page.getByLabel('On the account').inputValue()).toBe('');
  await page.goBack();
  await page.goBack();
  await detail.waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot('reconciliation-days-narrow');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await detail.getByRole('link', { name: 'Lines of the day (3)' }).click();
  await expect.poll(() => page.locator('.line-rows tbody tr').count()).toBe(3);
  await screenshot('reconciliation-lines-narrow');
  await page.getByText('Find, account, days and export: filtered').click();
  const exportedLines = await exported(page, service);
  expect(exportedLines.map(({ amount, state }) => [amount, state])).toEqual([
    ['-12.50', 'fee'],
    ['77.10', 'unknown'],
    ['500.00', 'matched'],
  ]);
  expect(exportedLines[1]?.name).toBe(`'${FORMULA}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.getByText('history.sta').click();
  await file.getByRole('heading', { name: 'history.sta' }).waitFor();
  await screenshot('reconciliation-file-narrow');
});
