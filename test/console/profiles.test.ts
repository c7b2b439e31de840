import { expect, test } from 'vitest';
import { ADMIN } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import {
  changeOptions,
  choiceOf,
  editor,
  LAKE,
  options,
  readProfile,
  result,
} from '../support/console-profiles.ts';
import { createAwaited, dropFile, lineRow, readTransaction } from '../support/console-statements.ts';
import { handsOn } from '../support/hands.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

/** A deposit is paid on the day of its creation or later, also when midnight comes in between. */
const today = () => new Date().toISOString().slice(0, 10).split('-').reverse().join('.');

test('a file of an unknown bank has its columns assigned and is imported with 27 keys and no click', async () => {
  const deposit = await createAwaited(service(), 'Ada Kaya');
  const { page, accessibilityProblems, screenshot } = await openPage({ width: 1440, height: 900 });
  await openConsole(page, service(), { as: ADMIN, path: 'reconciliation?group=all' });
  const file =
    `Hesap IBAN;Gün;Açıklama;Para;Bakiye;Şube\n` +
    `${deposit.iban};${today()};FAST*Ada Kaya*${deposit.reference};500,00;1.500,00;Ege\n` +
    `${deposit.iban};${today()};FAST*Yabancı Ltd*kira;77,10;1.577,10;Ege\n`;
  const hands = handsOn(page);
  await page.locator('.import').waitFor({ state: 'attached' });
  await dropFile(page, 'kıyı.csv', file);
  await page.locator('.preview .primary:focus').waitFor();
  await screenshot('profiles-unknown-file-1440');
  await hands.press('Enter');

  // The form guesses columns by the names that other banks use; the focus is in the name.
  await page.locator('input[name=title]:focus').waitFor();
  await hands.type('Kıyı Bank');
  expect(JSON.parse(await options(page).inputValue()).id).toBe('kiyi-bank');
  const choice = (column: string) => choiceOf(page, column);
  expect(await choice('Açıklama').inputValue()).toBe('description');
  expect(await choice('Hesap IBAN').inputValue()).toBe('ownIban');
  expect(await choice('Gün').inputValue()).toBe('');
  await result(page).getByText('day of booking:').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('profiles-new-incomplete-1440');
  const tabTo = async (label: string) => {
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await hands.press('Tab');
      if (await choice(label).evaluate((element) => element === element.ownerDocument.activeElement)) return;
    }
    throw new Error(`${label} is not reached by Tab`);
  };
  await tabTo('Gün');
  await hands.type('day');
  await tabTo('Para');
  await hands.type('amount');
  await result(page).getByText('2 lines', { exact: true }).waitFor();
  await result(page).getByText('+77.10').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('profiles-new-read-1440');
  await hands.press('Control+Enter');

  await page.locator('.preview .primary:focus').waitFor();
  await page.getByText('Saved: Kıyı Bank').waitFor();
  await page.locator('.outcomes').getByText('matched').waitFor();
  await screenshot('profiles-back-at-import-1440');
  await hands.press('Enter');
  await lineRow(page, 'Ada Kaya').first().waitFor();
  await expect.poll(async () => (await readTransaction(service(), deposit)).status).toBe('successful');
  expect(hands.count()).toEqual({ keys: 27, clicks: 0 });
  expect(await readProfile(service(), 'kiyi-bank')).toMatchObject({
    title: 'Kıyı Bank',
    columns: { date: ['GUN'], amount: ['PARA'], description: ['ACIKLAMA'] },
  });
});

test('the rare parts of a profile are written as JSON, read at once, saved, changed after a question, and removed', async () => {
  const { page, accessibilityProblems, screenshot } = await openPage({ width: 1440, height: 900 });
  await openConsole(page, service(), { as: ADMIN, path: 'reconciliation' });
  await page.getByRole('button', { name: 'Import a statement' }).click();
  await page.getByRole('link', { name: 'Another bank' }).click();
  await page.locator('input[name=title]:focus').waitFor();
  await page.getByRole('link', { name: 'All banks' }).click();
  await page.getByRole('row', { name: /İş Bankası/ }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('profiles-list-1440');
  await page.getByRole('link', { name: 'Another bank' }).click();
  const form = editor(page);
  await form.getByLabel('Bank', { exact: true }).fill('Lake Bank');
  await form.getByLabel('Lines of this bank').fill(LAKE);
  const choose = (column: string, label: string) => choiceOf(page, column).selectOption({ label });
  await choose('Booked on', 'day of booking');
  await choose('Paid out', 'amount out (debit)');
  await choose('Paid in', 'amount in (credit)');
  await choose('Wording', 'description');
  await choose('Ref', 'reference of the bank');
  await form.getByText('All options').click();
  await changeOptions(page, { trustedReference: 'reference' });
  const rows = page.locator('.tried-rows tbody tr');
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/no name[\s\S]*Nov 20, 2026 · A1[\s\S]*TRF\/ADA KAYA\/77[\s\S]*\+1,250\.50.TRY/),
      expect.stringMatching(/Nov 21, 2026 · A2[\s\S]*−12\.00.TRY/),
    ]);
  await changeOptions(page, { senders: [{ kind: 'field', separator: '/', index: 1 }] });
  await rows.getByText('ADA KAYA', { exact: true }).waitFor();

  // A wrong form of the days is named with its place, and where it stands.
  await changeOptions(page, { decimal: 'comma' });
  await result(page).getByText('row 2:').waitFor();
  await result(page).getByText('2 problems').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('profiles-problems-1440');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('The sample cannot be read without problems.').waitFor();
  expect(await readProfile(service(), 'lake-bank')).toBeUndefined();
  await changeOptions(page, { decimal: 'point' });
  await result(page).getByText('2 lines', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved: Lake Bank').waitFor();
  expect(await readProfile(service(), 'lake-bank')).toMatchObject({
    decimal: 'point',
    direction: { kind: 'columns' },
    trustedReference: 'reference',
    senders: [{ kind: 'field', separator: '/', index: 1 }],
  });

  await page.getByRole('link', { name: 'Lake Bank', exact: true }).click();
  await form.getByText('All options').click();
  await changeOptions(page, { defaultCurrency: 'EUR' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('every file of Lake Bank is read this way').waitFor();
  expect(await readProfile(service(), 'lake-bank')).toMatchObject({ defaultCurrency: 'TRY' });
  await screenshot('profiles-change-1440');
  await form.getByRole('button', { name: 'Yes, save it' }).click();
  await page.getByRole('button', { name: 'Remove Lake Bank' }).waitFor();
  expect(await readProfile(service(), 'lake-bank')).toMatchObject({ defaultCurrency: 'EUR' });

  await page.getByRole('button', { name: 'Remove Lake Bank' }).click();
  expect(await readProfile(service(), 'lake-bank')).toBeDefined();
  await page.getByRole('button', { name: 'Really remove Lake Bank?' }).click();
  await page.getByText('Removed: Lake Bank').waitFor();
  expect(await readProfile(service(), 'lake-bank')).toBeUndefined();
});
