import { describe, expect, test } from 'vitest';
import { createClock, startTestService } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { MINUTE_MS } from '../support/payment-states.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

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
