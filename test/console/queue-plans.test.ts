import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { holdUndo, openConsole } from '../support/console.ts';
import { createMany, createNamed, readOutcome, rowOf } from '../support/console-queue.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { settle } from '../support/payments.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

test('what is undone returns to its old place, also the last row, before what has arrived since', async () => {
  const service = await startOwn({}, passingHolds().options);
  const { page } = await openPage();
  await holdUndo(page);
  const [first, second] = await createMany(service, 2);
  await openConsole(page, service, { as: OPERATOR });
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

test('what is planned when the page is loaded is shown as decided, and leaves when it happens', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const [first, second, third] = await createMany(service, 3);
  await settle(service, second!, { holdSeconds: '8' });
  await openConsole(page, service, { as: OPERATOR });
  const row = rowOf(page, second!);
  await row.getByText(/^Will be successful in .*, decided by demo-operator$/).waitFor();
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

test('what the blacklist stops before it happens waits again, and the audit log says why', async () => {
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
