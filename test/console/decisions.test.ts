import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { holdRequests, holdUndo, openConsole } from '../support/console.ts';
import {
  createMany,
  createNamed,
  type NamedDeposit,
  readOutcome,
  readPlannedStatus,
  rowOf,
} from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { settle } from '../support/payments.ts';
import { startReceiver } from '../support/receiver.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

test('an operator settles and rejects by keyboard, and the callbacks have the paid amounts', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  await using receiver = await startReceiver();
  const merchant = await createClient(service, { callbackUrl: receiver.url });
  const [one, other] = [await createNamed(service, merchant), await createNamed(service, merchant)];
  await openConsole(page, service, { as: OPERATOR });
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
  // The words go where the focus is.
  await page.getByLabel('Reason (optional)').waitFor();
  await page.keyboard.type('No such payment');
  await page.keyboard.press('Enter');
  await page.getByText(`Rejected: 500.00 · ${other.name}`).waitFor();
  expect(await readOutcome(service, one)).toMatchObject({ status: 'pending', sequence: 1 });
  expect(receiver.deliveries).toEqual([]);
  holds.pass();
  await service.planRunner.runNow();
  expect(await readOutcome(service, one)).toEqual({
    status: 'successful',
    statusReason: null,
    finalAmount: 499.5,
    sequence: 2,
  });
  expect(await readOutcome(service, other)).toMatchObject({
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

test('an undone row returns to its old place, even the last one, before rows that have arrived since', async () => {
  const service = await startOwn({}, passingHolds().options);
  const { page } = await openPage();
  const [first, second] = await createMany(service, 2);
  await openConsole(page, service, { as: OPERATOR });
  await holdUndo(page);
  await rowOf(page, second!).getByRole('link').focus();
  await page.keyboard.press('Shift+S');
  await rowOf(page, second!).waitFor({ state: 'detached' });
  await createNamed(service);
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  await page.keyboard.press('z');
  await rowOf(page, second!).waitFor();
  expect(await page.locator('tbody th bdi').allTextContents()).toEqual([first!.name, second!.name]);
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
});

test('a row with a plan is shown as decided when the page is loaded, and leaves when the plan runs', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const [first, second, third] = await createMany(service, 3);
  await settle(service, second!, { holdSeconds: '8' });
  await openConsole(page, service, { as: OPERATOR });
  const row = rowOf(page, second!);
  await row.getByText(/^Will be successful in .*, decided by Demo operator$/).waitFor();
  expect(await row.getByRole('button', { name: /Settle|Reject/ }).count()).toBe(0);
  expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await page.getByText('2 chosen').waitFor();
  await page.keyboard.press('Escape');
  holds.pass();
  await row.waitFor({ state: 'detached' });
  for (const one of [first!, third!])
    await rowOf(page, one)
      .getByRole('button', { name: /Settle/ })
      .waitFor();
});

test('a row whose plan the blacklist stops waits again, and the audit log says why', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const [one, other] = await createMany(service, 2);
  await openConsole(page, service, { as: ADMIN });
  await rowOf(page, one!).getByRole('link').focus();
  await page.keyboard.press('Shift+S');
  await rowOf(page, one!).waitFor({ state: 'detached' });
  const { db, runtime } = service.dependencies;
  const value = one!.name.toLowerCase().replace(' ', '.');
  const entry = { id: runtime.newId(), kind: 'convertedName', value } as const;
  await db.run('addToBlacklist', {
    entry: { ...entry, clientId: null, reason: null, createdAtMs: runtime.nowMs() },
  });
  holds.pass();
  await rowOf(page, one!).getByText('blacklisted').waitFor();
  expect(await page.locator('tbody th bdi').allTextContents()).toEqual([one!.name, other!.name]);
  expect(await readOutcome(service, one!)).toMatchObject({ status: 'pending', sequence: 1 });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page
    .getByRole('button', { name: /^Details of row/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: 'Planned status successful –' }).waitFor();
  await dialog.getByText('Why it did not happen').waitFor();
  await dialog.getByText('It is blacklisted.').waitFor();
});

/** Asks to settle a deposit with a tenth of its amount, and presses Enter once more when it is asked about. */
async function answerWithEnter() {
  const service = await startOwn({}, passingHolds().options);
  const { page, variablesOf } = await openPage();
  const one = await createNamed(service);
  await openConsole(page, service, { as: OPERATOR });
  await rowOf(page, one).getByRole('link').focus();
  await page.keyboard.press('s');
  const amount = page.getByLabel('Final amount (TRY)');
  await amount.fill('50');
  await page.keyboard.press('Enter');
  const question = page.getByText('50.00 is 450.00 less than the requested 500.00.');
  await question.waitFor();
  await page.keyboard.press('Enter');
  return { service, page, one, amount, question, asked: () => variablesOf('mutation Settle(').length };
}

test('Enter does not confirm an unusual amount, in a field or not', async () => {
  const { service, page, question, one, amount, asked } = await answerWithEnter();
  await amount.press('Enter');
  await createNamed(service);
  await page.locator('button', { hasText: 'Show 1 new' }).waitFor();
  expect(await question.isVisible()).toBe(true);
  expect(asked()).toBe(1);
  expect(await readPlannedStatus(service, one)).toBeUndefined();
});

test('Escape leaves the question about an unusual amount, so that it can be typed again', async () => {
  const { service, page, question, one } = await answerWithEnter();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();
  expect(await readPlannedStatus(service, one)).toBe('successful');
});

/** Holds the request to settle a deposit, as a slow network does. @returns what lets it go, and what breaks it off */
async function holdSettling(page: Page, { transactionId }: NamedDeposit) {
  let answer = (_isSent: boolean) => {};
  const sent = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? '';
    const isIt = body.includes('mutation Settle(') && body.includes(transactionId);
    await (!isIt || (await sent) ? route.fallback() : route.abort());
  });
  return { release: () => answer(true), fail: () => answer(false) };
}

