import { beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { createBank, createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { createBranded, makeStates } from '../support/payment-states.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock, env: { TIME_ZONE: 'Europe/Istanbul' } });
const openPage = useBrowser();

let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  paths = await makeStates(service(), clock);
});

async function open(state: string, options: Parameters<typeof openPage>[0] = {}) {
  const opened = await openPage(options);
  if (/expired|late|cancelled/.test(state)) opened.expectProblem(/status of 410/);
  await opened.page.goto(service().url + paths[state]);
  return opened;
}

const mainText = async (state: string, locale: string) => {
  const { page } = await open(state, { locale, javaScript: false });
  return page.locator('main').innerText();
};

describe('what to do stands on the page', () => {
  test('in Turkish: whose name is typed, from whose account, and what is written into the description', async () => {
    const text = await mainText('branded', 'tr-TR');
    expect(text).toMatch(/İşyeri\s+Lale Oyun/);
    expect(text).toMatch(/Alıcı adı \(hesap sahibi\)\s+Collections/);
    expect(text).not.toMatch(/^Alıcı$/m);
    expect(text).toContain('Bu hesap Lale Oyun adına tahsilat yapar.');
    expect(text).toContain('Tam bu tutarı Ada Yılmaz adına kayıtlı bir hesaptan tek seferde gönderin.');
    expect(text).toMatch(/Açıklama \(referans\)\s+[2-9A-Y]{8}/);
    expect(text).toContain('Açıklama alanına yalnızca bu kodu yazın.');
  });

  test('in English equally', async () => {
    const text = await mainText('branded', 'en-GB');
    expect(text).toMatch(/Merchant\s+Lale Oyun/);
    expect(text).toMatch(/Recipient name \(account holder\)\s+Collections/);
    expect(text).toContain('This account collects payments for Lale Oyun.');
    expect(text).toContain(
      'Send exactly this amount from an account in the name of Ada Yılmaz, in one transfer.',
    );
    expect(text).toContain('Write only this in the description (açıklama) of the transfer.');
  });

  test('a merchant that holds the account itself is not told apart from the holder', async () => {
    const merchant = await createClient(service(), { name: 'COLLECTIONS' });
    const bank = await createBank(service());
    const { path } = await createPayable(service(), { bankId: bank.id }, merchant);
    const { page } = await openPage();
    await page.goto(service().url + path);
    expect(await page.locator('main').innerText()).not.toContain('collects payments for');
  });

  test('a name in another script keeps the text around it in order', async () => {
    const name = 'محمد علي (دبي)';
    const { path } = await createPayable(service(), { name }, await createBranded(service()));
    const { page } = await openPage();
    await page.goto(service().url + path);
    expect(await page.locator('.how bdi').textContent()).toBe(name);
  });

  test('amount, IBAN, holder and reference can be copied on a phone without scrolling', async () => {
    const { page } = await open('branded', { width: 360, height: 740, locale: 'tr-TR' });
    const bottoms: number[] = [];
    for (const what of ['Tutar', 'IBAN', 'Alıcı adı (hesap sahibi)', 'Açıklama (referans)']) {
      const box = await page.getByRole('button', { name: `Kopyala ${what}`, exact: true }).boundingBox();
      bottoms.push((box?.y ?? 9999) + (box?.height ?? 0));
    }
    expect(Math.max(...bottoms)).toBeLessThan(740);
    expect(bottoms[1]).toBeLessThan(400);
  });
});

describe('who has said that the money was sent', () => {
  test.each(['sent', 'branded-sent'])(
    '%s: sees no time that runs out, and may close the page',
    async (state) => {
      const text = await mainText(state, 'en-GB');
      expect(text).toContain('We are looking for your transfer');
      expect(text).toMatch(/FAST, and transfers within a bank, usually arrive within minutes/);
      expect(text).toContain('You may close this page.');
      expect(text).not.toMatch(/Time left/i);
      const { page } = await open(state);
      expect(await page.getByRole('timer').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'I have not sent it: cancel payment' }).count()).toBe(1);
    },
  );

  test.each(['late', 'sent-unsuccessful', 'sent-cancelled'])(
    '%s: is never told not to send money, and gets the numbers to quote',
    async (state) => {
      for (const [locale, forbidden] of [
        ['en-GB', /do not send/i],
        ['tr-TR', /göndermeyin/i],
      ] as const) {
        const text = await mainText(state, locale);
        expect(text).not.toMatch(forbidden);
        expect(text).toMatch(/[2-9A-Y]{8}[\s\S]*[0-9a-f]{24}[\s\S]*process-/);
      }
    },
  );
});

