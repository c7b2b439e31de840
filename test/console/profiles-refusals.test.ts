import { expect, test } from 'vitest';
import { ADMIN, call, OPERATOR } from '../harness.ts';
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
  saveProfile,
} from '../support/console-profiles.ts';
import { dropFile } from '../support/console-statements.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

const PATH = 'reconciliation?view=profiles';
/** A deposit is paid on the day of its creation or later, also when midnight comes in between. */
const today = () => new Date().toISOString().slice(0, 10).split('-').reverse().join('.');

test('a refusal is shown at the part that it concerns, and nothing is saved', async () => {
  const taken = { decimal: 'comma', dates: ['dd.mm.yyyy'], direction: { kind: 'signed' } };
  await saveProfile(service(), {
    ...taken,
    id: 'taken',
    title: 'Taken',
    columns: { date: ['T'], amount: ['U'] },
  });
  const { page, accessibilityProblems, screenshot } = await openPage({ width: 1440, height: 900 });
  await openConsole(page, service(), { as: ADMIN, path: `${PATH}&new=yes` });
  const form = editor(page);
  const save = form.getByRole('button', { name: 'Save', exact: true });
  const messageOf = (label: string) =>
    form.locator('.field', { has: page.getByLabel(label, { exact: true }) }).locator('.field-problem');
  await save.click();
  await messageOf('Bank').getByText('Fill this in.').waitFor();
  const said = form.locator('.profile-options .file-problems');
  await said.getByText('day of booking: Assign a column').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('title');
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('profiles-refused-1440');
  await form.getByLabel('Bank', { exact: true }).fill('Akbank');
  await options(page).fill('{');
  await form.getByText('This is not a profile as JSON yet').waitFor();
  await options(page).fill(JSON.stringify(taken));
  await form.getByText('This is not a profile as JSON yet').waitFor();
  const columns = { date: ['Gün'], amount: ['Para', 'GÜN'] };
  await options(page).fill(JSON.stringify({ ...taken, columns, required: [] }));
  await save.click();
  await said.getByText('Short name: Another profile has this short name').waitFor();
  await changeOptions(page, { id: 'A b' });
  await save.click();
  await said.getByText('Short name: Small letters').waitFor();
  await changeOptions(page, { id: 'taken' });
  await save.click();
  await said.getByText('Short name: Another profile has this short name').waitFor();
  await changeOptions(page, { id: 'fresh', defaultCurrency: 'XYZ' });
  await save.click();
  await said.getByText('ISO 4217').waitFor();
  await changeOptions(page, { defaultCurrency: 'TRY' });
  await save.click();
  await said.getByText('GUN is also a name for: day of booking').waitFor();
  expect(await readProfile(service(), 'fresh')).toBeUndefined();
  expect(await readProfile(service(), 'taken')).toMatchObject({ title: 'Taken' });
});

test('a profile of the service reads a sample, cannot be changed, and is copied', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: `${PATH}&open=ziraat` });
  const form = editor(page);
  await form
    .getByText('comes with the service')
    .or(page.getByText('comes with the service'))
    .first()
    .waitFor();
  await form.getByText('All options').click();
  expect(await options(page).isEditable()).toBe(false);
  expect(await form.getByRole('button', { name: 'Save' }).count()).toBe(0);
  const lines = `Tarih;Fiş No;Açıklama;İşlem Tutarı (TL);Bakiye\n${today()};F1;Gönd: ADA KAYA 0209-Bank;10,00;10,00\n`;
  await form.getByLabel('Lines of this bank').fill(lines);
  await page.locator('.tried-rows').getByText('ADA KAYA', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Copy' }).click();
  await form.getByLabel('Bank', { exact: true }).fill('Ziraat abroad');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved: Ziraat abroad').waitFor();
  const { id, title, ...copied } = await readProfile(service(), 'ziraat-abroad');
  const listed = expectData(
    await call(service(), '/v1/statement-profiles/ziraat', { sign: 'timed', as: ADMIN }),
  );
  const { id: _id, title: _title, ...original } = JSON.parse(listed.profile);
  expect({ id, title }).toEqual({ id: 'ziraat-abroad', title: 'Ziraat abroad' });
  expect(copied).toEqual(original);
});

