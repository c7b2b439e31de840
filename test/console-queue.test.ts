import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Credentials, call, MERCHANT, OPERATOR } from './harness.ts';
import { useBrowser } from './support/browser.ts';
import { openConsole } from './support/console.ts';
import { createClient } from './support/entities.ts';
import { createPayable, type PayableDeposit, reject, settle } from './support/payments.ts';
import { startReceiver } from './support/receiver.ts';
import { useService } from './support/service.ts';

const openPage = useBrowser();
const service = useService();

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** A pending deposit that no other test knows, by its name. */
let made = 0;
async function deposit(
  changes: Record<string, string> = {},
  as: Credentials = MERCHANT,
): Promise<PayableDeposit & { readonly name: string }> {
  made += 1;
  const name = changes.name ?? `Payer No${made}`;
  return { ...(await createPayable(service(), { ...changes, name }, as)), name };
}

async function statusOf({ transactionId }: PayableDeposit) {
  const { json } = await call(service(), `/v1/transactions/${transactionId}`, { as: OPERATOR });
  const { status, statusReason, finalAmount, sequence } = json.data;
  return { status, statusReason, finalAmount, sequence };
}

/** Streams are cut; everything else works. */
async function cutStreams(page: Page): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.request().headers().accept === 'text/event-stream' ? route.abort() : route.fallback(),
  );
}

test('the queue is oldest first, and changes by itself as others create, mark and settle', async () => {
  const { page } = await openPage();
  const [first, second] = [await deposit(), await deposit()];
  await openConsole(page, service(), { as: OPERATOR });
  await row(page, second.name).waitFor();
  const third = await deposit();
  await row(page, third.name).waitFor();
  const names = (await page.locator('tbody tr td:nth-child(3)').allTextContents()).filter((name) =>
    [first.name, second.name, third.name].includes(name),
  );
  expect(names).toEqual([first.name, second.name, third.name]);
  expect(await row(page, third.name).textContent()).not.toContain('sent');
  await service().services.transactions.markSent(third.transactionId);
  await row(page, third.name)
    .getByText(/^sent \d+ s ago$/)
    .waitFor();
  await settle(service(), first);
  await row(page, first.name).waitFor({ state: 'detached' });
  await reject(service(), second);
  await row(page, second.name).waitFor({ state: 'detached' });
});

test('an operator settles and rejects without a mouse, and the client is told what was really paid', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver();
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const [one, other] = [await deposit({}, merchant), await deposit({}, merchant)];
  await openConsole(page, service(), { as: OPERATOR });
  await row(page, one.name).getByRole('link').focus();
  await page.keyboard.press('s');
  const amount = page.getByLabel('Final amount (TRY)');
  expect(await amount.inputValue()).toBe('500.00');
  await amount.fill('499.5');
  await page.keyboard.press('Enter');
  await page.getByText(`Settled: 499.50 · ${one.name}`).waitFor();
  await row(page, one.name).waitFor({ state: 'detached' });
  // The focus went on to the next row.
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('tr')?.textContent ?? ''"))
    .toContain(other.name);
  await page.keyboard.press('r');
  await page.getByLabel('Reason (optional)').fill('No such payment');
  await page.keyboard.press('Enter');
  await page.getByText(`Rejected: 500.00 · ${other.name}`).waitFor();
  expect(await statusOf(one)).toEqual({
    status: 'successful',
    statusReason: null,
    finalAmount: 499.5,
    sequence: 2,
  });
  expect(await statusOf(other)).toMatchObject({ status: 'unsuccessful', statusReason: 'No such payment' });
  const told = (await receiver.arrivals(2)).map(({ body }) => JSON.parse(body));
  expect(told).toContainEqual(
    expect.objectContaining({ transactionId: one.transactionId, status: 'successful', amount: 499.5 }),
  );
  expect(told).toContainEqual(
    expect.objectContaining({ transactionId: other.transactionId, status: 'unsuccessful' }),
  );
});

