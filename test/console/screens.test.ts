import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, type Credentials } from '../harness.ts';
import { type TestPage, useBrowser } from '../support/browser.ts';
import { cutStreams, openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, reject, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

interface View {
  readonly name: string;
  readonly path: (ids: readonly string[]) => string;
  /** Brings the page to the state to check. */
  readonly reach: (page: Page) => Promise<void>;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const table = (page: Page) => page.getByRole('table').first().waitFor();

/** All screens, with their dialogs and panes. */
const VIEWS: readonly View[] = [
  { name: 'queue', path: () => 'queue', reach: table },
  { name: 'queue-settle', path: () => 'queue', reach: press('Settle') },
  {
    name: 'queue-many',
    path: () => 'queue',
    async reach(page) {
      await page
        .getByRole('checkbox', { name: /^Choose 500/ })
        .first()
        .click();
      await press('Settle all')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'queue-help', path: () => 'queue', reach: press('Shortcuts') },
  {
    name: 'queue-open',
    path: ([id]) => `queue?open=${id}`,
    reach: (page) => page.getByText('Asked for').waitFor(),
  },
  { name: 'search', path: () => 'search', reach: table },
  {
    name: 'search-late',
    path: () => 'search?isLate=true',
    reach: (page) => page.getByText('paid after the end').waitFor(),
  },
  {
    name: 'search-wrong',
    path: () => 'search?minAmount=abc',
    reach: (page) => page.getByText('Correct the field').waitFor(),
  },
  {
    name: 'search-open',
    path: ([, id]) => `search?open=${id}`,
    reach: (page) => page.getByText('settled by demo-operator').waitFor(),
  },
  { name: 'overview', path: () => 'overview', reach: (page) => page.locator('.readout').nth(3).waitFor() },
  {
    name: 'overview-client',
    path: () => 'overview?by=client&days=90',
    reach: (page) => page.locator('.readout').nth(3).waitFor(),
  },
  {
    name: 'overview-table',
    path: () => 'overview?by=bank&days=7',
    reach: (page) => page.getByText('Volume as a table').click(),
  },
  { name: 'clients', path: () => 'clients', reach: table },
  { name: 'new-merchant', path: () => 'clients', reach: press('New merchant') },
  { name: 'banks', path: () => 'banks', reach: table },
  { name: 'new-bank', path: () => 'banks', reach: press('New bank') },
  { name: 'blacklist', path: () => 'blacklist', reach: press('New entry') },
  { name: 'audit', path: () => 'audit', reach: table },
  { name: 'audit-row', path: () => 'audit', reach: press('Details of row') },
];

let ids: string[] = [];
beforeAll(async () => {
  const made = [];
  for (let index = 0; index < 5; index += 1)
    made.push(await createPayable(service(), { name: 'Ayşe Çağlayan' }));
  const [pending, settled, rejected] = made;
  await settle(service(), settled!);
  await reject(service(), rejected!);
  ids = [pending!.transactionId, settled!.transactionId];
});

async function check({ page, screenshot, accessibilityProblems }: TestPage, name: string): Promise<void> {
  await screenshot(`console-${name}`);
  expect(await accessibilityProblems(), name).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBeLessThanOrEqual(
    0,
  );
}

test.each([
  { title: 'on a wide screen in light mode', width: 1280, dark: false },
  { title: 'on a phone in dark mode', width: 320, dark: true },
])(
  'every screen is accessible and fits the width, $title',
  async ({ width, dark }) => {
    const opened = await openPage({ width, dark });
    const { page } = opened;
    const names = `${width}${dark ? '-dark' : ''}`;
    await page.goto(`${service().url}/console`);
    await page.getByLabel('appKey').waitFor();
    await check(opened, `sign-in-${names}`);
    await openConsole(page, service(), { as: ADMIN });
    for (const { name, path, reach } of VIEWS) {
      await page.goto(`${service().url}/console/${path(ids)}`);
      await reach(page);
      await check(opened, `${name}-${names}`);
    }
  },
  90_000,
);

test('a screen that cannot be loaded shows the failure and can be retried', async () => {
  const { page, expectProblem } = await openPage();
  await openConsole(page, service(), { as: ADMIN });
  // A stream that begins reads everything again: without one, nothing but the button does.
  await cutStreams(page);
  for (const path of ['overview', 'callbacks', 'templates', 'clients', 'banks', 'blacklist', 'queue']) {
    const fail = (route: Route) =>
      /query (Statistics|CallbackSummary|ReasonTemplates|Clients|Banks|Blacklist|Queue)\b/.test(
        route.request().postData() ?? '',
      )
        ? route.abort()
        : route.fallback();
    await page.route('**/graphql', fail);
    await page.goto(`${service().url}/console/${path}`);
    await page.getByText('That did not work').waitFor();
    await page.unroute('**/graphql', fail);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('That did not work').waitFor({ state: 'detached' });
  }
  expectProblem(/ERR_FAILED/);
});

/** Links and actions that each role sees. */
const SEEN = {
  viewer: { links: ['Queue', 'Search', 'Overview', 'Callbacks'], actions: [] },
  operator: {
    links: ['Queue', 'Search', 'Overview', 'Callbacks'],
    actions: ['Settle', 'Reject', 'Withdraw for the client'],
  },
  admin: {
    links: [
      ...['Queue', 'Search', 'Overview', 'Callbacks'],
      ...['Merchants and people', 'Banks', 'Blacklist', 'Reasons', 'Audit log'],
    ],
    actions: ['Settle', 'Reject', 'Withdraw for the client'],
  },
} as const;

test.each(Object.entries(SEEN))(
  'a %s sees only the permitted links and actions',
  async (role, { links, actions }) => {
    const { page } = await openPage();
    const as: Credentials = await createClient(service(), { role: role as keyof typeof SEEN });
    await openConsole(page, service(), { as, path: `queue?open=${ids[0]}` });
    await page.getByText('Asked for').waitFor();
    const shown = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    expect((await shown.allTextContents()).map((text) => text.replace(/\d.*$/, ''))).toEqual(links);
    const buttons = page.getByRole('complementary').locator('.summary button');
    expect(await buttons.allTextContents()).toEqual(actions);
    // Nothing of its client was given up.
    expect(await page.getByRole('button', { name: /^Redeliver all/ }).count()).toBe(0);
  },
);
