import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, call, DEPOSIT, depositFields, MERCHANT } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import type { Keyboard } from '../support/components/keyboard.ts';
import { openConsole } from '../support/console.ts';
import { createAccount, createBank, createClient, newIban } from '../support/entities.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useOwnServices, useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();
const startOwn = useOwnServices();

/** More clients than one page of the service has. */
const MANY = 1001;

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');
const secretIn = (page: Page) => dialog(page).locator('code').nth(1);

async function openAdmin(path: string) {
  const opened = await openPage();
  await openConsole(opened.page, service(), { as: ADMIN, path });
  await opened.page.getByRole('button', { name: /^New/ }).first().waitFor();
  return opened;
}

test('creating a merchant reports each invalid field in plain words, and shows the secret once', async () => {
  const { page } = await openAdmin('clients');
  await page.getByRole('button', { name: 'New merchant' }).click();
  const form = dialog(page);
  await form.getByLabel('Key name').fill('no');
  await form.getByLabel('Callback address').fill('ftp://example.com');
  await form.getByLabel('IP addresses').fill('10.0.0.0/8\n300.1.1.1');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText('Some fields need another look.').waitFor();
  for (const label of ['Name', 'Key name', 'Callback address', 'IP addresses'])
    expect(await form.getByLabel(label, { exact: false }).first().getAttribute('aria-invalid'), label).toBe(
      'true',
    );
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  expect(await form.locator('.field-problem').allTextContents()).toEqual([
    'Fill this in.',
    expect.stringContaining('Must have 3 to 128'),
    'Must be an address that begins with https:// or http://.',
    expect.stringMatching(/^Line 2: /),
  ]);

  await form.getByLabel('Name', { exact: true }).fill('Kadıköy Store');
  await form.getByLabel('Key name').fill('kadikoy-store');
  await form.getByLabel('Callback address').fill('http://127.0.0.1:9/callbacks');
  await form.getByLabel('IP addresses').fill('127.0.0.1');
  await form.getByLabel('Accept only signatures with a timestamp').check();
  await form.getByRole('button', { name: 'Create' }).click();
  await dialog(page).getByText('Store it now: the secret is shown only here').waitFor();
  // An admin need not know what a merchant does with it.
  await dialog(page)
    .getByText(/^Send both to whoever runs the merchant's server/)
    .waitFor();
  await dialog(page)
    .getByText('The server signs its requests')
    .getByRole('link', { name: 'How to sign' })
    .waitFor();
  const secret = (await secretIn(page).textContent())!;
  const as = { appKey: 'kadikoy-store', secret };
  expect((await call(service(), '/v1/transactions', { as })).status).toBe(200);
  expect((await call(service(), DEPOSIT, { as, body: depositFields(), sign: 'plain' })).status).toBe(403);
  await dialog(page).getByRole('button', { name: 'I have stored it' }).click();
  await row(page, 'Kadıköy Store').getByText('with a timestamp only').waitFor();
  expect(await page.textContent('html')).not.toContain(secret);
});

test('the copy button copies the secret, and a rotation without grace ends the previous secret', async () => {
  const client = await createClient(service());
  const { page, copied } = await openAdmin('clients');
  await page.getByRole('button', { name: `Renew secret ${client.appKey}` }).click();
  await dialog(page).getByLabel('How long should the current secret keep working?').selectOption('0');
  await dialog(page).getByRole('button', { name: 'Renew', exact: true }).click();
  const secret = (await secretIn(page).textContent())!;
  await dialog(page).getByRole('button', { name: 'Copy secret' }).click();
  await dialog(page).getByText('Copied', { exact: true }).waitFor();
  expect(await copied()).toBe(secret);
  expect((await call(service(), '/v1/transactions', { as: client })).status).toBe(403);
  expect((await call(service(), '/v1/transactions', { as: { ...client, secret } })).status).toBe(200);
});

test('a client is changed, disabled after a confirmation, and enabled again', async () => {
  const client = await createClient(service());
  const { page, variablesOf } = await openAdmin('clients');
  await page.getByRole('button', { name: `Edit ${client.appKey}` }).click();
  await dialog(page).getByLabel('Callback address').fill('http://127.0.0.1:9/x');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await row(page, client.appKey).getByText('http://127.0.0.1:9/x').waitFor();
  await page.getByRole('button', { name: `Disable ${client.appKey}` }).click();
  await page.getByRole('button', { name: `Really disable ${client.appKey}?` }).click();
  await row(page, client.appKey).getByText('disabled', { exact: true }).waitFor();
  expect(variablesOf('mutation UpdateClient').slice(1)).toEqual([
    { input: { appKey: client.appKey, disabled: true } },
  ]);
  expect((await call(service(), '/v1/transactions', { as: client })).status).toBe(404);
  await page.getByRole('button', { name: `Enable ${client.appKey}` }).click();
  await page.getByRole('button', { name: `Really enable ${client.appKey}?` }).click();
  await row(page, client.appKey).getByText('active', { exact: true }).waitFor();
  expect((await call(service(), '/v1/transactions', { as: client })).status).toBe(200);
  expect(await page.getByRole('button', { name: `Disable ${ADMIN.appKey}` }).count()).toBe(0);
});

test('a double click does not confirm', async () => {
  const client = await createClient(service());
  const { page } = await openAdmin('clients');
  await page.getByRole('button', { name: `Disable ${client.appKey}` }).dblclick();
  await page.getByRole('button', { name: `Really disable ${client.appKey}?` }).waitFor();
  expect((await call(service(), '/v1/transactions', { as: client })).status).toBe(200);
});

test('an admin who rotates their own secret stays signed in until it is copied', async () => {
  const { page } = await openPage();
  const admin = await createClient(service(), { role: 'admin' });
  await openConsole(page, service(), { as: admin, path: 'clients' });
  await page.getByRole('button', { name: `Renew secret ${admin.appKey}` }).click();
  const options = dialog(page)
    .getByLabel('How long should the current secret keep working?')
    .getByRole('option');
  await dialog(page).getByText('You are signed in with this key.').waitFor();
  expect(await options.allTextContents()).toEqual(['one day', 'one hour', 'one week']);
  await dialog(page).getByRole('button', { name: 'Renew', exact: true }).click();
  const secret = (await secretIn(page).textContent())!;
  await page.getByText('Live', { exact: true }).waitFor();
  for (const as of [admin, { ...admin, secret }])
    expect((await call(service(), '/v1/transactions', { as })).status).toBe(200);
});

test('a bank is created and changed, and invalid limits are reported at their fields', async () => {
  const { page } = await openAdmin('banks');
  await page.getByRole('button', { name: 'New bank' }).click();
  const form = dialog(page);
  await form.getByLabel('Name').fill('Iğdır Bankası');
  const deposits = form.getByRole('group', { name: 'Deposits' });
  await deposits.getByLabel('Smallest amount').fill('50');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter both amounts, or none.').waitFor();
  await deposits.getByLabel('Largest amount').fill('20');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Must not be greater than the largest amount.').waitFor();
  await deposits.getByLabel('Largest amount').fill('2000');
  await form.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Iğdır Bankası').getByText('50.00 – 2,000.00').waitFor();
  await row(page, 'Iğdır Bankası').getByText('not offered').waitFor();
  await page.getByRole('button', { name: 'Edit Iğdır Bankası' }).click();
  await dialog(page).getByLabel('Takes transactions').uncheck();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await row(page, 'Iğdır Bankası').getByText('disabled').waitFor();
});

test('an account needs a valid IBAN, shows the amount assigned today, and can be limited and closed', async () => {
  const bank = await createBank(service(), { name: 'Account Bank', withAccount: false });
  const used = await createAccount(service(), {
    bankId: bank.id,
    accountName: 'Used',
    dailyLimitMinor: 100_000,
  });
  await call(service(), DEPOSIT, { body: depositFields({ bankId: bank.id, amount: '250.5' }), as: MERCHANT });
  const { page } = await openAdmin('banks');
  const accounts = page.getByRole('table', { name: 'Accounts' });
  const usedRow = accounts.getByRole('row').filter({ hasText: 'Used' }).last();
  expect(await usedRow.textContent()).toMatch(/250\.50.*1,000\.00/);
  expect(await usedRow.getByRole('meter').getAttribute('value')).toBe('250.5');

  await page.getByRole('button', { name: 'New account' }).click();
  const form = dialog(page);
  await form.getByLabel('Bank').selectOption('Account Bank');
  await form.getByLabel('Account holder').fill('Ödemeler A.Ş.');
  await form.getByLabel('IBAN').fill('TR000000000000000000000000');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Must be a valid IBAN').waitFor();
  await form.getByLabel('IBAN').fill(newIban());
  await form.getByRole('button', { name: 'Save' }).click();
  await accounts.getByRole('row').filter({ hasText: 'Ödemeler A.Ş.' }).waitFor();

  await page.getByRole('button', { name: `Edit ${used.iban}` }).click();
  await dialog(page).getByLabel('Daily limit').fill('');
  await dialog(page).getByLabel('Takes deposits').uncheck();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await usedRow.getByText('disabled').waitFor();
  await usedRow.getByText('none').waitFor();

  await page.getByRole('button', { name: `Bank files ${used.iban}` }).click();
  await dialog(page).getByLabel('File format').selectOption('sepa');
  await dialog(page).getByLabel('BIC').fill('tgbatris');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Bank files ${used.iban}` }).click();
  expect(await dialog(page).getByLabel('File format').inputValue()).toBe('sepa');
  expect(await dialog(page).getByLabel('BIC').inputValue()).toBe('TGBATRIS');
});

test('an address that no callback may reach is refused in plain words', async () => {
  const { page } = await openAdmin('clients');
  await page.getByRole('button', { name: 'New merchant' }).click();
  const form = dialog(page);
  await form.getByLabel('Name', { exact: true }).fill('Private Shop');
  await form.getByLabel('Callback address').fill('http://10.1/callbacks');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText('Must be a public address.').waitFor();
});

test('all clients are shown, though the service gives a thousand at once', async () => {
  const own = await startOwn();
  await withDatabase(own.databasePath, async (db) => {
    const merchants = db.selectFrom('clients').selectAll().where('app_key', '=', 'demo-merchant');
    const row = await merchants.executeTakeFirstOrThrow();
    const rows = Array.from({ length: MANY }, (_, index) => {
      const number = String(index + 1).padStart(4, '0');
      return { ...row, id: `many-${number}`, app_key: `many-${number}`, name: `Shop ${number}` };
    });
    for (let from = 0; from < MANY; from += 100)
      await db
        .insertInto('clients')
        .values(rows.slice(from, from + 100))
        .execute();
  });
  const { page } = await openPage();
  await openConsole(page, own, { as: ADMIN, path: 'clients' });
  await row(page, `Shop ${MANY}`).waitFor();
});

test('a blacklisted name gets no deposits until it is removed', async () => {
  const { page } = await openAdmin('blacklist');
  await page.getByText('Nobody is on the blacklist').waitFor();
  await page.getByRole('button', { name: 'New entry' }).click();
  const form = dialog(page);
  await form.getByLabel('Kind').selectOption('Name');
  await form.getByLabel('Value').fill('Şüpheli Kişi');
  const options = form.getByLabel('Merchant').getByRole('option');
  // The merchants are read when the dialog opens.
  await expect.poll(() => options.allTextContents()).toContain('Demo merchant (demo-merchant)');
  const merchants = await options.allTextContents();
  expect(merchants[0]).toBe('every merchant');
  expect(merchants).not.toContain('Demo operator (demo-operator)');
  await form.getByLabel('Merchant').selectOption('demo-merchant');
  await form.getByLabel('Reason').fill('Chargebacks');
  await form.getByRole('button', { name: 'Add' }).click();
  await row(page, 'supheli-kisi').getByText('Chargebacks').waitFor();
  await row(page, 'supheli-kisi').getByText('Demo merchant', { exact: true }).waitFor();
  const create = () => call(service(), DEPOSIT, { body: depositFields({ name: 'şüpheli kişi' }) });
  expect((await create()).json.error.type).toBe('error_transaction_blacklisted');
  const remove = page.getByRole('button', { name: 'Remove supheli-kisi' });
  await remove.focus();
  // Neither a key that is struck twice nor one that is held down answers the question.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.locator('button.danger:not([aria-disabled=true])').waitFor();
  await (page.keyboard as unknown as Keyboard).repeat('Enter');
  expect((await create()).json.error.type).toBe('error_transaction_blacklisted');
  await page.getByRole('button', { name: 'Really remove supheli-kisi?' }).click();
  await page.getByText('Nobody is on the blacklist').waitFor();
  expect((await create()).status).toBe(200);
});