test('a payment that was reversed does not say that it never went through', async () => {
  for (const [locale, forbidden] of [
    ['en-GB', /did not go through|do not send/i],
    ['tr-TR', /gerçekleşmedi|göndermeyin/i],
  ] as const) {
    const text = await mainText('reversed', locale);
    expect(text).not.toMatch(forbidden);
    expect(text).not.toContain('words among operators');
    expect(text).toMatch(/[0-9a-f]{24}[\s\S]*process-/);
  }
});

describe('the receipt', () => {
  test('says what is missing, and what is too much', async () => {
    expect(await mainText('less', 'en-GB')).toMatch(
      /TRY\s500\.50 is missing[\s\S]*Received\s+TRY\s12,000\.00\s+Asked for\s+TRY\s12,500\.50\s+Missing\s+TRY\s500\.50/,
    );
    expect(await mainText('more', 'tr-TR')).toMatch(
      /İstenenden 100,25\sTL fazla geldi[\s\S]*Fazla\s+100,25\sTL/,
    );
    const exact = await mainText('successful', 'en-GB');
    expect(exact).not.toMatch(/Missing|Too much|Asked for|0\.00/);
    expect(exact).toMatch(/you can close this page\.\n/);
  });

  test('has the date in the time zone of the service, and with JavaScript in that of the reader', async () => {
    const plain = await mainText('successful', 'en-GB');
    expect(plain).toMatch(/Confirmed on\s+22 Nov 2026, 15:\d\d\s(GMT\+3|TRT)/);
    const { page } = await open('successful', { locale: 'en-GB', timeZone: 'America/New_York' });
    await expect
      .poll(() => page.locator('.receipt').innerText())
      .toMatch(/Confirmed on\s+22 Nov 2026, 07:\d\d\sGMT-5$/m);
  });

  testLong('can be printed: without a countdown, and without anything to press', async () => {
    for (const state of ['branded', 'branded-successful']) {
      const { page } = await open(state);
      await page.emulateMedia({ media: 'print' });
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/Time left|Copy|Back to|Print|I have sent|Türkçe/);
      expect(text).toMatch(/Lale Oyun/);
      expect(text).toMatch(state === 'branded' ? /Pay until .*20\d\d/ : /Bank\s+Ege Bankası/);
      // Text and labels are not white on white paper.
      const colors = await page.evaluate<string[]>(
        '[...document.querySelectorAll("h1, .label, strong")].map((element) => getComputedStyle(element).color)',
      );
      expect(colors.length).toBeGreaterThan(0);
      for (const color of colors) expect(color).not.toMatch(/255, 255, 255/);
    }
    const { page } = await open('branded-successful');
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.getByRole('button', { name: 'Print receipt' }).click();
    expect(await page.title()).toBe('printed');
  });
});

test('a lost connection is told for as long as it lasts, also after another notice', async () => {
  const { path } = await createPayable(service());
  const { page, context, expectProblem } = await openPage();
  expectProblem(/net::ERR_/);
  await page.clock.install();
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(service().url + path);
  await followed;
  await context.setOffline(true);
  const notice = page.locator('[data-notice]');
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await expect.poll(() => notice.textContent()).toContain('That did not work');
  await page.evaluate('dispatchEvent(new Event("offline"))');
  await page.clock.runFor(7000);
  expect(await notice.textContent()).toContain('Connection lost');
});

test('a payment that was settled while the page was open shows its receipt without a reload', async () => {
  const deposit = await createPayable(service());
  const { page } = await openPage({ locale: 'tr-TR' });
  const followed = page.waitForResponse(/payments\.onChange/);
  await page.goto(service().url + deposit.path);
  await followed;
  await payerCall(service(), 'payments.markSent', { token: deposit.token, method: 'POST' });
  await page.getByRole('heading', { name: 'Transferinizi arıyoruz' }).waitFor();
  await settle(service(), deposit);
  await page.getByRole('button', { name: 'Makbuzu yazdır' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Ödeme alındı');
  await page.getByRole('button', { name: 'Kopyala Ödeme numarası' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /Kopyalandı|Seçildi/ })
    .waitFor();
});
