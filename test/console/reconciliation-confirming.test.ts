import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { importFile } from '../../src/reconciliation/import.ts';
import { OPERATOR, type TestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useConsole } from '../support/components/console-page.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import {
  type AwaitedDeposit,
  createAwaited,
  importChosen,
  keepOneAccount,
  linePane,
  lineRow,
  readTransaction,
  transferOf,
  writeCamt,
} from '../support/console-statements.ts';
import { createClient, newIban } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { testLong } from '../support/long-test.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { settle } from '../support/payments.ts';
import { accountIdOf, payoutCalls } from '../support/payouts/desk.ts';
import { type Desk as BankDesk, openDesk as openBank } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

interface Desk {
  readonly service: TestService;
  /** Lets the time pass in which decisions can be undone. */
  readonly pass: () => Promise<void>;
}

/** A service whose deposits all go to one account. */
async function startDesk(): Promise<Desk> {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  await keepOneAccount(service);
  return {
    service,
    async pass() {
      holds.pass();
      await service.planRunner.runNow();
    },
  };
}

async function openDesk(service: TestService, group = 'decide'): Promise<Page> {
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: `reconciliation?group=${group}` });
  return page;
}

const statusesOf = (service: TestService, deposits: readonly AwaitedDeposit[]) =>
  Promise.all(deposits.map(async (one) => (await readTransaction(service, one)).status));

test('no deposit is preselected if several fit equally, and a digit chooses one', async () => {
  const { service, pass } = await startDesk();
  const deposits: AwaitedDeposit[] = [];
  for (const name of ['Lale Oyun', 'Kuzey Oyun', 'Mavi Oyun']) {
    const merchant = await createClient(service, { name });
    deposits.push(await createAwaited(service, 'Volkan Taşçı', merchant));
  }
  const page = await openDesk(service);
  const line = { amount: '500.00', name: 'VOLKAN TASCI', text: 'kira' };
  await importChosen(page, 'a.xml', writeCamt(deposits[0]!.iban, [line]));
  const pane = linePane(page);
  await pane.getByText('3 deposits match equally well.').waitFor();
  const cards = pane.locator('.candidate-row');
  // One line each, with the merchant first.
  expect(await cards.locator('strong').allTextContents()).toHaveLength(3);
  expect((await cards.locator('strong').allTextContents()).sort()).toEqual([
    'Kuzey Oyun',
    'Lale Oyun',
    'Mavi Oyun',
  ]);
  const hands = handsOn(page);
  await hands.press('Enter');
  await hands.press('Enter');
  expect(await pane.locator('.candidates > .chosen').count()).toBe(0);
  expect(await statusesOf(service, deposits)).toEqual(['pending', 'pending', 'pending']);
  const second = await cards.nth(1).locator('strong').innerText();
  await hands.press('2');
  await pane.locator('.candidates > .chosen').getByText(second).waitFor();
  await hands.press('Enter');
  await page.getByText('Settled: 500.00 TRY · Volkan Taşçı').waitFor();
  await pass();
  const index = ['Lale Oyun', 'Kuzey Oyun', 'Mavi Oyun'].indexOf(second);
  const expected = [0, 1, 2].map((one) => (one === index ? 'successful' : 'pending'));
  expect(await statusesOf(service, deposits)).toEqual(expected);
  await expectAgreement(service.databasePath);
});

testLong(
  'an unusual amount is asked about with both amounts, and Enter does not pass the question',
  async () => {
    const { service, pass } = await startDesk();
    const deposit = await createAwaited(service, 'Ayşe Yılmaz');
    const page = await openDesk(service);
    await importChosen(page, 'a.xml', writeCamt(deposit.iban, [transferOf(deposit, '150.00')]));
    const pane = linePane(page);
    await pane.getByRole('button', { name: 'Settle with 150.00 TRY' }).waitFor();
    const question = pane.locator('.amount-question');
    await page.keyboard.press('Enter');
    await question.getByText('150.00 TRY came, but 500.00 TRY was asked for.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await question.isVisible()).toBe(true);
    expect(await readTransaction(service, deposit)).toMatchObject({ status: 'pending', sequence: 1 });
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.locator('body').press('Enter');
    await question.getByRole('button', { name: 'Settle with 150.00 TRY' }).click();
    await page.getByText('Settled: 150.00 TRY · Ayşe Yılmaz').waitFor();
    await pass();
    expect(await readTransaction(service, deposit)).toMatchObject({ status: 'successful', finalAmount: 150 });
    await expectAgreement(service.databasePath);
  },
);

test('money that may have gone back is asked about before it is credited, with the reason', async () => {
  const { service, pass } = await startDesk();
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  const page = await openDesk(service);
  const credit = { amountMinor: 50_000, name: 'AYSE YILMAZ', iban: newIban(), text: 'kira' };
  const debit = { ...credit, amountMinor: -50_000, text: 'iade' };
  await importChosen(page, 'a.xml', camtOf({ iban: deposit.iban, lines: [credit, debit] }).toString());
  await lineRow(page, 'kira').click();
  const pane = linePane(page);
  await pane.getByRole('button', { name: 'Settle with 500.00 TRY' }).click();
  const question = pane.locator('.amount-question');
  await question
    .getByText('The money may have gone back, or another line may be the same payment.')
    .waitFor();
  expect(await question.getByText('was asked for').count()).toBe(0);
  await question.getByRole('button', { name: 'Settle with 500.00 TRY' }).click();
  await page.getByText('Settled: 500.00 TRY · Ayşe Yılmaz').waitFor();
  await pass();
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'successful', finalAmount: 500 });
});

