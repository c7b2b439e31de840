import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ReasonTemplate } from '../../src/transactions/domain/reason.ts';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { createNamed, readOutcome } from '../support/console-queue.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);
const dialog = (page: Page) => page.getByRole('dialog');

const REJECTIONS = [
  { kind: 'reject', text: 'No money came', seenBy: 'payer' },
  { kind: 'reject', text: 'Looks like fraud', seenBy: 'nobody' },
] as const;

async function storeOnly(...templates: readonly Omit<ReasonTemplate, 'id'>[]): Promise<void> {
  const { db, runtime } = service().dependencies;
  for (const { id } of await db.read('listReasonTemplates')) await db.run('removeReasonTemplate', { id });
  for (const template of templates)
    await db.run('saveReasonTemplate', {
      template: { ...template, id: runtime.newId() },
      isNew: true,
    });
}

test('what an admin changes reaches other open consoles with their next decision', async () => {
  await storeOnly(...REJECTIONS);
  const one = await createNamed(service());
  const [{ page: admin }, { page: desk }] = [await openPage(), await openPage()];
  await openConsole(desk, service(), { as: OPERATOR, path: `search?open=${one.transactionId}` });
  const reject = desk.getByRole('complementary').getByRole('button', { name: 'Reject' });
  await reject.click();
  await dialog(desk).getByText('No money came').waitFor();
  await dialog(desk).getByText('Looks like fraud').click();
  await openConsole(admin, service(), { as: ADMIN, path: 'templates' });
  const row = admin.getByRole('row').filter({ hasText: 'Looks like fraud' });
  await row.getByRole('button', { name: /remove/i }).click();
  await row.getByRole('button', { name: /remove/i }).click();
  await row.waitFor({ state: 'detached' });
  await admin.getByRole('button', { name: 'New reason' }).click();
  await dialog(admin).getByLabel('Reason').fill('The bank returned it');
  await dialog(admin).getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('row').filter({ hasText: 'The bank returned it' }).waitFor();
  // A dialog that is being read does not change under the hand.
  expect(await dialog(desk).getByText('Looks like fraud').isVisible()).toBe(true);
  await desk.keyboard.press('Escape');
  await reject.click();
  await dialog(desk).getByText('The bank returned it').click();
  expect(await dialog(desk).getByText('Looks like fraud').count()).toBe(0);
  await dialog(desk).getByRole('button', { name: 'Reject' }).click();
  await dialog(desk).waitFor({ state: 'detached' });
  holds.pass();
  await service().planRunner.runNow();
  expect((await readOutcome(service(), one)).statusReason).toBe('The bank returned it');
});

test('a reason that is removed while it is picked is not left out silently', async () => {
  await storeOnly(...REJECTIONS);
  const one = await createNamed(service());
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: `search?open=${one.transactionId}` });
  const reject = page.getByRole('complementary').getByRole('button', { name: 'Reject' });
  await reject.waitFor();
  // The templates that are read when the dialog opens arrive after the choice.
  let arrive = () => {};
  const chosen = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('reasonTemplates')) await chosen;
    await route.continue();
  });
  await reject.click();
  await dialog(page).getByText('Looks like fraud').click();
  const { db } = service().dependencies;
  const removed = (await db.read('listReasonTemplates')).find(({ text }) => text === 'Looks like fraud');
  await db.run('removeReasonTemplate', { id: removed?.id ?? '' });
  arrive();
  await dialog(page).getByText('Looks like fraud').waitFor({ state: 'detached' });
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await dialog(page).getByText('The reason that you picked has been removed').waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending' });
  await dialog(page).getByText('No money came').click();
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  holds.pass();
  await service().planRunner.runNow();
  expect((await readOutcome(service(), one)).statusReason).toBe('No money came');
});
