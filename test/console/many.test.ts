import { expect, test } from 'vitest';
import { ADMIN, call, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, cutStreams, holdUndo, openConsole, signIn } from '../support/console.ts';
import { createMany, rowOf, sequencesOf } from '../support/console-queue.ts';
import { handsOn } from '../support/hands.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

test('settling many names those that were changed meanwhile', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page, expectProblem } = await openPage();
  const made = await createMany(service, 3);
  expectProblem(/ERR_FAILED/);
  // Without a stream, the page learns of the other operator only from the service's answer.
  await cutStreams(page);
  await page.goto(consoleUrl(service, 'queue'));
  await signIn(page, OPERATOR);
  await rowOf(page, made[2]!).waitFor();
  const hands = handsOn(page);
  await hands.press('x', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await page.getByText('3 chosen').waitFor();
  // The same decision by the same key would be a repeat.
  const target = `/v1/transactions/${made[1]!.transactionId}/settle`;
  expectData(
    await call(service, target, { method: 'POST', sign: 'timed', as: ADMIN, body: { sequence: '1' } }),
  );
  await hands.press('Shift+S');
  await page.getByRole('dialog').waitFor();
  await hands.press('Enter');
  const dialog = page.getByRole('dialog', { name: '1 were not settled' });
  await dialog.getByText(`${made[1]!.name} 500.00`).waitFor();
  await dialog.getByText('settled by Demo admin').waitFor();
  expect(await sequencesOf(service, made)).toEqual([1, 2, 1]);
  holds.pass();
  await service.planRunner.runNow();
  expect(await sequencesOf(service, made)).toEqual([2, 2, 2]);
});

test('if the second half of many fails, the first is reported, and only the second is sent again', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page, expectProblem } = await openPage();
  const made = await createMany(service, 110);
  await openConsole(page, service, { as: OPERATOR });
  const more = page.getByRole('button', { name: /^Show more/ });
  const rows = page.locator('tbody tr');
  for (const count of [50, 100]) {
    await expect.poll(() => rows.count()).toBe(count);
    await more.click();
  }
  await expect.poll(() => rows.count()).toBe(110);
  const sent: number[] = [];
  expectProblem(/ERR_FAILED/);
  await page.route('**/graphql', (route) => {
    const body = route.request().postData() ?? '';
    if (!body.includes('mutation SettleMany(')) return route.fallback();
    sent.push(JSON.parse(body).variables.items.length);
    return sent.length === 2 ? route.abort() : route.fallback();
  });
  await page.keyboard.press('a');
  await page.keyboard.press('Shift+S');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The service cannot be reached.').waitFor();
  await page.getByText('Settled 100: 50,000.00 in').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Settle all 110' }).click();
  await page.getByText('Settled 10: 5,000.00 in').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(sent).toEqual([100, 10, 10]);
  await page.getByText('No pending transactions').waitFor();
  holds.pass();
  await service.planRunner.runNow();
  expect(await sequencesOf(service, made)).toEqual(made.map(() => 2));
});

test('z undoes all that were settled at once', async () => {
  const service = await startOwn({}, passingHolds().options);
  const { page } = await openPage();
  await holdUndo(page);
  const made = await createMany(service, 30);
  await openConsole(page, service, { as: OPERATOR });
  await rowOf(page, made[29]!).waitFor();
  await page.keyboard.press('a');
  await page.keyboard.press('Shift+S');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Settled 30:').waitFor();
  await page.keyboard.press('z');
  await page.getByText('30 undone').waitFor();
  await rowOf(page, made[29]!).waitFor();
  expect(await sequencesOf(service, made)).toEqual(made.map(() => 1));
});