test('money that may have gone back is given back only after a tick that it is there', async () => {
  await using bank = await startBank();
  const desk = await openBank(undefined, bank);
  const credit = { amountMinor: 7_700, name: 'RASIM KUTLU', iban: newIban(), text: 'kira' };
  await desk.receive(credit, { ...credit, amountMinor: -7_700, text: 'iade' });
  const page = await openDesk(bank, 'unknown');
  await lineRow(page, 'kira').click();
  const pane = linePane(page);
  await pane.getByRole('button', { name: 'Give back' }).click();
  await pane.getByLabel('Reason').fill('Nobody knows it');
  await page.keyboard.press('Enter');
  await pane.getByText('The money may have gone back, or another line may be the same payment.').waitFor();
  await pane.getByLabel('I have compared the account with the bank').check();
  await pane.getByRole('button', { name: 'Give back' }).last().click();
  await pane.getByText('77.00 TRY is to be given back').waitFor();
});

test('unambiguous proposals are read as a list, and two keys confirm them all', async () => {
  const { service, pass } = await startDesk();
  const names = ['Hatice Kaya', 'Salih Güneş', 'Emine Demir'];
  const deposits: AwaitedDeposit[] = [];
  for (const name of names) deposits.push(await createAwaited(service, name));
  const page = await openDesk(service);
  const lines = names.map((name) => ({ amount: '500.00', name, text: 'bakiye' }));
  const stranger = { amount: '77.10', name: 'Yabancı Ltd', text: 'kira' };
  await importChosen(page, 'a.xml', writeCamt(deposits[0]!.iban, [...lines, stranger]));
  await page.getByRole('button', { name: 'Confirm all 3 unambiguous proposals' }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Confirm 3 proposals' });
  for (const name of names) await dialog.locator('li', { hasText: name }).waitFor();
  await dialog.getByText('1,500.00 TRY').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Confirmed: 3 lines, 1,500.00 TRY').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Nothing to decide').waitFor();
  expect(await page.locator('.for-all').count()).toBe(0);
  await pass();
  expect(await statusesOf(service, deposits)).toEqual(Array(3).fill('successful'));
  await expectAgreement(service.databasePath);
});

test('of proposals that are confirmed in part, what was confirmed is said and can be undone', async () => {
  const { service } = await startDesk();
  const names = ['Hatice Kaya', 'Salih Güneş', 'Emine Demir'];
  const deposits: AwaitedDeposit[] = [];
  for (const name of names) deposits.push(await createAwaited(service, name));
  const page = await openDesk(service);
  const lines = names.map((name) => ({ amount: '500.00', name, text: 'bakiye' }));
  await importChosen(page, 'a.xml', writeCamt(deposits[0]!.iban, lines));
  await page.getByRole('button', { name: 'Confirm all 3 unambiguous proposals' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Confirm 3 proposals' }).waitFor();
  await settle(service, deposits[0]!);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '1 line was not confirmed' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.getByText('Confirmed: 2 lines, 1,000.00 TRY').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 undone').waitFor();
});

test('the button for unambiguous proposals has its place before they are read', async () => {
  const { service } = await startDesk();
  const names = ['Hatice Kaya', 'Salih Güneş'];
  const deposits: AwaitedDeposit[] = [];
  for (const name of names) deposits.push(await createAwaited(service, name));
  const lines = names.map((name) => ({ amount: '500.00', name, text: 'bakiye' }));
  const bytes = Buffer.from(writeCamt(deposits[0]!.iban, lines));
  await importFile(service.dependencies, { name: 'a.xml', bytes }, { clientId: null, audit: undefined });
  await service.statementMatcher.matchNow();
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR });
  const release = await holdRequests(page, 'lineProposals');
  await page.getByRole('link', { name: /^Reconciliation/ }).click();
  await lineRow(page, 'Hatice Kaya').waitFor();
  const place = page.locator('.for-all');
  await place.waitFor({ state: 'attached' });
  expect(await place.getByRole('button').count()).toBe(0);
  release();
  await place.getByRole('button', { name: 'Confirm all 2 unambiguous proposals' }).waitFor();
});

