import { expect, test } from 'vitest';
import { call, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { CLIPBOARD, createWithdrawal, openAt } from '../support/console-paying.ts';
import { paneOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const openInBrowser = useBrowser();
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

test('to pay comes first while nobody is paying a withdrawal, and to say so after that', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, await createWithdrawal(service, 'Ada Yılmaz'));
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  const first = () => paneOf(page).locator('.primary').allInnerTexts();
  await expect.poll(first).toEqual([expect.stringMatching(/^Pay it/)]);
  await page.keyboard.press('p');
  await paneOf(page).getByText('You are paying this, until').waitFor();
  await expect.poll(first).toEqual(['I have paid it']);
});

test('the IBAN of a withdrawal is read and copied in its row, which claims it', async () => {
  const service = await startOwn();
  for (const width of [360, 820, 1440]) {
    const { page, copied } = await openInBrowser({ ...CLIPBOARD, width });
    const name = `Ada Yılmaz ${width}`;
    await createWithdrawal(service, name);
    await openConsole(page, service, { as: OPERATOR, path: 'queue?type=withdrawal' });
    const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    const iban = row.getByRole('button', { name: 'TR33 0006 1005 1978 6457 8413 26: Copy IBAN' });
    await iban.waitFor();
    expect(await iban.evaluate((button) => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0);
    await iban.click();
    await row.getByText('you are paying').waitFor();
    await expect.poll(copied).toBe('TR330006100519786457841326');
  }
});
