import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import { OPERATOR, type TestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import {
  type AwaitedDeposit,
  chooseFile,
  commitImport,
  createAwaited,
  importChosen,
  keepOneAccount,
  linePane,
  lineRow,
  readTransaction,
  showGroup,
  writeCamt,
} from '../support/console-statements.ts';
import { testLong } from '../support/long-test.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const openInBrowser = useBrowser();
const startOwn = useOwnServices();
let service: TestService;
beforeAll(async () => {
  service = await startOwn();
});

const outcomeOf = (page: Page) => page.locator('.import-outcome');

/** Drops files on a page that is drawn in this process. */
const dropFiles = (page: Page, files: readonly { readonly name: string; readonly content: string }[]) =>
  page.evaluate(`{
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    drop.dataTransfer = { files: ${JSON.stringify(files)}.map(({ name, content }) => new File([content], name)) };
    document.body.dispatchEvent(drop);
  }`);

const lineFor = ({ name, reference }: AwaitedDeposit) => ({ amount: '500.00', name, text: reference });

test('a statement whose balances do not add up is held, and settles once it is released with a reason', async () => {
  const deposit = await createAwaited(service, 'Zeynep Arslan');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  const file = writeCamt(deposit.iban, [lineFor(deposit)], { missing: 1000, id: 'H1' });
  await chooseFile(page, 'held.xml', file);
  await page.locator('.preview').getByText('It would be held').waitFor();
  await page.locator('.outcomes').getByText('statement held').waitFor();
  await commitImport(page);
  await outcomeOf(page).getByText('1 statement is held').waitFor();
  await outcomeOf(page).getByRole('link', { name: 'Look at it' }).click();
  const held = page.getByRole('region', { name: /^Statement of/ });
  await held.getByText('do not add up to the closing balance').waitFor();
  await held.getByText('1,510.00').waitFor();
  await showGroup(page, 'All');
  await lineRow(page, 'Zeynep Arslan').locator('.badge', { hasText: 'statement held' }).waitFor();
  await page.getByText('Release the statement first.').waitFor();
  expect(await page.getByRole('button', { name: /^Settle/ }).count()).toBe(0);
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'pending' });

  await page.getByRole('link', { name: 'Go to the held statements' }).click();
  await held.getByRole('button', { name: /^Release/ }).click();
  await page.keyboard.press('Enter');
  await held.getByText('Fill this in.').waitFor();
  await page.keyboard.type('The bank confirmed it');
  await page.keyboard.press('Enter');
  await page.getByText('No statement is held').waitFor();
  await showGroup(page, 'Matched');
  await lineRow(page, 'Zeynep Arslan').waitFor();
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'successful' });
  await expectAgreement(service.databasePath);
});

testLong(
  'a file that cannot be imported shows each problem with its place, and what can shows each line before it is kept',
  async () => {
    const deposit = await createAwaited(service, 'Can Polat');
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
    const lines = [lineFor(deposit), { amount: '77.10', name: 'Yabancı Ltd', text: 'kira' }];
    const file = writeCamt(deposit.iban, lines, { id: 'R1' });
    const preview = page.locator('.preview');
    await chooseFile(page, 'broken.xml', file.replace('>500.00<', '>500.005<'));
    await preview.getByText('broken.xml cannot be imported').waitFor();
    const [problem] = await preview.locator('.file-problems li').allInnerTexts();
    expect(problem).toMatch(/^entry 1.*: .+/);
    expect(await preview.locator('.primary').count()).toBe(0);

    await chooseFile(page, 'right.xml', file);
    const row = preview.locator('tbody tr').filter({ hasText: 'Can Polat' });
    await row.getByText('reference and exact amount').waitFor();
    await row.locator('.badge', { hasText: 'matched' }).waitFor();
    await preview
      .locator('tbody tr', { hasText: 'Yabancı' })
      .locator('.badge', { hasText: 'unknown' })
      .waitFor();
    expect(await preview.locator('.outcomes li').allInnerTexts()).toEqual(['matched 1', 'unknown 1']);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    expect(await lineRow(page, 'Can Polat').count()).toBe(0);

    await importChosen(page, 'right.xml', file);
    await outcomeOf(page).getByText('2 lines, 2 new').waitFor();
    await outcomeOf(page).getByText('1 settled').waitFor();
    await outcomeOf(page).getByRole('link', { name: '1 unknown' }).waitFor();
    await lineRow(page, 'Yabancı').waitFor();
    await page.getByRole('link', { name: 'of the file right.xml' }).waitFor();
    expect(await lineRow(page, 'Can Polat').count()).toBe(0);
    await page.locator('.line-rows tbody tr a:focus').waitFor();
    await chooseFile(page, 'right.xml', file);
    await preview.getByText('imported before').waitFor();
  },
);

