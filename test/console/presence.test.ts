import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import { ADMIN, call, MERCHANT, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createNamed, paneOf, rowOf } from '../support/console-queue.ts';
import { linePane, lineRow, writeCamt } from '../support/console-statements.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();

const SENTENCE = 'Demo admin is looking at this.';

/** Says what the admin has open; nothing without an id. */
async function look(open?: string): Promise<void> {
  const request = { as: ADMIN, json: { windowId: 'elsewhere', open }, sign: 'timed' } as const;
  expectData(await call(service(), '/v1/presence', request));
}

/** As when somebody comes back to the page, which then asks at once. */
const comeBack = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

async function prepareBatch(): Promise<string> {
  const { transactionId } = expectData(
    await call(service(), WITHDRAW, { as: MERCHANT, body: withdrawalFields() }),
  );
  const [account] = await service().dependencies.db.read('listEveryAccount');
  const request = {
    as: ADMIN,
    json: { transactionIds: [transactionId], accountId: account?.id },
    sign: 'timed',
  } as const;
  return expectData(await call(service(), '/v1/payouts', request)).payoutId;
}

describe('who else looks at something', () => {
  test('is shown in the pane of a transaction and marked in its row of the queue, until they leave it', async () => {
    const [one, other] = [await createNamed(service()), await createNamed(service())];
    await look(one.transactionId);
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: `queue?open=${one.transactionId}` });
    await paneOf(page).getByText(SENTENCE).waitFor();
    await rowOf(page, one).locator('.lookers', { hasText: SENTENCE }).waitFor();
    expect(await rowOf(page, other).locator('.lookers', { hasText: SENTENCE }).count()).toBe(0);
    await look();
    await comeBack(page);
    await expect.poll(() => page.getByText(SENTENCE).count()).toBe(0);
  });

  test('is shown in the pane of a line of a statement and marked in its row, until they leave it', async () => {
    const [account] = await service().dependencies.db.read('listEveryAccount');
    const bytes = Buffer.from(
      writeCamt(account?.iban ?? '', [{ amount: '12.34', name: 'Rasim', text: 'x' }]),
    );
    await importFile(service().dependencies, { name: 'a.xml', bytes }, { clientId: null, audit: undefined });
    await service().statementMatcher.matchNow();
    const { items } = expectData(await call(service(), '/v1/statement-lines', { as: OPERATOR }));
    await look(items[0].lineId);
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: 'reconciliation?group=unknown' });
    await lineRow(page, 'Rasim').click();
    await linePane(page).getByText(SENTENCE).waitFor();
    await lineRow(page, 'Rasim').locator('.lookers', { hasText: SENTENCE }).waitFor();
    await look();
    await comeBack(page);
    await expect.poll(() => page.getByText(SENTENCE).count()).toBe(0);
  });

  testLong('is marked in the results of a search', async () => {
    const one = await createNamed(service());
    await look(one.transactionId);
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: `search?query=${one.name}` });
    await rowOf(page, one).locator('.lookers', { hasText: SENTENCE }).waitFor();
  });

  testLong('is marked in the list of batches, and said in a batch', async () => {
    const payoutId = await prepareBatch();
    await look(payoutId);
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: 'payouts' });
    await page.getByRole('row').locator('.lookers', { hasText: SENTENCE }).waitFor();
    await page.getByRole('link', { name: /^Batch/ }).click();
    await page.getByRole('status').getByText(SENTENCE).waitFor();
  });

  test('is not asked for by a test key, whose desk has no money', async () => {
    const as = await createClient(service(), { role: 'operator', isTest: true });
    const merchant = await createClient(service(), { isTest: true });
    const { transactionId } = await createNamed(service(), merchant);
    const { page, variablesOf } = await openPage();
    await openConsole(page, service(), { as, path: `queue?open=${transactionId}` });
    await expect.poll(() => page.locator('.looking').count()).toBe(1);
    await comeBack(page);
    // What was asked for before this has been sent once it is answered.
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByText('1 found').waitFor();
    expect(variablesOf('UpdatePresence')).toEqual([]);
  });
});