test('an unusable sample says why: no header, no text, two columns of one name, or the columns of another bank', async () => {
  const { page, expectProblem, accessibilityProblems, screenshot } = await openPage({
    width: 320,
    height: 800,
  });
  await openConsole(page, service(), { as: ADMIN, path: `${PATH}&new=yes` });
  const form = editor(page);
  const give = (name: string, buffer: Buffer) =>
    form.locator('input[type=file]').setInputFiles({ name, buffer, mimeType: '' });
  await give('rows.xlsx', Buffer.from('PK\u0003\u0004\0\0'));
  await form.getByText('From an Excel file, copy the rows').waitFor();
  await form.getByLabel('Lines of this bank').fill('22.11.2026;500,00;Ada Kaya');
  await form.getByText('No row looks like a header').waitFor();

  // Turkish Windows writes ş and ı in bytes of its own.
  const text = 'Tarih;Para;Kar\u00fe\u00fdl\u00fdk;Para\n22.11.2026;5,00;kira;7,00\n';
  await give('rows.csv', Buffer.from(text, 'latin1'));
  await form.getByText('Two columns have this name').first().waitFor();
  await choiceOf(page, 'Karşılık').waitFor();

  const akbank = `Tarih;Saat;Tutar;Bakiye;Açıklama;Fiş/Dekont No\n${today()};10:00;5,00;5,00;x;F1\n`;
  await form.getByLabel('Lines of this bank').fill(akbank);
  await form.getByText('The columns also match Akbank, so').waitFor();
  await result(page).getByText('1 line', { exact: true }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('profiles-also-fits-320');

  // The last answer counts, whichever comes last.
  let isFirst = true;
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    const isHeld = isFirst && (route.request().postData() ?? '').includes('tryBankProfile');
    if (isHeld) isFirst = false;
    if (isHeld) await held;
    await route.fallback();
  });
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('tryBankProfile'));
  await form.getByLabel('Lines of this bank').fill(akbank.replace('5,00;5', '6,00;5'));
  await asked;
  const later = page.waitForResponse((response) => (response.request().postData() ?? '').includes('7,00;5'));
  await form.getByLabel('Lines of this bank').fill(akbank.replace('5,00;5', '7,00;5'));
  await later;
  await result(page).getByText('+7.00').waitFor();
  const earlier = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('6,00;5'),
  );
  release();
  await earlier;
  expect(await result(page).getByText('+7.00').count()).toBe(1);

  // A failure of the service is no failure of the sample.
  expectProblem(/ERR_FAILED/);
  await page.route('**/graphql', (route) => route.abort());
  await form.getByLabel('Lines of this bank').fill(akbank);
  await result(page).locator('.late').waitFor();
});

test('an operator reads the columns of banks, changes none, and is referred to an admin', async () => {
  const { page, accessibilityProblems } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: PATH });
  await page.getByRole('link', { name: 'Akbank' }).waitFor();
  expect(await page.locator('main').getByRole('button').allTextContents()).toEqual(['Shortcuts ?']);
  await page.getByRole('link', { name: 'Akbank' }).click();
  await editor(page).getByText('All options').click();
  expect(await options(page).isEditable()).toBe(false);
  expect(await editor(page).getByLabel('Lines of this bank').count()).toBe(0);
  expect(await accessibilityProblems()).toEqual([]);
  await page.goto(`${service().url}/console/${PATH}&new=yes`);
  await page.getByText('Only admins can change the columns of banks.').waitFor();
  expect(await editor(page).count()).toBe(0);
  await page.goto(`${service().url}/console/reconciliation`);
  await page.locator('.import').waitFor({ state: 'attached' });
  await dropFile(page, 'lake.csv', LAKE.replaceAll('|', ';'));
  await page.getByText('Ask an admin to add the columns of this bank.').waitFor();
  expect(await page.getByRole('button', { name: /^Assign/ }).count()).toBe(0);
});
