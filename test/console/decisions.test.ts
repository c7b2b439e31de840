import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, cutStreams, openConsole, signIn } from '../support/console.ts';
import { createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { reject, settle } from '../support/payments.ts';
import { startReceiver } from '../support/receiver.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

/** Creates the operator who uses the console, in addition to the faster one. */
const anotherOperator = () => createClient(service(), { role: 'operator' });

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
  expect(receiver.deliveries).toEqual([]);
  holds.pass();
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
    /It is now successful with 480\.00 since .*, by demo-operator\./,
  );
  // The form that had the focus is gone.
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Close');
  expect(await page.getByRole('button', { name: 'Reject', exact: true }).count()).toBe(0);
  await page.keyboard.press('Enter');
  // It stays until one moves on.
  await rowOf(page, one).getByText('settled by demo-operator').waitFor();
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
  expect(await page.getByRole('dialog').getByRole('alert').textContent()).toContain(
    'unsuccessful (words among operators)',
  );
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

test('amounts are typed as statements print them, and what is none is reported at its field', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  const amount = page.getByLabel('Final amount (TRY)');
  const confirm = page.getByRole('button', { name: /^Settle( with .*)?$/ });
  await page.getByRole('dialog').waitFor();
  // The field is selected, so that typing replaces it.
  const selected = `[document.activeElement.selectionStart, document.activeElement.selectionEnd]`;
  expect(await page.evaluate(selected)).toEqual([0, '500.00'.length]);
  for (const wrong of ['', '1.234.5', '1,23,456', '-5', '12.345.6', '1e3', 'a hundred', '0x10', '1.250.50']) {
    await amount.fill(wrong);
    await confirm.click();
    await page.getByText('Enter an amount with at most two decimals').waitFor();
    expect(await amount.getAttribute('aria-invalid'), wrong).toBe('true');
  }
  const printed = [
    '1.250,50',
    '1,250.50',
    '1250.5',
    '1250,50',
    '1 250,50',
    '₺1.250,50',
    '1.250,50 TL',
    "1'250.50",
  ];
  for (const form of printed) {
    await amount.fill(form);
    await confirm.click();
    await page.getByText('1,250.50 is 750.50 more than the 500.00 that were requested').waitFor();
  }
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

test('an unusual final amount is settled only after the console has said the difference and asked again', async () => {
  const { page } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  const open = (name: string) => page.getByRole('button', { name: `Settle 500.00 of ${name}` }).click();
  const amount = page.getByLabel('Final amount (TRY)');
  const confirm = (label: string) => page.getByRole('button', { name: label, exact: true });
  await open(one.name);
  await amount.fill('50');
  await confirm('Settle').click();
  await page
    .getByText('50.00 is 450.00 less than the 500.00 that were requested.', { exact: true })
    .waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
  // Another amount is another question.
  await amount.fill('5000');
  await confirm('Settle').click();
  await page.getByText('5,000.00 is 4,500.00 more than the 500.00', { exact: false }).waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
  await amount.fill('500');
  await confirm('Settle').click();
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();

  await open(other.name);
  await amount.fill('50');
  await confirm('Settle').click();
  await confirm('Settle with 50.00').click();
  await page.getByText(`Settled: 50.00 · ${other.name}`).waitFor();
  expect(await readOutcome(service(), other)).toMatchObject({ status: 'successful', finalAmount: 50 });
});
