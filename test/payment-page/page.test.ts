import { beforeAll, expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { type PageOptions, type TestPage, useBrowser } from '../support/browser.ts';
import { createClient } from '../support/entities.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { makeStates, PAGE_STATES, type PageState } from '../support/payment-states.ts';
import { createPayable, payerCall, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: clock });
const openPage = useBrowser();

const SHOP = 'https://shop.example.com/orders/7?step=done#paid';

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

const ALL_STATES = Object.keys(PAGE_STATES) as PageState[];
const MAIN_STATES: readonly PageState[] = ['pending', 'branded', 'branded-sent', 'less', 'late'];

const VIEWS = {
  'en phone dark': { locale: 'en-GB', width: 360, height: 740, dark: true, states: ALL_STATES },
  'tr desktop': { locale: 'tr-TR', width: 1440, states: ALL_STATES },
  'en desktop dark': { locale: 'en-US', width: 1440, dark: true, states: MAIN_STATES },
  'en tablet': { locale: 'en-US', width: 820, states: MAIN_STATES },
  'tr phone': { locale: 'tr-TR', width: 320, height: 640, states: MAIN_STATES },
} as const satisfies Readonly<Record<string, PageOptions & { readonly states: readonly PageState[] }>>;

type View = keyof typeof VIEWS;

let paths: Readonly<Record<PageState, string>>;

beforeAll(async () => {
  paths = await makeStates(service(), clock);
});

