import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole, signIn } from '../support/console.ts';
import { createMerchantWith, shownIds } from '../support/console-search.ts';
import { readCsv, readCsvRecords } from '../support/csv.ts';
import { createClient } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();
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

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: EXPORT }).click();
  const path = join(service().folder, 'export.csv');
  await (await download).saveAs(path);
  return readFileSync(path, 'utf8');
}

test('an export contains exactly the filtered transactions, and no formulas', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(NO_PICKER);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Istanbul' });
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
    expect(record.name?.replace(/(^|;)'(?=\s*[=+\-@＝])/g, '$1')).toBe(name);
    expect(record.amount).toBe(amount.toFixed(2));
    expect(record.status).toBe(status);
    expect(record.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00$/);
    expect(new Date(record.createdAt!).toISOString()).toBe(createdAt);
  }
  // Where the comma is the decimal sign, spreadsheets begin a cell after each semicolon.
  const cells = readCsv(text).flatMap((row) => row.flatMap((cell) => cell.split(';')));
  for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@＝\t\r\n]/);
  const shown = await page.locator('tbody td.name:nth-child(6)').allTextContents();
  expect(shown).toEqual(json.data.items.map(({ name }: { name: string }) => name));
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

const isSecondPage = (body: string | null) =>
  body?.includes('"first":100') === true && !body.includes('"after":null');

/** Delays an export after its first page. @returns a function that lets it continue. */
async function holdSecondPage(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (isSecondPage(route.request().postData())) await held;
    await route.fallback();
  });
  return release;
}

test('a cancelled or failed export leaves no file', async () => {
  const { page, context, expectProblem } = await openPage();
  await context.addInitScript(NO_PICKER);
  const merchant = await createClient(service());
  await Promise.all(Array.from({ length: 120 }, () => createPayable(service(), {}, merchant)));
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('50 shown, there are more').waitFor();
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  const release = await holdSecondPage(page);
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('100 rows').waitFor();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  release();
  await page.getByText('The export was cancelled.').waitFor();
  await page.unroute('**/graphql');

  expectProblem(/ERR_FAILED/);
  await page.route('**/graphql', (route) =>
    isSecondPage(route.request().postData()) ? route.abort() : route.fallback(),
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
  const release = await holdSecondPage(page);
  let pages = 0;
  const downloads: unknown[] = [];
  page.on('request', (request) => void (request.postData()?.includes('"first":100') && pages++));
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: EXPORT }).click();
  await page.getByText('100 rows').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const second = page.waitForResponse((response) => isSecondPage(response.request().postData()));
  release();
  await (await second).finished();
  // The rest of the export would arrive during the next sign-in.
  await signIn(page, OPERATOR);
  await page.getByRole('button', { name: EXPORT }).waitFor();
  expect(pages).toBe(2);
  expect(downloads).toEqual([]);
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
