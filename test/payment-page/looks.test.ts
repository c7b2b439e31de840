import { beforeAll, expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { type PageOptions, useBrowser } from '../support/browser.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { createBranded, makeStates, type PageState } from '../support/payment-states.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock, env: { TIME_ZONE: 'Europe/Istanbul' } });
const openPage = useBrowser();

/** The elements that reach over the edges of the card, which cuts them off. */
const OVERFLOWING = `{
  const { left, right } = document.querySelector('main').getBoundingClientRect();
  [...document.querySelectorAll('main *:not(.spoken, dialog, dialog *)')]
    .filter((element) => {
      const [box] = element.getClientRects();
      return box !== undefined && (box.left < left - 1 || box.right > right + 1);
    })
    .map((element) => element.outerHTML.slice(0, 80));
}`;

let paths: Readonly<Record<PageState, string>>;

beforeAll(async () => {
  paths = await makeStates(service(), clock);
});

async function open(state: PageState, options: PageOptions = {}) {
  const opened = await openPage(options);
  await opened.page.goto(service().url + paths[state]);
  return opened;
}

test('on a phone a copy button stands on the line of its label, and off the hint below', async () => {
  const { page } = await open('branded', { width: 390, height: 844, locale: 'tr-TR' });
  await page.getByRole('button', { name: 'Kopyala IBAN', exact: true }).waitFor();
  const boxesOf = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
  const [label, copy] = (await boxesOf('.row.iban :is(.label, .copy)')) as DOMRect[];
  expect(Math.abs(label!.y + label!.height / 2 - copy!.y - copy!.height / 2)).toBeLessThan(1.5);
  const [button, hint] = (await boxesOf('.row.reference :is(.copy, .hint)')) as DOMRect[];
  expect(hint!.y - button!.y - button!.height).toBeGreaterThanOrEqual(4);
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

test('long names and numbers fit into the narrowest phone, in every state', async () => {
  const long = 'Wörthersee'.repeat(19);
  const merchant = await createClient(service(), { name: long });
  const bank = await createBank(service(), { name: long, withAccount: false });
  await createAccount(service(), { bankId: bank.id, accountName: long });
  const make = (userId: string) =>
    createPayable(
      service(),
      {
        bankId: bank.id,
        amount: '999999999.99',
        name: long,
        processId: `${'x'.repeat(110)}-${userId}`,
        userId,
      },
      merchant,
    );
  const sent = await make('sent');
  await payerCall(service(), 'payments.markSent', { token: sent.token, method: 'POST' });
  const less = await make('less');
  await settle(service(), less, { finalAmount: '900000000', acceptDifference: 'true' });
  for (const width of [320, 1440])
    for (const { path } of [await make(`open-${width}`), sent, less]) {
      const { page } = await openPage({ locale: 'tr-TR', width });
      await page.goto(service().url + path);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.evaluate(OVERFLOWING)).toEqual([]);
    }
});

test.each(['#000000', '#ffffff', '#ffd400'])(
  'the page of a merchant with %s is accessible',
  async (color) => {
    const merchant = await createBranded(service(), color);
    const { path } = await createPayable(service(), {}, merchant);
    const { page, accessibilityProblems } = await openPage({ width: 1280 });
    await page.goto(service().url + path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(), colorScheme).toEqual([]);
    }
  },
);

test('a receipt has its date in the time zone of the reader', async () => {
  const { page } = await open('successful', { locale: 'en-GB', timeZone: 'America/New_York' });
  await expect
    .poll(() => page.locator('.receipt').innerText())
    .toMatch(/Confirmed on\s+22 Nov 2026, 07:\d\d\sGMT-5$/m);
});

test('can be printed: without a countdown, and without anything to press', async () => {
  for (const state of ['branded', 'branded-successful'] as const) {
    const { page } = await open(state);
    await page.emulateMedia({ media: 'print' });
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(/Time left|Copy|Back to|Print|I have sent|Türkçe/);
    expect(text).toMatch(/Lale Oyun/);
    expect(text).toMatch(state === 'branded' ? /Pay by .*20\d\d/ : /Bank\s+Ege Bankası/);
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
