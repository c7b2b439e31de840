import { describe, expect, test } from 'vitest';
import { OPERATOR, type TestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import {
  createAwaited,
  importChosen,
  linePane,
  readTransaction,
  writeCamt,
} from '../support/console-statements.ts';
import { handsOn } from '../support/hands.ts';
import { createPayable } from '../support/payments.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

/** Opens the one line of a statement, which nobody asked for under this name. */
async function openLine(service: TestService, iban: string) {
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=all' });
  const line = { amount: '500.00', name: 'XQ 7', text: 'odeme' };
  await importChosen(page, 'a.xml', writeCamt(iban, [line]));
  const pane = linePane(page);
  await pane.getByText('XQ 7').first().waitFor();
  return { page, pane, hands: handsOn(page) };
}

describe('a search for what a line may pay', () => {
  test('chooses what waits for exactly its amount under a name that begins with two typed letters: five keys', async () => {
    const service = await startOwn();
    const deposit = await createAwaited(service, 'Mehmet Güneş');
    for (const [name, amount] of [
      ['Onur Turgut', '500'],
      ['Güler Acar', '300'],
      ['Gülay Ayaz', '750'],
    ] as const)
      await createPayable(service, { name, amount, userId: name });
    const { page, pane, hands } = await openLine(service, deposit.iban);
    await hands.press('/');
    await hands.type('gü');
    await hands.press('Enter');
    await pane.getByText('3 found').waitFor();
    await pane.locator('.candidates > .chosen').getByText('Mehmet Güneş').waitFor();
    await hands.press('Enter');
    await page.getByText('Settled: 500.00 TRY · Mehmet Güneş').waitFor();
    expect(hands.count()).toEqual({ keys: 5, clicks: 0 });
    await expectAgreement(service.databasePath);
  });

  test('chooses nothing where two wait for its amount, and says which keys choose', async () => {
    const service = await startOwn();
    const deposit = await createAwaited(service, 'Mehmet Güneş');
    await createAwaited(service, 'Güler Acar');
    const { pane, hands } = await openLine(service, deposit.iban);
    await hands.press('/');
    await hands.type('gü');
    await hands.press('Enter');
    await pane.getByText('Press 1 to 2 to choose one, then Enter.').waitFor();
    expect(await pane.locator('.candidates > .chosen').count()).toBe(0);
    await hands.press('Enter');
    expect(await readTransaction(service, deposit)).toMatchObject({ status: 'pending', sequence: 1 });
  });
});