testLong('z undoes a confirm within its seconds, and shows the line as it was', async () => {
  const { service } = await startDesk();
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  const page = await openDesk(service);
  await importChosen(page, 'a.xml', writeCamt(deposit.iban, [transferOf(deposit, '450.00')]));
  const pane = linePane(page);
  await pane.getByText('50.00 TRY less', { exact: true }).waitFor();
  const hands = handsOn(page);
  await hands.press('Enter');
  await page.getByText('Settled: 450.00 TRY · Ayşe Yılmaz').waitFor();
  await hands.press('z');
  await page.getByText('Undone: Settled: 450.00 TRY · Ayşe Yılmaz').waitFor();
  expect(hands.count()).toEqual({ keys: 2, clicks: 0 });
  await lineRow(page, 'Ayşe Yılmaz').waitFor();
  await pane.getByRole('button', { name: 'Settle with 450.00 TRY' }).waitFor();
  await pane.locator('.line-title').getByText('too little').waitFor();
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'pending', sequence: 1 });
  await expectAgreement(service.databasePath);
});

testLong(
  'Enter on one of two halves takes the first button, which settles the deposit with both',
  async () => {
    const { service, pass } = await startDesk();
    const deposit = await createAwaited(service, 'Ayşe Yılmaz');
    const page = await openDesk(service, 'all');
    const halves = [transferOf(deposit, '250.00'), transferOf(deposit, '250.00')];
    await importChosen(page, 'a.xml', writeCamt(deposit.iban, halves));
    const buttons = linePane(page).locator('.candidates > .chosen').getByRole('button');
    await expect
      .poll(async () => (await buttons.allTextContents()).map((text) => text.replaceAll('\u00a0', ' ')))
      .toEqual(['Settle with both lines: 500.00 TRY Enter', 'Settle with 250.00 TRY']);
    await page.locator('body').press('Enter');
    await page.getByText('Settled: 500.00 TRY · Ayşe Yılmaz').waitFor();
    await pass();
    expect(await readTransaction(service, deposit)).toMatchObject({ status: 'successful', finalAmount: 500 });
  },
);

testLong('two halves are settled together with their sum, shown together, and undone together', async () => {
  const { service, pass } = await startDesk();
  const deposit = await createAwaited(service, 'Ayşe Yılmaz');
  const page = await openDesk(service, 'all');
  const halves = [transferOf(deposit, '250.00'), transferOf(deposit, '250.00')];
  await importChosen(page, 'a.xml', writeCamt(deposit.iban, halves));
  const pane = linePane(page);
  const both = pane.getByRole('button', { name: 'Settle with both lines: 500.00 TRY' });
  await both.click();
  await page.getByText('Settled: 500.00 TRY · Ayşe Yılmaz').waitFor();
  await expect.poll(() => page.locator('.line-rows .badge', { hasText: 'will be matched' }).count()).toBe(2);
  await pane.getByText('It is confirmed: its transaction will be successful in').waitFor();
  expect(await pane.getByRole('button', { name: /Settle|Put away|Undo/ }).count()).toBe(0);
  await page.keyboard.press('z');
  await page.getByText('Undone: Settled: 500.00 TRY').waitFor();
  await both.waitFor();
  await expect.poll(() => page.locator('.line-rows .badge', { hasText: 'several lines' }).count()).toBe(2);
  await page.locator('body').press('Enter');
  await expect.poll(() => page.locator('.line-rows .badge', { hasText: 'will be matched' }).count()).toBe(2);
  await pass();
  // The list and the pane follow by themselves.
  await expect.poll(() => page.locator('.line-rows .badge', { hasText: /^matched$/ }).count()).toBe(2);
  await pane.locator('.together').getByRole('link', { name: '+250.00 TRY · Ayşe Yılmaz' }).waitFor();
  expect(await readTransaction(service, deposit)).toMatchObject({ status: 'successful', finalAmount: 500 });
  await expectAgreement(service.databasePath);
});

