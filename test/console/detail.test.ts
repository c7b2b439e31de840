import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { createPayable, settle } from '../support/payments.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

const pane = (page: Page) => page.getByRole('complementary', { name: 'Transaction' });
const history = (page: Page) => pane(page).locator('.history li');

async function openDetail(page: Page, transactionId: string): Promise<void> {
  await openConsole(page, service(), { as: OPERATOR, path: `search?open=${transactionId}` });
  await pane(page).getByRole('heading', { name: 'History' }).waitFor();
}

async function decide(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await pane(page).getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('an operator reverses and corrects with a reason, and the history shows actors and reasons', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver();
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const one = await createPayable(service(), { name: 'Ada Yılmaz' }, merchant);
  await settle(service(), one);
  await openDetail(page, one.transactionId);
  await decide(page, 'Reverse', { Reason: 'The bank took it back' });
  await page.getByText('Reversed: 500.00 · Ada Yılmaz').waitFor();
  await pane(page).getByText('Will be unsuccessful in').waitFor();
  expect(await pane(page).locator('.summary button').count()).toBe(0);
  holds.pass();
  await decide(page, 'Correct', { Reason: 'It came after all', 'Final amount (TRY)': '450' });
  await page.getByText('Corrected: 450.00 · Ada Yılmaz').waitFor();
  holds.pass();
  await expect.poll(() => history(page).count()).toBe(3);
  const [corrected, reversed, settled] = await history(page).allTextContents();
  expect(settled).toContain('settled by Demo operator');
  expect(reversed).toContain('reversed by Demo operator');
  expect(reversed).toContain('The bank took it back');
  expect(corrected).toContain('corrected by Demo operator');
  expect(corrected).toMatch(/450\.00 · It came after all/);
  const callbacks = (await receiver.arrivals(3)).map(({ body }) => JSON.parse(body));
  expect(callbacks.map(({ sequence, status: state, amount }) => [sequence, state, amount])).toEqual([
    [2, 'successful', 500],
    [3, 'unsuccessful', 500],
    [4, 'successful', 450],
  ]);
});

test('a missing reason for a reversal is reported at its field', async () => {
  const { page } = await openPage();
  const one = await createPayable(service());
  await settle(service(), one);
  await openDetail(page, one.transactionId);
  await pane(page).getByRole('button', { name: 'Reverse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
  await page.getByText('Write a reason.').waitFor();
  expect(await page.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true');
  const { json } = await call(service(), `/v1/transactions/${one.transactionId}`, { as: OPERATOR });
  expect(json.data).toMatchObject({ status: 'successful', sequence: 2 });
});

test('an operator cancels a transaction for its merchant, but never by Enter alone', async () => {
  const { page } = await openPage();
  const one = await createPayable(service());
  await openDetail(page, one.transactionId);
  await pane(page).getByRole('button', { name: "Cancel at the merchant's request" }).click();
  await page.getByRole('dialog').waitFor();
  // The button that closes the dialog has the focus.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pane(page).getByText('pending').waitFor();
  await decide(page, "Cancel at the merchant's request", {});
  await pane(page).getByText('Will be unsuccessful in').waitFor();
  holds.pass();
  await pane(page).getByText('cancelled by the merchant').first().waitFor();
});

test('callback attempts are shown with their responses, and a callback can be redelivered', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver({ respond: status(410, {}, '<b>gone</b> for good') });
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const one = await createPayable(service(), {}, merchant);
  await settle(service(), one);
  await receiver.arrivals(1);
  await openDetail(page, one.transactionId);
  const attempts = pane(page).locator('.attempts li');
  const refreshed = async () => {
    await pane(page).getByRole('button', { name: 'Refresh' }).click();
    return [await history(page).allTextContents(), await attempts.allTextContents()];
  };
  await expect
    .poll(refreshed)
    .toEqual([
      [expect.stringContaining('callback failed')],
      [expect.stringMatching(/HTTP 410.* ms.*<b>gone<\/b> for good/s)],
    ]);
  receiver.respondWith(status(204));
  await pane(page).getByRole('button', { name: 'Redeliver', exact: true }).click();
  await page.getByText('The callback is delivered again.').waitFor();
  const [first, again] = await receiver.arrivals(2);
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  await expect
    .poll(refreshed)
    .toEqual([
      [expect.stringContaining('callback delivered')],
      [expect.stringContaining('HTTP 204'), expect.stringContaining('HTTP 410')],
    ]);
});

test('older attempts follow the newer ones without a gap, even when new ones arrive meanwhile', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver();
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const one = await createPayable(service(), {}, merchant);
  await settle(service(), one);
  const attempted = async () =>
    (await call(service(), '/v1/callback-attempts?limit=100', { as: merchant })).json.data.items;
  const attemptsAre = (count: number) => expect.poll(async () => (await attempted()).length).toBe(count);
  await attemptsAre(1);
  const [{ eventId }] = await attempted();
  for (let count = 2; count <= 22; count += 1) {
    await service().dependencies.callbacks.redeliver(eventId);
    await attemptsAre(count);
  }
  await openDetail(page, one.transactionId);
  const shown = pane(page).locator('.attempts li');
  const older = pane(page).getByRole('button', { name: 'Older attempts' });
  await older.click();
  await expect.poll(() => shown.count()).toBe(22);
  await service().dependencies.callbacks.redeliver(eventId);
  await attemptsAre(23);
  await pane(page).getByRole('button', { name: 'Refresh' }).click();
  await older.click();
  await expect.poll(() => shown.count()).toBe(23);
});

test('changes by others to the open transaction are shown at once', async () => {
  const { page } = await openPage();
  const one = await createPayable(service());
  await openDetail(page, one.transactionId);
  await pane(page).getByText('Created', { exact: true }).waitFor();
  await service().dependencies.transactions.markSent(one.transactionId);
  await pane(page).getByText('Payer says sent', { exact: true }).waitFor();
  await settle(service(), one);
  await expect.poll(() => history(page).count()).toBe(1);
  await pane(page).getByRole('button', { name: 'Reverse' }).waitFor();
});

test('an unknown transaction in the URL is reported', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'search?open=ffffffffffffffffffffffff' });
  await pane(page).getByText('There is no transaction with this id.').waitFor();
  // The button that closes the pane is not covered, and trying again would not help.
  expect(await pane(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await pane(page).getByRole('button', { name: 'Close' }).click();
  await pane(page).waitFor({ state: 'detached' });
});

test('an IBAN is shown in its printed form and copied in its electronic one, however it was typed', async () => {
  const { page, copied, holdTimers } = await openPage({ permissions: ['clipboard-write'] });
  const body = withdrawalFields({ iban: 'tr33-0006\u00a01005 1978-6457 8413 26' });
  const { transactionId } = expectData(await call(service(), WITHDRAW, { body }));
  await openDetail(page, transactionId);
  await pane(page).getByText('TR33 0006 1005 1978 6457 8413 26').first().waitFor();
  await holdTimers();
  await pane(page).getByRole('button', { name: 'Copy IBAN' }).first().click();
  await pane(page).getByRole('button', { name: 'Copied: IBAN' }).waitFor();
  expect(await copied()).toBe('TR330006100519786457841326');
  await page.clock.resume();
  await page.goto(consoleUrl(service(), 'queue'));
  await page.getByRole('table').getByText('TR33 0006 1005 1978 6457 8413 26').first().waitFor();
});
