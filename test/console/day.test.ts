import { describe, expect, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import { ADMIN, call, OPERATOR, type TestService } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createAwaited } from '../support/console-statements.ts';
import { dayBefore, NOON_ZONE } from '../support/noon-zone.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { bankFile } from '../support/statements/bank-file.ts';

const openInBrowser = useBrowser();
const openPage = useConsole();
const startOwn = useOwnServices();
const DAY = dayBefore(1);

async function importDay({ dependencies, statementMatcher }: TestService, iban: string): Promise<void> {
  const lines = [
    { amountMinor: 64_025, text: 'FAST VOLKAN TASCI', isDebit: false },
    { amountMinor: 1_250, text: 'HESAP ISLETIM UCRETI', isDebit: true },
  ];
  const bytes = Buffer.from(bankFile({ iban, lines, day: DAY, openingMinor: 2_000_000 }));
  await importFile(dependencies, { name: 'day.sta', bytes }, { clientId: null, audit: undefined });
  // What is decided about its lines changes the figures of the day, which a closing names.
  await statementMatcher.matchNow();
}

test('an operator closes yesterday without the statements that are missing, and sees what a late one changes', async () => {
  const service = await startOwn({ TIME_ZONE: NOON_ZONE });
  const accounts = await service.dependencies.db.read('listEveryAccount');
  const [first, late] = [accounts[0]?.iban ?? '', accounts[1]?.iban ?? ''];
  await importDay(service, first);
  const { page, accessibilityProblems, screenshot } = await openInBrowser();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  await page.getByRole('link', { name: 'Days', exact: true }).click();
  const rows = page.locator('.day-accounts tbody tr');
  await expect.poll(() => rows.count()).toBe(accounts.length);
  const row = rows.filter({ hasText: '20,000.00' });
  await expect.poll(() => row.innerText()).toMatch(/20,000\.00\s+640\.25\s+12\.50/);
  const sums = page.locator('.day-accounts tfoot');
  expect(await sums.innerText()).toMatch(/640\.25\s+12\.50/);

  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('they come on Monday');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('ask the bank for the second account');
  expect(await accessibilityProblems()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('The figures have not changed since.').waitFor();

  await importDay(service, late);
  await page.reload();
  await page.getByText('These figures have changed since:').waitFor();
  const change = page.locator('.closing tbody tr').filter({ hasText: 'Closing' }).first();
  expect(await change.innerText()).toMatch(/–\s+20,627\.75/);
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('reconciliation-day');

  await page.emulateMedia({ media: 'print' });
  await page.getByText(`All accounts on`).first().waitFor();
  await page.getByText('Closed by: Demo operator').waitFor();
  await page.emulateMedia({ media: 'screen' });
  await page.getByText('For the accountant').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^movements-.*[.]xlsx$/);
});

async function openDay() {
  const service = await startOwn({ TIME_ZONE: NOON_ZONE });
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?view=days' });
  await page.getByText('Nobody has closed this day yet.').waitFor();
  return { service, page };
}

/** Closes yesterday as an admin. */
async function closeElsewhere(service: TestService): Promise<void> {
  const day = dayBefore(1);
  const { figuresHash } = expectData(await call(service, `/v1/days?day=${day}`, { as: ADMIN }));
  const options = {
    as: ADMIN,
    json: { day, figuresHash, lastClosing: 0, reason: 'no statement comes' },
    sign: 'timed',
  } as const;
  expectData(await call(service, '/v1/days/close', options));
}

describe('the page of a day', () => {
  test('shows an account with unexplained money as different, not as complete', async () => {
    const service = await startOwn({ TIME_ZONE: NOON_ZONE });
    const { transactionId, iban } = await createAwaited(service, 'Elif Kaya');
    const options = { as: OPERATOR, body: { sequence: '1', finalAmount: '500' }, sign: 'timed' } as const;
    expectData(await call(service, `/v1/transactions/${transactionId}/settle`, options));
    const day = dayBefore(0);
    const lines = [{ amountMinor: 1_250, text: 'HESAP ISLETIM UCRETI', isDebit: true }];
    const bytes = Buffer.from(bankFile({ iban, lines, day, openingMinor: 2_000_000 }));
    await importFile(service.dependencies, { name: 'day.sta', bytes }, { clientId: null, audit: undefined });
    await service.statementMatcher.matchNow();
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `reconciliation?view=days&day=${day}` });
    const row = page.locator('.day-accounts tbody tr').filter({ hasText: '−500.00' });
    await row.locator('.badge.warn', { hasText: 'difference' }).waitFor();
    expect(await row.locator('.badge.good').count()).toBe(0);
  });

  test('reads the day again if somebody else has closed it first, and says who', async () => {
    const { service, page } = await openDay();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('they come on Monday');
    await closeElsewhere(service);
    await dialog.getByRole('button', { name: 'Close the day' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Closed by Demo admin, /)
      .waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The figures have not changed since.').waitFor();
    expect(await page.getByText('Nobody has closed this day yet.').count()).toBe(0);
  });

  test('links to the next day, up to today', async () => {
    const { page } = await openDay();
    const later = page.getByRole('link', { name: 'Day after' });
    expect(await later.getAttribute('href')).toContain(`day=${dayBefore(0)}`);
    await later.click();
    await expect.poll(() => page.evaluate('location.search')).toContain(`day=${dayBefore(0)}`);
    await expect.poll(() => later.getAttribute('aria-disabled')).toBe('true');
    expect(await later.getAttribute('href')).toBe(null);
  });
});
