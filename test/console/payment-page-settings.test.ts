import { expect, test } from 'vitest';
import { ADMIN } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, openPaymentPage, settle } from '../support/payments.ts';
import { drawPng } from '../support/pictures.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

const PICTURE = { name: 'logo.png', mimeType: 'image/png', buffer: drawPng({ width: 64, height: 64 }) };

test('an admin sets the payment page of a merchant, is told of each mistake, and removes the logo again', async () => {
  const merchant = await createClient(service(), { name: 'Lale Oyun Ltd.' });
  const { page, screenshot, accessibilityProblems } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const edit = () => page.getByRole('button', { name: `Edit ${merchant.appKey}` }).click();
  const form = page.getByRole('dialog');
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await edit();
  await form.getByLabel('Name that payers read').fill('Lale Oyun');
  await form.getByLabel('Color').fill('purple');
  await form.getByLabel('Logo').setInputFiles({ ...PICTURE, buffer: Buffer.from('<svg/>') });
  await form.getByLabel('Sites that payers may be led back to').fill('https://shop.example.com/');
  await form.getByLabel('Way back by default').fill('http://shop.example.com/');
  await save();
  await expect
    .poll(() => form.locator('.field-problem').allTextContents())
    .toEqual([
      'Write a color such as #1f4fa3.',
      'Choose a picture in PNG, JPEG or WebP.',
      expect.stringContaining('Write hosts such as shop.example.com'),
      'Must be an address that begins with https://.',
    ]);
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('client-payment-page-problems');

  await form.getByLabel('Color').fill('#7b2d8e');
  await form.getByLabel('Logo').setInputFiles(PICTURE);
  await form.getByLabel('Sites that payers may be led back to').fill('shop.example.com');
  await form.getByLabel('Way back by default').fill('https://elsewhere.example.com/');
  await save();
  await form.getByText('elsewhere.example.com is not among the sites. Add it there.').waitFor();
  await form.getByLabel('Way back by default').fill('https://shop.example.com/');
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
