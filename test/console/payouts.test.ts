import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import {
  ADMIN,
  call,
  type Json,
  MERCHANT,
  OPERATOR,
  type TestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { importChosen, linePane, lineRow } from '../support/console-statements.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { testLong } from '../support/long-test.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { payment, reason, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();
let service: TestService;
let viewer: TestClient;
beforeAll(async () => {
  service = await startOwn();
  viewer = await createClient(service, { role: 'viewer', name: 'Watching' });
});

async function withdraw(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    expectData(
      await call(service, WITHDRAW, {
        as: MERCHANT,
        body: withdrawalFields({ userId: `payee-${index}`, accountName: `Payee ${index}` }),
      }),
    );
}

async function batchesOf(): Promise<Json[]> {
  return expectData(await call(service, '/v1/payouts', { as: OPERATOR }));
}
const readBatch = async (payoutId: string): Promise<Json> =>
  expectData(await call(service, `/v1/payouts/${payoutId}`, { as: OPERATOR }));

async function textOf(download: Download): Promise<string> {
  using folder = temporaryFolder();
  const path = join(folder.path, 'file.xml');
  await download.saveAs(path);
  return await readFile(path, 'utf8');
}

function ibanOf(accountId: string): string {
  const database = new Sqlite(service.databasePath, { readonly: true });
  try {
    return String(
      database.prepare('select iban from bank_accounts where id = ?').pluck().get(accountId),
    ).replaceAll(' ', '');
  } finally {
    database.close();
  }
}

const badge = (page: Page, text: string) => page.locator('.batch-head .badge', { hasText: text });

test('two people pay out twenty withdrawals in a morning, with eight keys and clicks at most', async () => {
  await withdraw(20);
  const { page: maker } = await openPage();
  const { page: approver } = await openPage();
  await openConsole(maker, service, { as: OPERATOR });
  await openConsole(approver, service, { as: ADMIN });
  const [first, second] = [handsOn(maker), handsOn(approver)];

  await first.click(maker.getByRole('link', { name: 'Payouts' }));
  await maker.getByText('No batch yet').waitFor();
  await first.press('n');
  await maker.getByRole('button', { name: 'Prepare 20' }).and(maker.locator(':focus')).waitFor();
  await first.press('Enter');
  await badge(maker, 'to approve').waitFor();

  await second.click(approver.getByRole('link', { name: 'Payouts' }));
  await approver.getByRole('region', { name: 'Waits for you' }).waitFor();
  await second.press('Enter');
  await approver.getByRole('button', { name: /^Approve/ }).waitFor();
  const review = approver.getByRole('region', { name: 'Before the approval' });
  await review.getByText('first-time payee: 20').waitFor();
  await review.getByText('0 of 1').waitFor();
  await second.press('a', 'Enter');
  await badge(approver, 'to export').waitFor();
  await approver
    .getByRole('option', { name: /^That of the account: pain.001/ })
    .waitFor({ state: 'attached' });
  const [download] = await Promise.all([approver.waitForEvent('download'), second.press('Enter')]);
  await badge(approver, 'sent').waitFor();
  const counts = [first.count(), second.count()];
  expect(counts.reduce((sum, { keys, clicks }) => sum + keys + clicks, 0)).toBeLessThanOrEqual(8);
  expect(await textOf(download)).toContain('<NbOfTxs>20</NbOfTxs>');

  const [{ payoutId }] = (await batchesOf()) as [Json];
  const { number, accountId, rows } = await readBatch(payoutId);
  const original = `P${String(number).padStart(9, '0')}`;
  const answers = [
    transaction(rows[0].endToEndId, 'RJCT', reason('AC04')),
    ...rows.slice(1).map(({ endToEndId }: Json) => transaction(endToEndId, 'ACSP')),
  ];
  await maker.getByRole('link', { name: /^Reconciliation/ }).click();
  const answer = statusFile({ original, payments: payment(answers.join(''), `${original}-G0001`) });
  await importChosen(maker, 'answer.xml', answer);
  await maker.getByText('19 accepted by the bank, 1 refused by the bank').waitFor();
  const lines = rows
    .slice(1)
    .map(({ endToEndId, amount }: Json) => ({ endToEndId, amountMinor: -100 * amount }));
  const camt = camtOf({ iban: ibanOf(accountId), lines });
  await importChosen(maker, 'statement.xml', camt.toString());
  await badge(approver, 'paid').waitFor();
  await approver.getByText('refused by the bank').waitFor();
  await approver.getByText('AC04').waitFor();
  expect((await readBatch(payoutId)).rows.filter(({ state }: Json) => state === 'paid')).toHaveLength(19);
  await expectAgreement(service.databasePath);
});

test('money of a line goes back through a batch, and a refused payout to another account', async () => {
  const [{ payoutId, accountId }] = (await batchesOf()) as [Json];
  const line = { amountMinor: 12_345, name: 'Rasim Kutlu', iban: 'TR330006100519786457841326', text: 'x' };
  const bytes = camtOf({ iban: ibanOf(accountId), lines: [line] });
  await importFile(service.dependencies, { name: 'a.xml', bytes }, { clientId: null, audit: undefined });
  await service.statementMatcher.matchNow();
  const { page, accessibilityProblems, screenshot } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=unknown' });
  await lineRow(page, 'Rasim Kutlu').click();
  const pane = linePane(page);
  const { page: colleague } = await openPage();
  await openConsole(colleague, service, { as: ADMIN, path: 'reconciliation?group=unknown' });
  await linePane(colleague).getByText('Demo operator is looking at this.').waitFor();
  const isSeen = async () => {
    // As when somebody comes back to the page, which then asks at once.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    const row = lineRow(page, 'Rasim Kutlu').getByTitle('Demo admin is looking at this.');
    return (await row.count()) + (await pane.getByText('Demo admin is looking').count());
  };
  await expect.poll(isSeen).toBe(2);
  await colleague.getByRole('link', { name: /^Queue/ }).click();
  await expect.poll(isSeen).toBe(0);
  await pane.getByRole('button', { name: 'Give back' }).click();
  await pane.getByLabel('Reason').fill('Nobody knows it');
  await screenshot('reconciliation-give-back');
  await page.keyboard.press('Enter');
  await pane.getByText('123.45 TRY is to be given back').waitFor();
  expect(await accessibilityProblems()).toEqual([]);

  await page.goto(`${service.url}/console/payouts?batch=${payoutId}`);
  await page.getByRole('button', { name: 'Another account' }).click();
  await page.getByLabel('IBAN').fill('NO9386011117947');
  await page.getByLabel(/^Reason/).fill('By phone');
  await screenshot('payouts-other-payee');
  await page.getByRole('button', { name: 'Another account' }).last().click();
  await page.getByText('It waits for a new batch.').waitFor();

  await page.goto(`${service.url}/console/payouts?new=yes`);
  await page.getByText('refund', { exact: true }).waitFor();
  await page.getByText('other payee', { exact: true }).waitFor();
  await screenshot('payouts-prepare-refund');
  await page.getByRole('button', { name: 'Prepare 2' }).click();
  await badge(page, 'to approve').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('link', { name: 'Rasim Kutlu' }).click();
  await linePane(page)
    .getByRole('link', { name: /^Batch/ })
    .waitFor();
  await screenshot('reconciliation-refund');

  const [{ payoutId: preparedId }] = (await batchesOf()) as [Json];
  const { contentHash } = await readBatch(preparedId);
  for (const step of ['approve', 'export']) {
    const path = `/v1/payouts/${preparedId}/${step}`;
    expectData(await call(service, path, { as: ADMIN, body: { contentHash }, sign: 'timed' }));
  }
  const debit = camtOf({ iban: ibanOf(accountId), lines: [{ amountMinor: -12_345, text: 'TRANSFER' }] });
  await importFile(
    service.dependencies,
    { name: 'b.xml', bytes: debit },
    { clientId: null, audit: undefined },
  );
  await service.statementMatcher.matchNow();
  await page.goto(`${service.url}/console/reconciliation?group=payout`);
  await lineRow(page, 'TRANSFER').click();
  await pane.getByText('Refunds that it may pay').waitFor();
  await screenshot('reconciliation-refund-by-hand');
  expect(await accessibilityProblems()).toEqual([]);
  await pane.getByRole('button', { name: 'It has paid this refund' }).click();
  await page.getByText('Given back: 123.45 TRY').first().waitFor();
});

describe('the screen of payouts', () => {
  test('offers no approval to the person who has prepared a batch', async () => {
    await withdraw(2);
    const { page, accessibilityProblems, screenshot } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'payouts?new=yes' });
    await page.locator('button:focus', { hasText: 'Prepare 2' }).waitFor();
    const [{ transactionId }] = expectData(await call(service, '/v1/payouts/payable', { as: OPERATOR }));
    const claim = `/v1/transactions/${transactionId}/claim`;
    expectData(await call(service, claim, { as: OPERATOR, body: {}, sign: 'timed' }));
    await page.keyboard.press('Enter');
    await page.getByText('Payee 0: was claimed by an operator').waitFor();
    await page.getByRole('button', { name: 'Prepare 1' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await screenshot('payouts-prepare');
    await page.getByRole('button', { name: 'Prepare 1' }).click();
    await page.getByText('another person approves it').first().waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    expect(await accessibilityProblems()).toEqual([]);
    await screenshot('payouts-batch');
  });

  test('adds withdrawals to a batch of the person', async () => {
    await withdraw(1);
    const [{ payoutId, count }] = (await batchesOf()) as [Json];
    const { page, screenshot } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `payouts?batch=${payoutId}` });
    await page.getByRole('button', { name: 'Add withdrawals' }).click();
    await page.locator('button:focus', { hasText: 'Add 1' }).waitFor();
    await screenshot('payouts-add');
    await page.keyboard.press('Enter');
    await page
      .getByText(`${count + 1} payouts`)
      .first()
      .waitFor();
    expect((await readBatch(payoutId)).rows).toHaveLength(count + 1);
  });

  test('shows a viewer batches, and nothing to decide', async () => {
    const { page, screenshot } = await openPage();
    await openConsole(page, service, { as: viewer, path: 'payouts' });
    await page
      .getByRole('link', { name: /^Batch/ })
      .first()
      .click();
    await page.locator('.batch-head').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Reject|Export|Download/ }).count()).toBe(0);
    await screenshot('payouts-viewer');
  });

  test('names the batch in the pane of a withdrawal that is in it', async () => {
    const [{ payoutId, number }] = (await batchesOf()) as [Json];
    const { rows } = await readBatch(payoutId);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `search?open=${rows[0].transactionId}` });
    await page
      .getByRole('complementary')
      .getByRole('link', { name: `Batch ${number}` })
      .waitFor();
  });

  testLong('is there in Turkish on a phone', async () => {
    const { page, accessibilityProblems, screenshot } = await openPage({
      width: 390,
      locale: 'tr-TR',
      dark: true,
    });
    await page.goto(`${service.url}/console/payouts`);
    await page.getByLabel('appKey').fill(ADMIN.appKey);
    await page.locator('input[type=password]').fill(ADMIN.secret);
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Sizi bekleyenler' }).waitFor();
    await screenshot('payouts-list-turkish');
    expect(await accessibilityProblems()).toEqual([]);

    await page.getByRole('button', { name: 'Kurallar' }).click();
    await page.getByLabel('Liste toplamında çift onay sınırı').fill('100,50');
    await screenshot('payouts-policy-turkish');
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Kaydet' }).click();
    await page.getByText('Kurallar kaydedildi.').waitFor();
    await page
      .getByRole('link', { name: /^Liste / })
      .first()
      .click();
    await page.getByText('tek onay sınırını aşan toplam').waitFor();
    await screenshot('payouts-review-turkish');
    expect(await accessibilityProblems()).toEqual([]);
  });

  testLong('shows the rows of a large batch page by page', async () => {
    const merchant = await createClient(service);
    await insertWithdrawals(service.databasePath, merchant.id, 1001);
    const ids = await withDatabase(service.databasePath, async (db) => {
      const [like] = await db
        .selectFrom('transactions')
        .selectAll()
        .where('account_name', '=', 'Payee 0')
        .execute();
      const { bank_id, iban, iban_normalized, currency } = like as NonNullable<typeof like>;
      const rows = await db
        .updateTable('transactions')
        .set({ status: 'pending', bank_id, iban, iban_normalized, currency })
        .where('client_id', '=', merchant.id)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    });
    const post = async (path: string, body: Json): Promise<Json> =>
      expectData(await call(service, path, { as: OPERATOR, body, sign: 'timed' }));
    const [{ accountId }] = (await batchesOf()) as [Json];
    const { payoutId, contentHash } = await post('/v1/payouts', { transactionIds: ids.slice(1), accountId });
    await post(`/v1/payouts/${payoutId}/add`, { transactionIds: ids.slice(0, 1), contentHash });
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `payouts?batch=${payoutId}` });
    const rows = page.locator('.batch tbody tr');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await rows.count()).toBe(1000);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(1001);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });
});
