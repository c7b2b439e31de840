import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { startReceiver } from '../support/receiver.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

test('an operator settles and rejects by keyboard, and the callbacks have the paid amounts', async () => {
  const { page } = await openPage();
  await using receiver = await startReceiver();
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const [one, other] = [await createNamed(service(), merchant), await createNamed(service(), merchant)];
  await openConsole(page, service(), { as: OPERATOR });
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
  await page.getByLabel('Reason (optional)').fill('No such payment');
  await page.keyboard.press('Enter');
  await page.getByText(`Rejected: 500.00 · ${other.name}`).waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
  expect(receiver.deliveries).toEqual([]);
  holds.pass();
  await service().planRunner.runNow();
  expect(await readOutcome(service(), one)).toEqual({
    status: 'successful',
    statusReason: null,
    finalAmount: 499.5,
    sequence: 2,
  });
  expect(await readOutcome(service(), other)).toMatchObject({
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
