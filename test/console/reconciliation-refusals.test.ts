import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl } from '../support/console.ts';
import { createAwaited, importChosen, linePane, lineRow, writeCamt } from '../support/console-statements.ts';
import { deskTerms } from '../support/desk-terms.ts';
import { handsOn } from '../support/hands.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

test('an operator who reads Turkish is told in Turkish why a decision about a line was refused', async () => {
  const service = await startOwn();
  const short = await createAwaited(service, 'Elif Kaya');
  const { page } = await openPage({ locale: 'tr-TR' });
  await page.goto(consoleUrl(service, 'reconciliation'));
  await page.getByLabel('appKey').fill(OPERATOR.appKey);
  await page.getByLabel('Gizli anahtar').fill(OPERATOR.secret);
  await page.getByRole('button', { name: 'Giriş yap' }).click();
  const line = { amount: '450.00', name: short.name, text: `Havale ${short.reference}` };
  await importChosen(page, 'a.xml', writeCamt(short.iban, [line]));
  await lineRow(page, short.name).waitFor();
  const pane = linePane(page);
  await pane.getByText(short.reference).first().waitFor();
  const lineId = (
    await service.dependencies.db.query('listStatementLines', { filter: {}, page: { limit: 1 } })
  ).items[0]!.id;
  const clientId = (await service.dependencies.clients.findByAppKey(OPERATOR.appKey))!.id;
  const byAnother = () => ({ ...deskTerms(service.dependencies), lineId, clientId });
  const hands = handsOn(page);

  await service.dependencies.db.run('putLineAway', { ...byAnother(), note: 'by another' });
  await hands.press('Enter');
  const refusal = 'Bu harekete siz bakarken karar verildi: işlem dışı. Önce o kararı geri alın.';
  await expect.poll(() => pane.getByRole('alert').allTextContents()).toContain(refusal);

  await hands.press('u');
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('reason');
  await hands.type('Yanlış');
  await service.dependencies.db.run('undoLine', { ...byAnother(), person: 'grace', reason: 'by another' });
  await hands.press('Enter');
  const nothing = 'Karar siz bakarken geri alındı. Geri alınacak bir şey yok.';
  await expect.poll(() => pane.locator('.form-problem').textContent()).toBe(nothing);
});
