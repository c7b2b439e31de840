import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const openPage = useBrowser();

async function openPayment(options: Parameters<typeof openPage>[0] = {}, changes = {}) {
  const { path } = await createPayable(service(), changes);
  const opened = await openPage(options);
  await opened.page.goto(service().url + path);
  return opened;
}

test.each([
  ['IBAN', /^TR\d{24}$/],
  ['Recipient name (account holder)', /^Demo Anadolu Bank Collections$/],
  ['Bank', /^Demo Anadolu Bank$/],
  ['Amount', /^1234\.50$/],
  ['Reference', /^[2-9A-Y]{8}$/],
])('%s is copied in the form that banks accept, with a confirmation', async (what, form) => {
  const { page, copied } = await openPayment({ permissions: ['clipboard-write'] }, { amount: '1234.5' });
  const button = page.getByRole('button', { name: `Copy ${what}`, exact: true });
  await button.click();
  await page
    .getByRole('status')
    .filter({ hasText: `Copied ${what}` })
    .waitFor();
  expect(await page.getByRole('button', { name: `Copied ${what}`, exact: true }).count()).toBe(1);
  expect(await copied()).toMatch(form);
});

test('a whole amount is copied without decimals, of which a field for digits would make a hundred times', async () => {
  const { page, copied } = await openPayment(
    { permissions: ['clipboard-write'], locale: 'tr-TR' },
    { amount: '12500' },
  );
  await page.getByRole('button', { name: 'Kopyala Tutar', exact: true }).click();
  await page.getByRole('button', { name: 'Kopyalandı Tutar', exact: true }).waitFor();
  expect(await copied()).toBe('12500');
});

test('without a clipboard, the value is selected', async () => {
  const { page } = await openPayment();
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByRole('button', { name: 'Copy IBAN' }).click();
  await page.getByRole('status').filter({ hasText: 'Selected' }).waitFor();
  expect(await page.evaluate('getSelection().toString()')).toMatch(/^TR\d\d /);
});
