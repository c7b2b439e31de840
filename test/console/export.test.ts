import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, holdRequests, openConsole, signIn, signOut } from '../support/console.ts';
import { createOutcomes } from '../support/console-outcomes.ts';
import { createMerchantWith, shownIds } from '../support/console-search.ts';
import { readCsv, readCsvRecords } from '../support/csv.ts';
import { createClient } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService({ env: { TIME_ZONE: 'Europe/Istanbul' } });
const EXPORT = 'Export CSV';

/** Names that a spreadsheet, a CSV reader or a page might misinterpret. */
const NAMES = [
  '=HYPERLINK("http://example.com","click")',
  '+90 555 000 00 00',
  '-1+1',
  '@SUM(A1:A9)',
  ' =1+1',
  '＝1+1',
  'Ali;=HYPERLINK("http://example.com","click")',
  'Ali, =HYPERLINK("http://example.com")',
  `Ali;"=cmd|' /C calc'!A0;`,
  'Şükrü "Çağlayan" Öztürk, İstanbul; Iğdır',
  '<b>bold</b> & co',
  "O'Hara",
  ' with spaces ',
];

/** Removes the file picker, so that the export is a download at its end. */
const NO_PICKER = 'delete globalThis.showSaveFilePicker';
/** Replaces the file picker: it returns a file of the page's private file system. */
const OWN_FILES = `globalThis.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`;

async function exported(page: Page, name = EXPORT): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const path = join(service().folder, 'export.csv');
  await (await download).saveAs(path);
  return readFileSync(path, 'utf8');
}

