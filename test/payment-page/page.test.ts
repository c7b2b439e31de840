import { beforeAll, expect, test } from 'vitest';
import { ADMIN, call, createClock } from '../harness.ts';
import { type PageOptions, type TestPage, useBrowser } from '../support/browser.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { makeStates } from '../support/payment-states.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

/** The status of each kind of link, and the heading of its page in both languages. */
const STATES = {
  pending: [200, 'Demo merchant', 'Demo merchant'],
  soon: [200, 'Demo merchant', 'Demo merchant'],
  branded: [200, 'Lale Oyun', 'Lale Oyun'],
  sent: [200, 'Demo merchant', 'Demo merchant'],
  'branded-sent': [200, 'Lale Oyun', 'Lale Oyun'],
  asked: [200, 'Cancel this payment?', 'Bu ödeme iptal edilsin mi?'],
  successful: [200, 'Payment received', 'Ödeme alındı'],
  'branded-successful': [200, 'Payment received', 'Ödeme alındı'],
  less: [200, 'Less money arrived than was asked for', 'İstenenden az para geldi'],
  more: [200, 'Payment received', 'Ödeme alındı'],
  unsuccessful: [200, 'Payment not completed', 'Ödeme tamamlanmadı'],
  'sent-unsuccessful': [200, 'Payment not completed', 'Ödeme tamamlanmadı'],
  reversed: [200, 'Payment reversed', 'Ödeme onayı geri alındı'],
  expired: [410, 'The time to pay is over', 'Ödeme süresi doldu'],
  late: [410, 'We have not found your transfer yet', 'Transferinizi henüz bulamadık'],
  cancelled: [410, 'Payment cancelled', 'Ödeme iptal edildi'],
  'sent-cancelled': [410, 'Payment cancelled', 'Ödeme iptal edildi'],
  wrong: [404, 'This payment link does not work', 'Bu ödeme bağlantısı çalışmıyor'],
} as const;

type State = keyof typeof STATES;

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

const ALL_STATES = Object.keys(STATES) as State[];
const MAIN_STATES: readonly State[] = ['pending', 'branded', 'branded-sent', 'less', 'late'];

const VIEWS = {
  'en phone dark': { locale: 'en-GB', width: 360, height: 740, dark: true, states: ALL_STATES },
  'tr desktop': { locale: 'tr-TR', width: 1440, states: ALL_STATES },
  'en desktop dark': { locale: 'en-US', width: 1440, dark: true, states: MAIN_STATES },
  'en tablet': { locale: 'en-US', width: 820, states: MAIN_STATES },
  'tr phone': { locale: 'tr-TR', width: 320, height: 640, states: MAIN_STATES },
} as const satisfies Readonly<Record<string, PageOptions & { readonly states: readonly State[] }>>;

type View = keyof typeof VIEWS;

let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  paths = await makeStates(service(), clock);
});

/** Opens the page of a state in this tab. The browser logs every failed response. */
async function visit(state: State, { page, expectProblem }: TestPage): Promise<void> {
  const [status] = STATES[state];
  if (status >= 400) expectProblem(new RegExp(`status of ${status}`));
  const response = await page.goto(service().url + paths[state]);
  expect(response?.status()).toBe(status);
}

async function open(state: State, view: View): Promise<TestPage> {
  const opened = await openPage(VIEWS[view]);
  await visit(state, opened);
  return opened;
}

/** The views of each language, in which one tab shows them one after the other. */
const LANGUAGES = [
  ['en', ['en phone dark', 'en desktop dark', 'en tablet']],
  ['tr', ['tr desktop', 'tr phone']],
] as const satisfies readonly (readonly ['en' | 'tr', readonly View[]])[];

/** Gives a tab the size and the colours of a view. */
async function turnInto(view: View, { page }: TestPage): Promise<void> {
  const { width, height = 800, dark = false }: PageOptions & { readonly width: number } = VIEWS[view];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
}

