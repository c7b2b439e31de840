import { beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { type PageOptions, useBrowser } from '../support/browser.ts';
import { createBank, createClient } from '../support/entities.ts';
import { cancel, createPayable, reject, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

const WORDS = {
  en: {
    pending: 'Demo merchant',
    asked: 'Cancel this payment?',
    successful: 'Payment received',
    unsuccessful: 'Payment not completed',
    expired: 'The time to pay is over',
    cancelled: 'Payment cancelled',
    wrong: 'This payment link does not work',
  },
  tr: {
    pending: 'Demo merchant',
    asked: 'Bu ödeme iptal edilsin mi?',
    successful: 'Ödeme alındı',
    unsuccessful: 'Ödeme tamamlanmadı',
    expired: 'Ödeme süresi doldu',
    cancelled: 'Ödeme iptal edildi',
    wrong: 'Bu ödeme bağlantısı çalışmıyor',
  },
} as const;

type State = keyof (typeof WORDS)['en'];

/** The status of each kind of link. */
const STATUS: Readonly<Record<State, number>> = {
  pending: 200,
  asked: 200,
  successful: 200,
  unsuccessful: 200,
  expired: 410,
  cancelled: 410,
  wrong: 404,
};

const STATES = Object.keys(STATUS) as State[];

const VIEWS = {
  'en desktop': { locale: 'en-US', width: 1280 },
  'en phone dark': { locale: 'en-GB', width: 320, height: 640, dark: true },
  'tr desktop dark': { locale: 'tr-TR', width: 1280, dark: true },
  'tr phone': { locale: 'tr-TR', width: 320, height: 640 },
} as const satisfies Readonly<Record<string, PageOptions>>;

type View = keyof typeof VIEWS;

let paths: Readonly<Record<State, string>>;

beforeAll(async () => {
  const make = () => createPayable(service(), { amount: '12500.5' });
  const expired = await make();
  clock.advance(31 * 60_000);
  await service().sweeper.sweep();
  const [pending, successful, unsuccessful, cancelled] = [
    await make(),
    await make(),
    await make(),
    await make(),
  ];
  await settle(service(), successful);
  await reject(service(), unsuccessful);
  await cancel(service(), cancelled);
  paths = {
    pending: pending.path,
    asked: `${pending.path}?confirm=cancel`,
    successful: successful.path,
    unsuccessful: unsuccessful.path,
    expired: expired.path,
    cancelled: cancelled.path,
    wrong: pending.path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
  };
});

/** Opens the page of a state. The browser logs every failed response. */
async function open(state: State, view: View) {
  const opened = await openPage(VIEWS[view]);
  if (STATUS[state] >= 400) opened.expectProblem(new RegExp(`status of ${STATUS[state]}`));
  const response = await opened.page.goto(service().url + paths[state]);
  expect(response?.status()).toBe(STATUS[state]);
  return opened;
}

describe.each(Object.keys(VIEWS) as View[])('on %s', (view) => {
  test.each(STATES)('%s has its own page, which is accessible and fits', async (state) => {
    const { page, screenshot, accessibilityProblems } = await open(state, view);
    const language = view.startsWith('tr') ? 'tr' : 'en';
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(WORDS[language][state]);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.title()).not.toBe('');
    expect(await accessibilityProblems()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(VIEWS[view].width);
    await screenshot(`pay-${state}-${view.replaceAll(' ', '-')}`);
  });
});

test('the amount has the number format of the reader', async () => {
  const { page } = await open('pending', 'tr phone');
  await expect.poll(() => page.locator('.amount strong').textContent()).toMatch(/TRY\s12\.500,50/);
  await page.goto(`${service().url}${paths.pending}?lang=en`);
  expect(await page.locator('.amount strong').textContent()).toMatch(/TRY\s12,500\.50/);
});

test('the IBAN is shown in groups of four', async () => {
  const { page } = await open('pending', 'en desktop');
  expect(await page.locator('.iban [data-value]').textContent()).toMatch(/^TR\d\d( \d{4}){5} \d\d$/);
});

test('the language can be changed and stays as chosen', async () => {
  const { page } = await open('pending', 'en desktop');
  await page.getByRole('link', { name: 'Türkçe' }).click();
  await page.getByRole('button', { name: 'Parayı gönderdim' }).waitFor();
  expect(page.url()).toContain('?lang=tr');
  expect(await page.getByRole('link', { name: 'Türkçe' }).getAttribute('aria-current')).toBe('true');
});

test('a browser without a known language gets English', async () => {
  const { page } = await openPage({ locale: 'de-DE' });
  await page.goto(service().url + paths.pending);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('a payment that has ended does not show the account', async () => {
  const { page } = await open('expired', 'en desktop');
  expect(await page.content()).not.toMatch(/TR\d\d/);
});

test('the page follows the dark colour scheme', async () => {
  const brightness = async (view: View) => {
    const { page } = await open('pending', view);
    const color = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    return Number(/\d+/.exec(String(color))?.[0]);
  };
  expect(await brightness('en desktop')).toBeGreaterThan(200);
  expect(await brightness('tr desktop dark')).toBeLessThan(50);
});

test('names are shown as text and not as markup', async () => {
  const name = `</title></main><img src="x" alt='"'>&amp;`;
  const merchant = await createClient(service(), { name: `Shop ${name}` });
  const bank = await createBank(service(), { name: `Bank ${name}` });
  const deposit = await createPayable(service(), { bankId: bank.id }, merchant);
  const { page } = await openPage();
  await page.goto(service().url + deposit.path);
  expect(await page.title()).toContain(`Shop ${name}`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(`Shop ${name}`);
  await page.getByText(`Bank ${name}`, { exact: true }).waitFor();
  expect(await page.locator('img').count()).toBe(0);
});
