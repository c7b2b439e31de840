import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import { createOutcomes } from '../support/console-outcomes.ts';
import { everyNth } from '../support/long.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafe';

beforeAll(async () => {
  await createOutcomes(service());
  await createPayable(service(), { name: LONG, processId: '0f8fad5b-d9cb-469f-a165-70867728950e' });
});

/** The shown names with their outcomes. */
async function outcomes(page: Page): Promise<Record<string, string>> {
  // All at once: rows may go away meanwhile.
  const pairs = await page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const badges = [...row.querySelectorAll('.outcome .badge')].map(({ textContent }) => textContent);
      return [row.querySelector('.at-name bdi')?.textContent ?? '', badges.join(' ')] as const;
    }),
  );
  return Object.fromEntries(pairs);
}

test('expired, cancelled, rejected and reversed are told apart by column and by chips, alone and together', async () => {
  const { page } = await openPage({ width: 1440 });
  await openConsole(page, service(), { as: OPERATOR, path: 'search?query=ada' });
  await page.getByText('8 found').waitFor();
  expect(await outcomes(page)).toEqual({
    'Ada Successful': 'successful',
    'Ada Expired': 'expired',
    'Ada Cancelled': 'cancelled',
    'Ada Rejected': 'rejected',
    'Ada Reversed': 'reversed',
    'Ada Late': 'expired late',
    'Ada Paid Late': 'successful late',
    'Ada Pending': 'pending',
  });
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  await chip('Filters').click();
  await chip('Cancelled').click();
  await expect.poll(() => outcomes(page)).toEqual({ 'Ada Cancelled': 'cancelled' });
  await chip('Reversed').click();
  await expect
    .poll(() => outcomes(page))
    .toEqual({ 'Ada Cancelled': 'cancelled', 'Ada Reversed': 'reversed' });
  await chip('Cancelled').click();
  await chip('Reversed').click();
  await page.getByText('8 found').waitFor();
  await chip('Expired').click();
  await expect.poll(() => outcomes(page)).toEqual({ 'Ada Expired': 'expired', 'Ada Late': 'expired late' });
});

test('the late list has deposits that expired after the payer reported a transfer, and those paid after their end', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'search?reason=rejected' });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Late' }).click();
  await page.getByText('Look for this money in the bank account.').waitFor();
  await expect
    .poll(() => outcomes(page))
    .toEqual({ 'Ada Late': 'expired late', 'Ada Paid Late': 'successful late' });
  expect(new URL(page.url()).search).toBe('?isLate=true');
});

test('a click anywhere in a row opens it and moves no row', async () => {
  const { page } = await openPage({ width: 1100, height: 900 });
  await openConsole(page, service(), { as: OPERATOR, path: 'search' });
  const row = page.locator('tbody tr').nth(4);
  const top = async () => (await row.boundingBox())?.y;
  await row.waitFor();
  const before = await top();
  await row.locator('.at-amount').click();
  await page.getByRole('complementary', { name: 'Transaction' }).waitFor();
  expect(await top()).toBe(before);
});

test('no row moves when the choices of accounts and clients come after the rows', async () => {
  const paths = ['search', 'search?appKey=demo-merchant', 'queue', 'queue?appKey=demo-merchant'];
  const cases = paths.flatMap((path) => [820, 1100, 1440].map((width) => ({ path, width })));
  for (const { path, width } of everyNth(5, cases)) {
    const { page, context } = await openPage({ width, height: 900 });
    const release = await holdRequests(page, 'query FilterChoices');
    await openConsole(page, service(), { as: OPERATOR, path });
    const row = page.locator('tbody tr').first();
    const top = async () => (await row.boundingBox())?.y;
    const before = await top();
    const choices = page.locator('.chips').getByLabel('Account', { exact: true }).locator('option');
    expect(await choices.count()).toBeLessThan(2);
    release();
    await choices.nth(1).waitFor({ state: 'attached' });
    expect(await top(), `${path} ${width}`).toBe(before);
    await context.close();
  }
});