test('an export contains exactly the filtered transactions, and no formulas', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(NO_PICKER);
  const merchant = await createMerchantWith(service(), NAMES);
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText(`${NAMES.length} found`).waitFor();
  const text = await exported(page);
  expect(text.startsWith('\uFEFFcreatedAt,')).toBe(true);
  const records = readCsvRecords(text);
  expect(records.map(({ transactionId }) => transactionId)).toEqual(await shownIds(page));
  const { json } = await call(service(), `/v1/transactions?appKey=${merchant.appKey}`, { as: OPERATOR });
  for (const [index, record] of records.entries()) {
    const { name, amount, status, createdAt } = json.data.items[index];
    expect(record.name?.replace(/(^|[;,])'(?=["\s]*[=+\-@＝])/g, '$1')).toBe(name);
    expect(record.amount).toBe(amount.toFixed(2));
    expect(record.status).toBe(status);
    expect(record.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00$/);
    expect(new Date(record.createdAt!).toISOString()).toBe(createdAt);
  }
  // Where the comma is the decimal sign, spreadsheets begin a cell after each semicolon.
  const cells = readCsv(text).flatMap((row) => row.flatMap((cell) => cell.split(';')));
  for (const cell of cells) expect(cell).not.toMatch(/^["\s]*[=+\-@＝\t\r\n]/);
  const shown = await page.locator('tbody .at-name bdi').allTextContents();
  expect(shown).toEqual(json.data.items.map(({ name }: { name: string }) => name));
});

test('an export says who settled or ended each transaction, how, and with which reference', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(NO_PICKER);
  const merchant = await createClient(service());
  const made = await createOutcomes(service(), merchant);
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('8 found').waitFor();
  const records = new Map(
    readCsvRecords(await exported(page)).map((record) => [record.transactionId, record]),
  );
  const of = ({ transactionId }: { readonly transactionId: string }) => {
    const { status, endedAs, isLate, settledBy } = records.get(transactionId)!;
    return [status, endedAs, isLate, settledBy];
  };
  expect(of(made.successful)).toEqual(['successful', '', 'false', 'Demo operator']);
  expect(of(made.expired)).toEqual(['unsuccessful', 'expired', 'false', 'the service']);
  expect(of(made.cancelled)).toEqual(['unsuccessful', 'cancelled', 'false', 'the payer']);
  expect(of(made.rejected)).toEqual(['unsuccessful', 'rejected', 'false', 'Demo operator']);
  expect(of(made.reversed)).toEqual(['unsuccessful', 'reversed', 'false', 'Demo operator']);
  expect(of(made.late)).toEqual(['unsuccessful', 'expired', 'true', 'the service']);
  expect(of(made.paidLate)).toEqual(['successful', '', 'true', 'Demo operator']);
  expect(of(made.pending)).toEqual(['pending', '', 'false', '']);
  for (const { reference } of records.values()) expect(reference).toMatch(/^[2-9A-Z]{8}$/);
});

test('in Turkish an export is a table that a Turkish spreadsheet opens: semicolons, decimal commas, its words', async () => {
  const { page, context } = await openPage({ locale: 'tr-TR' });
  await context.addInitScript(NO_PICKER);
  const merchant = await createMerchantWith(service(), ['Ali; =1+1,=2+2', 'Çağrı "Işık"']);
  await page.goto(consoleUrl(service(), `search?appKey=${merchant.appKey}`));
  await page.getByLabel(turkish.session.appKey).fill(OPERATOR.appKey);
  await page.getByLabel(turkish.session.secret).fill(OPERATOR.secret);
  await page.getByRole('button', { name: turkish.session.signIn }).click();
  await page.getByText('2 işlem bulundu').waitFor();
  const text = await exported(page, 'CSV indir');
  const [head, first, second] = readCsv(text, ';');
  const at = (title: string) => head!.indexOf(title);
  expect(head![0]).toBe('Oluşturulma');
  expect(first![at('Tutar')]).toBe('101,50');
  expect(first![at('Oluşturulma')]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(first![at('Durum')]).toBe('bekliyor');
  expect(first![at('Ad')]).toBe('Çağrı "Işık"');
  expect(second![at('Ad')]).toBe("Ali;' =1+1,'=2+2");
  // Where the comma separates, spreadsheets begin a cell after each one: the quotes do not begin a cell then.
  for (const cell of text.split(/[,\r\n]/)) expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
  // The other form is a choice.
  await page.getByLabel('Dosya biçimi').selectOption('comma');
  expect((await exported(page, 'CSV indir')).startsWith('\uFEFFcreatedAt,')).toBe(true);
});

test('a long export is written page by page to the chosen file', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(OWN_FILES);
  const merchant = await createClient(service());
  const made = await Promise.all(
    Array.from({ length: 230 }, () => createPayable(service(), { name: 'Şule Iğdır' }, merchant)),
  );
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('50 shown, there are more').waitFor();
  const sizes: number[] = [];
  page.on('request', (request) => {
    const first = request.url().endsWith('/graphql') && request.postDataJSON()?.variables?.first;
    if (first) sizes.push(first);
  });
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('Exported 230 transactions.').waitFor();
  expect(sizes.filter((size) => size === 100)).toHaveLength(3);
  const text: string = await page.evaluate(`(async () => {
    const directory = await navigator.storage.getDirectory();
    for await (const handle of directory.values()) return (await handle.getFile()).text();
  })()`);
  const records = readCsvRecords(text);
  expect(records.map(({ transactionId }) => transactionId)).toEqual(
    made
      .map(({ transactionId }) => transactionId)
      .sort()
      .reverse(),
  );
  expect(new Set(records.map(({ name }) => name))).toEqual(new Set(['Şule Iğdır']));
});

const isSecondPage = (body: string) => body.includes('"first":100') && !body.includes('"after":null');

test('a cancelled or failed export leaves no file', async () => {
  const { page, context, expectProblem } = await openPage();
  await context.addInitScript(NO_PICKER);
  const merchant = await createClient(service());
  await Promise.all(Array.from({ length: 120 }, () => createPayable(service(), {}, merchant)));
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('50 shown, there are more').waitFor();
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  const release = await holdRequests(page, isSecondPage);
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('100 rows').waitFor();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  release();
  await page.getByText('The export was cancelled.').waitFor();
  await page.unroute('**/graphql');

  expectProblem(/ERR_FAILED/);
  await page.route('**/graphql', (route) =>
    isSecondPage(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('Nothing exported: The service cannot be reached.').waitFor();
  expect(downloads).toEqual([]);
});

test('signing out ends an export: nothing more is read or saved', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(NO_PICKER);
  const merchant = await createClient(service());
  await Promise.all(Array.from({ length: 230 }, () => createPayable(service(), {}, merchant)));
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  const release = await holdRequests(page, isSecondPage);
  let pages = 0;
  const downloads: unknown[] = [];
  page.on('request', (request) => void (request.postData()?.includes('"first":100') && pages++));
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('100 rows').waitFor();
  await signOut(page);
  const second = page.waitForResponse((response) => isSecondPage(response.request().postData() ?? ''));
  release();
  await (await second).finished();
  // The rest of the export would arrive during the next sign-in.
  await signIn(page, OPERATOR);
  await page.getByRole('button', { name: EXPORT }).waitFor();
  expect(pages).toBe(2);
  expect(downloads).toEqual([]);
});

test('an export that waits too long for the service does not blame the file', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(NO_PICKER);
  await openConsole(page, service(), { as: OPERATOR, path: 'search' });
  await page.getByRole('button', { name: EXPORT }).waitFor();
  await page.evaluate(
    `AbortSignal.timeout = () => AbortSignal.abort(new DOMException('late', 'TimeoutError'))`,
  );
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('Nothing exported: The service cannot be reached').waitFor();
});

test('an export reports a file that cannot be written', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(`globalThis.showSaveFilePicker = async () => {
    throw new DOMException('no', 'NotAllowedError');
  }`);
  await openConsole(page, service(), { as: OPERATOR, path: 'search' });
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('Nothing exported: The file could not be written.').waitFor();
});