test('keys move through the queue, open and close, and explain themselves', async () => {
  const { page } = await openPage();
  const [one, other] = [await deposit(), await deposit()];
  await openConsole(page, service(), { as: OPERATOR });
  await row(page, one.name).getByRole('link').focus();
  const focused = () => page.evaluate("document.activeElement.closest('tr')?.textContent");
  await page.keyboard.press('j');
  expect(await focused()).toContain(other.name);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toContain(one.name);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  expect(await focused()).toContain(one.name);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Transaction' }).getByText(one.transactionId).waitFor();
  expect(new URL(page.url()).searchParams.get('open')).toBe(one.transactionId);
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Transaction' }).waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('whoever decides on what somebody else just decided is told so at once', async () => {
  const { page } = await openPage();
  const one = await deposit();
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: `Reject 500.00 of ${one.name}` }).click();
  await page.getByRole('dialog').waitFor();
  await settle(service(), one, { finalAmount: '480' });
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/It is now successful with 480\.00 since/);
  expect(await page.getByRole('button', { name: 'Reject', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await row(page, one.name).waitFor({ state: 'detached' });
  expect(await statusOf(one)).toMatchObject({ status: 'successful', finalAmount: 480, sequence: 2 });
});

test('a stale view is refused by the service, shows what it is now, and is read again when changes come through', async () => {
  const { page, expectProblem } = await openPage();
  const [one, other] = [await deposit(), await deposit()];
  await cutStreams(page);
  expectProblem(/ERR_FAILED/);
  await openConsoleWithoutStreams(page);
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  await reject(service(), one);
  await settle(service(), other);
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('unsuccessful (words among operators)');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await statusOf(one)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
  // Nobody told of the other one: it is still shown.
  await row(page, other.name).waitFor();
  await page.unroute('**/graphql');
  await page.getByText('Live', { exact: true }).waitFor();
  await row(page, other.name).waitFor({ state: 'detached' });
});

async function openConsoleWithoutStreams(page: Page): Promise<void> {
  await page.goto(`${service().url}/console/queue`);
  await page.getByLabel('appKey').fill(OPERATOR.appKey);
  await page.getByLabel('Secret').fill(OPERATOR.secret);
  await page.keyboard.press('Enter');
  await page.getByText('Reconnecting …').waitFor();
  await page.getByRole('table').waitFor();
}

test('an amount that is none is refused beside its field, and nothing is settled', async () => {
  const { page } = await openPage();
  const one = await deposit();
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  await page.getByLabel('Final amount (TRY)').fill('1.234,50');
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByText('Enter digits with at most two decimals').waitFor();
  expect(await page.getByLabel('Final amount (TRY)').getAttribute('aria-invalid')).toBe('true');
  expect(await statusOf(one)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('a viewer sees the queue and no way to decide, and the service refuses it anyway', async () => {
  const { page } = await openPage();
  const viewer = await createClient(service(), { role: 'viewer' });
  const one = await deposit();
  await openConsole(page, service(), { as: viewer });
  await row(page, one.name).getByRole('link').click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  expect(await page.getByRole('button', { name: /settle|reject|cancel|redeliver/i }).count()).toBe(0);
  await row(page, one.name).getByRole('link').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('r');
  expect(await page.getByRole('dialog').count()).toBe(0);
  const answer = await call(service(), `/v1/transactions/${one.transactionId}/settle`, {
    body: { sequence: '1' },
    as: viewer,
    sign: 'timed',
  });
  expect(answer.json.error.type).toBe('not_authorized');
  expect(await statusOf(one)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('a long queue comes in parts, and what is newer than them waits for its turn', async () => {
  const { page } = await openPage();
  const all = await Promise.all(Array.from({ length: 60 }, () => deposit()));
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByText('50 oldest waiting').waitFor();
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(50);
  const last = await deposit();
  await page.getByRole('button', { name: 'Show more' }).click();
  await row(page, last.name).waitFor();
  const keys = await rows.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('data-key')),
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual([...keys].sort());
  expect(keys).toEqual(expect.arrayContaining([...all, last].map(({ transactionId }) => transactionId)));
});