testLong('lines that are pasted need an account, and are imported again once it is chosen', async () => {
  const deposit = await createAwaited(service, 'Deniz Koç');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=all' });
  const day = new Date().toISOString().slice(0, 10).split('-').reverse().join('.');
  const pasted = `Tarih\tAçıklama\tTutar\n${day}\tHavale ${deposit.reference} Deniz Koç\t500,00\n`;
  const region = page.getByRole('region', { name: 'Import a statement' });
  await page.getByRole('button', { name: 'Import a statement' }).click();
  await region.getByRole('button', { name: 'Paste lines' }).click();
  await region.locator('textarea:focus').waitFor();
  await region.getByRole('button', { name: 'Show what would happen' }).click();
  await region.getByText('Paste at least one line.').waitFor();
  await region.getByLabel('Lines from a bank page').fill(pasted);
  await region.getByRole('button', { name: 'Show what would happen' }).click();
  await page.locator('.preview').getByText('Choose the account that it is of.').waitFor();
  // Nobody knows yet whether an earlier file had it.
  await page.locator('.preview').getByText('1 line', { exact: true }).waitFor();
  const tail = deposit.iban.slice(-4);
  const account = region.getByLabel('Account', { exact: true });
  await account.locator('option').nth(1).waitFor({ state: 'attached' });
  const titles = await account.locator('option').allInnerTexts();
  const isOf = (text: string) => text.replace(/\s/g, '').includes(tail);
  const title = titles.find(isOf) ?? '';
  await account.selectOption({ label: titles.slice(1).find((text) => !isOf(text)) ?? '' });
  const warning = page.locator('.preview').getByRole('alert');
  await warning.getByText('1 line names a deposit').waitFor();
  const commit = page.locator('.preview .primary');
  expect(await commit.isDisabled()).toBe(true);
  await warning.getByRole('checkbox').check();
  await expect.poll(() => commit.isDisabled()).toBe(false);
  await account.selectOption({ label: title });
  await warning.waitFor({ state: 'detached' });
  await region.getByText('1 line, 1 new').waitFor();
  await commit.click();
  await outcomeOf(page).getByText('1 line, 1 new').waitFor();
  await expect.poll(async () => (await readTransaction(service, deposit)).status).toBe('successful');
  expect(await account.inputValue()).toBe('');
});

test('an import is taken back with a reason, and its lines are gone', async () => {
  const { iban } = await createAwaited(service, 'Ece Pamuk');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  const file = writeCamt(iban, [{ amount: '31.40', name: 'Yanlış Hesap', text: 'kira' }], { id: 'T1' });
  await importChosen(page, 'wrong.xml', file);
  await outcomeOf(page).getByRole('link', { name: '1 unknown' }).click();
  await lineRow(page, 'Yanlış Hesap').waitFor();
  await outcomeOf(page).getByRole('link', { name: 'Open the file' }).click();
  const pane = page.getByRole('complementary', { name: 'File' });
  await pane.locator('.badge', { hasText: '1 to decide' }).waitFor();
  await pane.getByRole('button', { name: 'Take back this import' }).click();
  await page.keyboard.type('It is of the other bank');
  await page.keyboard.press('Enter');
  await pane.locator('.badge', { hasText: 'taken back' }).waitFor();
  await pane.getByText('It is of the other bank').waitFor();
  await lineRow(page, 'wrong.xml').locator('.badge', { hasText: 'taken back' }).waitFor();
  await page.getByRole('link', { name: 'Lines', exact: true }).click();
  await showGroup(page, 'All');
  await page.locator('.line-rows').waitFor();
  expect(await lineRow(page, 'Yanlış Hesap').count()).toBe(0);
});

testLong('after a file that settles wholly come the open lines of the next one', async () => {
  const settled = await createAwaited(service, 'Settles At Once');
  const open = await createAwaited(service, 'Pays Too Little');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  await importChosen(page, 'whole.xml', writeCamt(settled.iban, [lineFor(settled)], { id: 'W1' }));
  await outcomeOf(page).getByRole('link', { name: 'nothing to decide' }).waitFor();
  await page.locator('.tabs [aria-pressed="true"]', { hasText: 'All' }).waitFor();
  const next = writeCamt(open.iban, [{ ...lineFor(open), amount: '310.00' }], { id: 'W2' });
  await importChosen(page, 'next.xml', next);
  await outcomeOf(page).getByRole('link', { name: '1 to decide' }).waitFor();
  await page.locator('.tabs [aria-pressed="true"]', { hasText: 'To decide' }).waitFor();
});

