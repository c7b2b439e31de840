import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, call, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { type TestPage, useBrowser } from '../support/browser.ts';
import { consoleUrl, openAccount, signIn } from '../support/console.ts';
import { consoleViews, goWithin, press, type Shown } from '../support/console-views.ts';
import { createAccount, createBank, newIban } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { createPayable, reject, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { english, englishAmong, leavesOf, shownTexts, turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService();

type Words = typeof english;

/** Names in the data, which nobody translates. */
const DATA: readonly (string | RegExp)[] = [
  'Demo Anadolu Bank',
  'Demo Boğaziçi Bank',
  'Demo Ege Bank',
  'Demo Marmara Bank',
  'Collections',
  'Demo merchant',
  'Demo operator',
  'Demo admin',
  'demo-merchant',
  'demo-operator',
  'demo-admin',
  'appKey',
  'English',
  'TRY',
  'UTC',
  'Universal',
  'Test User',
  'testUserName',
  // An appKey that the service made begins with the role.
  /\b(?:merchant|viewer|operator|admin)-[a-z2-9]{12}\b/g,
];

const LANGUAGES = [
  { locale: 'en-GB', t: english, widths: [1440, 320], dark: false },
  { locale: 'tr-TR', t: turkish, widths: [320, 1440], dark: true },
] as const;

let shown: Shown;
beforeAll(async () => {
  const settled = await createPayable(service(), { name: 'Ayşe Çağlayan' });
  await settle(service(), settled, { finalAmount: '450' });
  const pending = await createPayable(service(), { name: 'Ayşe Çağlayan' });
  const long = { name: 'N'.repeat(190), processId: `${'p'.repeat(60)}-${crypto.randomUUID()}` };
  await createPayable(service(), long);
  await reject(service(), await createPayable(service(), { name: 'Ayşe Çağlayan' }));
  const body = withdrawalFields({ name: 'Ayşe Çağlayan', accountName: 'Ayşe Çağlayan' });
  const withdrawal = expectData(await call(service(), WITHDRAW, { body })).transactionId;
  await call(service(), WITHDRAW, { body: withdrawalFields({ userId: 'not in a batch' }) });
  const { id } = await createBank(service(), { name: 'Ege', withAccount: false });
  await createAccount(service(), { bankId: id, iban: newIban(), accountName: 'Ödemeler A.Ş.' });
  const { dependencies } = service();
  const [account] = await dependencies.db.read('listEveryAccount');
  const request = {
    as: OPERATOR,
    json: { transactionIds: [withdrawal], accountId: account?.id },
    sign: 'timed',
  } as const;
  const payout = expectData(await call(service(), '/v1/payouts', request)).payoutId;
  shown = { settled: settled.transactionId, pending: pending.transactionId, withdrawal, payout };
  await dependencies.db.run('addToBlacklist', {
    entry: {
      id: dependencies.runtime.newId(),
      clientId: null,
      kind: 'userId',
      value: '905551112233',
      reason: null,
      createdAtMs: Date.now(),
    },
  });
});

interface Check {
  readonly name: string;
  /** Sizes of the page: axe looks at the first, and everything fits both. */
  readonly widths: readonly number[];
}

/** The rows of lists that are not 40 px high, with their heights. A figure is also a table, and no list. */
function otherRows(page: Page): Promise<string[]> {
  return page.locator('tbody tr:not(figure tr)').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const height = Math.floor(row.getBoundingClientRect().height);
      return height === 40 || height === 41 ? [] : `${height}: ${row.textContent}`;
    }),
  );
}

async function check(
  { page, screenshot, accessibilityProblems }: TestPage,
  { name, widths }: Check,
): Promise<void> {
  await screenshot(`console-words-${name}`);
  expect(await accessibilityProblems(), name).toEqual([]);
  for (const width of [...widths.slice(1), widths[0]!]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
    if (width === 1440) expect(await otherRows(page), name).toEqual([]);
  }
}

async function openIn(t: Words, page: Page): Promise<void> {
  await page.goto(consoleUrl(service(), 'clients'));
  await page.getByLabel(t.session.appKey).fill(ADMIN.appKey);
  await page.getByLabel(t.session.secret).fill(ADMIN.secret);
  await page.getByRole('button', { name: t.session.signIn }).click();
  await page.getByText(t.shell.live.live, { exact: true }).waitFor();
}

/** Screens whose rows every run looks at. */
const WITH_ROWS = ['clients', 'banks', 'audit', 'reconciliation-day', 'profiles'];

