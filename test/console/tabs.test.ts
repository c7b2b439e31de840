import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, holdRequests, openConsole, signIn, signOut } from '../support/console.ts';
import { createNamed, rowOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { graphql } from '../support/graphql.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

test('a tab that is still loading is signed out when another tab signs out', async () => {
  const { page, context } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  const opening = await context.newPage();
  const release = await holdRequests(opening, () => true);
  const requested = opening.waitForRequest('**/graphql');
  await opening.goto(consoleUrl(service(), 'queue'));
  await requested;
  await signOut(page);
  await opening.getByText('You signed out in another tab.').waitFor();
  const responded = opening.waitForResponse('**/graphql');
  release();
  await (await responded).finished();
  // A late response would be rendered by then.
  await opening.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  await opening.getByRole('button', { name: 'Sign in' }).waitFor();
});

const seesOperator = (page: Page) =>
  page.getByText('demo-operator · operator').waitFor({ state: 'attached' });

/** Holds the messages of other tabs until the page calls `release`, as a browser does for a tab that sleeps. */
const SLEEP = `{
  const held = [];
  let isAwake = false;
  const add = BroadcastChannel.prototype.addEventListener;
  BroadcastChannel.prototype.addEventListener = function (name, listener) {
    return add.call(this, name, (event) => (isAwake ? listener(event) : held.push(() => listener(event))));
  };
  window.release = () => {
    isAwake = true;
    for (const run of held.splice(0, 1)) run();
  };
}`;

test('a tab that learns late of a sign-out does not end the next sign-in', async () => {
  const { page, context } = await openPage();
  const first = await createClient(service(), { role: 'operator' });
  await openConsole(page, service(), { as: first });
  const sleeping = await context.newPage();
  await sleeping.addInitScript(SLEEP);
  await sleeping.goto(consoleUrl(service(), 'queue'));
  await sleeping.getByText(`${first.appKey} · operator`).waitFor({ state: 'attached' });
  await signOut(page);
  await signIn(page, OPERATOR);
  await seesOperator(page);
  await sleeping.evaluate('release()');
  await sleeping.getByText('You signed out in another tab.').waitFor();
  await page.reload();
  await seesOperator(page);
});

test('a sign-in in one tab signs in all tabs, even in place of somebody else', async () => {
  const { page, context } = await openPage();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(consoleUrl(service(), 'queue'));
    await tab.getByLabel('appKey').waitFor();
  }
  const first = await createClient(service(), { role: 'operator' });
  await signIn(page, first);
  await other.getByText(`${first.appKey} · operator`).waitFor({ state: 'attached' });
  await signOut(page);
  await other.getByText('You signed out in another tab.').waitFor();
  await signIn(other, OPERATOR);
  await seesOperator(page);
});

test('a late refusal of the last session does not end the next one', async () => {
  const { page, expectProblem } = await openPage();
  expectProblem(/status of 404/);
  const first = await createClient(service(), { role: 'operator' });
  await openConsole(page, service(), { as: first });
  const release = await holdRequests(page, (body) => /query Statistics\b/.test(body));
  const asked = page.waitForRequest((request) => /query Statistics\b/.test(request.postData() ?? ''));
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await asked;
  await service().dependencies.clients.update(first.appKey, { disabledAtMs: Date.now() });
  // A request of the page itself may be refused first, which takes the link away.
  await page.evaluate('document.querySelector(\'a[href="/console/search"]\')?.click()');
  await page.getByText('There is no key with this name, or it is disabled.').waitFor();
  await signIn(page, OPERATOR);
  await seesOperator(page);
  const refused = page.waitForResponse((response) => response.status() === 404);
  release();
  await (await refused).finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  await seesOperator(page);
  await page.reload();
  await seesOperator(page);
});

test('a late refusal of a secret leaves the one that replaced it on the device', async () => {
  const { page, context, expectProblem } = await openPage();
  expectProblem(/status of 403/);
  const client = await createClient(service(), { role: 'operator' });
  await openConsole(page, service(), { as: client });
  const release = await holdRequests(page, 'query');
  const query = `mutation ($input: RotateSecretInput!) { rotateSecret(input: $input) { secret } }`;
  const input = { appKey: client.appKey, graceSeconds: 0 };
  const { json } = await graphql(service(), query, { as: ADMIN, variables: { input } });
  const other = await context.newPage();
  await other.goto(consoleUrl(service()));
  await signIn(other, { ...client, secret: json.data.rotateSecret.secret });
  await other.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  release();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await other.reload();
  await other.getByText('Live', { exact: true }).waitFor();
});

test('the sign-in has the focus in its first field again after a sign-out', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await signOut(page);
  await page.getByLabel('Key file').and(page.locator(':focus')).waitFor();
});

test('ages are right again as soon as the clock of the computer is', async () => {
  const { page } = await openPage();
  const deposit = await createNamed(service());
  await page.clock.install({ time: Date.now() - 4 * 60_000 });
  await openConsole(page, service(), { as: OPERATOR, path: 'queue' });
  const age = rowOf(page, deposit).locator('.at-age');
  await expect.poll(() => age.textContent()).toMatch(/^\d+ s/);
  await page.clock.setSystemTime(Date.now());
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('figure').first().waitFor();
  await page.getByRole('link', { name: 'Queue' }).click();
  await expect.poll(() => age.textContent()).toMatch(/^\d+ s/);
});
