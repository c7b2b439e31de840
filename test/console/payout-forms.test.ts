import { beforeEach, describe, expect, test } from 'vitest';
import {
  call,
  type Json,
  MERCHANT,
  OPERATOR,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import { testLong } from '../support/long-test.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();
let service: TestService;

async function withdraw(accountName: string): Promise<string> {
  const body = withdrawalFields({ userId: accountName, accountName });
  return expectData(await call(service, WITHDRAW, { as: MERCHANT, body })).transactionId;
}

const batchesOf = async (): Promise<Json[]> =>
  expectData(await call(service, '/v1/payouts', { as: OPERATOR }));

async function openForm() {
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'payouts?new=yes' });
  await page.locator('button:focus', { hasText: /^Prepare/ }).waitFor();
  return page;
}

describe('the form for a batch', () => {
  beforeEach(async () => {
    service = await startOwn();
    await withdraw('Ada');
    await withdraw('Ece');
  });

  test('prepares nothing for a largest amount that it cannot read', async () => {
    const page = await openForm();
    const upTo = page.getByLabel('Up to');
    await upTo.fill('5000-');
    await upTo.press('Enter');
    await page.getByText('Enter an amount such as 1,250.50.').waitFor();
    expect(await upTo.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: /^Prepare/ }).isDisabled()).toBe(true);
    expect(await batchesOf()).toEqual([]);
  });

  test('keeps a person who has left it on the new screen, with a link to the batch', async () => {
    const page = await openForm();
    const release = await holdRequests(page, 'mutation PreparePayout');
    await page.keyboard.press('Enter');
    for (const key of ['g', 'q']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    release();
    await page.getByText('Batch 1 is prepared. Another person has to approve it.').waitFor();
    expect(page.url()).toContain('/console/queue');
    await page.getByRole('button', { name: 'Batch 1', exact: true }).click();
    await page.locator('.batch-head').waitFor();
  });

  testLong('is refused by the name of its screen where it was left meanwhile', async () => {
    const page = await openForm();
    const release = await holdRequests(page, 'mutation PreparePayout');
    await page.keyboard.press('Enter');
    for (const key of ['g', 'q']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    const [{ transactionId }] = expectData(await call(service, '/v1/payouts/payable', { as: OPERATOR }));
    const claim = `/v1/transactions/${transactionId}/claim`;
    expectData(await call(service, claim, { as: OPERATOR, body: {}, sign: 'timed' }));
    release();
    await page.getByText(/^Payouts: /).waitFor();
  });

  test('takes a day as people write it', async () => {
    const page = await openForm();
    await page.getByLabel('To be paid on').fill('21.12.2026');
    await page.getByRole('button', { name: 'Prepare 2' }).click();
    await page.locator('.batch-head').waitFor();
    expect((await batchesOf())[0]).toMatchObject({ executionDay: '2026-12-21' });
  });

  testLong('names the field of a day that it cannot read', async () => {
    const page = await openForm();
    const day = page.getByLabel('To be paid on');
    await day.fill('tomorrow');
    await page.getByRole('button', { name: 'Prepare 2' }).click();
    await page.getByText('Enter a date, such as 2026-11-21.').waitFor();
    expect(await day.getAttribute('aria-invalid')).toBe('true');
  });

  test('offers the payouts of each currency that waits', async () => {
    const id = await withdraw('Ingrid');
    await withDatabase(service.databasePath, (db) =>
      db.updateTable('transactions').set({ currency: 'EUR' }).where('id', '=', id).execute(),
    );
    const page = await openForm();
    await page.getByRole('button', { name: 'Prepare 2' }).waitFor();
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByRole('button', { name: 'Prepare 1' }).waitFor();
    expect(await page.getByRole('row', { name: /Ingrid/ }).count()).toBe(1);
  });
});