test('the outcome of an import leads to each group of lines with the number of it', async () => {
  const deposit = await createAwaited(service, 'Pays Short');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  const strangers = ['Stranger One', 'Stranger Two'].map((name) => ({ amount: '77.10', name, text: 'kira' }));
  const lines = [{ ...lineFor(deposit), amount: '310.00' }, ...strangers];
  await importChosen(page, 'mixed.xml', writeCamt(deposit.iban, lines, { id: 'G1' }));
  const decide = outcomeOf(page).getByRole('link', { name: '1 to decide' });
  await decide.waitFor();
  await outcomeOf(page).getByRole('link', { name: '2 unknown' }).click();
  await expect.poll(() => page.locator('.line-rows tbody tr').count()).toBe(2);
  await decide.click();
  await lineRow(page, 'Pays Short').waitFor();
  expect(await page.locator('.line-rows tbody tr').count()).toBe(1);
});

describe('files that wait for the one that is shown', () => {
  const dropThree = async () => {
    const { iban } = await createAwaited(service, 'Payer of three');
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
    await page.locator('.import').waitFor({ state: 'attached' });
    await dropFiles(
      page,
      ['a.xml', 'b.xml', 'c.xml'].map((name) => ({
        name,
        content: writeCamt(iban, [{ amount: '31.40', name, text: 'x' }], { id: `three-${name}` }),
      })),
    );
    await page.locator('.preview').getByRole('heading', { name: 'a.xml' }).waitFor();
    return page;
  };

  test('are still there after a look at the days', async () => {
    const page = await dropThree();
    await page.getByRole('link', { name: 'Days', exact: true }).click();
    await page.locator('.preview').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Lines', exact: true }).click();
    await page.locator('.preview').getByRole('heading', { name: 'a.xml' }).waitFor();
    await page.getByText('Next, when this one is closed: b.xml, c.xml').waitFor();
  });

  test('are named with it when the screen is left', async () => {
    const page = await dropThree();
    for (const key of ['g', 'q']) await page.keyboard.press(key);
    await page.getByText('Not imported: a.xml, b.xml, c.xml').waitFor();
  });
});

