import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { graphql } from '../support/graphql.ts';
import { testLong } from '../support/long-test.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');

async function openAdmin(path: string) {
  const opened = await openPage();
  await openConsole(opened.page, service(), { as: ADMIN, path });
  await opened.page.getByRole('button', { name: /^New/ }).first().waitFor();
  return opened;
}

describe('a form whose data somebody else has changed since it was read', () => {
  const change = async (field: string, type: string, input: object) => {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`;
    expect(
      (await graphql(service(), query, { as: ADMIN, variables: { input } })).json.errors,
    ).toBeUndefined();
  };
  const save = async (page: Page, button: string, fields: Readonly<Record<string, string>>) => {
    await page.getByRole('button', { name: `Edit ${button}` }).click();
    for (const [label, text] of Object.entries(fields)) await dialog(page).getByLabel(label).fill(text);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  };

  test('leaves an account closed when its limit is changed', async () => {
    const { id: bankId } = await createBank(service(), { name: 'Closing Bank', withAccount: false });
    const { iban, id: accountId } = await createAccount(service(), { bankId, accountName: 'Closing' });
    const { page } = await openAdmin('banks');
    await change('updateBankAccount', 'UpdateAccountInput', { accountId, active: false });
    await save(page, iban, { 'Daily limit': '750' });
    const closed = page
      .getByRole('table', { name: 'Accounts' })
      .getByRole('row')
      .filter({ hasText: 'Closing' });
    await closed.filter({ hasText: '750.00' }).getByText('disabled').waitFor();
  });

  testLong('leaves a bank disabled when its name is changed', async () => {
    const { id: bankId } = await createBank(service(), { name: 'Old Bank', withAccount: false });
    const { page } = await openAdmin('banks');
    await change('updateBank', 'UpdateBankInput', { bankId, active: false });
    await save(page, 'Old Bank', { Name: 'Younger Bank' });
    await row(page, 'Younger Bank').getByText('disabled').waitFor();
  });

  testLong('leaves the addresses of a merchant when its callback address is changed', async () => {
    const { appKey } = await createClient(service());
    const { page } = await openAdmin('clients');
    await change('updateClient', 'UpdateClientInput', { appKey, ipAllowlist: ['203.0.113.7/32'] });
    await save(page, appKey, { 'Callback address': 'http://127.0.0.1:9/y' });
    await row(page, appKey).getByText('http://127.0.0.1:9/y').waitFor();
    expect((await service().dependencies.clients.findByAppKey(appKey))?.ipAllowlist).toEqual([
      '203.0.113.7/32',
    ]);
  });

  test('sends nothing when nothing was changed', async () => {
    const { appKey } = await createClient(service());
    const { page, variablesOf } = await openAdmin('clients');
    await save(page, appKey, {});
    expect(variablesOf('mutation UpdateClient')).toEqual([]);
  });
});

test('a refusal after a form was closed is shown with the title of the form and its fields', async () => {
  const { id: bankId } = await createBank(service(), { name: 'Refusing Bank', withAccount: false });
  const { page } = await openAdmin('banks');
  await page.getByRole('button', { name: 'Edit Refusing Bank' }).click();
  await dialog(page).getByLabel('Name').fill('x'.repeat(1000));
  const release = await holdRequests(page, bankId);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  release();
  await page
    .getByText(/^Edit Refusing Bank: Some fields need another look[.] At most \d+ characters[.]$/)
    .waitFor();
});
