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
import { useConsole } from '../support/components/console-page.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import { importChosen, linePane, lineRow } from '../support/console-statements.ts';
import { goWithin } from '../support/console-views.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { testLong } from '../support/long-test.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { fileIdOf, groupOf } from '../support/payouts/desk.ts';
import { payment, reason, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { english } from '../support/texts.ts';

const openPage = useConsole();
const openInBrowser = useBrowser();
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

/** Asks for what happens to the payouts of a service, or to one of its batches. */
function asking(own: TestService) {
  return async (path: string, body: object, as = OPERATOR): Promise<Json> => {
    const json = { json: body, sign: 'timed' } as const;
    return expectData(await call(own, `/v1/payouts${path}`, { as, ...json }));
  };
}

/** Starts a service with a withdrawal of each payee, and an account that can pay them. */
async function startWith(payees: readonly string[]) {
  const own = await startOwn();
  const made: string[] = [];
  for (const payee of payees) {
    const body = withdrawalFields({ userId: payee, accountName: payee });
    made.push(expectData(await call(own, WITHDRAW, { as: MERCHANT, body })).transactionId);
  }
  const [account] = await own.dependencies.db.read('listEveryAccount');
  return { own, made, accountId: account?.id, ask: asking(own) };
}

/** Opens the batch of such a service, after these steps of an admin. */
async function openBatch(
  payees: readonly string[],
  { steps = [], as = ADMIN }: { readonly steps?: readonly string[]; readonly as?: typeof ADMIN } = {},
) {
  const { own, made, accountId, ask } = await startWith(payees);
  const { payoutId, contentHash } = await ask('', { transactionIds: made, accountId });
  for (const step of steps) await ask(`/${payoutId}/${step}`, { contentHash }, ADMIN);
  const { page } = await openPage();
  await openConsole(page, own, { as, path: `payouts?batch=${payoutId}` });
  const read = async (): Promise<Json> =>
    expectData(await call(own, `/v1/payouts/${payoutId}`, { as: ADMIN }));
  /** The page reads the batch again when any transaction has changed. */
  const changeAnother = async () =>
    expectData(await call(own, WITHDRAW, { as: MERCHANT, body: withdrawalFields({ userId: 'Deniz' }) }));
  /** Another person lets go of a payout. */
  const releasePayout = async (transactionId: string | undefined) => {
    const { progressHash } = await read();
    const rejection = { contentHash, progressHash, reason: 'not ours', transactionIds: [transactionId] };
    await ask(`/${payoutId}/reject`, rejection);
    await changeAnother();
  };
  return { own, made, ask, page, payoutId, contentHash, read, changeAnother, releasePayout };
}

const FILE = { steps: ['approve', 'export'], as: OPERATOR };

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

/** Imports a file of a bank into a service as the watched folder does. */
const importInto = (own: TestService, name: string, bytes: Buffer) =>
  importFile(own.dependencies, { name, bytes }, { clientId: null, audit: undefined });

/** Imports a statement, and decides about its lines. */
async function importBytes(name: string, bytes: Buffer): Promise<void> {
  await importInto(service, name, bytes);
  await service.statementMatcher.matchNow();
}

const badge = (page: Page, text: string) => page.locator('.batch-head .badge', { hasText: text });

test('two people pay out twenty withdrawals in a morning, with eight keys and clicks at most', async () => {
  await withdraw(20);
  const { page: maker } = await openPage();
  await openConsole(maker, service, { as: OPERATOR });
  const first = handsOn(maker);
  await first.click(maker.getByRole('link', { name: 'Payouts' }));
  await maker.getByText('No batch yet').waitFor();
  await first.press('n');
  await maker.locator('button:focus', { hasText: 'Prepare 20' }).waitFor();
  await first.press('Enter');
  await badge(maker, 'to approve').waitFor();

  const { page: approver } = await openPage();
  await openConsole(approver, service, { as: ADMIN });
  const second = handsOn(approver);
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
    .getByRole('option', { name: /^Format of the account: pain.001/ })
    .waitFor({ state: 'attached' });
  const [download] = await Promise.all([approver.waitForEvent('download'), second.press('Enter')]);
  await badge(approver, 'file downloaded').waitFor();
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
  const { page: importer } = await openPage();
  await openConsole(importer, service, { as: OPERATOR, path: 'reconciliation' });
  const answer = statusFile({ original, payments: payment(answers.join(''), `${original}-G0001`) });
  await importChosen(importer, 'answer.xml', answer);
  await importer.getByText('19 accepted by the bank, 1 refused by the bank').waitFor();

  const { page: watcher } = await openPage();
  await openConsole(watcher, service, { as: ADMIN, path: `payouts?batch=${payoutId}` });
  await badge(watcher, 'file downloaded').waitFor();
  const lines = rows
    .slice(1)
    .map(({ endToEndId, amount }: Json) => ({ endToEndId, amountMinor: -100 * amount }));
  await importBytes('statement.xml', camtOf({ iban: ibanOf(accountId), lines }));
  // An open page follows by itself.
  await badge(watcher, 'paid').waitFor();
  await watcher.getByText('refused by the bank').waitFor();
  await watcher.getByText('AC04').waitFor();
  expect((await readBatch(payoutId)).rows.filter(({ state }: Json) => state === 'paid')).toHaveLength(19);
  await expectAgreement(service.databasePath);
});

test('money of a line goes back through a batch, and a refused payout to another account', async () => {
  const [{ payoutId, accountId }] = (await batchesOf()) as [Json];
  const line = { amountMinor: 12_345, name: 'Rasim Kutlu', iban: 'TR330006100519786457841326', text: 'x' };
  await importBytes('a.xml', camtOf({ iban: ibanOf(accountId), lines: [line] }));
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=unknown' });
  const goTo = (path: string) => goWithin(page, '/console', { path, t: english });
  await lineRow(page, 'Rasim Kutlu').click();
  const pane = linePane(page);
  await pane.getByRole('button', { name: 'Give back' }).click();
  await pane.getByLabel('Reason').fill('Nobody knows it');
  await page.keyboard.press('Enter');
  await pane.getByText('123.45 TRY is to be given back').waitFor();

  await goTo(`payouts?batch=${payoutId}`);
  await page.getByRole('button', { name: 'Pay to another account' }).click();
  await page.getByLabel('IBAN').fill('NO9386011117947');
  await page.getByLabel(/^Reason/).fill('By phone');
  await page.getByRole('button', { name: 'Pay to another account' }).last().click();
  await page.getByText('It waits for a new batch.').waitFor();

  await goTo('payouts?new=yes');
  await page.getByText('refund', { exact: true }).waitFor();
  await page.getByText('changed payee', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Prepare 2' }).click();
  await badge(page, 'to approve').waitFor();
  await page.getByRole('link', { name: 'Rasim Kutlu' }).click();
  await linePane(page)
    .getByRole('link', { name: /^Batch/ })
    .waitFor();

  const [{ payoutId: preparedId }] = (await batchesOf()) as [Json];
  const { contentHash } = await readBatch(preparedId);
  for (const step of ['approve', 'export']) {
    const path = `/v1/payouts/${preparedId}/${step}`;
    expectData(await call(service, path, { as: ADMIN, body: { contentHash }, sign: 'timed' }));
  }
  const debit = { amountMinor: -12_345, text: 'TRANSFER' };
  await importBytes('b.xml', camtOf({ iban: ibanOf(accountId), lines: [debit] }));
  await goTo('reconciliation?group=payout');
  await lineRow(page, 'TRANSFER').click();
  await pane.getByText('Refunds that it may pay').waitFor();
  await pane.getByRole('button', { name: 'Note as its payment' }).click();
  await page.getByText('Given back: 123.45 TRY').first().waitFor();
});

test('an approval that is asked for ends when the batch gets another content', async () => {
  const { own, made, ask, page, payoutId, contentHash, read } = await openBatch(['Ada']);
  const body = withdrawalFields({ userId: 'ece' });
  const later = expectData(await call(own, WITHDRAW, { as: MERCHANT, body })).transactionId;
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog', { name: /^Approve batch/ }).waitFor();
  const more = await ask(`/${payoutId}/add`, { contentHash, transactionIds: [later] });
  await ask(`/${payoutId}/remove`, { contentHash: more.contentHash, transactionIds: made });
  await page.getByText(/^Batch \d+ was changed meanwhile/).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Enter');
  expect(await read()).toMatchObject({ state: 'prepared', approvals: [] });
});

testLong('a rejection that is asked for ends when another person exports the batch', async () => {
  const { ask, page, payoutId, contentHash, changeAnother } = await openBatch(['Ada'], {
    steps: ['approve'],
  });
  await page.getByRole('button', { name: /^Reject/ }).click();
  await page.getByRole('dialog', { name: /^Reject batch/ }).waitFor();
  await ask(`/${payoutId}/export`, { contentHash });
  await changeAnother();
  await page.getByText(/^Batch \d+ was changed meanwhile/).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: /^Reject/ }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('not sent');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await badge(page, 'rejected').waitFor();
});

test('chosen rows of a file are rejected, and the others wait', async () => {
  const { made, page, read, releasePayout } = await openBatch(['Ada', 'Ece', 'Can'], FILE);
  await page.getByRole('checkbox', { name: /Can/ }).click();
  await page.getByRole('checkbox', { name: /Ada/ }).click();
  await page.getByRole('button', { name: 'Reject 2' }).waitFor();
  await releasePayout(made[2]);
  await page.getByRole('button', { name: 'Reject 1' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject 1 of batch/ });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('stopped');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Some payouts were rejected by Demo operator: stopped').waitFor();
  expect(await read()).toMatchObject({ state: 'exported', rows: [{ transactionId: made[1] }] });
});

testLong('the file of a batch is not offered once some of it was rejected', async () => {
  const { made, page, releasePayout } = await openBatch(['Ada', 'Ece'], FILE);
  const download = page.getByRole('button', { name: /^Download the file/ });
  await download.waitFor();
  await releasePayout(made[1]);
  await download.waitFor({ state: 'detached' });
});

test('r does not reject the whole batch while a chosen payout no longer waits, until the choice is cleared', async () => {
  const { made, page, releasePayout } = await openBatch(['Ada', 'Ece'], FILE);
  await page.getByRole('checkbox', { name: /Ada/ }).click();
  await page.getByRole('button', { name: 'Reject 1' }).waitFor();
  await releasePayout(made[0]);
  await page.getByText('Some payouts were rejected by Demo operator: not ours').waitFor();
  await page.keyboard.press('r');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: /^Reject batch/ }).waitFor();
});

