import { describe, expect, test } from 'vitest';
import { ADMIN, call, type Json, MERCHANT, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { importChosen, readTransaction } from '../support/console-statements.ts';
import { testLong } from '../support/long-test.ts';
import { createPayable } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

describe('in the field of a note', () => {
  async function typeNote() {
    const service = await startOwn();
    const { transactionId } = await createPayable(service);
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: `queue?open=${transactionId}` });
    const note = page.getByLabel('New note');
    await note.fill('The payer called');
    return { page, note };
  }

  test('Escape leaves it, and then closes the pane', async () => {
    const { page, note } = await typeNote();
    await note.press('Escape');
    expect(await page.locator('input:focus').count()).toBe(0);
    expect(await note.inputValue()).toBe('The payer called');
    await page.locator('body').press('Escape');
    await note.waitFor({ state: 'detached' });
  });

  test('Escape that only ends the input of a letter stays in it', async () => {
    const { page, note } = await typeNote();
    await note.focus();
    await page.evaluate(
      "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }))",
    );
    expect(await page.locator('input:focus').count()).toBe(1);
  });
});

testLong(
  'a withdrawal of which more is out than came back is reversed only by an admin who says that it is back',
  async () => {
    const service = await startOwn();
    const post = async (path: string, body: object, as = OPERATOR) =>
      expectData(await call(service, path, { as, sign: 'timed', json: body }));
    const withdrawal = expectData(await call(service, WITHDRAW, { as: MERCHANT, body: withdrawalFields() }));
    const [account] = await service.dependencies.db.read('listEveryAccount');
    const { payoutId, contentHash, rows } = await post('/v1/payouts', {
      transactionIds: [withdrawal.transactionId],
      accountId: account?.id,
    });
    for (const step of ['approve', 'export'])
      await post(`/v1/payouts/${payoutId}/${step}`, { contentHash }, ADMIN);
    const [row] = rows as [Json];
    const debit = (bankReference: string) => ({
      bankReference,
      endToEndId: row.endToEndId as string,
      amountMinor: -Math.round(100 * row.amount),
    });

    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
    const iban = account?.iban.replaceAll(' ', '') ?? '';
    await importChosen(page, 'debits.xml', camtOf({ iban, lines: [debit('B1'), debit('B2')] }).toString());
    await expect.poll(async () => (await readTransaction(service, withdrawal)).status).toBe('successful');

    const reverse = async () => {
      await page.getByRole('button', { name: 'Reverse', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('It is back');
      await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
      await dialog.getByText('More has been paid by batch 1 than has come back.').waitFor();
      return dialog;
    };
    const path = `search?open=${withdrawal.transactionId}`;
    await openConsole(page, service, { as: OPERATOR, path });
    const refused = await reverse();
    await refused.getByText('An admin who has seen at the bank that all of it is back').waitFor();
    expect(await refused.getByRole('checkbox').count()).toBe(0);

    await openConsole(page, service, { as: ADMIN, path });
    const asked = await reverse();
    await asked.getByLabel('All of its money is back: reverse it').click();
    await asked.getByRole('button', { name: 'Reverse', exact: true }).click();
    await page.getByText(/^Reversed/).waitFor();
  },
);

test('an admin puts the payee of a withdrawal on the blacklist from its pane with a reason; an operator has no link', async () => {
  const service = await startOwn();
  const { transactionId } = expectData(
    await call(service, WITHDRAW, { as: MERCHANT, body: withdrawalFields() }),
  );
  const { page } = await openPage();
  const path = `search?open=${transactionId}`;
  await openConsole(page, service, { as: OPERATOR, path });
  const pane = page.getByRole('complementary', { name: 'Transaction' });
  await pane.getByText('Notes are for operators').waitFor();
  expect(await pane.getByText('Put on the blacklist').count()).toBe(0);

  await openConsole(page, service, { as: ADMIN, path });
  await pane.getByText('Put on the blacklist').getByRole('link', { name: 'IBAN' }).click();
  const dialog = page.getByRole('dialog', { name: 'New blacklist entry' });
  await dialog.getByLabel('Reason').fill('Reported by the bank');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/is on the blacklist. It matches 1 waiting transaction/).waitFor();
  const entries = await service.dependencies.db.query('listBlacklist', { limit: 5 });
  expect(entries).toMatchObject([{ kind: 'iban', reason: 'Reported by the bank' }]);
});
