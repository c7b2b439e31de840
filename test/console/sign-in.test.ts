import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { ADMIN, MERCHANT, OPERATOR } from '../harness.ts';
import { banks as answerBanks, startBankService } from '../support/bank-service.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { consoleUrl, openConsole, signIn, signOut } from '../support/console.ts';
import { createNamed } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { reset } from '../support/misbehaving-receivers.ts';
import { createPayable } from '../support/payments.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { BANK_WITH_ACCOUNT } from '../support/remote-banks.ts';
import { useOwnServices, useService } from '../support/shared-service.ts';

const openPage = useConsole();
const openInBrowser = useBrowser();
const service = useService();
const startOwn = useOwnServices();

/** Everything that the console stores in IndexedDB, with the properties of keys. */
const KEPT = `(async () => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'bank-transfers-console')) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bank-transfers-console');
    let isGone = false;
    // Deleted since, it would be made again, and empty.
    opening.onupgradeneeded = () => {
      isGone = true;
      opening.transaction.abort();
    };
    opening.onerror = () => (isGone ? resolve([]) : reject(opening.error));
    opening.onsuccess = () => {
      const reading = opening.result.transaction('credentials').objectStore('credentials').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result.map(({ key, ...rest }) => ({
          ...rest, extractable: key.extractable, type: key.type, usages: key.usages,
        })));
      };
    };
  });
})()`;

const STORED = `(async () => ({
  kept: await ${KEPT},
  session: { ...sessionStorage },
  local: { ...localStorage },
  cookies: document.cookie,
  caches: await caches.keys(),
}))()`;
const DAY_MS = 86_400_000;
const NOTHING = { kept: [], session: {}, local: {}, cookies: '', caches: [] };

const seesSignIn = (page: Page) => page.getByLabel('appKey').waitFor();

describe('while there is no list of banks', () => {
  /** The wait of the console before it asks for the list again. */
  const RETRY_MS = 5000;

  /** Lets nothing happen that would after the wait of the console. */
  function holdRetries(): Disposable {
    const wait = globalThis.setTimeout;
    const held = (run: () => void, ms?: number, ...given: []) =>
      wait(run, ms === RETRY_MS ? DAY_MS : ms, ...given);
    return vi.spyOn(globalThis, 'setTimeout').mockImplementation(held as typeof wait);
  }

  /** Opens the console without the list. @returns where its banks are chosen, and what lets the service read the list. */
  async function openWithoutBanks() {
    const bankService = await startBankService(reset);
    const own = await startOwn({ AVAILABLE_BANKS_URL: bankService.url, AVAILABLE_BANKS_REFRESH: '1d' });
    const { page } = await openPage();
    await openConsole(page, own, { as: OPERATOR });
    const banks = page.getByRole('combobox', { name: 'Bank' });
    await banks.getByRole('option', { name: 'No list of banks' }).waitFor({ state: 'attached' });
    const readBanks = async () => {
      bankService.behave(answerBanks(BANK_WITH_ACCOUNT));
      // A retry that runs already may have been refused before, and is all that the first call waits for.
      for (const _ of [1, 2]) await own.bankRefresher!.refresh();
    };
    return {
      page,
      readBanks,
      bank: banks.getByRole('option', { name: BANK_WITH_ACCOUNT.name }),
      bankService,
    };
  }

  test('an operator signs in, and the next screen that opens has the list as soon as there is one', async () => {
    using _held = holdRetries();
    const { page, readBanks, bank, bankService } = await openWithoutBanks();
    await using _service = bankService;
    await readBanks();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await bank.waitFor({ state: 'attached' });
  });

  testLong('an open screen reads the list again', async () => {
    const { readBanks, bank, bankService } = await openWithoutBanks();
    await using _service = bankService;
    await readBanks();
    await bank.waitFor({ state: 'attached' });
  });
});

