import { describe, expect, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import { type Credentials, OPERATOR, type TestService, type TestServiceOptions } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import {
  type AwaitedDeposit,
  createAwaited,
  importChosen,
  keepOneAccount,
  linePane,
  lineRow,
  readTransaction,
  showGroup,
  transferOf,
  writeCamt,
} from '../support/console-statements.ts';
import { createClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { testLong } from '../support/long-test.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { createPayable } from '../support/payments.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const openInBrowser = useBrowser();
const startOwn = useOwnServices();
const VIEWER: Credentials = { appKey: 'statement-viewer', secret: 'statement-viewer-secret' };

/** A service with three deposits, all to one account. */
async function startDesk(
  options: TestServiceOptions = {},
): Promise<{ service: TestService; deposits: readonly AwaitedDeposit[] }> {
  const service = await startOwn({}, options);
  await keepOneAccount(service);
  const deposits = [];
  for (const name of ['Ayşe Yılmaz', 'Mehmet Demir', 'Elif Kaya'])
    deposits.push(await createAwaited(service, name));
  return { service, deposits };
}

testLong(
  'a line without a transaction is put away with x and a note, and taken back with u and a reason',
  async () => {
    const { service, deposits } = await startDesk();
    const { page } = await openPage();
    await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=unknown' });
    await page.getByText('No unknown money').waitFor();
    const stranger = { amount: '77.10', name: 'Stranger Ltd', text: 'rent of november' };
    await importChosen(page, 'a.xml', writeCamt(deposits[0]!.iban, [stranger, transferOf(deposits[0]!)]));
    await lineRow(page, 'Stranger Ltd').waitFor();
    const pane = linePane(page);
    await pane.getByText('No transaction matches this line.').waitFor();
    const hands = handsOn(page);
    await hands.press('x');
    await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('note');
    await hands.press('Enter');
    await pane.getByText('Fill this in.').waitFor();
    await hands.type('Rent');
    await hands.press('Enter');
    await page.getByText('Put away: 77.10 TRY').waitFor();
    expect(hands.count()).toEqual({ keys: 3 + 'Rent'.length, clicks: 0 });
    await page.getByText('No unknown money').waitFor();

    await showGroup(page, 'Put away');
    await lineRow(page, 'Stranger Ltd').waitFor();
    await pane.getByText('Rent', { exact: true }).waitFor();
    await showGroup(page, 'Matched');
    await lineRow(page, 'Ayşe Yılmaz').waitFor();
    await pane.locator('.line-title').getByText('matched', { exact: true }).waitFor();
    await hands.press('u');
    await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('reason');
    await hands.type('Wrong');
    await hands.press('Enter');
    await page.getByText('Taken back: 500.00 TRY').waitFor();
    expect(hands.count()).toEqual({ keys: 2 + 'Wrong'.length, clicks: 0 });
    expect(await readTransaction(service, deposits[0]!)).toMatchObject({
      status: 'unsuccessful',
      statusReason: 'Wrong',
    });
    await showGroup(page, 'To decide');
    await lineRow(page, 'taken back').waitFor();
    await pane.getByText(/^taken back .*: Wrong$/).waitFor();
    await expectAgreement(service.databasePath);
  },
);

testLong(
  'on a phone with a keyboard Enter opens a line, then confirms its candidate, and Escape leaves it',
  async () => {
    const holds = passingHolds();
    const { service, deposits } = await startDesk(holds.options);
    const [short, other] = deposits as [AwaitedDeposit, AwaitedDeposit];
    const { page } = await openPage({ width: 390 });
    await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
    const lines = [transferOf(short, '450.00'), transferOf(other, '480.00')];
    await importChosen(page, 'a.xml', writeCamt(short.iban, lines));
    const pane = linePane(page);
    await lineRow(page, other.name).getByRole('link').tap();
    await pane.getByText('20.00 TRY less', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached' });
    expect(await readTransaction(service, other)).toMatchObject({ status: 'pending' });
    await lineRow(page, short.name).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await pane.getByText('50.00 TRY less', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(`Settled: 450.00 TRY · ${short.name}`).waitFor();
    holds.pass();
    await service.planRunner.runNow();
    expect(await readTransaction(service, short)).toMatchObject({ status: 'successful', finalAmount: 450 });
    await expectAgreement(service.databasePath);
  },
);

test('lines of several accounts name their accounts', async () => {
  const service = await startOwn();
  const accounts = await service.dependencies.db.read('listEveryAccount');
  for (const { iban } of accounts.slice(0, 2)) {
    const file = writeCamt(iban, [{ amount: '12.34', name: 'Nobody', text: 'hello' }], {
      id: iban.slice(-4),
    });
    const given = { name: `${iban}.xml`, bytes: Buffer.from(file) };
    await importFile(service.dependencies, given, { clientId: null, audit: undefined });
  }
  await service.statementMatcher.matchNow();
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=unknown' });
  const texts = () => page.locator('.line-text').allTextContents();
  for (const { iban } of accounts.slice(0, 2))
    await expect
      .poll(async () => (await texts()).filter((text) => text.includes(iban.slice(-4))).length)
      .toBe(1);
});

testLong('on a phone an opened line has the focus, since it covers the list', async () => {
  const { service, deposits } = await startDesk();
  const [short] = deposits as [AwaitedDeposit];
  const { page } = await openInBrowser({ width: 390, height: 844, touch: true });
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  await importChosen(page, 'a.xml', writeCamt(short.iban, [transferOf(short, '450.00')]));
  await lineRow(page, short.name).getByRole('link').tap();
  await linePane(page).getByText('50.00 TRY less', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('detail line-pane');
});

test('keys move through the lines, digits choose a candidate, and a found transaction is confirmed', async () => {
  const { service, deposits } = await startDesk();
  const [first, second] = deposits as [AwaitedDeposit, AwaitedDeposit];
  await createAwaited(service, 'Ayşe Nur Yılmaz');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=all' });
  const lines = [
    { amount: '500.00', name: 'Ayse Yilmaz', text: 'for a game' },
    { amount: '12.34', name: 'Nobody', text: 'hello' },
  ];
  await importChosen(page, 'a.xml', writeCamt(first.iban, lines));
  await lineRow(page, 'Nobody').locator('.badge', { hasText: 'unknown' }).waitFor();
  const pane = linePane(page);
  const title = pane.getByRole('heading', { level: 2 });
  const hands = handsOn(page);
  await title.getByText('+12.34').waitFor();
  for (const [key, amount] of [
    ['j', '+500.00'],
    ['n', '+12.34'],
    ['ArrowDown', '+500.00'],
    ['k', '+12.34'],
  ] as const) {
    await hands.press(key);
    await title.getByText(amount).waitFor();
  }
  await pane.getByText('No transaction matches this line.').waitFor();
  await hands.press('Enter');
  await hands.press('/');
  await hands.type(second.reference);
  await hands.press('Enter');
  await pane.getByText('1 found').waitFor();
  await pane.getByRole('button', { name: 'Settle with 12.34 TRY' }).waitFor();

  await hands.press('j');
  await title.getByText('+500.00').waitFor();
  const candidates = pane.locator('.candidates > li');
  await candidates.nth(1).waitFor();
  await hands.press('2');
  await expect.poll(() => candidates.nth(1).getAttribute('class')).toBe('chosen');
  const party = await candidates.nth(1).getByRole('link').first().innerText();
  await hands.press('Enter');
  await page.getByText(`Settled: 500.00 TRY · ${party}`).waitFor();
  await expectAgreement(service.databasePath);
});

testLong('a viewer sees lines and candidates, and has nothing to import or decide with', async () => {
  const { service, deposits } = await startDesk();
  await createClient(service, { ...VIEWER, role: 'viewer' });
  const [first] = deposits as [AwaitedDeposit];
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  await importChosen(page, 'a.xml', writeCamt(first.iban, [transferOf(first, '400.00')]));
  await lineRow(page, 'Ayşe Yılmaz').waitFor();
  const { page: other } = await openPage();
  await openConsole(other, service, { as: VIEWER, path: 'reconciliation' });
  const pane = linePane(other);
  await pane.getByText('100.00 TRY less', { exact: true }).waitFor();
  expect(await pane.getByRole('button', { name: /Settle|Put away|Choose/ }).count()).toBe(0);
  expect(await other.getByText('Import a statement').count()).toBe(0);
  await other.keyboard.press('Enter');
  await other.keyboard.press('x');
  expect(await pane.locator('input').count()).toBe(0);
  expect(await readTransaction(service, first)).toMatchObject({ status: 'pending' });
});

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
  test('finds the transaction that waits for its exact amount by two letters of the name: five keys', async () => {
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

  testLong('chooses nothing where two wait for its amount, and says which keys choose', async () => {
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
