import { expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { useService } from '../support/shared-service.ts';

const service = useService({ platform: createClock() });
const openPage = useBrowser();

const statusOf = async (token: string) =>
  (await payerCall(service(), 'payments.get', { token })).json.result.data.data;

async function openWithoutScript(locale = 'en-US') {
  const deposit = await createPayable(service());
  const opened = await openPage({ javaScript: false, locale });
  await opened.page.goto(service().url + deposit.path);
  return { ...opened, deposit };
}

test('without JavaScript all information can be read, and every visible button works', async () => {
  const { page, screenshot } = await openWithoutScript();
  const text = await page.locator('main').innerText();
  for (const word of ['Demo merchant', 'TRY', '500.00', 'Demo Anadolu Bank', '30 minutes', 'TR'])
    expect(text).toContain(word);
  const buttons = await page.getByRole('button').allTextContents();
  expect(buttons).toEqual(['I have sent the money', 'Cancel payment']);
  await screenshot('pay-plain');
});

test('without JavaScript the payer can report the money sent, and a reload does not repeat it', async () => {
  const { page, deposit, screenshot } = await openWithoutScript();
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  const { sentAt } = await statusOf(deposit.token);
  expect(sentAt).not.toBeNull();
  await page.reload();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect((await statusOf(deposit.token)).sentAt).toBe(sentAt);
  await screenshot('pay-plain-sent');
});

test('without JavaScript cancelling asks first, and both choices work', async () => {
  const { page, deposit, expectProblem } = await openWithoutScript();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('heading', { name: 'Cancel this payment?' }).waitFor();
  await page.getByRole('button', { name: 'Keep paying' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  expect((await statusOf(deposit.token)).status).toBe('pending');
  expectProblem(/status of 410/);
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
  expect((await statusOf(deposit.token)).outcome).toBe('cancelled');
});

test('without JavaScript a link shows the current state', async () => {
  const { page, deposit } = await openWithoutScript('tr-TR');
  await settle(service(), deposit);
  await page.getByRole('link', { name: 'Yenile' }).click();
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor();
});

test('without JavaScript every form keeps the chosen language', async () => {
  const { page, expectProblem } = await openWithoutScript();
  await page.getByRole('link', { name: 'Türkçe' }).click();
  await page.getByRole('button', { name: 'Parayı gönderdim' }).click();
  await page.getByRole('heading', { name: 'Ödemeniz kontrol ediliyor' }).waitFor();
  await page.getByRole('button', { name: 'Göndermedim: ödemeyi iptal et' }).click();
  await page.getByRole('heading', { name: 'Bu ödeme iptal edilsin mi?' }).waitFor();
  expectProblem(/status of 410/);
  await page.getByRole('button', { name: 'Evet, iptal et' }).click();
  await page.getByRole('heading', { name: 'Ödeme iptal edildi' }).waitFor();
});

test('below a path prefix of a proxy every file is found, with and without JavaScript', async () => {
  await using proxy = await startPrefixProxy(service(), '/below/this');
  const deposit = await createPayable(service());
  const plain = await openPage({ javaScript: false });
  await plain.page.goto(`${proxy.url}${deposit.path}?lang=tr`);
  await plain.page.getByRole('button', { name: 'Parayı gönderdim' }).click();
  await plain.page.getByRole('heading', { name: 'Ödemeniz kontrol ediliyor' }).waitFor();
  expect(plain.page.url()).toBe(`${proxy.url}${deposit.path}?lang=tr`);

  const { page } = await openPage();
  const followed = page.waitForResponse(/\/below\/this\/trpc\/payments\.onChange/);
  await page.goto(proxy.url + deposit.path);
  await followed;
  await page.getByRole('button', { name: 'Copy Payment number' }).waitFor();
  await settle(service(), deposit);
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  // The page closes before the proxy, whose end it would show as a lost connection.
  await page.close();
});