/** Opens two deposits, which are settled without a dialog. */
async function openTwo() {
  const service = await startOwn({}, passingHolds().options);
  const { page } = await openPage();
  const all = await createMany(service, 2);
  await openConsole(page, service, { as: OPERATOR });
  await holdUndo(page);
  const settle = async (index: number) => {
    await rowOf(page, all[index]!).getByRole('link').focus();
    await page.keyboard.press('Shift+S');
  };
  const settled = (index: number) => page.getByText(`Settled: 500.00 · ${all[index]!.name}`).waitFor();
  const statuses = () => Promise.all(all.map((one) => readPlannedStatus(service, one)));
  return { page, all, settle, settled, statuses };
}

test('z during a decision that fails undoes no earlier one', async () => {
  const { page, all, settle, settled, statuses } = await openTwo();
  await settle(0);
  await settled(0);
  const held = await holdSettling(page, all[1]!);
  await settle(1);
  await page.keyboard.press('z');
  held.fail();
  await page.getByText(`${all[1]!.name}: The service cannot be reached`).waitFor();
  await page.unroute('**/graphql');
  await settle(1);
  await settled(1);
  expect(await statuses()).toEqual(['successful', 'successful']);
});

test('z undoes the last decision, whichever is answered first', async () => {
  const { page, all, settle, settled, statuses } = await openTwo();
  const held = await holdSettling(page, all[0]!);
  await settle(0);
  await settle(1);
  await settled(1);
  held.release();
  await settled(0);
  await page.keyboard.press('z');
  await page.getByText(`Undone: Settled: 500.00 · ${all[1]!.name}`).waitFor();
  expect(await statuses()).toEqual(['successful', undefined]);
});

testLong('z after z undoes a decision that was made in between', async () => {
  const { page, all, settle, settled, statuses } = await openTwo();
  const held = await holdSettling(page, all[0]!);
  await settle(0);
  await page.keyboard.press('z');
  await settle(1);
  await settled(1);
  await page.keyboard.press('z');
  await page.getByText(`Undone: Settled: 500.00 · ${all[1]!.name}`).waitFor();
  held.release();
  await page.getByText(`Undone: Settled: 500.00 · ${all[0]!.name}`).waitFor();
  expect(await statuses()).toEqual([undefined, undefined]);
});

testLong('z twice while a decision is on its way undoes that one only', async () => {
  const service = await startOwn({}, passingHolds().options);
  const { page, variablesOf } = await openPage();
  const [one, other] = await createMany(service, 2);
  await openConsole(page, service, { as: OPERATOR });
  await holdUndo(page);
  await rowOf(page, one!).getByRole('link').focus();
  await page.keyboard.press('Shift+S');
  await page.getByText(`Settled: 500.00 · ${one!.name}`).waitFor();
  const release = await holdRequests(page, 'mutation Settle(');
  await rowOf(page, other!).getByRole('link').focus();
  for (const key of ['Shift+S', 'z', 'z']) await page.keyboard.press(key);
  release();
  await page.getByText(`Undone: Settled: 500.00 · ${other!.name}`).waitFor();
  expect(variablesOf('mutation Undo(')).toHaveLength(1);
  expect(await readPlannedStatus(service, one!)).toBe('successful');
});
