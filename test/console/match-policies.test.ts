import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openAccount, openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

test('an admin sets what settles for a merchant and for all, in English and in Turkish, and resets it', async () => {
  const { page, accessibilityProblems } = await openPage();
  const client = await createClient(service());
  await openConsole(page, service(), { as: ADMIN, path: 'clients' });
  const policies = async () => {
    const chosen = await service().dependencies.statements.policies.list();
    return new Map(chosen.map(({ clientId, policy }) => [clientId, policy]));
  };
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: `Matching ${client.appKey}` }).click();
  await dialog.getByLabel('Settles up to a difference of').first().fill('2.50');
  await dialog.getByLabel('Or up to thousandths of the amount').first().fill('101');
  await dialog.getByLabel('The exact amount after the expiry').selectOption('accept');
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.field-problem').waitFor();
  await dialog.getByLabel('Or up to thousandths of the amount').first().fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The matching is saved.').waitFor();
  expect((await policies()).get(client.id)).toMatchObject({
    underpaidToleranceMinor: 250,
    underpaidTolerancePerMille: 5,
    late: 'accept',
    otherPayer: 'hold',
  });

  await page.getByRole('button', { name: `Matching ${client.appKey}` }).click();
  expect(await dialog.getByLabel('Settles up to a difference of').first().inputValue()).toBe('2.50');
  const follow = dialog.getByRole('button', { name: /Follow the choice for all merchants/ });
  await follow.click();
  await dialog.getByRole('button', { name: /Really/ }).click();
  await expect.poll(async () => (await policies()).has(client.id)).toBe(false);

  await openAccount(page);
  await page.getByLabel('Language').selectOption('tr');
  await page.getByRole('button', { name: 'Tüm işyerlerinin eşleştirmesi' }).click();
  await dialog.getByLabel('Adı kullanıcıya uymayan ödeyen').selectOption('accept');
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await page.getByText('Eşleştirme kaydedildi.').waitFor();
  expect((await policies()).get(null)).toMatchObject({ otherPayer: 'accept', late: 'hold' });
});

test('an operator sees no choice of what settles', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  expect(await page.getByRole('link', { name: /Merchants/ }).count()).toBe(0);
});
