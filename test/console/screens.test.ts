import type { Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, type Credentials } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { cutStreams, openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

let pendingId: string;
beforeAll(async () => {
  pendingId = (await createPayable(service())).transactionId;
});

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
    const { page } = await openPage();
    const as: Credentials = await createClient(service(), { role: role as keyof typeof SEEN });
    await openConsole(page, service(), { as, path: `queue?open=${pendingId}` });
    await page.getByText('Asked for').waitFor();
    const shown = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    expect((await shown.allTextContents()).map((text) => text.replace(/\d.*$/, ''))).toEqual(links);
    const buttons = page.getByRole('complementary').locator('.summary button');
    expect(await buttons.allTextContents()).toEqual(actions);
    // No callback of its client was given up.
    expect(await page.getByRole('button', { name: /^Redeliver all/ }).count()).toBe(0);
  },
);
