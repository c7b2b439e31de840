import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import {
  type AwaitedDeposit,
  createAwaited,
  importChosen,
  linePane,
  lineRow,
  readTransaction,
  writeCamt,
} from '../support/console-statements.ts';
import { handsOn } from '../support/hands.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { settle } from '../support/payments.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const openPage = useBrowser();
const startOwn = useOwnServices();

const lineOf = ({ name, reference }: AwaitedDeposit, text = 'Havale') => ({
  amount: '500.00',
  name,
  text: `${text} ${reference}`,
});

test('a line that may be of a deposit that was settled by hand is noted as its payment with one key, and changes nothing else', async () => {
  const service = await startOwn();
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  await settle(service, deposit);
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  // It does not name the deposit: one that does is noted by itself.
  const line = { amount: '500.00', name: deposit.name, text: 'oyun' };
  await importChosen(page, 'a.xml', writeCamt(deposit.iban, [line]));
  const pane = linePane(page);
  await pane.getByText('It is settled already.').first().waitFor();
  await pane.getByRole('button', { name: 'Note as its payment: 500.00 TRY' }).waitFor();
  const hands = handsOn(page);
  await hands.press('Enter');
  await page.getByText('Noted as its payment: 500.00 TRY · Ayşe Yılmaz').waitFor();
  expect(hands.count()).toEqual({ keys: 1, clicks: 0 });
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'successful', sequence: 2 });

  // A second line of the same money finds the first, and pays nothing.
  const again = writeCamt(deposit.iban, [lineOf(deposit, 'again')], { id: 'S2' });
  await importChosen(page, 'b.xml', again);
  await lineRow(page, 'paid twice').waitFor();
  await pane.getByText('It is settled already, by another line.').first().waitFor();
  await pane.getByText('Another line has paid it, with 500.00 TRY.').waitFor();
  await expectAgreement(service.databasePath);
});

test('two lines whose deposit was settled by hand are offered as its payment', async () => {
  const service = await startOwn();
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=all' });
  const halves = ['first', 'second'].map((text) => ({ ...lineOf(deposit, text), amount: '250.00' }));
  await importChosen(page, 'a.xml', writeCamt(deposit.iban, halves));
  const pane = linePane(page);
  await pane.getByRole('button', { name: 'Settle with both lines: 500.00 TRY' }).waitFor();
  await settle(service, deposit);
  await page.reload();
  await pane.getByRole('button', { name: 'Note both lines as its payment: 500.00 TRY' }).waitFor();
});

test('a reason leads to the other line that it is about', async () => {
  const service = await startOwn();
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation' });
  const lines = [lineOf(deposit, 'first'), lineOf(deposit, 'second')];
  await importChosen(page, 'a.xml', writeCamt(deposit.iban, lines));
  const pane = linePane(page);
  await lineRow(page, `first ${deposit.reference}`).getByRole('link').click();
  await pane.locator('.remittance').getByText('first').waitFor();
  // What spoke against stands before the button that one key presses.
  const why = pane.locator('.why-waiting');
  await why.getByRole('heading', { name: 'Why it did not settle by itself' }).waitFor();
  await why.getByText('Several lines name it; together they add up to 1,000.00.').waitFor();
  const [reasons, candidates] = await Promise.all([
    why.boundingBox(),
    pane.locator('.candidates').boundingBox(),
  ]);
  expect(reasons?.y).toBeLessThan(candidates?.y ?? 0);
  const links = why.getByRole('link', { name: 'Look at it' });
  await links.waitFor();
  await links.click();
  await pane.locator('.remittance').getByText('second').waitFor();
});

test('money that is sent back is not said to come back, and reverses its deposit', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  await settle(service, deposit);
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=returns' });
  const out = { ...lineOf(deposit, 'iade'), amount: '-500.00' };
  await importChosen(page, 'a.xml', writeCamt(deposit.iban, [out]));
  const pane = linePane(page);
  await pane.getByText('The bank marks it as a return: IADE.').first().waitFor();
  await pane.getByRole('button', { name: 'Reverse: 500.00 TRY went back' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Reversed: 500.00 TRY · Ayşe Yılmaz').waitFor();
  holds.pass();
  await service.planRunner.runNow();
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
  await expectAgreement(service.databasePath);
});

test('a pending line that a later statement has booked is closed, and is shown so', async () => {
  const service = await startOwn();
  const { name, reference, iban } = await createAwaited(service, 'Ayşe Yılmaz');
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?group=all' });
  const date = new Date().toISOString().slice(0, 10);
  const fileOf = (line: Partial<BankLine>) =>
    camtOf({ iban, lines: [{ amountMinor: 50_000, name, text: reference, date, ...line }] }).toString();
  await importChosen(page, 'a.xml', fileOf({ isPending: true }));
  const pane = linePane(page);
  await pane.getByText('The bank has not booked this line.').waitFor();
  await importChosen(page, 'b.xml', fileOf({}));
  await lineRow(page, 'matched').waitFor();
  await page.getByRole('link', { name: 'All lines' }).click();
  await lineRow(page, 'replaced').getByRole('link').click();
  await pane.locator('.line-title').getByText('replaced', { exact: true }).waitFor();
  expect(await pane.getByRole('button', { name: /Put away|Settle|Choose/ }).count()).toBe(0);
  await page.keyboard.press('x');
  expect(await pane.locator('input').count()).toBe(0);
});
