import { expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const service = useService({ platform: createClock() });
const openPage = useBrowser();

const stateOf = async (token: string) =>
  (await payerCall(service(), 'payments.get', { token })).json.result.data.data;

async function createTest() {
  return createPayable(service(), {}, await createClient(service(), { isTest: true }));
}

const DECISIONS = [
  ['Payment received', 'Payment received', 'successful'],
  ['Payment rejected', 'Payment not completed', 'unsuccessful'],
  ['Time over', 'The time to pay is over', 'expired'],
] as const;

test.each(
  [true, false].flatMap((javaScript) => DECISIONS.map((decision) => [javaScript, ...decision] as const)),
)('with JavaScript %s, a test is decided on its page: %s', async (javaScript, button, heading, outcome) => {
  const { token, path } = await createTest();
  const { page, expectProblem } = await openPage({ javaScript, locale: 'en-US' });
  await page.goto(service().url + path);
  expect(await page.getByRole('note').innerText()).toMatch(/This is a test\. Send no money/);
  if (outcome === 'expired') expectProblem(/status of 410/);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  expect((await stateOf(token)).outcome).toBe(outcome);
  expect(await page.getByRole('note').innerText()).toMatch(/This is a test/);
  expect(await page.getByRole('button', { name: 'Time over' }).count()).toBe(0);
});

test('a test is called so in Turkish too', async () => {
  const { path } = await createTest();
  const { page, screenshot } = await openPage({ locale: 'tr-TR' });
  await page.goto(service().url + path);
  expect(await page.getByRole('note').innerText()).toMatch(/Bu bir testtir\. Para göndermeyin/);
  expect(await page.getByRole('button', { name: 'Ödeme alındı' }).count()).toBe(1);
  await screenshot('pay-test');
});

test('a real payment has no banner and no decisions, and its link decides nothing', async () => {
  const { token, path } = await createPayable(service());
  const { page } = await openPage({ locale: 'en-US' });
  await page.goto(service().url + path);
  expect(await page.getByRole('note').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Payment received' }).count()).toBe(0);
  for (const decision of ['settle', 'reject', 'expire']) {
    const body = new URLSearchParams({ action: `test-${decision}` });
    const { status } = await fetch(service().url + path, { method: 'POST', body, redirect: 'manual' });
    expect(status).toBe(403);
  }
  expect((await stateOf(token)).status).toBe('pending');
});
