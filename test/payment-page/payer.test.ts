import { beforeAll, describe, expect, test } from 'vitest';
import { epcText } from '../../src/domain/epc-code.ts';
import { createClock, startTestService } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { createBranded, MINUTE_MS, makeStates } from '../support/payment-states.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { readCode } from '../support/qr-reader.ts';
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

  test('can be printed: without a countdown, and without anything to press', async () => {
    for (const state of ['branded', 'branded-successful']) {
      const { page } = await open(state);
      await page.emulateMedia({ media: 'print' });
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/Time left|until|Copy|Back to|Print|I have sent|Türkçe/);
      expect(text).toMatch(/Lale Oyun/);
      // Nothing white stands on white paper, labels neither.
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

describe('the time', () => {
  test('ends at a time of day, by the clock of the device, in its zone, which is named', async () => {
    const { page } = await openPage({ locale: 'en-GB', timeZone: 'Europe/Istanbul' });
    await page.clock.setFixedTime('2031-01-01T10:00:00+03:00');
    const { path } = await createPayable(service());
    await page.goto(service().url + path);
    await expect.poll(() => page.locator('[data-until]').textContent()).toMatch(/^until 10:30\sGMT\+3$/);
  });

  test('of hours does not read as a time of day', async () => {
    await using slow = await startTestService({ env: { DEPOSIT_TTL: '6h' }, platform: createClock() });
    const { path } = await createPayable(slow);
    const { page } = await openPage({ locale: 'tr-TR' });
    await page.goto(slow.url + path);
    await expect
      .poll(() => page.getByRole('timer').textContent())
      .toMatch(/^(6 sa\.? 0 dk\.?|5 sa\.? 59 dk\.?)$/);
    await page.close();
  });

  test('of five minutes and of one minute left is warned of, seen and spoken', async () => {
    const { path } = await createPayable(service());
    clock.advance(24 * MINUTE_MS);
    const { page } = await openPage({ locale: 'en-GB' });
    await page.clock.install();
    await page.goto(service().url + path);
    const warning = page.locator('[data-warning]');
    const spoken = page.locator('[data-spoken]');
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(6:00|5:5\d)$/);
    expect(await warning.isVisible()).toBe(false);
    for (const [ms, words] of [
      [61_000, 'Less than 5 minutes left'],
      [4 * MINUTE_MS, 'Less than 1 minute left'],
    ] as const) {
      clock.advance(ms);
      // After some seconds of silence the page opens its stream again, which brings the time left.
      const isShown = async () =>
        (await warning.isVisible()) && (await warning.textContent())?.includes(words);
      for (let step = 0; step < 100 && !(await isShown()); step += 1) await page.clock.runFor(1000);
      expect(await isShown()).toBe(true);
      expect(await spoken.textContent()).toContain(words);
    }
    clock.advance(2 * MINUTE_MS);
    await page.clock.runFor(61_000);
    await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor();
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

describe('QR codes', () => {
  test('of the page stand on wide screens only', async () => {
    for (const [width, isShown] of [
      [1280, true],
      [360, false],
    ] as const) {
      const { path } = await createPayable(service());
      const { page } = await openPage({ width });
      await page.goto(service().url + path);
      const code = page.getByRole('img', { name: 'Open this page on your phone' });
      expect(await code.isVisible()).toBe(isShown);
    }
  });

  test('a SEPA transfer has the form of EPC069-12', () => {
    const iban = 'DE89 3704 0044 0532 0130 00';
    expect(
      epcText({ holder: 'Ege GmbH', iban, amountMinor: 12_345, reference: 'RF18539007547034' })?.split('\n'),
    ).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Ege GmbH', 'DE89370400440532013000', 'EUR123.45', ''],
      'RF18539007547034',
    ]);
    const plain = epcText({ holder: 'Ö'.repeat(90), iban, amountMinor: 1, reference: null })?.split('\n');
    expect(plain?.[5]).toBe('Ö'.repeat(70));
    expect(plain?.at(-1)).toBe('EUR0.01');
    const unstructured = epcText({ holder: 'Ege', iban, amountMinor: 50_000, reference: '7DXR6K7J' });
    expect(unstructured?.split('\n').slice(6)).toEqual([
      ...['DE89370400440532013000', 'EUR500.00', '', '', '7DXR6K7J'],
    ]);
  });

  test('a SEPA transfer has at most 331 bytes: a name of long characters is cut between two of them', () => {
    const iban = 'MT84MALT011000012345MTLCAST001S';
    const reference = 'RF18539007547034';
    const text = epcText({ holder: '𝔄'.repeat(70), iban, amountMinor: 99_999_999_999, reference }) ?? '';
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331);
    expect(Buffer.byteLength(text)).toBeGreaterThan(327);
    expect(text.split('\n')[5]).toMatch(/^(𝔄)+$/u);
    expect(text).toContain('EUR999999999.99');
  });

  test.each([
    ['an account outside of SEPA', 'TR330006100519786457841326', 100],
    ['an account that needs a BIC', 'CH9300762011623852957', 100],
    ['an amount that the form has no room for', 'DE89370400440532013000', 100_000_000_000],
  ])('%s has no SEPA code', (_what, iban, amountMinor) => {
    expect(epcText({ holder: 'Ege', iban, amountMinor, reference: null })).toBeUndefined();
  });

  test('a payment in EUR has both codes, and its SEPA code is read back as it was written', async () => {
    await using euro = await startTestService({ env: { CURRENCY: 'EUR' } });
    const bank = await createBank(euro, { withAccount: false });
    const iban = 'DE89370400440532013000';
    await createAccount(euro, { bankId: bank.id, accountName: 'Şirket GmbH', iban });
    const { path, token } = await createPayable(euro, { bankId: bank.id, amount: '12.5' });
    const { reference } = (await payerCall(euro, 'payments.get', { token })).json.result.data.data;
    const { page } = await openPage();
    await page.goto(euro.url + path);
    const read = async (name: string) => {
      const code = page.getByRole('img', { name });
      return readCode((await code.locator('path').last().getAttribute('d')) ?? '');
    };
    expect(await read('Scan with your banking app to pay')).toBe(
      `BCD\n002\n1\nSCT\n\nŞirket GmbH\n${iban}\nEUR12.50\n\n${reference}`,
    );
    expect(await read('Open this page on your phone')).toBe(`https://pay.example.com${path}`);
    await page.close();
  });

  test('a long address of the service still fits into the code of the page', async () => {
    const url = `https://pay.example.com/${'a'.repeat(400)}`;
    await using far = await startTestService({ env: { PUBLIC_URL: url } });
    const { path } = await createPayable(far);
    const response = await fetch(`${far.url}${path.slice(path.indexOf('/pay/'))}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('class="code"');
  });
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