testLong('rows of a file that wait for nothing are not offered to be rejected', async () => {
  const { own, made, page, read } = await openBatch(['Ada', 'Ece'], FILE);
  const batch = await read();
  const row = batch.rows.find(({ transactionId }: Json) => transactionId === made[0]);
  const refused = payment(transaction(row.endToEndId, 'RJCT'), groupOf(batch));
  const bytes = Buffer.from(statusFile({ original: fileIdOf(batch), payments: refused }));
  await importInto(own, 'a.xml', bytes);
  await page.getByText('refused by the bank').waitFor();
  await page.getByRole('checkbox', { name: /Ece/ }).waitFor();
  expect(await page.getByRole('checkbox', { name: /Ada/ }).count()).toBe(0);
});

testLong('an approval that is answered late leaves the rejection that was begun since', async () => {
  const { page } = await openBatch(['Ada']);
  const release = await holdRequests(page, 'mutation ApprovePayout');
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog', { name: /^Approve/ }).waitFor();
  for (const key of ['Enter', 'Escape', 'r']) await page.keyboard.press(key);
  const reason = page.getByRole('dialog', { name: /^Reject batch/ }).getByLabel('Reason');
  await reason.fill('not ours');
  release();
  await badge(page, 'to export').waitFor();
  expect(await reason.inputValue()).toBe('not ours');
});

