import { expect, test } from 'vitest';
import { call, MERCHANT, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createMany } from '../support/console-queue.ts';
import { testLong } from '../support/long-test.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();

async function withdraw(accountName: string): Promise<string> {
  const body = withdrawalFields({ accountName, userId: accountName });
  return expectData(await call(service(), WITHDRAW, { as: MERCHANT, body })).transactionId;
}

async function prepare(transactionIds: readonly string[]): Promise<number> {
  const [account] = await service().dependencies.db.read('listEveryAccount');
  const options = { as: OPERATOR, sign: 'timed', json: { transactionIds, accountId: account?.id } } as const;
  return expectData(await call(service(), '/v1/payouts', options)).number;
}

test('a withdrawal leaves "To pay" and its number when a batch takes it, and "All" names the batch', async () => {
  await withdraw('Payee By Hand');
  const batched = await withdraw('Payee Batched');
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'queue?type=withdrawal' });
  const names = page.locator('tbody .at-name bdi');
  await expect.poll(() => names.allTextContents()).toEqual(['Payee By Hand', 'Payee Batched']);
  await page.getByRole('link', { name: /^To pay 2/ }).waitFor();
  const number = await prepare([batched]);
  await expect.poll(() => names.allTextContents()).toEqual(['Payee By Hand']);
  await page.getByRole('link', { name: /^To pay 1/ }).waitFor();
  await page.getByRole('link', { name: '1 more in payout batches' }).waitFor();
  await page.getByRole('link', { name: /^All 2/ }).click();
  const row = page.locator('tbody tr', { hasText: 'Payee Batched' });
  await row.getByText(`in batch ${number}`).waitFor();
  expect(await row.getByRole('button', { name: /^Pay it/ }).isDisabled()).toBe(true);
  expect(await row.getByRole('button', { name: /Copy/ }).count()).toBe(1);
});

testLong('a queue that is sorted says that newer ones are not among its rows', async () => {
  await createMany(service(), 51);
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"before":"') ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByText('Only the 50 oldest.').waitFor();
});
