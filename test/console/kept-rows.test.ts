import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, type Credentials, call, OPERATOR, type TestService } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { cutStreams, mendStreams, openConsole } from '../support/console.ts';
import { createMany, createNamed, readPlannedStatus, rowOf } from '../support/console-queue.ts';
import {
  createAwaited,
  importChosen,
  keepOneAccount,
  linePane,
  lineRow,
  readTransaction,
  transferOf,
  writeCamt,
} from '../support/console-statements.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { reject, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

/** Opens a screen as somebody else than the operator who is faster. */
async function openBesides(service: TestService, path: string): Promise<Page> {
  const { page } = await openPage();
  await openConsole(page, service, { as: await createClient(service, { role: 'operator' }), path });
  return page;
}

const selectedRow = (page: Page) => page.locator('tr.selected').getAttribute('data-key');

test('a row that somebody else decides stays when a filtered queue is read again', async () => {
  const service = await startOwn();
  const [one, other] = await createMany(service, 2);
  const page = await openBesides(service, 'queue?query=payer');
  await rowOf(page, one!).waitFor();
  await settle(service, one!);
  const arrived = await createNamed(service);
  await rowOf(page, arrived).waitFor();
  await rowOf(page, one!).getByText('settled by Demo operator').waitFor();
  await page.keyboard.press('Shift+S');
  expect(await selectedRow(page)).toBe(one!.transactionId);
  expect(await readPlannedStatus(service, other!)).toBeUndefined();
  await page.keyboard.press('j');
  await rowOf(page, one!).waitFor({ state: 'detached' });
});

testLong(
  'a row that somebody else decides while the stream is cut stays after it, as it is now',
  async () => {
    const service = await startOwn();
    const [one, other] = await createMany(service, 2);
    const page = await openBesides(service, 'queue');
    await rowOf(page, one!).waitFor();
    await cutStreams(page);
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByText('Reconnecting …', { exact: true }).waitFor();
    await reject(service, one!);
    const arrived = await createNamed(service);
    await mendStreams(page);
    await rowOf(page, arrived).waitFor();
    await rowOf(page, one!).getByText('rejected by Demo operator').waitFor();
    await page.keyboard.press('Shift+S');
    expect(await selectedRow(page)).toBe(one!.transactionId);
    expect(await readPlannedStatus(service, other!)).toBeUndefined();
  },
);

/** A service whose deposits all go to one account. */
async function startDesk(): Promise<TestService> {
  const service = await startOwn({}, passingHolds().options);
  await keepOneAccount(service);
  return service;
}

async function post(service: TestService, as: Credentials, target: string, body: object): Promise<void> {
  const json = { json: body, sign: 'timed' } as const;
  expectData(await call(service, target, { as, ...json }));
}

/** Decides as another operator about the only line that a text finds. */
async function decideLine(service: TestService, text: string, verb: string, body: object): Promise<void> {
  const { items } = expectData(await call(service, `/v1/statement-lines?query=${text}`, { as: OPERATOR }));
  await post(service, OPERATOR, `/v1/statement-lines/${items[0].lineId}/${verb}`, body);
}

/** Opens a desk with two lines, which pay too little; the first one is open. */
async function openTwoLines() {
  const service = await startDesk();
  const [first, second] = [
    await createAwaited(service, 'Ayşe Yılmaz'),
    await createAwaited(service, 'Elif Kaya'),
  ];
  const page = await openBesides(service, 'reconciliation');
  const lines = [transferOf(second, '480.00'), transferOf(first, '450.00')];
  await importChosen(page, 'a.xml', writeCamt(first.iban, lines));
  // By itself the desk opens whichever line it has read first.
  await lineRow(page, 'Ayşe Yılmaz').getByRole('link').click();
  await linePane(page).getByText('50.00 TRY less', { exact: true }).waitFor();
  await lineRow(page, 'Ayşe Yılmaz').getByRole('link').focus();
  return { service, page, first, second };
}

test('a line that somebody else confirms stays open, and Enter confirms none after it', async () => {
  const { service, page, first, second } = await openTwoLines();
  const { transactionId } = first;
  await decideLine(service, first.reference, 'confirm', { transactionId, sequence: 1, holdSeconds: 8 });
  await lineRow(page, 'Ayşe Yılmaz').locator('.badge', { hasText: 'will be matched' }).waitFor();
  await linePane(page).getByText('It is confirmed: its transaction will be successful').waitFor();
  await page.keyboard.press('Enter');
  expect(await readTransaction(service, second)).toMatchObject({ planned: null });
  await page.keyboard.press('j');
  await lineRow(page, 'Ayşe Yılmaz').waitFor({ state: 'detached' });
});

testLong('a line that somebody else puts away stays open, as it is now', async () => {
  const { service, page, first, second } = await openTwoLines();
  await decideLine(service, first.reference, 'put-away', { note: 'Interest' });
  // A changed line announces nothing: the console reads lines again once a transaction changes.
  await createNamed(service);
  await lineRow(page, 'Ayşe Yılmaz').locator('.badge', { hasText: 'put away' }).waitFor();
  await linePane(page).getByText('Interest').waitFor();
  await page.keyboard.press('Enter');
  expect(await readTransaction(service, second)).toMatchObject({ planned: null });
});

/** Changes the policy of all merchants, so that what waits is decided again. */
async function decideAgain(service: TestService): Promise<void> {
  await post(service, ADMIN, '/v1/match-policies', { desk: true, underpaidTolerance: 5 });
  await service.statementMatcher.matchNow();
  // A changed line announces nothing: the console reads lines again once a transaction changes.
  await createNamed(service);
}

testLong('the chosen candidate stays the chosen one when those before it are gone', async () => {
  const service = await startDesk();
  const name = 'Volkan Taşçı';
  const deposits = [];
  for (const merchant of ['Lale Oyun', 'Kuzey Oyun', 'Mavi Oyun'])
    deposits.push({
      ...(await createAwaited(service, name, await createClient(service, { name: merchant }))),
      merchant,
    });
  const page = await openBesides(service, 'reconciliation');
  const line = { amount: '500.00', name: 'VOLKAN TASCI', text: 'kira' };
  await importChosen(page, 'a.xml', writeCamt(deposits[0]!.iban, [line]));
  const pane = linePane(page);
  await pane.getByText('3 deposits match equally well.').waitFor();
  const [above, chosen] = await pane.locator('.candidate-row strong').allTextContents();
  await page.keyboard.press('2');
  await pane.locator('.candidates > .chosen').getByText(chosen!).waitFor();
  await reject(service, deposits.find(({ merchant }) => merchant === above)!);
  await decideAgain(service);
  await pane.getByText('2 deposits match equally well.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Settled: 500.00 TRY').waitFor();
  const settled = deposits.find(({ merchant }) => merchant === chosen)!;
  expect(await readPlannedStatus(service, settled)).toBe('successful');
});