test('a batch that the bank has refused offers no file', async () => {
  const { own, page } = await openBatch(['Ada'], FILE);
  const download = page.getByRole('button', { name: /^Download the file/ });
  await download.waitFor();
  const bytes = Buffer.from(statusFile({ original: 'P000000001', group: '<GrpSts>RJCT</GrpSts>' }));
  await importInto(own, 'a.xml', bytes);
  await badge(page, 'refused').waitFor();
  expect(await download.count()).toBe(0);
});

test('a batch of many first-time payees has its actions in its head, and folds payees without another mark', async () => {
  const payees = Array.from({ length: 12 }, (_, index) => `New payee ${index}`);
  const { page } = await openBatch(payees);
  const review = page.locator('.review');
  await review.locator('details summary').waitFor();
  expect(await page.locator('.batch-head + .actions').count()).toBe(1);
  const folded = await review.locator('details li').count();
  const [summary] = await review.locator('summary').allTextContents();
  expect(folded).toBeGreaterThan(3);
  expect(summary).toBe(`${folded} other first-time payees`);
  expect(await review.locator('li', { hasText: /New payee 0\b/ }).count()).toBe(1);
});

test('rules that another admin has changed meanwhile are not overwritten', async () => {
  const own = await startOwn();
  const { page } = await openPage();
  await openConsole(page, own, { as: ADMIN, path: 'payouts' });
  await page.getByRole('button', { name: 'Rules' }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await save.waitFor();
  const other = { body: '{"newPayeeByTwo":true}', contentType: 'application/json', sign: 'timed' } as const;
  expectData(await call(own, '/v1/payout-policy', { as: ADMIN, ...other }));
  await save.click();
  await page.getByRole('alert').getByText('Somebody has changed').waitFor();
  expect(expectData(await call(own, '/v1/payout-policy', { as: ADMIN })).newPayeeByTwo).toBe(true);
});

describe('the screen of payouts', () => {
  test('offers no approval to the person who has prepared a batch', async () => {
    await withdraw(2);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'payouts?new=yes' });
    await page.locator('button:focus', { hasText: 'Prepare 2' }).waitFor();
    const [{ transactionId }] = expectData(await call(service, '/v1/payouts/payable', { as: OPERATOR }));
    const claim = `/v1/transactions/${transactionId}/claim`;
    expectData(await call(service, claim, { as: OPERATOR, body: {}, sign: 'timed' }));
    await page.keyboard.press('Enter');
    await page.getByText('Payee 0: was claimed by an operator').waitFor();
    await page.getByRole('button', { name: 'Prepare 1' }).waitFor();
    await page.getByRole('button', { name: 'Prepare 1' }).click();
    await page.getByText('You prepared it, so another person has to approve it.').waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  });

  test('shows within seconds that another person has approved a batch', async () => {
    const { page, ask, payoutId, contentHash } = await openBatch(['Deniz'], { as: OPERATOR });
    await badge(page, 'to approve').waitFor();
    await ask(`/${payoutId}/approve`, { contentHash }, ADMIN);
    await badge(page, 'to export').waitFor();
  });

  test('has the focus on the batch that was prepared, and then on its row', async () => {
    const { own } = await startWith(['Deniz']);
    const { page } = await openPage();
    await openConsole(page, own, { as: OPERATOR, path: 'payouts?new=yes' });
    await page.locator('button:focus', { hasText: 'Prepare 1' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'Payout batch 1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('tr a:focus', { hasText: 'Batch 1' }).waitFor();
  });

  test('adds withdrawals to a batch of the person', async () => {
    await withdraw(1);
    const [{ payoutId, count }] = (await batchesOf()) as [Json];
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `payouts?batch=${payoutId}` });
    await page.getByRole('button', { name: 'Add withdrawals' }).click();
    await page.locator('button:focus', { hasText: 'Add 1' }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByText(`${count + 1} payouts`)
      .first()
      .waitFor();
    expect((await readBatch(payoutId)).rows).toHaveLength(count + 1);
  });

  test('shows a viewer batches, and nothing to decide', async () => {
    const { page } = await openPage();
    await openConsole(page, service, { as: viewer, path: 'payouts' });
    await page
      .getByRole('link', { name: /^Batch/ })
      .first()
      .click();
    await page.locator('.batch-head').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Reject|Export|Download/ }).count()).toBe(0);
  });

  test('names the batch in the pane of a withdrawal that is in it', async () => {
    const [{ payoutId, number }] = (await batchesOf()) as [Json];
    const { rows } = await readBatch(payoutId);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `search?open=${rows[0].transactionId}` });
    await page
      .getByRole('complementary')
      .getByRole('link', { name: `Batch ${number}`, exact: true })
      .waitFor();
  });

  testLong('is complete in Turkish on a phone', async () => {
    const { page, accessibilityProblems, screenshot } = await openInBrowser({
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
    await page.getByText('çift onay sınırını aşan toplam').waitFor();
    await screenshot('payouts-review-turkish');
    expect(await accessibilityProblems()).toEqual([]);
    // Later tests export with one approval.
    expectData(await call(service, '/v1/payout-policy', { as: ADMIN, body: {}, sign: 'timed' }));
  });

  /** A batch of a service that has one row more than a page. */
  async function largeBatch(own: TestService): Promise<Json> {
    const body = withdrawalFields();
    const { transactionId } = expectData(await call(own, WITHDRAW, { as: MERCHANT, body }));
    const merchant = await createClient(own);
    await insertWithdrawals(own.databasePath, merchant.id, 1001);
    const ids = await withDatabase(own.databasePath, async (db) => {
      const { bank_id, iban, iban_normalized, currency } = await db
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow();
      const rows = await db
        .updateTable('transactions')
        .set({ status: 'pending', bank_id, iban, iban_normalized, currency })
        .where('client_id', '=', merchant.id)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    });
    const [account] = await own.dependencies.db.read('listEveryAccount');
    const ask = asking(own);
    const first = await ask('', { transactionIds: ids.slice(1), accountId: account?.id });
    const { payoutId, contentHash } = first;
    return ask(`/${payoutId}/add`, { transactionIds: ids.slice(0, 1), contentHash });
  }

  testLong('shows the rows of a large batch page by page', async () => {
    const { payoutId } = await largeBatch(service);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `payouts?batch=${payoutId}` });
    const rows = page.locator('.batch tbody tr');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await rows.count()).toBe(1000);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(1001);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  /** Opens the file of a large batch with all its rows. */
  async function openBehindFirstPage(own: TestService) {
    const { payoutId, contentHash } = await largeBatch(own);
    for (const step of ['approve', 'export'])
      await asking(own)(`/${payoutId}/${step}`, { contentHash }, ADMIN);
    const { page } = await openPage();
    await openConsole(page, own, { as: OPERATOR, path: `payouts?batch=${payoutId}` });
    const rows = page.locator('.batch tbody tr');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await expect.poll(() => rows.count()).toBe(1001);
    /** Imports the answer of the bank that it refuses a payout. */
    const refuse = async (endToEndId: string) => {
      const payments = payment(transaction(endToEndId, 'RJCT'), 'P000000001-G0001');
      const bytes = Buffer.from(statusFile({ original: 'P000000001', payments }));
      await importInto(own, 'a.xml', bytes);
      await expect.poll(() => rows.count()).toBe(1000);
    };
    return { page, more, refuse };
  }

  testLong('keeps the choice of a row behind the first page when another row makes progress', async () => {
    const { page, refuse } = await openBehindFirstPage(await startOwn());
    await page.getByRole('checkbox').last().click();
    await page.getByRole('button', { name: /^Reject 1\b/ }).waitFor();
    await refuse('P000000001-000001');
    await page.getByText('refused by the bank').waitFor();
    expect(await page.getByRole('button', { name: /^Reject/ }).allTextContents()).toEqual(['Reject 1 r']);
  });

  testLong('shows no old state of a row behind the first page', async () => {
    const { page, more, refuse } = await openBehindFirstPage(await startOwn());
    await refuse('P000000001-001001');
    await more.click();
    await page.getByText('refused by the bank').waitFor();
  });
});

