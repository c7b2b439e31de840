import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, cutStreams, mendStreams, openConsole, signIn } from '../support/console.ts';
import { createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { reject, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

/** Creates the operator who uses the console, in addition to the faster one. */
const anotherOperator = () => createClient(service(), { role: 'operator' });

test('an open dialog shows at once that somebody else has decided', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: await anotherOperator() });
  await page.getByRole('button', { name: `Reject 500.00 of ${one.name}` }).click();
  await page.getByRole('dialog').waitFor();
  await settle(service(), one, { finalAmount: '480' });
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(
    /It is now successful with 480\.00 since .*, by Demo operator\./,
  );
  // The form that had the focus is gone.
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Close');
  expect(await page.getByRole('button', { name: 'Reject', exact: true }).count()).toBe(0);
  await page.keyboard.press('Enter');
  // The row stays until the operator moves on.
  await rowOf(page, one).getByText('settled by Demo operator').waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({
    status: 'successful',
    finalAmount: 480,
    sequence: 2,
  });
});

test('a decision on a stale row is refused with the current state, and the queue is reloaded after reconnecting', async () => {
  const { page, expectProblem } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await cutStreams(page);
  expectProblem(/ERR_FAILED/);
  await page.goto(consoleUrl(service(), 'queue'));
  await signIn(page, await anotherOperator());
  await page.getByText('Reconnecting …', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  await reject(service(), one);
  await settle(service(), other);
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('dialog').getByRole('alert').textContent()).toContain(
    'unsuccessful (words among operators)',
  );
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
  // Without a stream the other settled transaction is still shown.
  await rowOf(page, other).waitFor();
  await mendStreams(page);
  await rowOf(page, other).waitFor({ state: 'detached' });
});

test('an operator who repeats a decision after a lost response gets the response to the first one', async () => {
  const { page, expectProblem } = await openPage();
  const one = await createNamed(service());
  await cutStreams(page);
  await page.goto(consoleUrl(service(), 'queue'));
  await signIn(page, OPERATOR);
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  expectProblem(/ERR_FAILED/);
  const loseAnswer = async (route: Route) => {
    if (!route.request().postData()?.includes('mutation Settle')) return route.fallback();
    await route.fetch();
    return route.abort();
  };
  await page.route('**/graphql', loseAnswer);
  const button = page.getByRole('button', { name: 'Settle', exact: true });
  await button.click();
  await page.getByText('The service cannot be reached.').waitFor();
  await button.click();
  await page.getByText('The service cannot be reached.').waitFor();
  // The stream stays cut: it would show the decision before the button does.
  await page.unroute('**/graphql', loseAnswer);
  holds.pass();
  await service().planRunner.runNow();
  await button.click();
  await button.waitFor({ state: 'detached' });
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'successful', sequence: 2 });
});

test('an open dialog shows what somebody else has decided and can still undo', async () => {
  const [{ page }, { page: other }] = [await openPage(), await openPage()];
  const one = await createNamed(service());
  await openConsole(page, service(), { as: await anotherOperator() });
  await openConsole(other, service(), { as: OPERATOR });
  await page.getByRole('button', { name: `Reject 500.00 of ${one.name}` }).click();
  await page.getByRole('dialog').waitFor();
  await rowOf(other, one).getByRole('link').focus();
  await other.keyboard.press('Shift+S');
  await page.getByText('Someone else was faster.').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(
    /Will be successful in .*, decided by Demo operator\./,
  );
  await page.keyboard.press('Enter');
  await rowOf(page, one).getByText('Will be successful in').waitFor();
  expect(
    await rowOf(page, one)
      .getByRole('button', { name: /Settle|Reject/ })
      .count(),
  ).toBe(0);
  await other.keyboard.press('z');
  await rowOf(page, one)
    .getByRole('button', { name: /Reject/ })
    .waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('shortcuts do nothing while a dialog is open, even when its focused element is gone', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), {
    as: await anotherOperator(),
    path: `queue?open=${one.transactionId}`,
  });
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByRole('button', { name: 'Reject', exact: true }).click();
  // The dialog receives updates only after it is shown.
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Reason (optional)').focus();
  await settle(service(), one);
  await page.getByText('Someone else was faster.').waitFor();
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pane.getByText(one.transactionId).waitFor({ state: 'attached' });
});
