import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, type Credentials, call, OPERATOR, temporaryFolder } from '../harness.ts';
import { readAudit } from '../support/audit.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole, signOut } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

const dialog = (page: Page) => page.getByRole('dialog');
const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

/** Creates a person in the console, and returns what the dialog shows once. */
async function createPerson(page: Page, name: string): Promise<Credentials> {
  await page.getByRole('button', { name: 'New person' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  const shown = dialog(page).locator('code');
  await shown.nth(1).waitFor();
  return { appKey: (await shown.nth(0).textContent())!, secret: (await shown.nth(1).textContent())! };
}

/** A file of a key as a browser hands it to a page. */
function keyFile(content: unknown, name = 'ayse.key.json') {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

/** Drops a file on the page, as a person drags it there. */
async function drop(page: Page, content: string): Promise<void> {
  await page.evaluate(
    `((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'ayse.key.json', { type: 'application/json' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })(${JSON.stringify(content)})`,
  );
}

test('an admin creates a person, who signs in with the downloaded file, and is named by the audit log from then on', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const key = await createPerson(page, 'Ayşe Yılmaz');
  const downloading = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download key file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${key.appKey}.key.json`);
  using folder = temporaryFolder();
  const path = join(folder.path, 'key.json');
  await download.saveAs(path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...key, address: `${service().url}/` });
  await dialog(page).getByRole('button', { name: 'I have stored it' }).click();
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Ayşe Yılmaz' });
  await row.getByText('operator', { exact: true }).waitFor();
  await signOut(page);

  // The day of the person: one click and one file, and no letter is typed.
  await page.getByLabel('Key file').setInputFiles(keyFile(readFileSync(path, 'utf8')));
  await live(page);
  await page.getByRole('button', { name: 'Account: Ayşe Yılmaz' }).waitFor();
  await signOut(page);

  await openConsole(page, service(), { as: ADMIN, path: `audit?actor=${key.appKey}` });
  const signedIn = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
  await expect.poll(() => signedIn.count()).toBe(1);
  expect(await signedIn.textContent()).toMatch(new RegExp(`Ayşe Yılmaz${key.appKey}.*Sign in`));
});

test('a key file is dropped anywhere on the sign-in screen', async () => {
  const { page } = await openPage();
  const key = await createClient(service(), { role: 'operator', name: 'Mehmet Kaya' });
  await page.goto(consoleUrl(service()));
  await page.getByLabel('Key file').waitFor();
  await drop(page, JSON.stringify({ appKey: key.appKey, secret: key.secret, address: `${service().url}/` }));
  await live(page);
  await page.getByRole('button', { name: 'Account: Mehmet Kaya' }).waitFor();
});

test.each([
  ['no JSON', 'appKey=a'],
  ['a list', '["a"]'],
  ['null', 'null'],
  ['without a secret', '{"appKey":"a"}'],
  ['with a secret that is no text', '{"appKey":"a","secret":5}'],
  ['too large', JSON.stringify({ appKey: 'a', secret: 'x'.repeat(10_000) })],
])('a file that is %s is refused at its field, and nothing is sent', async (_what, text) => {
  const { page } = await openPage();
  await page.goto(consoleUrl(service()));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByLabel('Key file').setInputFiles(keyFile(text));
  await page.getByText('This is not a key file of the console.').waitFor();
  expect(await page.getByLabel('Key file').getAttribute('aria-invalid')).toBe('true');
  expect(requests).toEqual([]);
});

test('a key file of another service says which one it is for', async () => {
  const { page, expectProblem } = await openPage();
  expectProblem(/status of 404/);
  await page.goto(consoleUrl(service()));
  const file = { appKey: 'somebody-else', secret: 'x', address: 'https://other.example.com/' };
  await page.getByLabel('Key file').setInputFiles(keyFile(file));
  await page
    .getByText(
      'There is no key with this name, or it is disabled. The file is for https://other.example.com/.',
    )
    .waitFor();
});

test('what is no address in a key file is not shown', async () => {
  const { page, expectProblem } = await openPage();
  expectProblem(/status of 404/);
  await page.goto(consoleUrl(service()));
  for (const address of ['x'.repeat(3000), `https://other.example.com/${'x'.repeat(3000)}`, { of: 'ours' }]) {
    await page
      .getByLabel('Key file')
      .setInputFiles(keyFile({ appKey: 'somebody-else', secret: 'x', address }));
    await page.getByText('There is no key with this name, or it is disabled.', { exact: true }).waitFor();
  }
});

test('Escape never loses a secret that is shown once: the dialog asks, and the way back has the focus', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const { secret } = await createPerson(page, 'Zeynep Demir');
  // A browser lets a page refuse the first Escape only.
  for (const _time of [1, 2, 3]) {
    await page.keyboard.press('Escape');
    await page.getByText('Have you stored the secret?').waitFor();
    expect(await dialog(page).locator('code').nth(1).textContent()).toBe(secret);
  }
  await page.getByRole('button', { name: 'Back to the secret' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Have you stored the secret?').waitFor({ state: 'detached' });
  expect(await dialog(page).locator('code').nth(1).textContent()).toBe(secret);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without storing it' }).click();
  await dialog(page).waitFor({ state: 'detached' });
});

test('the appKey and the secret are copied one by one, and "Copied" goes away', async () => {
  const { page, copied, holdTimers } = await openPage({ permissions: ['clipboard-write'] });
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const key = await createPerson(page, 'Can Öz');
  await holdTimers();
  for (const [what, value] of [
    ['Copy Key name (appKey)', key.appKey],
    ['Copy Secret', key.secret],
  ] as const) {
    await dialog(page).getByRole('button', { name: what }).click();
    await dialog(page).getByText('Copied', { exact: true }).waitFor();
    expect(await copied()).toBe(value);
    await page.clock.runFor(5_000);
    await dialog(page).getByText('Copied', { exact: true }).waitFor({ state: 'detached' });
  }
});

test('a name can be changed, is shown everywhere at once, and the log has both names', async () => {
  const { page } = await openPage();
  const merchant = await createClient(service(), { name: 'Lale Oyun' });
  const operator = await createClient(service(), { role: 'operator', name: 'Ayse Yilmaz' });
  const deposit = await createPayable(service(), {}, merchant);
  const target = `/v1/transactions/${deposit.transactionId}/settle`;
  expect(
    (await call(service(), target, { body: { sequence: '1' }, as: operator, sign: 'timed' })).status,
  ).toBe(200);
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  for (const [appKey, name] of [
    [merchant.appKey, 'Lale Oyunları'],
    [operator.appKey, 'Ayşe Yılmaz'],
  ] as const) {
    await page.getByRole('button', { name: `Edit ${appKey}`, exact: true }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill(' ');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('Fill this in.').waitFor();
    await dialog(page).getByLabel('Name', { exact: true }).fill(name);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: name }).getByText(appKey, { exact: true }).waitFor();
  }
  const [row] = (await readAudit(service().databasePath)).filter(
    ({ target_id }) => target_id === merchant.appKey,
  );
  expect(row?.operation).toBe('updateClient');
  expect([JSON.parse(row!.before_json!).name, JSON.parse(row!.after_json!).name]).toEqual([
    'Lale Oyun',
    'Lale Oyunları',
  ]);
  await page.goto(consoleUrl(service(), `audit?about=${deposit.transactionId}`));
  await page.getByRole('table', { name: 'Audit log' }).getByText('Ayşe Yılmaz').waitFor();
});

test('shortcuts of one letter are turned off on this device, and named keys go on working', async () => {
  const { page } = await openPage();
  await createPayable(service());
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: 'Settle' }).first().waitFor();
  await page.keyboard.press('?');
  await page.getByLabel('Use shortcuts of one letter or sign').uncheck();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Settle' }).first().waitFor();
  for (const key of ['s', 'r', '?', 'j']) await page.keyboard.press(key);
  expect(await dialog(page).count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Asked for').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByLabel('Use shortcuts of one letter or sign').check();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await dialog(page).waitFor();
});

test.each([
  ['reconciliation', 'put the line away'],
  ['payouts', 'approve the batch'],
  ['overview', 'find anything, from any screen'],
  ['callbacks', 'find anything, from any screen'],
])('the question mark shows the keys of the screen: %s', async (path, meaning) => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path });
  await page.locator('main h1').waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText(meaning).waitFor();
  expect(await help.getByText('choose all deposits that are shown').count()).toBe(0);
  // The next Enter closes it, and turns no keys off.
  await help.locator('button:focus', { hasText: 'Close' }).waitFor();
});

test.each([
  ['viewer', false],
  ['operator', true],
] as const)('the help of %s lists only keys that work', async (role, canChange) => {
  const { page } = await openPage();
  const as = await createClient(service(), { role });
  await openConsole(page, service(), { as });
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await dialog(page).getByText('next transaction').waitFor();
  for (const key of ['s', 'Shift+S', 'r', 'x', 'z'])
    expect(await dialog(page).getByText(key, { exact: true }).count(), key).toBe(canChange ? 1 : 0);
});