test.each(LANGUAGES)(
  'in %s every state has its own page, which is accessible and fits every screen',
  async (language, views) => {
    const isTurkish = language === 'tr';
    const tab = await openPage(VIEWS[views[0]]);
    for (const [place, state] of ALL_STATES.entries()) {
      await turnInto(views[0], tab);
      await visit(state, tab);
      const heading = await tab.page.getByRole('heading', { level: 1 }).textContent();
      expect(heading).toContain(STATES[state][language === 'en' ? 1 : 2]);
      expect(await tab.page.locator('html').getAttribute('lang'), state).toBe(language);
      expect(await tab.page.title(), state).not.toBe('');
      for (const [at, view] of views.entries()) {
        await turnInto(view, tab);
        const { width, states }: { readonly width: number; readonly states: readonly State[] } = VIEWS[view];
        expect(await tab.page.evaluate('document.documentElement.scrollWidth'), state).toBe(width);
        expect(await tab.page.evaluate(OVERFLOWING), state).toEqual([]);
        // Both languages, the narrow and the wide layout and both colour schemes have every state.
        if (!states.includes(state)) continue;
        // In the short form axe sees each state in one language: narrow and dark in English, wide and light in Turkish.
        if (!IS_LONG && (at > 0 || isTurkish !== (place % 2 === 1))) continue;
        expect(await tab.accessibilityProblems(), state).toEqual([]);
        await tab.screenshot(`pay-${state}-${view.replaceAll(' ', '-')}`);
      }
    }
  },
);

test('the amount has the number format of the reader', async () => {
  const { page } = await open('pending', 'tr phone');
  await expect.poll(() => page.locator('.amount strong').textContent()).toMatch(/^12\.500,50\sTL$/);
  await page.goto(`${service().url}${paths.pending}?lang=en`);
  expect(await page.locator('.amount strong').textContent()).toMatch(/TRY\s12,500\.50/);
});

test('the IBAN is shown in groups of four', async () => {
  const { page } = await open('pending', 'en tablet');
  expect(await page.locator('.iban [data-value]').textContent()).toMatch(/^TR\d\d( \d{4}){5} \d\d$/);
});

test('on a phone the IBAN has two lines, of 12 and of 14 characters', async () => {
  const { page } = await openPage({ width: 390, height: 844 });
  await page.goto(service().url + paths.pending);
  const parts = page.locator('.iban .part');
  expect((await parts.allTextContents()).map((text) => text.replaceAll(' ', '').length)).toEqual([12, 14]);
  const [first, second] = [await parts.nth(0).boundingBox(), await parts.nth(1).boundingBox()];
  expect(second!.y - first!.y).toBeCloseTo(first!.height, -1);
  expect(second!.height).toBe(first!.height);
});

test('what becomes of money from the account of somebody else is said as the policy of the merchant is', async () => {
  const { page } = await openPage({ width: 390, height: 844 });
  await page.goto(service().url + paths.pending);
  const policy = { appKey: 'demo-merchant', otherPayer: 'accept' };
  await page.getByText('is checked by hand first, and can be returned').waitFor();
  const body = JSON.stringify(policy);
  const sent = {
    as: ADMIN,
    method: 'POST',
    contentType: 'application/json',
    body,
    sign: 'timed',
    nowMs: clock.nowMs(),
  } as const;
  expect((await call(service(), '/v1/match-policies', sent)).status).toBe(200);
  await page.reload();
  await page.getByText('the money is found only by the reference').waitFor();
});

test('the language can be changed and stays as chosen', async () => {
  const { page } = await open('pending', 'en tablet');
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
  const { page } = await open('expired', 'en tablet');
  expect(await page.content()).not.toMatch(/TR\d\d/);
});

test('the page follows the dark colour scheme', async () => {
  const brightness = async (view: View) => {
    const { page } = await open('pending', view);
    const color = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    return Number(/\d+/.exec(String(color))?.[0]);
  };
  expect(await brightness('en tablet')).toBeGreaterThan(200);
  expect(await brightness('en desktop dark')).toBeLessThan(50);
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
