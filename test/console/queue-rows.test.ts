import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import {
  createMany,
  createNamed,
  type NamedDeposit,
  paneOf,
  readOutcome,
  rowOf,
} from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { createPayable, settle } from '../support/payments.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

test('a row that somebody else decides stays, marked, until the operator moves on, and no key acts on it', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  const [one, other] = await createMany(service, 2);
  await openConsole(page, service, { as: await createClient(service, { role: 'operator' }) });
  await rowOf(page, one!).waitFor();
  await settle(service, one!);
  await rowOf(page, one!).getByText('settled by Demo operator').waitFor();
  for (const key of ['s', 'r', 'x', 'Shift+S']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByText('chosen').count()).toBe(0);
  expect(await page.locator('tr.selected').getAttribute('data-key')).toBe(one!.transactionId);
  await page.keyboard.press('j');
  await rowOf(page, one!).waitFor({ state: 'detached' });
  expect(await readOutcome(service, other!)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('the pane follows the selection, and keys decide what it shows', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const [first, second, third, last] = await createMany(service, 4);
  await openConsole(page, service, { as: OPERATOR });
  const shows = (one: NamedDeposit) =>
    paneOf(page).getByText(one.transactionId).waitFor({ state: 'attached' });
  const openRow = () => page.locator('tr.opened').getAttribute('data-key');
  // A click anywhere in the row opens it.
  await rowOf(page, first!).getByText('500.00').last().click();
  await shows(first!);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await shows(third!);
  expect(await openRow()).toBe(third!.transactionId);
  await page.keyboard.press('Shift+S');
  await page.getByText(`Settled: 500.00 · ${third!.name}`).waitFor();
  await shows(last!);
  expect(await openRow()).toBe(last!.transactionId);
  await page.keyboard.press('k');
  await shows(second!);
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText(second!.name).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await paneOf(page).waitFor({ state: 'detached' });
  expect(await page.locator('tr.selected').getAttribute('data-key')).toBe(second!.transactionId);
  holds.pass();
  await service.planRunner.runNow();
  expect(await readOutcome(service, third!)).toMatchObject({ status: 'successful' });
  expect(await readOutcome(service, second!)).toMatchObject({ status: 'pending' });
});

test('the buttons of rows with long names and ids are visible at every width', async () => {
  const service = await startOwn();
  const long = { name: 'N'.repeat(190), processId: `${'p'.repeat(60)}-${crypto.randomUUID()}` };
  for (const changes of [{ name: 'Ada' }, long, { name: 'عبد الرحمن' }])
    await createPayable(service, changes);
  for (const width of [820, 1180, 1440, 360]) {
    const { page } = await openPage({ width });
    await openConsole(page, service, { as: OPERATOR });
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
    const edges = await page
      .locator('tbody button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThanOrEqual(width);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    if (width < 800) await page.getByRole('button', { name: /^Actions: 500.00 of N/ }).click();
    await page.getByRole('button', { name: width < 800 ? 'Settle' : /^Settle 500.00 of N/ }).click();
    const overflow = await page
      .getByRole('dialog')
      .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

test('a row names its account and its merchant on small screens too', async () => {
  const service = await startOwn();
  const merchant = await createClient(service, { name: 'Kuzey Oyun' });
  await createPayable(service, { name: 'Ada' }, merchant);
  for (const width of [900, 1024, 1120]) {
    const { page } = await openPage({ width });
    await openConsole(page, service, { as: OPERATOR });
    const row = page.locator('tbody tr').first();
    await row.getByText('Kuzey Oyun').waitFor();
    await row
      .getByText(/^Demo Anadolu/)
      .locator('visible=true')
      .waitFor();
  }
});

test('a notice does not cover that the connection is lost', async () => {
  const service = await startOwn();
  await createNamed(service);
  const { page, expectProblem } = await openPage();
  expectProblem(/net::ERR_FAILED/);
  await openConsole(page, service, { as: OPERATOR });
  await page.locator('tbody tr').first().waitFor();
  await page.route('**/graphql', (route) => route.abort());
  await page.evaluate("dispatchEvent(new Event('offline'))");
  await page.keyboard.press('Shift+S');
  await page.locator('.notice.shown').waitFor();
  const outdated = await page.getByRole('alert').filter({ hasText: 'Reconnecting' }).boundingBox();
  const notice = await page.locator('.notice.shown').boundingBox();
  expect(outdated!.y + outdated!.height).toBeLessThanOrEqual(notice!.y);
});

test('a row is named by its party and amount', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  const one = await createNamed(service);
  await openConsole(page, service, { as: OPERATOR });
  await rowOf(page, one).getByRole('rowheader').waitFor();
  await page.getByRole('link', { name: `${one.name} , 500.00` }).click();
  await paneOf(page).getByText(one.transactionId).waitFor({ state: 'attached' });
});