testLong(
  'the rest of what another line has paid offers nothing that is refused, and says what to do',
  async () => {
    const { service, pass } = await startDesk();
    const deposit = await createAwaited(service, 'Ayşe Yılmaz');
    const page = await openDesk(service, 'all');
    const halves = [transferOf(deposit, '250.00'), { ...transferOf(deposit, '250.00'), name: 'OTHER HALF' }];
    await importChosen(page, 'a.xml', writeCamt(deposit.iban, halves));
    await lineRow(page, 'Ayşe Yılmaz').getByRole('link').click();
    const pane = linePane(page);
    await pane.locator('.line-fields, dl').getByText('Ayşe Yılmaz').first().waitFor();
    await pane.getByRole('button', { name: /^Settle with 250\.00 TRY/ }).click();
    await pane.locator('.amount-question').getByRole('button', { name: 'Settle with 250.00 TRY' }).click();
    await page.getByText('Settled: 250.00 TRY').waitFor();
    await lineRow(page, 'OTHER HALF').getByRole('link').click();
    await pane.getByText('It is already decided, and will be successful in').waitFor();
    expect(await pane.getByRole('button', { name: /Settle|Note|Correct/ }).count()).toBe(0);
    await pass();
    await pane.getByText('Another line has paid it, with 250.00 TRY.').waitFor();
    expect(await pane.getByRole('button', { name: /Settle|Note|Correct/ }).count()).toBe(0);
    await pane.getByRole('link', { name: 'Look at it' }).last().waitFor();
  },
);

/** A service that runs no jobs, at the time of this machine, which pages have. */
async function startBank(): Promise<ManualClockService> {
  const service = await startWithoutTimers();
  service.clock.advance(Date.now() - service.clock.nowMs());
  return service;
}

test('rows of lines name a currency only where it is not that of the desk', async () => {
  await using bank = await startBank();
  const desk = await openBank(undefined, bank);
  await desk.receive(
    { amountMinor: 12_345, name: 'HOME' },
    { amountMinor: 700, name: 'ABROAD', currency: 'USD' },
  );
  const page = await openDesk(bank, 'all');
  const amountOf = (name: string) => lineRow(page, name).locator('.at-amount strong').textContent();
  await lineRow(page, 'HOME').waitFor();
  expect([await amountOf('HOME'), await amountOf('ABROAD')]).toEqual(['+123.45', '+7.00\u00a0USD']);
});

/** A refund of 700.00 in a file for the bank. */
async function exportRefund(desk: BankDesk) {
  const [credit] = await desk.receive({ amountMinor: 70_000, name: 'RASIM KUTLU', iban: newIban() });
  const refund = expectData(await desk.decide('give-back', credit.lineId, { reason: 'It was paid twice' }));
  const accountId = await accountIdOf(desk);
  const payouts = payoutCalls(
    () => desk.service,
    () => accountId,
  );
  const [{ endToEndId }] = (await payouts.exported([refund.refundId])).rows;
  const refunds = `/v1/statement-lines/${credit.lineId}/refunds`;
  return { transactionId: refund.refundId, endToEndId, refunds };
}

testLong('what is left of a line whose money came back less a charge is given back again', async () => {
  await using bank = await startBank();
  const desk = await openBank(undefined, bank);
  const { transactionId, endToEndId } = await exportRefund(desk);
  const [, back] = await desk.receive(
    { amountMinor: -70_000, endToEndId },
    { amountMinor: 69_500, endToEndId, returnReason: 'AC04' },
  );
  expectData(await desk.decide('confirm', back?.lineId, { transactionId, acceptDifference: true }));
  const page = await openDesk(bank, 'returns');
  await lineRow(page, 'RASIM KUTLU').click();
  const pane = linePane(page);
  await pane.getByRole('button', { name: 'Give back' }).click();
  await pane.getByLabel('Reason').fill('Once more');
  await page.keyboard.press('Enter');
  await page.getByText('695.00 TRY waits under Payouts.').waitFor();
});

test('the debit of a refund with a charge in it is confirmed, and the difference is named', async () => {
  await using bank = await startBank();
  const desk = await openBank(undefined, bank);
  const { endToEndId, refunds } = await exportRefund(desk);
  await desk.receive({ amountMinor: -70_500, endToEndId });
  const page = await openDesk(bank, 'payout');
  await lineRow(page, '705.00').click();
  const pane = linePane(page);
  await pane.getByText('5.00 TRY more than the refund.').waitFor();
  await pane.getByRole('button', { name: 'Note as its payment' }).click();
  await page.getByText(/^Given back: 705.00/).waitFor();
  const [refund] = expectData(await desk.service.ask(refunds, { as: OPERATOR }));
  expect(refund.state).toBe('paid');
});