// The findings of axe depend on the layout and the colours: it sees both of each, and both languages, but no product. The
// short form looks at a quarter of the views, and only in Turkish, where a text that nobody translated shows.
test.each(LANGUAGES.filter(({ t }) => IS_LONG || t === turkish))(
  'in $locale every screen and dialog is accessible, fits every width, has rows of 40 px, and says nothing in another language',
  async ({ locale, t, widths, dark }) => {
    const opened = await openPage({ locale, width: widths[0], height: 900, dark });
    const { page } = opened;
    const isTurkish = t === turkish;
    const expectLanguage = async (name: string) => {
      expect(await page.evaluate('document.documentElement.lang')).toBe(isTurkish ? 'tr' : 'en');
      if (isTurkish) expect(englishAmong(await shownTexts(page), DATA), name).toEqual([]);
    };
    await page.goto(consoleUrl(service()));
    await press(page, t.session.signIn);
    await page.getByText(t.session.enterSecret).waitFor();
    await check(opened, { name: `sign-in-${locale}`, widths });
    await expectLanguage('sign-in');
    await openIn(t, page);
    let canStay = true;
    for (const [place, { name, path, reach, isGuarded = false }] of consoleViews(shown).entries()) {
      if (!IS_LONG && place % 4 !== 0 && !WITH_ROWS.includes(name)) continue;
      if (canStay) await goWithin(page, consoleUrl(service()), { path, t });
      else await page.goto(consoleUrl(service(), path));
      canStay = !isGuarded;
      await reach(page, t);
      await check(opened, { name: `${name}-${locale}`, widths });
      await expectLanguage(name);
    }
  },
);

test('both languages have the same texts, with the same parameters', () => {
  // The service says in English what is wrong with a file.
  const shapes = (texts: unknown) =>
    leavesOf(texts)
      .filter(({ path }) => !path.startsWith('imports.fileProblems'))
      .map(({ path, value }) => [path, typeof value === 'function' ? value.length : 'text']);
  expect(shapes(turkish)).toEqual(shapes(english));
});

testLong(
  'a failure of the service is shown in Turkish, with the English message of the service below it',
  async () => {
    const { page, expectProblem } = await openPage({ locale: 'tr-TR' });
    expectProblem(/status of 40[34]/);
    await page.goto(consoleUrl(service()));
    await page.getByLabel('appKey').fill('nobody');
    await page.getByLabel(turkish.session.secret).fill('x');
    await press(page, turkish.session.signIn);
    await page.getByText(turkish.session.unknownKey).waitFor();
    await openIn(turkish, page);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Banks')
        ? route.fulfill({
            status: 200,
            json: {
              errors: [
                {
                  message: 'The database is locked.',
                  extensions: {
                    code: 'error_unavailable',
                    status: 503,
                    error: { type: 'error_unavailable', message: 'The database is locked.' },
                  },
                },
              ],
            },
          })
        : route.fallback(),
    );
    await page.goto(consoleUrl(service(), 'banks'));
    const alert = page.getByRole('alert').filter({ hasText: turkish.ui.failed });
    await alert.getByText(turkish.transactions.problems.error_unavailable).waitFor();
    expect(await alert.locator('[lang=en]').textContent()).toBe('The database is locked.');
  },
);

test('the language is chosen at the sign-in, kept on the device, and chosen again in the menu', async () => {
  const { page } = await openPage({ locale: 'en-GB' });
  await page.goto(consoleUrl(service()));
  await page.getByLabel(english.shell.language).selectOption('tr');
  await page.getByLabel(turkish.session.appKey).fill(OPERATOR.appKey);
  await page.getByLabel(turkish.session.secret).fill(OPERATOR.secret);
  await press(page, turkish.session.signIn);
  await page.getByRole('heading', { level: 1, name: turkish.shell.titles.queue }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: turkish.shell.titles.queue }).waitFor();
  await openAccount(page, turkish.shell.account);
  await page.getByLabel(turkish.shell.language).selectOption('en');
  await page.getByRole('heading', { level: 1, name: english.shell.titles.queue }).waitFor();
  await page.getByText(english.shell.live.live, { exact: true }).waitFor();
});

testLong(
  'amounts, counts and times have the digits of the console’s language, also in a browser of Egypt',
  async () => {
    const { page } = await openPage({ locale: 'ar-EG' });
    await page.goto(consoleUrl(service(), 'banks'));
    await signIn(page, ADMIN);
    await page.getByRole('table', { name: english.banks.accounts }).waitFor();
    await page.getByText('10.00 – 100,000.00').first().waitFor();
    for (const path of ['banks', 'clients', 'audit', 'queue', 'search', 'overview']) {
      await goWithin(page, consoleUrl(service()), { path, t: english });
      if (path !== 'overview') await page.getByRole('table').first().waitFor();
      expect((await shownTexts(page)).join(' '), path).not.toMatch(/[٠-٩۰-۹]/);
    }
  },
);