test('a key is kept as one that signs and cannot be read, for all tabs and reloads, until the sign-out deletes everything', async () => {
  const { page, context, expectProblem } = await openInBrowser();
  expectProblem(/status of 403/);
  const signs: (string | undefined)[] = [];
  await page.goto(consoleUrl(service()));
  await signIn(page, { ...OPERATOR, secret: 'another-secret' });
  await page.getByText('This is not the secret of this key.').waitFor();
  expect(await page.evaluate(STORED)).toEqual(NOTHING);
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) signs.push(request.headers().sign);
  });
  await openConsole(page, service(), { as: OPERATOR });
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('demo-operator · operator').waitFor({ state: 'attached' });
  const kept: unknown = await page.evaluate(KEPT);
  expect(kept).toEqual([
    {
      appKey: OPERATOR.appKey,
      id: expect.any(String),
      usedAtMs: expect.any(Number),
      extractable: false,
      type: 'secret',
      usages: ['sign'],
    },
  ]);
  expect(JSON.stringify(await page.evaluate(STORED))).not.toContain(OPERATOR.secret);
  expect(signs.length).toBeGreaterThanOrEqual(4);
  for (const sign of signs) expect(sign).toMatch(/^t=\d+,n=[0-9a-f-]{36},v1=[A-Za-z0-9+/]{43}=$/);

  const other = await context.newPage();
  await page.close();
  await other.goto(consoleUrl(service(), 'search'));
  const third = await context.newPage();
  await third.goto(consoleUrl(service()));
  for (const tab of [other, third])
    await tab.getByText('demo-operator · operator').waitFor({ state: 'attached' });
  await signOut(third);
  await seesSignIn(third);
  await other.getByText('You signed out in another tab.').waitFor();
  for (const tab of [other, third]) await expect.poll(() => tab.evaluate(STORED)).toEqual(NOTHING);
  await third.reload();
  await seesSignIn(third);
});

test('the sign-in screen says that one stays signed in, and what to do on a shared computer', async () => {
  const { page } = await openPage();
  await page.goto(consoleUrl(service()));
  await page.getByText('Sign out when you leave a shared computer').waitFor();
});

test.each([
  ['a wrong secret', { ...OPERATOR, secret: 'another-secret' }, 'This is not the secret of this key.'],
  ['an unknown key', { appKey: 'nobody', secret: 'x' }, 'There is no key with this name, or it is disabled.'],
])('%s is refused with an explanation', async (_what, as, message) => {
  const { page } = await openPage();
  await page.goto(consoleUrl(service()));
  await signIn(page, as);
  await page.getByText(message).waitFor();
});

test("a merchant's key does not open the console", async () => {
  const { page } = await openPage();
  await page.goto(consoleUrl(service()));
  await signIn(page, MERCHANT);
  await page.getByText('This is the key of a merchant.').waitFor();
});

