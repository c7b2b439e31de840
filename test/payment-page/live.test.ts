import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { call, createClock, OPERATOR, startTestService, temporaryFolder } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { MINUTE_MS } from '../support/payment-states.ts';
import { cancel, createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { startRelay } from '../support/tcp-relay.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

/** A browser may take this long to reconnect on a busy machine. */
const RECONNECTION = { timeout: 25_000 };

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

test('the open page shows neither plans nor what was undone, but what has happened', async () => {
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

test('a payer who reports or cancels while the desk decides sees the state that holds', async () => {
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

test('an answer to an action that comes late does not hide what happened after it', async () => {
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

describe('the page changes by itself', () => {
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

  test('when the payer reports on another page that the money was sent', async () => {
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

test('the page reconnects to a restarted service and shows the changes', async () => {
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

test('a failed action is shown and can be tried again', async () => {
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

test('a lost connection is shown for as long as it lasts, even after another notice', async () => {
  const { path } = await createPayable(service());
  const { page, context, expectProblem } = await openPage();
  expectProblem(/net::ERR_/);
  await page.clock.install();
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(service().url + path);
  await followed;
  await context.setOffline(true);
  const notice = page.locator('[data-notice]');
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await expect.poll(() => notice.textContent()).toContain('That did not work');
  await page.evaluate('dispatchEvent(new Event("offline"))');
  await page.clock.runFor(7000);
  expect(await notice.textContent()).toContain('Connection lost');
});

describe('the time', () => {
  test('ends at a time of day, by the clock of the device, in its zone, which is named', async () => {
    const { page } = await openPage({ locale: 'en-GB', timeZone: 'Europe/Istanbul' });
    await page.clock.setFixedTime('2031-01-01T10:00:00+03:00');
    const { path } = await createPayable(service());
    await page.goto(service().url + path);
    await expect.poll(() => page.locator('[data-until]').textContent()).toMatch(/^until 10:30\sGMT\+3$/);
  });

  test('has no name of a zone where the device is in that of the service', async () => {
    const { page } = await openPage({ locale: 'en-GB', timeZone: 'UTC' });
    await page.clock.setFixedTime('2031-01-01T10:00:00Z');
    const { path } = await createPayable(service());
    await page.goto(service().url + path);
    await expect.poll(() => page.locator('[data-until]').textContent()).toBe('until 10:30');
  });

  test('before ten has two digits of hours', async () => {
    const { page } = await openPage({ locale: 'tr-TR', timeZone: 'UTC' });
    await page.clock.setFixedTime('2031-01-01T09:05:00Z');
    const { path } = await createPayable(service());
    await page.goto(service().url + path);
    await expect.poll(() => page.locator('[data-until]').textContent()).toContain(' 09:35');
  });

  test('of hours does not read as a time of day', async () => {
    await using slow = await startTestService({ env: { DEPOSIT_TTL: '6h' }, platform: createClock() });
    const { path } = await createPayable(slow);
    const { page } = await openPage({ locale: 'tr-TR' });
    await page.goto(slow.url + path);
    await expect
      .poll(() => page.getByRole('timer').textContent())
      .toMatch(/^(6 sa\.? 0 dk\.?|5 sa\.? 59 dk\.?)$/);
    await page.close();
  });

  test('of five minutes and of one minute left is warned of, seen and spoken', async () => {
    const { path } = await createPayable(service());
    clock.advance(24 * MINUTE_MS);
    const { page } = await openPage({ locale: 'en-GB' });
    await page.clock.install();
    await page.goto(service().url + path);
    const warning = page.locator('[data-warning]');
    const spoken = page.locator('[data-spoken]');
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(6:00|5:5\d)$/);
    expect(await warning.isVisible()).toBe(false);
    for (const [ms, words] of [
      [61_000, 'Less than 5 minutes left'],
      [4 * MINUTE_MS, 'Less than 1 minute left'],
    ] as const) {
      clock.advance(ms);
      // After some seconds of silence the page opens its stream again, which brings the time left.
      // The page's clock must not run ahead of the network: a poll leaves it time.
      await expect
        .poll(async () => {
          const isShown = (await warning.isVisible()) && (await warning.textContent())?.includes(words);
          if (!isShown) await page.clock.runFor(10_000);
          return isShown;
        })
        .toBe(true);
      expect(await spoken.textContent()).toContain(words);
    }
    clock.advance(2 * MINUTE_MS);
    await page.clock.runFor(61_000);
    await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor();
  });
});