describe('an import that is under way', () => {
  const importHeld = async (name: string) => {
    const deposit = await createAwaited(service, `Payer of ${name}`);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
    let release = (_isLost?: boolean) => {};
    const held = new Promise<boolean | undefined>((resolve) => {
      release = resolve;
    });
    await page.route(`**/v1/statements?name=${name}`, (route) =>
      held.then((isLost) => (isLost ? route.abort() : route.fallback())),
    );
    await importChosen(page, name, writeCamt(deposit.iban, [lineFor(deposit)], { id: name }));
    await outcomeOf(page).getByText(`Importing ${name} …`).waitFor();
    return { page, release, deposit };
  };

  test('leaves what is typed on another screen meanwhile, and says when it has ended', async () => {
    const { page, release } = await importHeld('elsewhere.xml');
    const other = await createAwaited(service, 'Queued Payer');
    for (const key of ['g', 'q']) await page.keyboard.press(key);
    const row = page.getByRole('row').filter({ hasText: other.name });
    await row.getByRole('button', { name: /^Settle/ }).click();
    const amount = page.getByRole('dialog').getByLabel('Amount');
    await amount.fill('1250');
    release();
    await page.getByText('Imported: elsewhere.xml').waitFor();
    expect(await amount.inputValue()).toBe('1250');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the file' }).click();
    await page.getByRole('complementary', { name: 'File' }).getByText('elsewhere.xml').first().waitFor();
  });

  testLong('leaves the note that is typed about a line meanwhile', async () => {
    const { iban } = await createAwaited(service, 'Ender Ay');
    const earlier = writeCamt(iban, [{ amount: '12.30', name: 'Noted Payer', text: 'kira' }], { id: 'N1' });
    const file = { name: 'earlier.xml', bytes: Buffer.from(earlier) };
    await importFile(service.dependencies, file, { clientId: null, audit: undefined });
    await service.statementMatcher.matchNow();
    const { page, release } = await importHeld('later.xml');
    await showGroup(page, 'Unknown');
    await lineRow(page, 'Noted Payer').getByRole('link').click();
    await linePane(page)
      .getByRole('button', { name: /^Put away/ })
      .click();
    const note = page.getByLabel('Note: what this money is');
    await note.fill('the rent of');
    release();
    await outcomeOf(page).getByText('Imported: later.xml').waitFor();
    await page.getByRole('button', { name: 'Open the file' }).waitFor();
    expect(await note.inputValue()).toBe('the rent of');
  });

  test('is reported as possibly done if the connection is lost', async () => {
    const { page, release } = await importHeld('lost.xml');
    for (const key of ['g', 'q']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    release(true);
    await page.getByText('Perhaps imported: lost.xml. The service cannot be reached.').waitFor();
  });

  testLong('tells a person who has left the screen why it was refused', async () => {
    const { page, release, deposit } = await importHeld('refused.xml');
    for (const key of ['g', 'q']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    const change = (from: string, to: string) =>
      withDatabase(service.databasePath, (db) =>
        db.updateTable('bank_accounts').set({ iban: to }).where('iban', '=', from).execute(),
      );
    await change(deposit.iban, 'TR330006100519786457841326');
    onTestFinished(() => change('TR330006100519786457841326', deposit.iban).then(() => {}));
    release();
    await page.getByText(/^Not imported: refused[.]xml[.] .*account/).waitFor();
  });

  testLong('is not left with Escape', async () => {
    const { page, release } = await importHeld('kept.xml');
    await page.keyboard.press('Escape');
    release();
    await outcomeOf(page).getByText('Imported: kept.xml').waitFor();
  });

  test('is followed by each file that was dropped meanwhile', async () => {
    const { page, release, deposit } = await importHeld('first.xml');
    await dropFiles(
      page,
      ['second.xml', 'third.xml'].map((name) => ({
        name,
        content: writeCamt(deposit.iban, [{ amount: '31.40', name, text: 'x' }], { id: name }),
      })),
    );
    await page.getByText('Next, when this one is closed: second.xml, third.xml').waitFor();
    release();
    await outcomeOf(page).getByText('Imported: first.xml').waitFor();
    for (const name of ['second.xml', 'third.xml']) {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.locator('.preview').getByRole('heading', { name }).waitFor();
      await commitImport(page);
      await outcomeOf(page).getByText(`Imported: ${name}`).waitFor();
    }
  });
});

testLong.each([
  { locale: 'tr-TR', dark: true },
  { locale: 'en-US', dark: false },
])('the screen has no violation on a phone, a tablet and a desktop: $locale', async ({ locale, dark }) => {
  const own = await startOwn();
  await keepOneAccount(own);
  const [one, two] = [await createAwaited(own, 'Ayşe Yılmaz'), await createAwaited(own, 'Mehmet Demir')];
  const { page, accessibilityProblems, screenshot } = await openInBrowser({
    locale: 'en-US',
    dark,
  });
  await openConsole(page, own, { as: OPERATOR, path: 'reconciliation' });
  await page.evaluate((tag) => localStorage.setItem('bank-transfers-language', tag), locale.slice(0, 2));
  await page.reload();
  const lines = [
    { amount: '450.00', name: 'Ayşe Yılmaz', text: `Havale ${one.reference}` },
    { amount: '750.25', name: 'Mehmet Demir', text: `FAST ${two.reference} teşekkürler, sipariş için` },
    { amount: '500.00', name: 'Mehmet Demir', text: 'oyun bakiyesi' },
    { amount: '77.10', name: 'Yabancı Ltd', text: 'kira kasım' },
  ];
  // Axe looks at the narrow layout in the dark, and at the wide one in the light: no finding depends on the words.
  const isForAxe = (width: number) => width < 800 === dark;
  await page.locator('.import').waitFor({ state: 'attached' });
  await chooseFile(page, 'pazartesi.xml', writeCamt(one.iban, lines));
  await page.locator('.preview tbody tr').nth(3).waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (isForAxe(width)) expect(await accessibilityProblems()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await screenshot(`reconciliation-preview-${locale}-${width}`);
  }
  await page.locator('.preview .primary').click();
  await page.locator('.line-rows tbody tr').nth(1).waitFor();
  for (const width of [1440, 820, 360]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 1440) await page.locator('.candidates').waitFor();
    if (isForAxe(width)) expect(await accessibilityProblems()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await screenshot(`reconciliation-${locale}-${width}`);
  }
  await page.locator('.line-pane > .close').click();
  await page.locator('.line-rows').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot(`reconciliation-list-${locale}-360`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.bar > button[aria-expanded]').click();
  await page.locator('.import-bar > button').click();
  await chooseFile(page, 'hatalı.xml', writeCamt('TR330006100519786457841326', lines));
  await page.locator('.file-problems').waitFor();
  await screenshot(`reconciliation-refused-${locale}`);
});