test('empty fields are reported, and nothing is sent', async () => {
  const { page, answers } = await openPage();
  await page.goto(consoleUrl(service()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter the key name.').waitFor();
  await page.getByText('Enter the secret.').waitFor();
  expect(await page.getByLabel('appKey').getAttribute('aria-invalid')).toBe('true');
  expect(await answers()).toEqual([]);
});

test.each([
  ['ahead', 10],
  ['behind', -10],
])('a clock that is %s is reported as the reason', async (direction, minutes) => {
  // The clock of the page is that of this process, which the service does not read here.
  const nowMs = () => Math.floor(performance.timeOrigin + performance.now());
  const own = await startOwn({}, { platform: { nowMs } });
  const { page } = await openPage();
  await page.goto(consoleUrl(own));
  await page.clock.setFixedTime(Date.now() + minutes * 60_000);
  await signIn(page, OPERATOR);
  await page.getByText(`The clock of this computer is 10 minutes ${direction}.`).waitFor();
});

test('a clock that goes wrong meanwhile ends no session, and is reported when the next request fails', async () => {
  let awayMs = 0;
  const own = await startOwn({}, { platform: { nowMs: () => Date.now() + awayMs } });
  const { page } = await openPage();
  await openConsole(page, own, { as: OPERATOR });
  awayMs = 10 * 60_000;
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByText('The clock of this computer is wrong.').first().waitFor();
  expect(await page.getByLabel('appKey').count()).toBe(0);
});

test('a key that is refused only at this place stays on the device, and opens the console at the other', async () => {
  const { page, expectProblem } = await openInBrowser();
  expectProblem(/status of 403/);
  const own = await startOwn();
  const client = await createClient(own, { role: 'operator' });
  await openConsole(page, own, { as: client });
  const { clients } = own.dependencies;
  await clients.update(client.appKey, { ipAllowlist: ['192.0.2.1'] });
  await page.reload();
  await page.getByText('This key cannot be used from this network.').waitFor();
  expect(await page.evaluate(KEPT)).toMatchObject([{ appKey: client.appKey }]);
  await clients.update(client.appKey, { ipAllowlist: [] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
});

testLong('a person whose key is refused at a place can sign out there', async () => {
  const { page, expectProblem } = await openInBrowser();
  expectProblem(/status of 403/);
  const own = await startOwn();
  const client = await createClient(own, { role: 'operator' });
  await openConsole(page, own, { as: client });
  await own.dependencies.clients.update(client.appKey, { ipAllowlist: ['192.0.2.1'] });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await seesSignIn(page);
  expect(await page.evaluate(KEPT)).toEqual([]);
});

describe('an admin who renews the secret of their own key', () => {
  const renew = async (page: Page, appKey: string) => {
    await page.getByRole('button', { name: `Renew secret ${appKey}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew', exact: true }).click();
    await page.getByText('Store it now: the secret is shown only here').waitFor();
  };
  const openAsAdmin = async () => {
    const { page } = await openPage();
    const { appKey, secret } = await createClient(service(), { role: 'admin' });
    await openConsole(page, service(), { as: { appKey, secret }, path: 'clients' });
    await renew(page, appKey);
    return { page, appKey };
  };

  testLong('stays signed in when they renew it again', async () => {
    const { page, appKey } = await openAsAdmin();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await renew(page, appKey);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await createPayable(service(), { name: 'After The Renewal' });
    await page.getByText('After The Renewal').waitFor();
  });

  test('still sees it when another tab signs out, until it is stored', async () => {
    const { page } = await openAsAdmin();
    const tabs = new BroadcastChannel('bank-transfers-console');
    tabs.postMessage('');
    await page.getByText('Have you stored the secret?').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).last().click();
    await page.getByText('You signed out in another tab.').waitFor();
    tabs.close();
  });
});

test('a disabled key is signed out with the reason', async () => {
  const { page } = await openPage();
  const client = await createClient(service(), { role: 'operator' });
  await openConsole(page, service(), { as: client });
  await service().dependencies.clients.update(client.appKey, { disabledAtMs: Date.now() });
  await createPayable(service());
  await page.getByText('There is no key with this name, or it is disabled.').waitFor();
});

testLong(
  'a session lasts 29 days without a tab, so that no secret is pasted the next morning, and ends with the sign-out',
  async () => {
    const { page, context } = await openInBrowser();
    await openConsole(page, service(), { as: OPERATOR });
    const kept = { appKey: OPERATOR.appKey, extractable: false, usages: ['sign'] };
    expect(await page.evaluate(KEPT)).toMatchObject([kept]);
    await page.close();
    const later = await context.newPage();
    await later.clock.setFixedTime(Date.now() + 29 * DAY_MS);
    await later.route('**/graphql', (route) => route.abort());
    await later.goto(consoleUrl(service(), 'queue'));
    // The service refuses the sign of another month, so only the kept key is looked at.
    await later.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await later.evaluate(KEPT)).toMatchObject([kept]);
  },
);

testLong('a device on which nobody opens the console for 30 days forgets the key', async () => {
  const { page } = await openInBrowser();
  await openConsole(page, service(), { as: OPERATOR });
  await page.clock.setFixedTime(Date.now() + 31 * DAY_MS);
  await page.reload();
  await seesSignIn(page);
  await expect.poll(() => page.evaluate(STORED)).toEqual(NOTHING);
});

testLong('an unreachable service is reported and can be retried', async () => {
  const { page, expectProblem } = await openInBrowser();
  await openConsole(page, service(), { as: OPERATOR });
  expectProblem(/ERR_FAILED/);
  await page.route('**/graphql', (route) => route.abort());
  await page.reload();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
});

testLong('the console works behind a proxy with a path prefix', async () => {
  const { page } = await openInBrowser();
  await using proxy = await startPrefixProxy(service(), '/money/in');
  await openConsole(page, proxy, { as: OPERATOR, path: 'search' });
  const { name } = await createNamed(service());
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByText(name).waitFor();
  expect(new URL(page.url()).pathname).toBe('/money/in/console/queue');
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  // The page must be closed before the proxy ends its stream.
  await page.close();
});

testLong('the URL selects the screen after signing in, and admin screens exist only for admins', async () => {
  const { page } = await openInBrowser();
  await openConsole(page, service(), { as: OPERATOR, path: 'clients' });
  await page.getByText('There is no such screen, or your key cannot open it.').waitFor();
  await signOut(page);
  await signIn(page, ADMIN);
  await page.getByRole('table', { name: 'People' }).waitFor();
});
