import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { call, createClock, OPERATOR, startTestService, temporaryFolder } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { testLong } from '../support/long-test.ts';
import { cancel, createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { startRelay } from '../support/tcp-relay.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

/** A browser may take this long to reconnect on a busy machine. */
const RECONNECTION = { timeout: 25_000 };

const paymentOf = async (token: string) =>
  (await payerCall(service(), 'payments.get', { token })).json.result.data.data;

/** The texts of the page, without the time left: it goes on while the clock of the service stands still. */
const SAID = `(() => {
  const main = document.querySelector('main').cloneNode(true);
  for (const time of main.querySelectorAll('[data-time-left], [data-until]')) time.remove();
  return main.textContent;
})()`;

/** Waits until the page tells of a lost connection. It does so after a while, which passes here at once. */
async function untilLost(page: Page): Promise<void> {
  const told = page.getByRole('status').filter({ hasText: 'Connection lost' });
  const passTime = async () => {
    await page.clock.fastForward(1000);
    return told.count();
  };
  await expect.poll(passTime, RECONNECTION).toBe(1);
}

/** Opens a payment and waits until the page has subscribed to it. */
async function openPayment(options: Parameters<typeof openPage>[0] = {}, changes = {}) {
  const deposit = await createPayable(service(), changes);
  const opened = await openPage(options);
  const followed = opened.page.waitForResponse(/payments\.onChange/);
  await opened.page.goto(service().url + deposit.path);
  await followed;
  return { ...opened, deposit };
}

testLong('a plan is not on the open page, nor what was undone, but what has happened is', async () => {
  const { page, deposit } = await openPayment();
  const shown = await page.evaluate(SAID);
  await settle(service(), deposit, { holdSeconds: '8' });
  await page.reload();
  await page.getByRole('button', { name: 'I have sent the money' }).waitFor();
  const undo = { as: OPERATOR, body: { sequence: '1' }, sign: 'timed', nowMs: clock.nowMs() } as const;
  await call(service(), `/v1/transactions/${deposit.transactionId}/undo`, undo);
  await settle(service(), deposit, { sequence: '1', finalAmount: '499.5', holdSeconds: '8' });
  expect(await page.evaluate(SAID)).toBe(shown);
  clock.advance(8000);
  await service().planRunner.runNow();
  await page.getByRole('heading', { name: 'Less money arrived than was asked for' }).waitFor();
});

testLong('who reports or cancels while the desk decides is told what holds then', async () => {
  const { page, deposit, expectProblem } = await openPayment();
  expectProblem(/status of 409/);
  await settle(service(), deposit, { holdSeconds: '8' });
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByRole('status').filter({ hasText: 'That did not work' }).waitFor();
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  clock.advance(8000);
  await service().planRunner.runNow();
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
});

testLong('an answer to an action that comes late does not hide what happened after it', async () => {
  const { page, deposit } = await openPayment();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/trpc/payments.markSent*', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  const answered = page.waitForResponse(/payments\.markSent/);
  await page.route(/[?&]live/, async (route) => {
    release();
    await (await answered).finished();
    await route.continue();
  });
  await settle(service(), deposit);
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
});

test('sending is reported once, stored, and shown from then on', async () => {
  const { page, deposit, screenshot, accessibilityProblems } = await openPayment();
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect(await page.getByRole('button', { name: 'I have sent the money' }).count()).toBe(0);
  expect((await paymentOf(deposit.token)).sentAt).toBe(new Date(clock.nowMs()).toISOString());
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('pay-sent');
  await page.reload();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect((await paymentOf(deposit.token)).status).toBe('pending');
});

test('who has sent the money is asked in other words, and keeps the payment by default', async () => {
  const { page, deposit } = await openPayment();
  await payerCall(service(), 'payments.markSent', { token: deposit.token, method: 'POST' });
  await page.getByRole('button', { name: 'I have not sent it: cancel payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this payment?' });
  expect(await dialog.getByRole('button').allTextContents()).toEqual(['Do not cancel', 'Yes, cancel it']);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect((await paymentOf(deposit.token)).status).toBe('pending');
});

test('a payment is cancelled only after a question, also with the keyboard', async () => {
  const { page, deposit, screenshot, accessibilityProblems } = await openPayment();
  const ask = page.getByRole('button', { name: 'Cancel payment' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this payment?' });
  await dialog.waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep paying');
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('pay-question');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel payment');
  expect((await paymentOf(deposit.token)).status).toBe('pending');

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Payment cancelled');
  expect(await paymentOf(deposit.token)).toMatchObject({ status: 'unsuccessful', outcome: 'cancelled' });
});

describe('the page changes by itself', () => {
  test('when the money has arrived, with the amount that was paid', async () => {
    const { page, deposit } = await openPayment();
    await settle(service(), deposit, { finalAmount: '499.5' });
    await page.getByRole('heading', { name: 'Less money arrived than was asked for' }).waitFor();
    expect(await page.locator('.receipt').textContent()).toMatch(
      /Received\s*TRY\s499\.50.*Missing\s*TRY\s0\.50/,
    );
    expect(await page.title()).toBe('Less money arrived than was asked for · Demo merchant');
    expect(await page.content()).not.toMatch(/TR\d\d \d{4}/);
  });

  test('when the merchant cancels the payment, in the language of the page', async () => {
    const { page, deposit } = await openPayment({ locale: 'tr-TR' });
    await cancel(service(), deposit);
    await page.getByRole('heading', { name: 'Ödeme iptal edildi' }).waitFor();
  });

  test('when the time is over', async () => {
    const { page } = await openPayment();
    clock.advance(31 * 60_000);
    await service().sweeper.sweep();
    await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor();
  });

  testLong('when the payer reports on another page that the money was sent', async () => {
    const { page, deposit } = await openPayment();
    await payerCall(service(), 'payments.markSent', { token: deposit.token, method: 'POST' });
    await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  });
});

test('the time left comes from the service and not from the clock of the browser', async () => {
  const deposit = await createPayable(service());
  clock.advance(10 * 60_000);
  const { page } = await openPage();
  await page.clock.setFixedTime('2031-01-01T00:00:00Z');
  await page.goto(service().url + deposit.path);
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(20:00|19:5\d)$/);
});

test('a lost connection is shown, and nothing is missed after it returns', async () => {
  await using relay = await startRelay(service());
  const deposit = await createPayable(service());
  const { page, expectProblem, screenshot } = await openPage();
  expectProblem(/net::ERR_/);
  await page.clock.install();
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(relay.url + deposit.path);
  await followed;
  relay.cut();
  await untilLost(page);
  await screenshot('pay-reconnecting');
  await payerCall(service(), 'payments.markSent', { token: deposit.token, method: 'POST' });
  relay.repair();
  await page.getByRole('status').filter({ hasText: 'Connected again' }).waitFor(RECONNECTION);
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
});

testLong('the page reconnects to a restarted service and shows the changes', async () => {
  using folder = temporaryFolder();
  const first = await startTestService({ folder: folder.path });
  await using relay = await startRelay(first);
  const deposit = await createPayable(first);
  const { page, expectProblem } = await openPage();
  expectProblem(/net::ERR_/);
  await page.clock.install();
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(relay.url + deposit.path);
  await followed;
  await first.stop();
  await untilLost(page);
  await using second = await startTestService({ folder: folder.path });
  await settle(second, deposit);
  relay.pointTo(second);
  await page.getByRole('heading', { name: 'Payment received' }).waitFor(RECONNECTION);
});

testLong('a failed action is shown and can be tried again', async () => {
  await using relay = await startRelay(service());
  const deposit = await createPayable(service());
  const { page, expectProblem } = await openPage();
  expectProblem(/net::ERR_/);
  await page.goto(relay.url + deposit.path);
  const send = page.getByRole('button', { name: 'I have sent the money' });
  await send.waitFor();
  relay.cut();
  await send.click();
  await page.getByRole('status').filter({ hasText: 'That did not work' }).waitFor();
  relay.repair();
  await send.click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor(RECONNECTION);
});

test.each([
  ['markSent', ['I have sent the money']],
  ['cancel', ['Cancel payment', 'Yes, cancel it']],
])(
  'if only %s fails, that is shown too: the payer must not believe that it succeeded',
  async (call, buttons) => {
    const { page, deposit, expectProblem } = await openPayment();
    expectProblem(/ERR_FAILED/);
    await page.route(`**/trpc/payments.${call}*`, (route) => route.abort());
    for (const name of buttons) await page.getByRole('button', { name }).click();
    await page.getByRole('status').filter({ hasText: 'That did not work' }).waitFor();
    expect(await paymentOf(deposit.token)).toMatchObject({ status: 'pending', sentAt: null });
  },
);
