import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { type TestPage, useBrowser } from '../support/browser.ts';
import { consoleUrl, signIn } from '../support/console.ts';
import { createAccount, createBank, newIban } from '../support/entities.ts';
import { createPayable, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { english, englishAmong, leavesOf, shownTexts, turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService();

type Words = typeof english;

/** Names in the data, which nobody translates. */
const DATA: readonly (string | RegExp)[] = [
  ...['Demo Anadolu Bank', 'Demo Boğaziçi Bank', 'Demo Ege Bank', 'Demo Marmara Bank', 'Collections'],
  ...['Demo merchant', 'Demo operator', 'Demo admin', 'demo-merchant', 'demo-operator', 'demo-admin'],
  ...['appKey', 'English', 'UTC', 'Universal'],
  // An appKey that the service made begins with the role.
  /\b(?:merchant|viewer|operator|admin)-[a-z2-9]{12}\b/g,
];

const LANGUAGES = [
  { locale: 'en-GB', t: english },
  { locale: 'tr-TR', t: turkish },
] as const;

interface View {
  readonly name: string;
  readonly path: string;
  /** Brings the page to the state to check. */
  readonly reach: (page: Page, t: Words) => Promise<void>;
}

const table = (page: Page) => page.getByRole('table').first().waitFor();

/** Presses the first button of this name. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

/** Opens a dialog and sends it as it is, so that it shows its messages. */
async function sendEmpty(page: Page, open: string, send: string): Promise<void> {
  await press(page, open);
  await page.getByRole('dialog').getByRole('button', { name: send }).click();
  await page.locator('.field-problem').first().waitFor();
}

const VIEWS: readonly View[] = [
  { name: 'clients', path: 'clients', reach: table },
  {
    name: 'new-person',
    path: 'clients',
    reach: (page, t) => sendEmpty(page, t.clients.newPerson, t.clients.create),
  },
  {
    name: 'new-merchant',
    path: 'clients',
    async reach(page, t) {
      await press(page, t.clients.newMerchant);
      const form = page.getByRole('dialog');
      await form.getByLabel(t.clients.appKey).fill('no');
      await form.getByLabel(t.clients.callbackUrl).fill('ftp://192.0.2.1');
      await form.getByLabel(t.clients.ipAddresses).fill('10.0.0.0/8\n300.1.1.1\n10.0.0.1/8');
      await form.getByRole('button', { name: t.clients.create }).click();
      await page.locator('.field-problem').nth(3).waitFor();
    },
  },
  { name: 'edit-client', path: 'clients', reach: (page, t) => press(page, t.ui.edit) },
  { name: 'rotate', path: 'clients', reach: (page, t) => press(page, t.clients.rotate) },
  {
    name: 'secret',
    path: 'clients',
    async reach(page, t) {
      await press(page, t.clients.newPerson);
      await page.getByRole('dialog').getByLabel(t.clients.name, { exact: true }).fill('Ayşe Yılmaz');
      await page.getByRole('dialog').getByRole('button', { name: t.clients.create }).click();
      await page.getByText(t.clients.storeNow).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(t.clients.askStored).waitFor();
    },
  },
  { name: 'banks', path: 'banks', reach: table },
  {
    name: 'new-bank',
    path: 'banks',
    async reach(page, t) {
      await press(page, t.banks.newBank);
      await page.getByRole('dialog').getByLabel(t.banks.smallest).first().fill('5');
      await page.getByRole('dialog').getByRole('button', { name: t.ui.save }).click();
      await page.getByText(t.banks.bothOrNone).waitFor();
    },
  },
  { name: 'new-account', path: 'banks', reach: (page, t) => sendEmpty(page, t.banks.newAccount, t.ui.save) },
  { name: 'blacklist', path: 'blacklist', reach: table },
  {
    name: 'new-entry',
    path: 'blacklist',
    reach: (page, t) => sendEmpty(page, t.blacklist.newEntry, t.blacklist.add),
  },
  { name: 'audit', path: 'audit', reach: table },
  {
    name: 'audit-wrong',
    path: `audit?target=${'x'.repeat(129)}`,
    reach: (page) => page.locator('.field-problem').waitFor(),
  },
  { name: 'audit-row', path: 'audit', reach: (page, t) => press(page, t.audit.detailsOf('1')) },
  {
    name: 'no-such-screen',
    path: 'nowhere',
    reach: (page, t) => page.getByText(t.shell.goToQueue).waitFor(),
  },
];

beforeAll(async () => {
  await settle(service(), await createPayable(service(), { name: 'Ayşe Çağlayan' }));
  await createPayable(service());
  const { id } = await createBank(service(), { name: 'Ege', withAccount: false });
  await createAccount(service(), { bankId: id, iban: newIban(), accountName: 'Ödemeler A.Ş.' });
  const { dependencies } = service();
  await dependencies.blacklist.add({
    ...{ id: dependencies.runtime.newId(), clientId: null, kind: 'userId', value: '905551112233' },
    ...{ reason: null, createdAtMs: Date.now() },
  });
});

async function check({ page, screenshot, accessibilityProblems }: TestPage, name: string): Promise<void> {
  await screenshot(`console-words-${name}`);
  expect(await accessibilityProblems(), name).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBeLessThanOrEqual(
    0,
  );
}

async function openIn(t: Words, page: Page): Promise<void> {
  await page.goto(consoleUrl(service(), 'clients'));
  await page.getByLabel(t.session.appKey).fill(ADMIN.appKey);
  await page.getByLabel(t.session.secret).fill(ADMIN.secret);
  await page.getByRole('button', { name: t.session.signIn }).click();
  await page.getByText(t.shell.live.live, { exact: true }).waitFor();
}

test.each(LANGUAGES.flatMap((one) => [360, 1440].map((width) => ({ ...one, width }))))(
  'in $locale at $width px every admin screen and dialog is accessible, fits, and says nothing in another language',
  async ({ locale, t, width }) => {
    const opened = await openPage({ locale, width, height: 900, dark: width === 360 });
    const { page } = opened;
    const isTurkish = t === turkish;
    const expectLanguage = async (name: string) => {
      expect(await page.evaluate('document.documentElement.lang')).toBe(isTurkish ? 'tr' : 'en');
      if (isTurkish) expect(englishAmong(await shownTexts(page), DATA), name).toEqual([]);
    };
    await page.goto(consoleUrl(service()));
    await press(page, t.session.signIn);
    await page.getByText(t.session.enterSecret).waitFor();
    await check(opened, `sign-in-${locale}-${width}`);
    await expectLanguage('sign-in');
    await openIn(t, page);
    for (const { name, path, reach } of VIEWS) {
      await page.goto(consoleUrl(service(), path));
      await reach(page, t);
      await check(opened, `${name}-${locale}-${width}`);
      await expectLanguage(name);
    }
  },
  120_000,
);

test('both languages have the same texts, with the same parameters', () => {
  const shapes = (texts: unknown) =>
    leavesOf(texts).map(({ path, value }) => [path, typeof value === 'function' ? value.length : 'text']);
  expect(shapes(turkish)).toEqual(shapes(english));
});

test('a failure of the service is said in Turkish, with what the service says in English below it', async () => {
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
          contentType: 'application/json',
          body: JSON.stringify({
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
          }),
        })
      : route.fallback(),
  );
  await page.goto(consoleUrl(service(), 'banks'));
  const alert = page.getByRole('alert').filter({ hasText: turkish.ui.failed });
  await alert.getByText(turkish.transactions.problems.error_unavailable).waitFor();
  expect(await alert.locator('[lang=en]').textContent()).toBe('The database is locked.');
});

