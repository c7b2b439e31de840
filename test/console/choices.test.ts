import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { consoleUrl, cutStreams, mendStreams, openConsole, signIn } from '../support/console.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { useService } from '../support/shared-service.ts';

/** After this time a form that opens reads them again. */
const FRESH_MS = 30_000;

const openPage = useConsole();
const service = useService();

const PATH = 'reconciliation';
const choices = (page: Page) =>
  page.getByRole('region', { name: 'Import a statement' }).getByLabel('Account').first();
const openForm = (page: Page) => page.getByRole('button', { name: 'Import a statement' }).click();

async function addAccount(name: string): Promise<void> {
  const { id: bankId } = await createBank(service(), { name, withAccount: false });
  await createAccount(service(), { bankId });
}

const seesAccount = (page: Page, name: string) =>
  expect
    .poll(async () => choices(page).getByRole('option').allTextContents())
    .toContainEqual(expect.stringContaining(name));

describe('the accounts that a form offers', () => {
  test('stand in the order of their short names', async () => {
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: PATH });
    await openForm(page);
    await seesAccount(page, 'Ege');
    const offered = (await choices(page).getByRole('option').allTextContents()).slice(1);
    expect(offered).toEqual(offered.toSorted((one, other) => one.localeCompare(other, 'en')));
  });

  testLong('are read again when it opens later', async () => {
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: PATH });
    await openForm(page);
    await seesAccount(page, 'Ege');
    await page.getByRole('link', { name: 'Queue' }).click();
    await addAccount('Later Bank');
    await page.clock.setFixedTime(Date.now() + 2 * FRESH_MS);
    await page.getByRole('link', { name: 'Reconciliation' }).click();
    await openForm(page);
    await seesAccount(page, 'Later');
  });

  test('are read again after a break', async () => {
    const { page } = await openPage();
    await page.goto(consoleUrl(service(), PATH));
    await cutStreams(page);
    await signIn(page, OPERATOR);
    await page.getByText('Reconnecting …', { exact: true }).waitFor();
    await openForm(page);
    await seesAccount(page, 'Ege');
    await addAccount('Missed Bank');
    await mendStreams(page);
    await seesAccount(page, 'Missed');
  });

  test('are asked for again when they could not be read', async () => {
    const { page } = await openPage();
    await page.goto(consoleUrl(service(), PATH));
    let isFirst = true;
    await page.route('**/graphql', (route) => {
      if (!isFirst || !route.request().postData()?.includes('query FilterChoices')) return route.fallback();
      isFirst = false;
      return route.abort();
    });
    await signIn(page, OPERATOR);
    await openForm(page);
    await seesAccount(page, 'Ege');
  });
});
