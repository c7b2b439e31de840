import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { holdUndo, openConsole } from '../support/console.ts';
import {
  createMany,
  createNamed,
  paneOf,
  readOutcome,
  rowOf,
  sequencesOf,
} from '../support/console-queue.ts';
import { shownIds } from '../support/console-search.ts';
import { createClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { testLong } from '../support/long-test.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { startReceiver } from '../support/receiver.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

test('20 transactions are settled in order with 20 keys, and with 3 keys all at once', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const first = await createMany(service, 20);
  await openConsole(page, service, { as: OPERATOR });
  await rowOf(page, first[0]!).waitFor();
  const hands = handsOn(page);
  await hands.press(...Array.from({ length: 20 }, () => 'Shift+S'));
  await page.getByText('No pending transactions').waitFor();
  expect(hands.count()).toEqual({ keys: 20, clicks: 0 });
  holds.pass();
  await service.planRunner.runNow();
  expect(await sequencesOf(service, first)).toEqual(first.map(() => 2));

  const second = await createMany(service, 20);
  const all = page.getByRole('button', { name: /^Show \d+ new$/ });
  await page.getByRole('main').getByText('20 waiting').waitFor();
  // The number may be known before the last ones have arrived.
  await expect
    .poll(async () => {
      if (await all.count()) await all.click();
      return page.locator('tbody tr').count();
    })
    .toBe(20);
  await hands.press('a');
  await page.getByText('20 chosen').waitFor();
  await page.getByText('10,000.00 in').waitFor();
  await hands.press('Shift+S', 'Enter');
  await page.getByText('Settled 20: 10,000.00 in').waitFor();
  expect(hands.count()).toEqual({ keys: 3, clicks: 0 });
  await page.getByText('No pending transactions').waitFor();
  holds.pass();
  await service.planRunner.runNow();
  expect(await sequencesOf(service, second)).toEqual(second.map(() => 2));
  await expectAgreement(service.databasePath);
});

testLong('z undoes the last decisions one after the other, and the client is notified of none', async () => {
  const service = await startOwn({}, passingHolds().options);
  await using receiver = await startReceiver();
  const merchant = await createClient(service, { callbackUrl: receiver.url });
  const { page } = await openPage();
  await holdUndo(page);
  const [one, other] = [await createNamed(service, merchant), await createNamed(service, merchant)];
  await openConsole(page, service, { as: OPERATOR });
  await rowOf(page, one).waitFor();
  const hands = handsOn(page);
  await hands.press('Shift+S');
  await rowOf(page, one).waitFor({ state: 'detached' });
  await hands.press('r');
  await page.getByLabel('Reason (optional)').waitFor();
  await hands.press('Enter');
  await page.getByText(`Rejected: 500.00 · ${other.name}`).waitFor();
  hands.count();
  await hands.press('z');
  await page.getByText(`Undone: Rejected: 500.00 · ${other.name}`).waitFor();
  await hands.press('z');
  await page.getByText(`Undone: Settled: 500.00 · ${one.name}`).waitFor();
  expect(hands.count()).toEqual({ keys: 2, clicks: 0 });
  await rowOf(page, one).waitFor();
  await rowOf(page, other).waitFor();
  expect(await readOutcome(service, one)).toMatchObject({ status: 'pending', sequence: 1 });
  expect(await readOutcome(service, other)).toMatchObject({ status: 'pending', sequence: 1 });
  await hands.press('z');
  await page.getByText('There is nothing left to undo').waitFor();
  expect(receiver.deliveries).toEqual([]);
  // It is as if nothing had been decided.
  await rowOf(page, one).getByRole('link').click();
  await paneOf(page).getByText('Created', { exact: true }).waitFor();
  expect(await paneOf(page).locator('.history li').count()).toBe(0);
  await expectAgreement(service.databasePath);
});

testLong('a queue of 137 tells its total, refills by itself, and is never falsely empty', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const all = await Promise.all(Array.from({ length: 137 }, () => createNamed(service)));
  await service.dependencies.transactions.markSent(all[0]!.transactionId);
  await openConsole(page, service, { as: OPERATOR });
  await page.getByRole('link', { name: 'All 137' }).waitFor();
  await page.getByRole('link', { name: 'Says sent 1' }).waitFor();
  await page.getByRole('button', { name: 'Show more (87)' }).waitFor();
  await expect.poll(() => page.title()).toBe('(137) Queue · Operator console');
  await page.evaluate(`window.sawEmpty = false; new MutationObserver(() => {
    if (document.body.textContent.includes('No pending transactions')) window.sawEmpty = true;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });`);
  let settled = 0;
  for (let round = 0; settled < 137; round += 1) {
    expect(round).toBeLessThan(10);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('a');
    const count = Number(/^(\d+) chosen/.exec(await page.locator('.chosen-bar p').innerText())?.[1]);
    expect(count).toBeGreaterThan(0);
    settled += count;
    await page.keyboard.press('Shift+S');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('window.sawEmpty')).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByText(`Settled ${count}:`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (settled < 137) await expect.poll(() => shownIds(page)).not.toEqual([]);
  }
  await page.getByText('No pending transactions').waitFor();
  holds.pass();
  await service.planRunner.runNow();
  expect(await sequencesOf(service, all)).toEqual(all.map(() => 2));
  await expect.poll(() => page.title()).toBe('Queue · Operator console');
  const late = await createNamed(service);
  await rowOf(page, late).waitFor();
});
