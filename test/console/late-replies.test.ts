import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { holdRequests, holdUndo, openConsole } from '../support/console.ts';
import { createNamed, readOutcome, readPlannedStatus, rowOf } from '../support/console-queue.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { reject } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

const pane = (page: Page) => page.getByRole('complementary', { name: 'Transaction' });

/** Holds the requests of a mutation, as a slow network does. @returns what waits for one, and what lets all go. */
async function holdMutation(page: Page, mutation: string) {
  const release = await holdRequests(page, `mutation ${mutation}(`);
  const asked = () =>
    page.waitForRequest((request) => request.postData()?.includes(`mutation ${mutation}(`) ?? false);
  return { asked, release };
}

test('a reply that comes after Escape closes no other dialog, and is reported all the same', async () => {
  const { page } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  const { asked, release } = await holdMutation(page, 'Settle');
  await rowOf(page, one).getByRole('link').focus();
  await page.keyboard.press('s');
  await page.getByRole('dialog').waitFor();
  const request = asked();
  await page.keyboard.press('Enter');
  await request;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Reject 500.00 of ${other.name}` }).click();
  await page.getByLabel('Reason (optional)').fill('No money');
  release();
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();
  await rowOf(page, one).waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').getByLabel('Reason (optional)').inputValue()).toBe('No money');
  await page.keyboard.press('Enter');
  await page.getByText(`Rejected: 500.00 · ${other.name}`).waitFor();
});

test('a refusal that comes after Escape is reported', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  const { asked, release } = await holdMutation(page, 'Settle');
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  await page.getByRole('dialog').waitFor();
  const request = asked();
  await page.keyboard.press('Enter');
  await request;
  await page.keyboard.press('Escape');
  await reject(service(), one);
  release();
  await page.getByText(`${one.name}: It was changed meanwhile.`).waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
});

test('the pane shows what was opened last when the reply to an earlier decision comes', async () => {
  const { page } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR, path: `queue?open=${one.transactionId}` });
  await pane(page).getByText(one.transactionId).waitFor({ state: 'attached' });
  await rowOf(page, other).waitFor();
  const { asked, release } = await holdMutation(page, 'Settle');
  const request = asked();
  await page.keyboard.press('Shift+S');
  await request;
  await page.keyboard.press('j');
  release();
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();
  await rowOf(page, one).waitFor({ state: 'detached' });
  await pane(page).getByText(other.transactionId).waitFor({ state: 'attached' });
  await pane(page).getByRole('heading', { name: 'History' }).waitFor();
});

/** Settles two deposits. The answer to the second decision comes once it is released. */
async function settleTwo() {
  const { page } = await openPage();
  await holdUndo(page);
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  await rowOf(page, one).getByRole('link').focus();
  await page.keyboard.press('Shift+S');
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();
  const { asked, release } = await holdMutation(page, 'Settle');
  const request = asked();
  await rowOf(page, other).getByRole('link').focus();
  await page.keyboard.press('Shift+S');
  await request;
  return { page, one, other, release };
}

test('z waits for a decision that is on its way, and undoes that one', async () => {
  const { page, one, other, release } = await settleTwo();
  await page.keyboard.press('z');
  release();
  await page.getByText(`Undone: Settled: 500.00 · ${other.name}`).waitFor();
  expect(await readPlannedStatus(service(), one)).toBe('successful');
  expect(await readPlannedStatus(service(), other)).toBeUndefined();
});

test('the notice undoes what it names while the next decision is on its way', async () => {
  const { page, one, other, release } = await settleTwo();
  await page.getByRole('button', { name: /^Undo/ }).click();
  release();
  await page.getByText(`Settled: 500.00 · ${other.name}`).waitFor();
  expect(await readPlannedStatus(service(), other)).toBe('successful');
  await expect.poll(() => readPlannedStatus(service(), one)).toBeUndefined();
});

test('the focus stays in the pane of a search after a decision', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR, path: `search?open=${one.transactionId}` });
  await pane(page).getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();
  await pane(page).getByText('Will be successful in').waitFor();
  expect(await pane(page).locator('.summary button').count()).toBe(0);
  holds.pass();
  await pane(page).getByRole('button', { name: 'Reverse', exact: true }).waitFor();
  await expect.poll(() => page.evaluate("document.activeElement?.closest('aside') !== null")).toBe(true);
});
