import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN, type Credentials, call, OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { consoleUrl, openConsole, signIn } from '../support/console.ts';
import { goWithin } from '../support/console-views.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { english } from '../support/texts.ts';

const openPage = useConsole();
const service = useService();

test('a screen that cannot be loaded shows the failure and can be retried', async () => {
  const { page } = await openPage();
  const fail = () =>
    page.route('**/graphql', (route) =>
      /query (Statistics|CallbackSummary|ReasonTemplates|Clients|Banks|Blacklist|Queue)\b/.test(
        route.request().postData() ?? '',
      )
        ? route.abort()
        : route.fallback(),
    );
  // Every screen has the callbacks that failed, from the start.
  await page.goto(consoleUrl(service(), 'callbacks'));
  await fail();
  await signIn(page, ADMIN);
  for (const path of ['callbacks', 'overview', 'templates', 'clients', 'banks', 'blacklist', 'queue']) {
    await fail();
    await goWithin(page, '/console', { path, t: english });
    await page.getByText('That did not work').first().waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('That did not work').waitFor({ state: 'detached' });
  }
});

/** Links and actions that each role sees. */
const SEEN = {
  viewer: { links: ['Queue', 'Search', 'Payouts', 'Reconciliation', 'Overview', 'Callbacks'], actions: [] },
  operator: {
    links: ['Queue', 'Search', 'Payouts', 'Reconciliation', 'Overview', 'Callbacks'],
    actions: ['Settle', 'Reject', "Cancel at the merchant's request"],
  },
  admin: {
    links: [
      'Queue',
      'Search',
      'Payouts',
      'Reconciliation',
      'Overview',
      'Callbacks',
      'Merchants and people',
      'Banks',
      'Blacklist',
      'Reasons',
      'Audit log',
    ],
    actions: ['Settle', 'Reject', "Cancel at the merchant's request"],
  },
} as const;

test.each(Object.entries(SEEN))(
  'a %s sees only the permitted links and actions',
  async (role, { links, actions }) => {
    const { transactionId } = await createPayable(service());
    const { page } = await openPage();
    const as: Credentials = await createClient(service(), { role: role as keyof typeof SEEN });
    await openConsole(page, service(), { as, path: `queue?open=${transactionId}` });
    await page.getByText('Asked for').waitFor();
    const shown = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    expect((await shown.allTextContents()).map((text) => text.replace(/\d.*$/, ''))).toEqual(links);
    const buttons = page.getByRole('complementary').locator('.summary button');
    expect(await buttons.allTextContents()).toEqual(actions);
    // No callback of its client was given up.
    expect(await page.getByRole('button', { name: /^Redeliver all/ }).count()).toBe(0);
  },
);

test('a viewer finds neither hash nor payment link: in what the console receives, shows and exports', async () => {
  const merchant = await createClient(service());
  const deposit = await createPayable(service(), {}, merchant);
  await settle(service(), deposit, { finalAmount: '499' });
  const target = `/v1/transactions/${deposit.transactionId}`;
  const { hash } = expectData(await call(service(), target, { as: OPERATOR }));
  const kept = [hash, deposit.token];
  for (const role of ['operator', 'viewer'] as const) {
    const { page, answers: received } = await openPage();
    const path = `search?appKey=${merchant.appKey}&open=${deposit.transactionId}`;
    await openConsole(page, service(), { as: await createClient(service(), { role }), path });
    await page.getByRole('heading', { name: 'History' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = join(service().folder, `${role}.csv`);
    await (await download).saveAs(file);
    const csv = readFileSync(file, 'utf8');
    expect(csv).toContain(deposit.transactionId);
    const answers = (await received()).join('');
    expect(answers).toContain(deposit.transactionId);
    const shown = [answers, await page.content()].map((text) => kept.map((value) => text.includes(value)));
    // The same search finds them in the console of an operator.
    const isShown = role === 'operator';
    expect(shown, role).toEqual([
      [isShown, isShown],
      [isShown, isShown],
    ]);
    for (const value of kept) expect(csv).not.toContain(value);
  }
});

test('the console of a test key says so, and has no screen that the key is refused', async () => {
  const admin = await createClient(service(), { role: 'admin', isTest: true });
  const merchant = await createClient(service(), { isTest: true });
  const test = await createPayable(service(), {}, merchant);
  const live = await createPayable(service());
  const { page } = await openPage();
  await openConsole(page, service(), { as: admin, path: 'search' });
  await page.locator(`tr[data-key="${test.transactionId}"]`).waitFor();
  expect(await page.locator('.test-key').innerText()).toBe('Test');
  const links = await page.locator('.sidebar nav a').allTextContents();
  expect(links.map((text) => text.replace(/\d.*$/, ''))).toEqual([
    'Queue',
    'Search',
    'Overview',
    'Callbacks',
    'Audit log',
  ]);
  expect(await page.content()).not.toContain(live.transactionId);
});
