import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, openPaymentPage, settle } from '../support/payments.ts';
import { drawPng } from '../support/pictures.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();

const PICTURE = { name: 'logo.png', mimeType: 'image/png', buffer: drawPng({ width: 64, height: 64 }) };

test('an admin sets the match policy of a merchant and of all, and resets it', async () => {
  const { page } = await openPage();
  const client = await createClient(service());
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const policies = async () => {
    const chosen = await service().dependencies.db.read('listMatchPolicies');
    return new Map(chosen.map(({ clientId, policy }) => [clientId, policy]));
  };
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: `Matching ${client.appKey}` }).click();
  await dialog.getByLabel('Settles up to a difference of').first().fill('2.50');
  await dialog.getByLabel('Or up to this many thousandths of the amount').first().fill('101');
  await dialog.getByLabel('The exact amount after the expiry').selectOption('accept');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.field-problem').waitFor();
  await dialog.getByLabel('Or up to this many thousandths of the amount').first().fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The matching is saved.').waitFor();
  expect((await policies()).get(client.id)).toMatchObject({
    underpaidToleranceMinor: 250,
    underpaidTolerancePerMille: 5,
    late: 'accept',
    otherPayer: 'hold',
  });

  await page.getByRole('button', { name: `Matching ${client.appKey}` }).click();
  expect(await dialog.getByLabel('Settles up to a difference of').first().inputValue()).toBe('2.50');
  const follow = dialog.getByRole('button', { name: /Follow the choice for all merchants/ });
  await follow.click();
  await dialog.getByRole('button', { name: /Really/ }).click();
  await expect.poll(async () => (await policies()).has(client.id)).toBe(false);

  await page.getByRole('button', { name: 'Matching of all merchants' }).click();
  await dialog.getByLabel('A payer whose name does not match the user').selectOption('accept');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await policies()).get(null))
    .toMatchObject({ otherPayer: 'accept', late: 'hold' });
});

test('a match policy that another admin has changed meanwhile is not overwritten', async () => {
  const { page } = await openPage();
  const { id, appKey } = await createClient(service());
  const { db, statements } = service().dependencies;
  const allow = (underpaidToleranceMinor: number) =>
    db.run('updateMatchPolicy', {
      target: { clientId: id, name: appKey },
      changes: { underpaidToleranceMinor },
      terms: statements.matchTerms(),
    });
  await allow(500);
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Matching ${appKey}` }).click();
  await dialog.getByLabel('The exact amount after the expiry').selectOption('accept');
  await allow(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The matching is saved.').waitFor();
  const chosen = (await db.read('listMatchPolicies')).find(({ clientId }) => clientId === id);
  expect(chosen?.policy).toMatchObject({ underpaidToleranceMinor: 0, late: 'accept' });
});

test('a number of thousandths with a comma is refused at its field', async () => {
  const { page, variablesOf } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  await page.getByRole('button', { name: 'Matching of all merchants' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Or up to this many thousandths of the amount').first().fill('2,5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a whole number from 0 to 100.').waitFor();
  expect(variablesOf('mutation UpdateMatchPolicy')).toEqual([]);
});

test('an operator sees no match policy', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  expect(await page.getByRole('link', { name: /Merchants/ }).count()).toBe(0);
});

test('an admin sets the payment page of a merchant, sees each mistake, and removes the logo again', async () => {
  const merchant = await createClient(service(), { name: 'Lale Oyun Ltd.' });
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const edit = () => page.getByRole('button', { name: `Edit ${merchant.appKey}` }).click();
  const form = page.getByRole('dialog');
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await edit();
  await form.getByLabel('Name that payers read').fill('Lale Oyun');
  await form.getByLabel('Color').fill('purple');
  await form.getByLabel('Logo').setInputFiles({ ...PICTURE, buffer: Buffer.from('<svg/>') });
  await form.getByLabel('Sites that payers can return to').fill('https://shop.example.com/');
  await form.getByLabel('Default return address').fill('http://shop.example.com/');
  await save();
  await expect
    .poll(() => form.locator('.field-problem').allTextContents())
    .toEqual([
      'Write a color such as #1f4fa3.',
      'Choose a picture in PNG, JPEG or WebP.',
      expect.stringContaining('Write hosts such as shop.example.com'),
      'Must be an address that begins with https://.',
    ]);

  await form.getByLabel('Color').fill('#7b2d8e');
  await form.getByLabel('Logo').setInputFiles(PICTURE);
  await form.getByLabel('Sites that payers can return to').fill('shop.example.com');
  await form.getByLabel('Default return address').fill('https://elsewhere.example.com/');
  await save();
  await form.getByText('elsewhere.example.com is not among the sites. Add it there.').waitFor();
  await form.getByLabel('Default return address').fill('https://shop.example.com/');
  await save();
  await form.waitFor({ state: 'hidden' });
  const deposit = await createPayable(service(), {}, merchant);
  await settle(service(), deposit);
  const shown = async () => (await openPaymentPage(service(), deposit.path)).text;
  expect(await shown()).toMatch(/brand\/7b2d8e\.css[\s\S]*brand\/[0-9a-f]{64}\.png[\s\S]*Lale Oyun/);
  expect(await shown()).toContain('href="https://shop.example.com/"');

  await edit();
  expect(await form.getByLabel('Color').inputValue()).toBe('#7b2d8e');
  await form.getByLabel('Remove the logo').check();
  await save();
  await form.waitFor({ state: 'hidden' });
  expect(await shown()).not.toContain('.png');
  expect(await shown()).toContain('brand/7b2d8e.css');
});
