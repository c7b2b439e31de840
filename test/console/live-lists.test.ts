import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { cutStreams, mendStreams, openConsole } from '../support/console.ts';
import { createMany, createNamed, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

/** Longer than the shortest time between two reads of a list for the sake of what has changed. */
const SLOW_MS = 1_500;

testLong(
  'a filtered list shows what arrives although each read takes longer than until the next is due',
  async () => {
    const service = await startOwn();
    const first = await createNamed(service);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'queue?query=payer' });
    await rowOf(page, first).waitFor();
    await page.route('**/graphql', async (route) => {
      const isRead = route.request().postData()?.includes('query Queue(');
      if (isRead) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.fallback();
    });
    await expect
      .poll(
        async () => {
          await createNamed(service);
          return page.locator('tbody tr').count();
        },
        { interval: 300 },
      )
      .toBeGreaterThan(1);
  },
);

test('a row that changes while a search is read again is not overwritten by an older answer', async () => {
  const service = await startOwn();
  const [one] = await createMany(service, 1);
  const other = await createPayable(service, { name: 'Old Name' });
  const { page, answers } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'search' });
  await rowOf(page, one!).getByText('pending', { exact: true }).waitFor();
  const older = (await answers()).findLast((text) => text.includes(other.transactionId)) ?? '';
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await cutStreams(page);
  const held = new Promise<void>((asked) => {
    void page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Transactions(')) return route.fallback();
      asked();
      await released;
      const body = older.replaceAll('Old Name', 'Name in the answer');
      return route.fulfill({ status: 200, contentType: 'application/json', body });
    });
  });
  await page.evaluate("dispatchEvent(new Event('offline'))");
  await page.getByText('Reconnecting …', { exact: true }).waitFor();
  await mendStreams(page);
  await held;
  await settle(service, one!);
  const settled = rowOf(page, one!).getByText('successful', { exact: true });
  await settled.waitFor();
  release();
  await page.getByText('Name in the answer').waitFor();
  expect(await settled.count()).toBe(1);
});

test('arrivals that no longer belong to the list are no longer offered', async () => {
  const service = await startOwn();
  const merchant = await createClient(service);
  await createNamed(service, merchant);
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'queue?isSent=false' });
  await page.locator('tbody tr').first().waitFor();
  const arrived = await createNamed(service, merchant);
  const offer = page.getByRole('button', { name: 'Show 1 new' });
  await offer.waitFor();
  await payerCall(service, 'payments.markSent', { token: arrived.token, method: 'POST' });
  await offer.waitFor({ state: 'detached' });
});

test('a list is read again once the stream is live, although the earlier read is never answered', async () => {
  const service = await startOwn();
  const [one] = await createMany(service, 1);
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'search' });
  await rowOf(page, one!).waitFor();
  let isFirst = true;
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('query Transactions(') || !isFirst) return route.fallback();
    isFirst = false;
    return undefined;
  });
  const breakOff = async () => {
    await cutStreams(page);
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByText('Reconnecting …', { exact: true }).waitFor();
  };
  await breakOff();
  await mendStreams(page);
  await expect.poll(() => isFirst).toBe(false);
  await breakOff();
  const missed = await createNamed(service);
  await mendStreams(page);
  await rowOf(page, missed).waitFor();
});

test('a screen that could not be read is read again when the connection is back', async () => {
  const { page } = await openPage();
  await openConsole(page, await startOwn(), { as: ADMIN });
  await cutStreams(page);
  let isDown = true;
  await page.route('**/graphql', (route) =>
    isDown && route.request().postData()?.includes('query Blacklist') ? route.abort() : route.fallback(),
  );
  await page.evaluate("dispatchEvent(new Event('offline'))");
  await page.getByRole('link', { name: 'Blacklist' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  isDown = false;
  await mendStreams(page);
  await page.getByText('Nobody is on the blacklist').waitFor();
});
