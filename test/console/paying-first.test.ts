import { expect, test } from 'vitest';
import { call, OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { createWithdrawal, openAt } from '../support/console-paying.ts';
import { paneOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

test('a claim ends by its time in every open console, which then says who was paying', async () => {
  const service = await startOwn({ CLAIM_TTL: '5s' });
  const mehmet = await createClient(service, { role: 'operator', name: 'Mehmet' });
  const { page } = await openPage();
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  await openAt(page, service, OPERATOR, id);
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  const claim = `/v1/transactions/${id}/claim`;
  expectData(await call(service, claim, { body: {}, as: mehmet, sign: 'timed' }));
  await paneOf(page).getByText('Being paid by Mehmet since').waitFor();
  await paneOf(page)
    .getByText(/^Mehmet was paying this until .*: ask before you pay\.$/)
    .waitFor();
  await page.getByRole('row').getByText('Mehmet was paying').waitFor();
  expect(await paneOf(page).locator('.paying .copy').count()).toBe(0);
});

test('the holder is warned before the claim ends, keeps it, and sends it to the bank without an end', async () => {
  const service = await startOwn({ CLAIM_TTL: '123s' });
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, await createWithdrawal(service, 'Ada Yılmaz'));
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  await page.keyboard.press('p');
  // Two minutes before the end, on whatever screen.
  await page.getByText('You are paying 12,500.50 · Ada Yılmaz only until').waitFor();
  await paneOf(page).getByText('Your claim ends at').waitFor();
  await paneOf(page).getByRole('button', { name: 'Keep paying' }).click();
  await paneOf(page).getByRole('button', { name: 'Sent to the bank' }).click();
  await paneOf(page).getByText('You are paying this. It was sent to the bank at').waitFor();
  await page.getByRole('row').getByText('you sent it to the bank').waitFor();
});
