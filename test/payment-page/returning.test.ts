import { expect, test } from 'vitest';
import { call, createClock, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { MINUTE_MS } from '../support/payment-states.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

/** Opens a payment whose stream is refused, as that of a phone that slept is dead. */
async function openAsleep(changes: Readonly<Record<string, string>> = {}) {
  const deposit = await createPayable(service(), changes);
  const opened = await openPage({ width: 360, height: 740 });
  const { page } = opened;
  await page.clock.install();
  let isAsleep = true;
  await page.route('**/trpc/payments.{onChange,get}*', (route) =>
    // A dead connection is one that never answers.
    isAsleep ? undefined : route.fallback(),
  );
  await page.goto(service().url + deposit.path);
  await page.getByRole('button', { name: 'Copy IBAN' }).waitFor();
  const wake = () => {
    isAsleep = false;
  };
  return { ...opened, deposit, wake };
}

const comeBack = 'document.dispatchEvent(new Event("visibilitychange"))';

test('a payer who comes back from the banking app sees at once what has happened meanwhile', async () => {
  const { page, deposit, wake } = await openAsleep();
  await settle(service(), deposit);
  wake();
  await page.evaluate(comeBack);
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
});

test('a phone that slept shows the time that is left, not the time it slept through', async () => {
  const { page, wake } = await openAsleep();
  const timer = page.getByRole('timer');
  await expect.poll(() => timer.textContent()).toMatch(/^(30:00|29:5\d)$/);
  clock.advance(20 * MINUTE_MS);
  wake();
  await page.evaluate(comeBack);
  await expect.poll(() => timer.textContent()).toMatch(/^(10:00|9:5\d)$/);
});

test('a page that the browser kept and shows again is brought up to date', async () => {
  const { page, deposit, wake } = await openAsleep();
  await settle(service(), deposit);
  wake();
  await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
});

test('what was settled is shown as soon as the page can be loaded, also if nothing else can', async () => {
  const deposit = await createPayable(service());
  const { page, expectProblem } = await openPage();
  expectProblem(/ERR_FAILED/);
  await page.clock.install();
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(service().url + deposit.path);
  await followed;
  let failures = 0;
  await page.route(/[?&]live=/, (route) => {
    failures += 1;
    return failures <= 3 ? route.abort() : route.fallback();
  });
  await page.route('**/trpc/payments.get*', (route) => route.abort());
  await settle(service(), deposit);
  const heading = page.getByRole('heading', { name: 'Payment received' });
  // The page's clock runs only while the page waits: the network takes its own time.
  for (const count of [1, 2, 3, 4])
    await expect
      .poll(async () => {
        if (failures < count) await page.clock.runFor(500);
        return failures;
      })
      .toBeGreaterThanOrEqual(count);
  await heading.waitFor();
  expect(failures).toBe(4);
});

test('other words of a reason are shown, although the outcome stays', async () => {
  const deposit = await createPayable(service());
  const change = async (kind: string, sequence: string, reason: string) => {
    const body = { sequence, reason, seenBy: 'payer' };
    const target = `/v1/transactions/${deposit.transactionId}/${kind}`;
    const response = await call(service(), target, {
      as: OPERATOR,
      body,
      sign: 'timed',
      nowMs: clock.nowMs(),
    });
    expect(response.status).toBe(200);
  };
  const { page, wake } = await openAsleep();
  await page.goto(service().url + deposit.path);
  wake();
  await settle(service(), deposit);
  await change('reverse', '2', 'Wrong name');
  await page.evaluate(comeBack);
  await page.getByText('Wrong name').waitFor();
  await page.route('**/trpc/payments.{onChange,get}*', () => undefined);
  await change('correct', '3', 'It was right');
  await change('reverse', '4', 'Wrong amount');
  await page.unroute('**/trpc/payments.{onChange,get}*');
  await page.evaluate(comeBack);
  await page.getByText('Wrong amount').waitFor();
});

test('when the time is over and the service cannot be reached, the page says not to send money', async () => {
  const { page } = await openAsleep();
  await page.clock.runFor(31 * MINUTE_MS);
  const warning = page.locator('[data-warning]');
  expect(await warning.textContent()).toBe('The time is over. Please do not send money any more.');
  expect(await page.getByRole('timer').textContent()).toBe('Time is over');
  expect(await page.locator('[data-spoken]').textContent()).toContain('The time is over.');
});

/** Opens a payment with the page's clock in hand, and waits until the page has subscribed to it. */
async function openFollowed() {
  const { path } = await createPayable(service());
  const { page } = await openPage();
  await page.clock.install();
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(service().url + path);
  await followed;
  return page;
}

test('a short break of the connection is not shown', async () => {
  const page = await openFollowed();
  const notice = page.locator('[data-notice]');
  await page.evaluate('dispatchEvent(new Event("offline"))');
  await page.clock.runFor(2000);
  expect(await notice.textContent()).toBe('');
  const asked = page.waitForResponse(/payments\.get/);
  await page.evaluate('dispatchEvent(new Event("online"))');
  await asked;
  // The page has read the answer when it has read a later one.
  await page.evaluate('fetch(location.href).then((response) => response.text())');
  await page.clock.runFor(20_000);
  expect(await notice.textContent()).toBe('');
});

test('a connection that was lost while the banking app was open is not mentioned on return', async () => {
  const page = await openFollowed();
  const setHidden = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })`);
  await setHidden(true);
  // Away for a minute, without the network.
  await page.route('**/trpc/payments.*', () => undefined);
  await page.evaluate('dispatchEvent(new Event("offline"))');
  await page.clock.runFor(9_000);
  await page.unroute('**/trpc/payments.*');
  await setHidden(false);
  const asked = page.waitForResponse(/payments\.get/);
  await page.evaluate(comeBack);
  await asked;
  await page.evaluate('fetch(location.href).then((response) => response.text())');
  expect(await page.locator('[data-notice]').textContent()).toBe('');
});

test('a press that takes long is shown, and a second one sends nothing', async () => {
  const deposit = await createPayable(service());
  const { page, accessibilityProblems } = await openPage();
  await page.goto(service().url + deposit.path);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  await page.route('**/trpc/payments.markSent*', async (route) => {
    calls += 1;
    await held;
    await route.fallback();
  });
  const send = page.getByRole('button', { name: 'I have sent the money' });
  await send.click();
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
  expect(await accessibilityProblems()).toEqual([]);
  await send.click({ force: true });
  await page.keyboard.press('Enter');
  release();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect(calls).toBe(1);
});

test('a press whose answer never comes is given up, and can be tried again', async () => {
  const deposit = await createPayable(service());
  const { page } = await openPage();
  await page.clock.install();
  let isDead = true;
  await page.route('**/trpc/payments.{markSent,get}*', (route) => (isDead ? undefined : route.fallback()));
  await page.goto(service().url + deposit.path);
  const send = page.getByRole('button', { name: 'I have sent the money' });
  await send.click();
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(16_000);
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(16_000);
  await page.getByRole('status').filter({ hasText: 'That did not work' }).waitFor();
  isDead = false;
  await send.click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect((await payerCall(service(), 'payments.get', deposit)).json.result.data.data.sentAt).not.toBeNull();
});