test('the language is chosen at the sign-in, kept on the device, and chosen anew in the menu', async () => {
  const { page } = await openPage({ locale: 'en-GB' });
  await page.goto(consoleUrl(service()));
  await page.getByLabel(english.shell.language).selectOption('tr');
  await page.getByLabel(turkish.session.appKey).fill(OPERATOR.appKey);
  await page.getByLabel(turkish.session.secret).fill(OPERATOR.secret);
  await press(page, turkish.session.signIn);
  await page.getByRole('heading', { level: 1, name: turkish.shell.titles.queue }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: turkish.shell.titles.queue }).waitFor();
  await page.getByLabel(turkish.shell.language).selectOption('en');
  await page.getByRole('heading', { level: 1, name: english.shell.titles.queue }).waitFor();
  await page.getByText(english.shell.live.live, { exact: true }).waitFor();
});

test('amounts, counts and times have the digits of the console’s language, also in a browser of Egypt', async () => {
  const { page } = await openPage({ locale: 'ar-EG' });
  await page.goto(consoleUrl(service(), 'banks'));
  await signIn(page, ADMIN);
  await page.getByRole('table', { name: english.banks.accounts }).waitFor();
  await page.getByText('10.00 – 100,000.00').first().waitFor();
  for (const path of ['banks', 'clients', 'audit', 'queue', 'search', 'overview']) {
    await page.goto(consoleUrl(service(), path));
    await page.getByText(english.shell.live.live, { exact: true }).waitFor();
    if (path !== 'overview') await page.getByRole('table').first().waitFor();
    expect((await shownTexts(page)).join(' '), path).not.toMatch(/[٠-٩۰-۹]/);
  }
});
