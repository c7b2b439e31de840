import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole, signIn } from '../support/console.ts';
import { createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { reject, settle } from '../support/payments.ts';
import { startReceiver } from '../support/receiver.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

/** Creates the operator who uses the console, in addition to the faster one. */
const anotherOperator = () => createClient(service(), { role: 'operator' });

/** Aborts the event streams of a page. All other requests work. */
async function cutStreams(page: Page): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.request().headers().accept === 'text/event-stream' ? route.abort() : route.fallback(),
  );
}

test('an operator settles and rejects by keyboard, and the callbacks have the paid amounts', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver();
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const [one, other] = [await createNamed(service(), merchant), await createNamed(service(), merchant)];
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).getByRole('link').focus();
  await page.keyboard.press('s');
  const amount = page.getByLabel('Final amount (TRY)');
  expect(await amount.inputValue()).toBe('500.00');
  await amount.fill('499.5');
  await page.keyboard.press('Enter');
  await page.getByText(`Settled: 499.50 · ${one.name}`).waitFor();
  await rowOf(page, one).waitFor({ state: 'detached' });
  // The focus moves to the next row.
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('tr')?.textContent ?? ''"))
    .toContain(other.name);
  await page.keyboard.press('r');
  await page.getByLabel('Reason (optional)').fill('No such payment');
  await page.keyboard.press('Enter');
  await page.getByText(`Rejected: 500.00 · ${other.name}`).waitFor();
  expect(await readOutcome(service(), one)).toEqual({
    status: 'successful',
    statusReason: null,
    finalAmount: 499.5,
    sequence: 2,
  });
  expect(await readOutcome(service(), other)).toMatchObject({
    status: 'unsuccessful',
    statusReason: 'No such payment',
  });
  const callbacks = (await receiver.arrivals(2)).map(({ body }) => JSON.parse(body));
  expect(callbacks).toContainEqual(
    expect.objectContaining({ transactionId: one.transactionId, status: 'successful', amount: 499.5 }),
  );
  expect(callbacks).toContainEqual(
    expect.objectContaining({ transactionId: other.transactionId, status: 'unsuccessful' }),
  );
});

test('an open dialog shows at once that somebody else has decided', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: await anotherOperator() });
  await page.getByRole('button', { name: `Reject 500.00 of ${one.name}` }).click();
  await page.getByRole('dialog').waitFor();
  await settle(service(), one, { finalAmount: '480' });
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(
    /It is now successful with 480\.00 since .*, by operator demo-operator\./,
  );
  expect(await page.getByRole('button', { name: 'Reject', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await rowOf(page, one).waitFor({ state: 'detached' });
  expect(await readOutcome(service(), one)).toMatchObject({
    status: 'successful',
    finalAmount: 480,
    sequence: 2,
  });
});

test('a decision on a stale row is refused with the current state, and the queue is reloaded after reconnecting', async () => {
  const { page, expectProblem } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await cutStreams(page);
  expectProblem(/ERR_FAILED/);
  await page.goto(consoleUrl(service(), 'queue'));
  await signIn(page, await anotherOperator());
  await page.getByText('Reconnecting …').waitFor();
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  await reject(service(), one);
  await settle(service(), other);
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('unsuccessful (words among operators)');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
  // Without a stream the other settled transaction is still shown.
  await rowOf(page, other).waitFor();
  await page.unroute('**/graphql');
  await page.getByText('Live', { exact: true }).waitFor();
  await rowOf(page, other).waitFor({ state: 'detached' });
});

test('an operator who repeats a decision after a lost response sees that it was the own decision', async () => {
  const { page, expectProblem } = await openPage();
  const one = await createNamed(service());
  await cutStreams(page);
  await page.goto(consoleUrl(service(), 'queue'));
  await signIn(page, OPERATOR);
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  expectProblem(/ERR_FAILED/);
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation Settle')) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  const button = page.getByRole('button', { name: 'Settle', exact: true });
  await button.click();
  await page.getByText('The service cannot be reached.').waitFor();
  await button.click();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.unroute('**/graphql');
  await button.click();
  await page.getByText('This was decided with your key already.').waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'successful', sequence: 2 });
});

test('an invalid amount is reported at its field, and nothing is settled', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  await page.getByLabel('Final amount (TRY)').fill('1.234,50');
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByText('Enter digits with at most two decimals').waitFor();
  expect(await page.getByLabel('Final amount (TRY)').getAttribute('aria-invalid')).toBe('true');
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('shortcuts do nothing while a dialog is open, even when its focused element is gone', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), {
    as: await anotherOperator(),
    path: `queue?open=${one.transactionId}`,
  });
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByRole('button', { name: 'Reject', exact: true }).click();
  // The dialog receives updates only after it is shown.
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Reason (optional)').focus();
  await settle(service(), one);
  await page.getByText('Someone else was faster.').waitFor();
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pane.getByText(one.transactionId).waitFor();
});
