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
  await opened.page.locator('[data-live]').first().waitFor({ state: 'attached' });
  // A confirmation is shown for a moment only.
  await opened.holdTimers();
  return opened;
}

test.each([
  ['IBAN', /^TR\d{24}$/],
  ['Recipient name (account holder)', /^Demo Anadolu Bank Collections$/],
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

test('only what was copied last is called copied', async () => {
  const { page } = await openPayment({ permissions: ['clipboard-write'] });
  for (const what of ['IBAN', 'Reference', 'Amount', 'Amount'])
    await page.getByRole('button', { name: new RegExp(`^Cop(y|ied) ${what}$`) }).click();
  await page.getByRole('button', { name: 'Copied Amount', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Copied/ }).count()).toBe(1);
  // The last copy may still be on its way.
  const copied = async () => {
    await page.clock.runFor(3000);
    return page.getByRole('button', { name: /^Copied/ }).count();
  };
  await expect.poll(copied).toBe(0);
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

test.each([true, false])(
  'a copy moves nothing, also on the narrowest phone (allowed: %s)',
  async (isAllowed) => {
    const permissions = isAllowed ? ['clipboard-write'] : [];
    const view = { width: 320, locale: 'tr-TR', permissions };
    const { page, accessibilityProblems } = await openPayment(view, { amount: '12500.5' });
    const boxes = () =>
      page.evaluate<unknown[]>(
        '[...document.querySelectorAll("[data-value], .copy")].map((element) => element.getBoundingClientRect().toJSON())',
      );
    await page.getByRole('button', { name: 'Kopyala Tutar', exact: true }).waitFor();
    const before = await boxes();
    for (const what of ['Tutar', 'IBAN', 'Alıcı adı (hesap sahibi)', 'Açıklama (referans)']) {
      const name = `${isAllowed ? 'Kopyalandı' : 'Seçildi'} ${what}`;
      // A press scrolls nothing away that is in sight.
      await page.getByRole('button', { name: `Kopyala ${what}`, exact: true }).dispatchEvent('click');
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    expect(await boxes()).toEqual(before);
    await page.clock.resume();
    expect(await accessibilityProblems()).toEqual([]);
  },
);

test('without a clipboard, the value is selected', async () => {
  const { page } = await openPayment();
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByRole('button', { name: 'Copy IBAN' }).click();
  await page.getByRole('status').filter({ hasText: 'Selected' }).waitFor();
  expect(await page.evaluate('getSelection().toString()')).toMatch(/^TR\d\d /);
});
