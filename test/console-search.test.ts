import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Credentials, call, OPERATOR, WITHDRAW, withdrawalFields } from './harness.ts';
import { useBrowser } from './support/browser.ts';
import { consoleUrl, openConsole } from './support/console.ts';
import { readCsv, readCsvRecords } from './support/csv.ts';
import { createClient } from './support/entities.ts';
import { createPayable, settle } from './support/payments.ts';
import { useService } from './support/service.ts';

const openPage = useBrowser();
const service = useService();
const EXPORT = 'Export CSV';

/** Names that a spreadsheet, a CSV reader or a page might take for something else. */
const NAMES = [
  '=HYPERLINK("http://example.com","click")',
  '+90 555 000 00 00',
  '-1+1',
  '@SUM(A1:A9)',
  'Şükrü "Çağlayan" Öztürk, İstanbul; Iğdır',
  '<b>bold</b> & co',
  "O'Hara",
  ' with spaces ',
];

/** Browsers without a picker of files download at the end. */
const NO_PICKER = 'delete globalThis.showSaveFilePicker';
/** A picker that chooses a file of the page's own file system, as nobody is there to choose one. */
const OWN_FILES = `globalThis.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`;

async function merchantWith(names: readonly string[]): Promise<Credentials> {
  const merchant = await createClient(service());
  for (const [index, name] of names.entries()) {
    const amount = `${100 + index}.5`;
    if (index % 2) await createPayable(service(), { name, amount }, merchant);
    else
      await call(service(), WITHDRAW, {
        body: withdrawalFields({ name, accountName: name, amount }),
        as: merchant,
      });
  }
  return merchant;
}

const shownIds = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: EXPORT }).click();
  const path = join(service().folder, 'export.csv');
  await (await download).saveAs(path);
  return readFileSync(path, 'utf8');
}

test('filters stand in the address: they last through a reload, go back, and show others the same', async () => {
  const { page } = await openPage();
  const merchant = await merchantWith(['Ada Lovelace', 'Grace Hopper', 'Ada Yonath']);
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('3 found').waitFor();
  await page.getByLabel('Search').fill('ada');
  await page.keyboard.press('Enter');
  await page.getByText('2 found').waitFor();
  await page.getByLabel('Amount from').fill('102,5');
  await page.keyboard.press('Enter');
  await page.getByText('1 found').waitFor();
  await page.getByLabel('Type').selectOption('withdrawal');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    appKey: merchant.appKey,
    search: 'ada',
    minAmount: '102,5',
    type: 'withdrawal',
  });
  await page.reload();
  await page.getByText('1 found').waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('ada');
  expect(await page.getByLabel('Type').inputValue()).toBe('withdrawal');
  const ids = await shownIds(page);
  const { page: another } = await openPage();
  await openConsole(another, service(), { as: OPERATOR, path: `search?${new URL(page.url()).searchParams}` });
  await another.getByText('1 found').waitFor();
  expect(await shownIds(another)).toEqual(ids);
  await page.goBack();
  await page.goBack();
  await page.getByText('2 found').waitFor();
  expect(await page.getByLabel('Amount from').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('moments of a filter are typed in the time of the browser, and stand in the address without any doubt', async () => {
  const { page, context } = await openPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Istanbul' });
  await openConsole(page, service(), { as: OPERATOR, path: 'search' });
  await page.getByText('Times in Europe/Istanbul').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2026-11-20T12:30');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-11-20T09:30:00.000Z');
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-11-20T12:30');
});

test('what is filtered wrongly is said beside its field', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), {
    as: OPERATOR,
    path: 'search?minAmount=abc&from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z',
  });
  await page.getByText('Enter digits with at most two decimals.').waitFor();
  await page.getByLabel('Amount from').fill('');
  await page.keyboard.press('Enter');
  await page.getByText('Must be before to.').waitFor();
});

test('the list goes on as far as one scrolls, without a gap or a repetition, and shows what changes', async () => {
  const { page } = await openPage();
  const merchant = await createClient(service());
  const made = await Promise.all(Array.from({ length: 120 }, () => createPayable(service(), {}, merchant)));
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('50 shown, there are more').waitFor();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000);
        return page.locator('tbody tr').count();
      },
      { timeout: 10_000 },
    )
    .toBe(120);
  const ids = await shownIds(page);
  expect(ids).toEqual(
    made
      .map(({ transactionId }) => transactionId)
      .sort()
      .reverse(),
  );
  const [first] = made;
  await settle(service(), first!);
  await page
    .locator(`tr[data-key="${first!.transactionId}"]`)
    .getByText('successful', { exact: true })
    .waitFor();
});

test('an export holds exactly what is filtered, and nothing in it is a formula', async () => {
  const { page, context } = await openPage();
  await context.addInitScript(NO_PICKER);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Istanbul' });
  const merchant = await merchantWith(NAMES);
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText(`${NAMES.length} found`).waitFor();
  const text = await exported(page);
  expect(text.startsWith('\uFEFFcreatedAt,')).toBe(true);
  const records = readCsvRecords(text);
  expect(records.map(({ transactionId }) => transactionId)).toEqual(await shownIds(page));
  const { json } = await call(service(), `/v1/transactions?appKey=${merchant.appKey}`, { as: OPERATOR });
  for (const [index, record] of records.entries()) {
    const { name, amount, status, createdAt } = json.data.items[index];
    expect(record.name?.replace(/^'(?=[=+\-@])/, '')).toBe(name);
    expect(record.amount).toBe(amount.toFixed(2));
    expect(record.status).toBe(status);
    expect(record.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00$/);
    expect(new Date(record.createdAt!).toISOString()).toBe(createdAt);
  }
  for (const cell of readCsv(text).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
  const shown = await page.locator('tbody tr td:nth-child(6)').allTextContents();
  expect(shown).toEqual(json.data.items.map(({ name }: { name: string }) => name));
});

test('a long export is written page by page to the file that was chosen, with its progress', async () => {
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
    const { variables } = request.url().endsWith('/graphql') ? Object(request.postDataJSON()) : {};
    if (variables?.first) sizes.push(variables.first);
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

test('an export can be cancelled, and one that breaks leaves no file', async () => {
  const { page, context, expectProblem } = await openPage();
  await context.addInitScript(NO_PICKER);
  const merchant = await createClient(service());
  await Promise.all(Array.from({ length: 120 }, () => createPayable(service(), {}, merchant)));
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('50 shown, there are more').waitFor();
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isSecondPage = (body: string | null) =>
    body?.includes('"first":100') === true && !body.includes('"after":null');
  await page.route('**/graphql', async (route) => {
    if (isSecondPage(route.request().postData())) await held;
    await route.fallback();
  });
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

test('nothing found, still looking and not reachable are three different things', async () => {
  const { page, expectProblem } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'search?processId=no-such-process' });
  await page.getByText('Nothing found').waitFor();
  expectProblem(/ERR_FAILED/);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isSearch = (body: string | null) => body?.includes('query Transactions') === true;
  await page.route('**/graphql', async (route) => {
    if (!isSearch(route.request().postData())) return route.fallback();
    await held;
    return route.abort();
  });
  await page.getByLabel('Process').fill('another');
  await page.keyboard.press('Enter');
  await page.getByText('Reading transactions …').waitFor();
  release();
  await page.getByText('That did not work').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing found').waitFor();
  expect(page.url()).toBe(consoleUrl(service(), 'search?processId=another'));
});
