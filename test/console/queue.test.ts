import { expect, test } from 'vitest';
import { call, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import {
  consoleUrl,
  cutStreams,
  holdRequests,
  mendStreams,
  openConsole,
  signIn,
} from '../support/console.ts';
import { createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { reject, settle } from '../support/payments.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

test('the queue is sorted by age, announces arrivals without moving a row, and shows what others do', async () => {
  const { page } = await openPage();
  const [first, second] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, second).waitFor();
  const names = () => page.locator('tbody th bdi').allTextContents();
  expect(await names()).toEqual([first.name, second.name]);
  const third = await createNamed(service());
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  expect(await names()).toEqual([first.name, second.name]);
  await expect.poll(() => page.title()).toBe('(3) Queue · Operator console');
  await page.getByRole('link', { name: 'Queue , 3 waiting' }).waitFor();
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await rowOf(page, third).waitFor();
  expect(await names()).toEqual([first.name, second.name, third.name]);
  expect(await rowOf(page, third).textContent()).not.toContain('sent');
  await service().dependencies.transactions.markSent(third.transactionId);
  await rowOf(page, third).getByText('sent').waitFor();
  await page.getByRole('link', { name: 'Says sent 1' }).waitFor();
  await settle(service(), second);
  await rowOf(page, second).waitFor({ state: 'detached' });
  await reject(service(), third);
  await rowOf(page, third).waitFor({ state: 'detached' });
});

test('ages and the time left are updated, and little time left is marked', async () => {
  const { page } = await openPage({ width: 1440 });
  const startMs = Date.now();
  await page.clock.setFixedTime(startMs);
  // An answer that comes late would set the page's clock by the service's.
  await page.route('**/graphql', async (route) => {
    if (route.request().headers().accept === 'text/event-stream') return route.fallback();
    const response = await route.fetch();
    const { date: _, ...headers } = response.headers();
    return route.fulfill({ response, headers });
  });
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one)
    .getByText(/^\d+ s$/)
    .waitFor();
  await rowOf(page, one)
    .getByText(/^(29|30) min left$/)
    .waitFor();
  // Signatures are valid for five minutes.
  await page.clock.setFixedTime(startMs + 4 * 60_000 + 30_000);
  await rowOf(page, one).getByText('4 min', { exact: true }).waitFor();
  expect(await rowOf(page, one).locator('.late').count()).toBe(0);
  await page.clock.setFixedTime(startMs + 26 * 60_000);
  await rowOf(page, one)
    .locator('.late')
    .getByText(/^[34] min left$/)
    .waitFor();
});

test('shortcuts move through the queue, open and close a transaction, and show help', async () => {
  const { page } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).getByRole('link').focus();
  const focused = () => page.evaluate("document.activeElement.closest('tr')?.textContent ?? ''");
  await page.keyboard.press('j');
  expect(await focused()).toContain(other.name);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toContain(one.name);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  expect(await focused()).toContain(one.name);
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByText(one.transactionId).waitFor({ state: 'attached' });
  expect(new URL(page.url()).searchParams.get('open')).toBe(one.transactionId);
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('r rejects no other row while rows are chosen', async () => {
  const { page } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).getByRole('link').focus();
  await page.keyboard.press('x');
  await rowOf(page, other).getByRole('link').focus();
  await page.keyboard.press('r');
  await page.getByText('Clear the choice first (Esc).').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a viewer sees the queue without actions, and the service refuses a transition', async () => {
  const { page } = await openPage();
  const viewer = await createClient(service(), { role: 'viewer' });
  const one = await createNamed(service());
  await openConsole(page, service(), { as: viewer });
  await rowOf(page, one).getByRole('link').click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  expect(await page.getByRole('button', { name: /settle|reject|cancel|redeliver/i }).count()).toBe(0);
  await rowOf(page, one).getByRole('link').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('r');
  expect(await page.getByRole('dialog').count()).toBe(0);
  const response = await call(service(), `/v1/transactions/${one.transactionId}/settle`, {
    body: { sequence: '1' },
    as: viewer,
    sign: 'timed',
  });
  expect(response.json.error.type).toBe('not_authorized');
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('a long queue is loaded in pages, and a new transaction appears on the last page', async () => {
  const { page } = await openPage();
  const all = await Promise.all(Array.from({ length: 60 }, () => createNamed(service())));
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: /^Show more/ }).waitFor();
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(50);
  const last = await createNamed(service());
  await page.getByText('· 1 new').waitFor();
  await page.getByRole('button', { name: /^Show more/ }).click();
  await rowOf(page, last).waitFor();
  const keys = await rows.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('data-key')),
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual([...keys].sort());
  expect(keys).toEqual(expect.arrayContaining([...all, last].map(({ transactionId }) => transactionId)));
});

test('a delayed page does not bring back a transaction that was settled meanwhile', async () => {
  const { page, expectProblem } = await openPage();
  await Promise.all(Array.from({ length: 60 }, () => createNamed(service())));
  expectProblem(/ERR_FAILED/);
  const isLaterPage = (body: string) => body.includes('query Queue') && !body.includes('"before":null');
  const release = await holdRequests(page, isLaterPage);
  await cutStreams(page);
  await page.goto(consoleUrl(service(), 'queue'));
  await signIn(page, OPERATOR);
  await page.getByRole('button', { name: /^Show more/ }).waitFor();
  await page.getByRole('button', { name: /^Show more/ }).click();
  const transactionId = await page.locator('tbody tr').nth(1).getAttribute('data-key');
  const settled = page.locator(`tr[data-key="${transactionId}"]`);
  await settle(service(), { transactionId: transactionId ?? '', token: '', path: '' });
  await mendStreams(page);
  await settled.waitFor({ state: 'detached' });
  release();
  await page.getByText('Loading …').waitFor({ state: 'detached' });
  expect(await settled.count()).toBe(0);
});

test('a broken connection is shown, and the loaded rows stay', async () => {
  const { page, expectProblem } = await openPage();
  const one = await createNamed(service());
  const proxy = await startPrefixProxy(service(), '');
  await openConsole(page, proxy, { as: OPERATOR });
  await rowOf(page, one)
    .or(page.getByRole('button', { name: /^Show more/ }))
    .first()
    .waitFor();
  const before = await page.locator('tbody tr').count();
  expectProblem(/ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_|EMPTY)/);
  await proxy[Symbol.asyncDispose]();
  await page.getByText('Reconnecting …', { exact: true }).waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('this may be out of date');
  expect(await page.locator('tbody tr').count()).toBe(before);
});