testLong(
  'an approval whose key was disabled is shown as one that no longer counts, and the batch waits for another one',
  async () => {
    const { own, made, accountId, ask } = await startWith(['Ada']);
    const approver = await createClient(own, { role: 'operator', name: 'Grace' });
    const { payoutId, contentHash } = await ask('', { transactionIds: made, accountId });
    await ask(`/${payoutId}/approve`, { contentHash }, approver);
    await own.dependencies.clients.update(approver.appKey, { disabledAtMs: 1 });

    const { page } = await openPage();
    await openConsole(page, own, { as: ADMIN, path: 'payouts' });
    const waiting = page.getByRole('region', { name: 'Waits for you' });
    await waiting.getByText('to approve').waitFor();
    await waiting.getByRole('link', { name: /^Batch/ }).click();
    await page.getByText('no longer counts: the key can no longer approve').waitFor();
    await page.getByText('0 of 1').waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await page.getByText('1 of 1').waitFor();
  },
);

describe('a withdrawal whose debit waits at the desk', () => {
  let row: Json;
  let batch: Json;
  const setDay = (day: string) =>
    withDatabase(service.databasePath, (db) =>
      db.updateTable('payout_batches').set({ execution_day: day }).where('id', '=', batch.payoutId).execute(),
    );
  beforeAll(async () => {
    const [{ accountId }] = (await batchesOf()) as [Json];
    const body = withdrawalFields({ accountName: 'Nalan Gezer', amount: '432.10' });
    const { transactionId } = expectData(await call(service, WITHDRAW, { as: MERCHANT, body }));
    const post = async (path: string, as: typeof ADMIN, sent: Json) =>
      expectData(await call(service, path, { as, body: sent, sign: 'timed' }));
    const { payoutId, contentHash } = await post('/v1/payouts', OPERATOR, {
      transactionIds: [transactionId],
      accountId,
    });
    for (const step of ['approve', 'export'])
      await post(`/v1/payouts/${payoutId}/${step}`, ADMIN, { contentHash });
    batch = await readBatch(payoutId);
    [row] = batch.rows;
    const withCharge = { amountMinor: -43_360, endToEndId: row.endToEndId };
    await importBytes('c.xml', camtOf({ iban: ibanOf(accountId), lines: [withCharge] }));
  });

  test('is late with a link to the line of the debit', async () => {
    await setDay('2020-01-02');
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'payouts' });
    const late = page.getByRole('row', { name: /Nalan Gezer/ });
    await late.getByRole('link', { name: 'statement line' }).click();
    await linePane(page).getByText('433.60').first().waitFor();
    await setDay(batch.executionDay);
  });

  test('cannot be rejected, and has no box to say that its money is back', async () => {
    const { number, payoutId } = batch;
    const original = `P${String(number).padStart(9, '0')}`;
    const payments = payment(transaction(row.endToEndId, 'RJCT'), `${original}-G0001`);
    await importBytes('d.xml', Buffer.from(statusFile({ original, payments })));
    expect((await readBatch(payoutId)).state).toBe('refused');
    const { page } = await openPage();
    await openConsole(page, service, { as: ADMIN, path: `search?open=${row.transactionId}` });
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^Reject/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Reject/ }).click();
    await dialog.getByText(`More has been paid by batch ${number} than has come back.`).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
  });
});