/** Opens the page of a state in this tab. The browser logs every failed response. */
async function visit(state: PageState, { page, expectProblem }: TestPage): Promise<void> {
  const [status] = PAGE_STATES[state];
  if (status >= 400) expectProblem(new RegExp(`status of ${status}`));
  const response = await page.goto(service().url + paths[state]);
  expect(response?.status()).toBe(status);
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

const paymentOf = async (token: string) =>
  (await payerCall(service(), 'payments.get', { token })).json.result.data.data;

/** Opens a payment and waits until the page has subscribed to it. */
async function openPayment(options: PageOptions = {}, changes = {}) {
  const deposit = await createPayable(service(), changes);
  const opened = await openPage(options);
  const followed = opened.page.waitForResponse(/payments\.onChange/);
  await opened.page.goto(service().url + deposit.path);
  await followed;
  return { ...opened, deposit };
}

test.each(LANGUAGES)(
  'in %s the page of every state is accessible, fits every screen, and has the colours of the reader',
  async (language, views) => {
    const isTurkish = language === 'tr';
    const tab = await openPage(VIEWS[views[0]]);
    for (const [place, state] of ALL_STATES.entries()) {
      // The short form sees every third state, of these one half narrow and dark in English, the other wide and light.
      if (!IS_LONG && place % 6 !== (isTurkish ? 3 : 0)) continue;
      await turnInto(views[0], tab);
      await visit(state, tab);
      for (const [at, view] of views.entries()) {
        await turnInto(view, tab);
        const { width, states }: { readonly width: number; readonly states: readonly PageState[] } =
          VIEWS[view];
        expect(await tab.page.evaluate('document.documentElement.scrollWidth'), state).toBe(width);
        expect(await tab.page.evaluate(OVERFLOWING), state).toEqual([]);
        // Both languages, the narrow and the wide layout and both colour schemes have every state.
        if (!states.includes(state) || (!IS_LONG && at > 0)) continue;
        expect(await tab.accessibilityProblems(), state).toEqual([]);
        await tab.screenshot(`pay-${state}-${view.replaceAll(' ', '-')}`);
      }
    }
    await turnInto(views[0], tab);
    const color = await tab.page.evaluate('getComputedStyle(document.body).backgroundColor');
    const brightness = Number(/\d+/.exec(String(color))?.[0]);
    if (isTurkish) expect(brightness).toBeGreaterThan(200);
    else expect(brightness).toBeLessThan(50);
  },
);

test('on a phone the payer copies amount, IBAN and reference, and the page changes by itself when the money has come', async () => {
  const phone = { width: 390, height: 844, permissions: ['clipboard-write'] };
  const { page, deposit, copied } = await openPayment(phone, { amount: '1234.5' });
  const parts = page.locator('.iban .part');
  const [first, second] = [await parts.nth(0).boundingBox(), await parts.nth(1).boundingBox()];
  expect(second!.y - first!.y).toBeCloseTo(first!.height, -1);
  expect(second!.height).toBe(first!.height);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const code = page.getByRole('img', { name: 'Open this page on your phone' });
  expect(await code.isVisible()).toBe(false);
  for (const [what, form] of [
    ['Amount', /^1234\.50$/],
    ['IBAN', /^TR\d{24}$/],
    ['Reference', /^[2-9A-Y]{8}$/],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Copied ${what}` })
      .waitFor();
    expect(await copied()).toMatch(form);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await code.isVisible()).toBe(true);

  await settle(service(), deposit, { finalAmount: '1234' });
  await page.getByRole('heading', { name: 'Less money arrived than was asked for' }).waitFor();
  expect(await page.locator('.receipt').textContent()).toMatch(
    /Received\s*TRY\s1,234\.00.*Missing\s*TRY\s0\.50/,
  );
  expect(await page.title()).toBe('Less money arrived than was asked for · Demo merchant');
  expect(await page.evaluate('document.activeElement.textContent')).toBe(
    'Less money arrived than was asked for',
  );
  expect(await page.content()).not.toMatch(/TR\d\d \d{4}/);
  await page.getByRole('button', { name: 'Copy Payment number' }).click();
  await expect.poll(copied).toBe(deposit.transactionId);
});

test('sending is reported once, stored, and shown from then on', async () => {
  const { page, deposit, screenshot, accessibilityProblems } = await openPayment();
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect(await page.getByRole('button', { name: 'I have sent the money' }).count()).toBe(0);
  expect((await paymentOf(deposit.token)).sentAt).toBe(new Date(clock.nowMs()).toISOString());
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('pay-sent');
  await page.reload();
  await page.getByRole('heading', { name: 'We are looking for your transfer' }).waitFor();
  expect((await paymentOf(deposit.token)).status).toBe('pending');
});

test('a payment is cancelled only after a question, also with the keyboard', async () => {
  const { page, deposit, screenshot, accessibilityProblems } = await openPayment();
  const ask = page.getByRole('button', { name: 'Cancel payment' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this payment?' });
  await dialog.waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep paying');
  expect(await accessibilityProblems()).toEqual([]);
  await screenshot('pay-question');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel payment');
  expect((await paymentOf(deposit.token)).status).toBe('pending');

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Payment cancelled');
  expect(await paymentOf(deposit.token)).toMatchObject({ status: 'unsuccessful', outcome: 'cancelled' });
});

testLong(
  'a payer who has sent the money is asked in other words, and keeps the payment by default',
  async () => {
    const { page, deposit } = await openPayment();
    await payerCall(service(), 'payments.markSent', { token: deposit.token, method: 'POST' });
    await page.getByRole('button', { name: 'I have not sent it: cancel payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this payment?' });
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Do not cancel', 'Yes, cancel it']);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect((await paymentOf(deposit.token)).status).toBe('pending');
  },
);

const FAILING = [
  ['markSent', ['I have sent the money']],
  ['cancel', ['Cancel payment', 'Yes, cancel it']],
] as const;

test.each(everyNth(2, FAILING))(
  'if only %s fails, that is shown too: the payer must not believe that it succeeded',
  async (call, buttons) => {
    const { page, deposit, expectProblem } = await openPayment();
    expectProblem(/ERR_FAILED/);
    await page.route(`**/trpc/payments.${call}*`, (route) => route.abort());
    for (const name of buttons) await page.getByRole('button', { name }).click();
    await page.getByRole('status').filter({ hasText: 'That did not work' }).waitFor();
    expect(await paymentOf(deposit.token)).toMatchObject({ status: 'pending', sentAt: null });
  },
);

test('the way back tells the merchant nothing: neither the link of the payment nor where it was clicked', async () => {
  const merchant = await createClient(service(), { name: 'Lale Oyun', returnHosts: ['shop.example.com'] });
  const deposit = await createPayable(service(), { returnUrl: SHOP }, merchant);
  await settle(service(), deposit);
  const { page, expectProblem } = await openPage();
  expectProblem(/request to https:\/\/shop\.example\.com/);
  await page.route('https://shop.example.com/**', (route) => route.fulfill({ body: 'the shop' }));
  await page.goto(service().url + deposit.path);
  const asked = page.waitForRequest('https://shop.example.com/**');
  await page.getByRole('link', { name: 'Back to Lale Oyun' }).click();
  const headers = await (await asked).allHeaders();
  expect(headers.referer).toBeUndefined();
  expect(JSON.stringify(headers)).not.toContain(deposit.token);
  await page.getByText('the shop').waitFor();
  expect(await page.evaluate('document.referrer')).toBe('');
});
