import { expect, test } from 'vitest';
import { ADMIN, type Credentials, call, MERCHANT, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole, signIn, signOut } from '../support/console.ts';
import { createWithdrawal, openAt } from '../support/console-paying.ts';
import { paneOf } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useOwnServices } from '../support/shared-service.ts';

/** How long a notice is in sight. */
const NOTICE_MS = 8_000;

/** More than a queue shows. */
const OLDER_COUNT = 1_001;

const openPage = useConsole();
/** Two operators have two pages. */
const openInBrowser = useBrowser();
const startOwn = useOwnServices();

testLong('an operator who is paying is warned however many older withdrawals wait', async () => {
  const service = await startOwn({ CLAIM_TTL: '121s' });
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  expectData(await call(service, `/v1/transactions/${id}/claim`, { body: {}, as: OPERATOR, sign: 'timed' }));
  const merchant = await service.dependencies.clients.findByAppKey(MERCHANT.appKey);
  await insertWithdrawals(service.databasePath, merchant!.id, OLDER_COUNT);
  await withDatabase(service.databasePath, (db) =>
    db.updateTable('transactions').set({ status: 'pending' }).where('id', '<>', id).execute(),
  );
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'search' });
  await page.getByText('You are paying 12,500.50 · Ada Yılmaz only until').waitFor();
});

testLong('a warning stays until it has been visible', async () => {
  const service = await startOwn({ CLAIM_TTL: '123s' });
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, await createWithdrawal(service, 'Ada Yılmaz'));
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  const show = (isHidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });` +
        "document.dispatchEvent(new Event('visibilitychange'))",
    );
  await page.keyboard.press('p');
  await show(true);
  const warning = page.getByText('You are paying 12,500.50 · Ada Yılmaz only until');
  await warning.waitFor();
  await new Promise((resolve) => setTimeout(resolve, NOTICE_MS + 1_000));
  expect(await warning.count()).toBe(1);
  await show(false);
  await warning.waitFor({ state: 'detached' });
});

testLong('a payment that was sent to the bank on another day shows the day', async () => {
  const DAYS_MS = 3 * 86_400_000;
  let awayMs = -DAYS_MS;
  const nowMs = () => Date.now() + awayMs;
  const service = await startOwn({}, { platform: { nowMs } });
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  for (const verb of ['claim', 'sent'])
    expectData(
      await call(service, `/v1/transactions/${id}/${verb}`, {
        body: {},
        as: OPERATOR,
        sign: 'timed',
        nowMs: nowMs(),
      }),
    );
  const day = new Date(nowMs()).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
  awayMs = 0;
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, id);
  await paneOf(page).getByText(`It was sent to the bank at ${day}`).waitFor();
});

testLong('with caps lock the keys that go to the payouts claim nothing', async () => {
  const service = await startOwn();
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, id);
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  await page.keyboard.press('G');
  await page.keyboard.press('P');
  await page.getByRole('heading', { name: 'Payouts', exact: true }).waitFor();
  const detail = expectData(await call(service, `/v1/transactions/${id}`, { as: OPERATOR }));
  expect(detail.claim ?? null).toBeNull();
});

test('copying a withdrawal in its row, in parts or whole, claims it', async () => {
  const service = await startOwn();
  const { page, copied } = await openPage();
  const id = await createWithdrawal(service, 'Ayşe Çağlayan');
  await openAt(page, service, OPERATOR, id);
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  await paneOf(page).locator('.paying').getByRole('button', { name: 'Copy Account holder' }).click();
  await paneOf(page).getByText('You are paying this, until').waitFor();
  await paneOf(page).getByRole('button', { name: 'Stop paying' }).click();
  await paneOf(page).getByText('You were paying this until').waitFor();
  await page
    .getByRole('row')
    .getByRole('button', { name: 'TR33 0006 1005 1978 6457 8413 26: Copy IBAN' })
    .click();
  await page.getByRole('row').getByText('you are paying').waitFor();
  await expect.poll(copied).toBe('TR330006100519786457841326');
  const paying = paneOf(page).locator('.paying');
  for (const [what, value] of [
    ['Asked for', '12500.50'],
    ['Account holder', 'Ayşe Çağlayan'],
    ['IBAN', 'TR330006100519786457841326'],
  ] as const) {
    await paying.getByRole('button', { name: `Copy ${what}` }).click();
    await expect.poll(copied).toBe(value);
  }
  await paying.getByRole('button', { name: /^Copy all/ }).click();
  await expect.poll(copied).toBe('12500.50\nAyşe Çağlayan\nTR330006100519786457841326');
  await paneOf(page).getByText('You are paying this, until').waitFor();
  await page.getByRole('row').getByText('you are paying').waitFor();
  await paneOf(page).getByRole('button', { name: 'Stop paying' }).click();
  await paneOf(page).getByText('You were paying this until').waitFor();
});

testLong('a withdrawal in a batch is offered to nobody for paying until the batch releases it', async () => {
  const service = await startOwn();
  const id = await createWithdrawal(service, 'Ayşe Çağlayan');
  const [account] = await service.dependencies.db.read('listEveryAccount');
  const send = async (path: string, body: object) => {
    const request = { as: ADMIN, json: body, sign: 'timed' } as const;
    return expectData(await call(service, path, request));
  };
  const { payoutId, contentHash } = await send('/v1/payouts', {
    transactionIds: [id],
    accountId: account?.id,
  });
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, id);
  const paying = paneOf(page).locator('.paying');
  await paying.getByRole('link', { name: 'It is in payout batch 1.' }).waitFor();
  expect(await paying.getByRole('button').count()).toBe(0);
  await send(`/v1/payouts/${payoutId}/reject`, { contentHash, reason: 'not today' });
  await openAt(page, service, OPERATOR, id);
  await paying.getByRole('button', { name: 'Pay it' }).waitFor();
});

test('an operator who has paid it reports the account and the number of the transfer', async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const { page } = await openPage();
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  await openAt(page, service, OPERATOR, id);
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  const primary = () => paneOf(page).locator('.primary').allInnerTexts();
  // To pay comes first, and to say so after that.
  expect(await primary()).toEqual([expect.stringMatching(/^Pay it/)]);
  await page.keyboard.press('s');
  await page.getByText('Claim it with p, pay it, then settle it.').waitFor();
  await page.keyboard.press('p');
  await paneOf(page).getByText('You are paying this, until').waitFor();
  expect(await primary()).toEqual(['I have paid it']);
  await page.keyboard.press('Shift+S');
  await page.getByText('A withdrawal cannot be settled with one key.').waitFor();
  await paneOf(page).getByRole('button', { name: 'I have paid it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'I have paid it' }).click();
  await dialog.getByText('Choose the account that the money left.').waitFor();
  const [account] = await service.dependencies.db.read('listEveryAccount');
  await dialog.getByLabel('Paid from account').selectOption(account?.id ?? '');
  await dialog.getByLabel('Bank reference (optional)').fill('FT-4711');
  await dialog.getByRole('button', { name: 'I have paid it' }).click();
  await page.getByText('Paid out: 12,500.50 · Ada Yılmaz').waitFor();
  holds.pass();
  await service.planRunner.runNow();
  expect(await service.dependencies.db.read('findPayments', [id])).toEqual(
    new Map([[id, { paidFromAccountId: account?.id, bankReference: 'FT-4711' }]]),
  );
});

testLong('the account that one person has paid from is not proposed to the next', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  for (const name of ['Selin Ak', 'Tuna Er']) await createWithdrawal(service, name);
  await openConsole(page, service, { as: OPERATOR });
  const paidFrom = page.getByRole('dialog').getByLabel('Paid from account');
  const pay = async (name: string) => {
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Pay it/ })
      .click();
    await paneOf(page).getByRole('button', { name: 'I have paid it' }).click();
    await paidFrom.locator('option').nth(1).waitFor({ state: 'attached' });
    await page.getByLabel('Bank reference (optional)').focus();
    await page.keyboard.type('FT-4711');
  };
  await pay('Selin Ak');
  const [account] = await service.dependencies.db.read('listEveryAccount');
  await paidFrom.selectOption(account?.id ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'I have paid it' }).click();
  await page.getByText('Paid out: 12,500.50 · Selin Ak').waitFor();
  await signOut(page);
  await signIn(page, ADMIN);
  await pay('Tuna Er');
  await page.getByRole('dialog').getByRole('button', { name: 'I have paid it' }).click();
  await page.getByText('Choose the account that the money left.').waitFor();
});

test('c copies what a withdrawal is paid with, one value after the other', async () => {
  const service = await startOwn();
  const { page, copied } = await openPage();
  await openAt(page, service, OPERATOR, await createWithdrawal(service, 'Ada Yılmaz'));
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  for (const value of ['12500.50', 'Ada Yılmaz', 'TR330006100519786457841326', '12500.50']) {
    await page.keyboard.press('c');
    await expect.poll(copied).toBe(value);
  }
  await paneOf(page).getByText('You are paying this').waitFor();
});

test('a withdrawal is neither chosen with all others nor settled while typing', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  await createWithdrawal(service, 'Ada Yılmaz', '4321');
  await openConsole(page, service, { as: OPERATOR });
  const row = page.getByRole('row').filter({ hasText: 'Ada Yılmaz' });
  await row.waitFor();
  expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
  for (const key of ['a', 'x', 'Shift+S']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('/');
  await page.keyboard.type('4321');
  await page.keyboard.press('Shift+Enter');
  await page.getByText('Claim it with p, pay it, then settle it.').waitFor();
  await row.getByRole('button', { name: /^Pay it/ }).waitFor();
});

testLong('what was copied of one withdrawal is not shown at the next', async () => {
  const service = await startOwn();
  const { page, copied } = await openPage();
  for (const name of ['Salih Güneş', 'Emine Demir']) await createWithdrawal(service, name);
  await openConsole(page, service, { as: OPERATOR });
  await page.getByText('Emine Demir').first().waitFor();
  await page.keyboard.press('Enter');
  await paneOf(page).getByText('Salih Güneş').first().waitFor();
  // Both have the same amount: not even that was copied of the second.
  await paneOf(page).locator('.paying').getByRole('button', { name: 'Copy Asked for' }).click();
  await paneOf(page).getByRole('button', { name: 'Copied: Asked for' }).waitFor();
  await expect.poll(copied).toBe('12500.50');
  await page.keyboard.press('j');
  await paneOf(page).getByText('Emine Demir').first().waitFor();
  expect(await paneOf(page).getByText('Copied').count()).toBe(0);
});

testLong('an operator who sees that one is blacklisted clears it with a reason', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  const { db, runtime } = service.dependencies;
  const entry = { id: runtime.newId(), kind: 'convertedName', value: 'ada.yilmaz' } as const;
  await db.run('addToBlacklist', {
    entry: { ...entry, clientId: null, reason: null, createdAtMs: runtime.nowMs() },
  });
  await openAt(page, service, OPERATOR, id);
  await page.getByRole('row').getByText('blacklisted').waitFor();
  await paneOf(page).getByText('This cannot be settled or paid.').waitFor();
  expect(await paneOf(page).locator('.paying .copy').count()).toBe(0);
  await paneOf(page).getByRole('button', { name: 'Clear it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clear it' });
  await dialog.getByLabel('Reason').fill('Another Ada');
  await page.keyboard.press('Enter');
  await paneOf(page).locator('.notes').getByText('Another Ada').waitFor();
  await page.keyboard.press('p');
  await paneOf(page).getByText('You are paying this, until').waitFor();
});

test('a withdrawal that an operator pays is decided by nobody else, unless it is taken over after a question', async () => {
  const service = await startOwn();
  const mehmet = await createClient(service, { role: 'operator', name: 'Mehmet' });
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  const claim = `/v1/transactions/${id}/claim`;
  const { page } = await openPage();
  await openAt(page, service, OPERATOR, id);
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  expectData(await call(service, claim, { as: mehmet, body: {}, sign: 'timed' }));

  await paneOf(page).getByText('Being paid by Mehmet since').waitFor();
  await page.getByRole('row').getByText('being paid by Mehmet').waitFor();
  expect(await paneOf(page).getByRole('button', { name: 'I have paid it' }).count()).toBe(0);
  expect(await paneOf(page).locator('.paying .copy').count()).toBe(0);
  for (const key of ['s', 'Shift+S', 'r']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await paneOf(page).getByRole('button', { name: 'Take over' }).click();
  const question = page.getByRole('dialog', { name: 'Take over this withdrawal?' });
  await question.getByText('Mehmet may already have sent the money.').waitFor();
  // Enter leaves it to its holder.
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await paneOf(page).getByRole('button', { name: 'Take over' }).click();
  expect(await question.getByRole('button', { name: 'Take over' }).isDisabled()).toBe(true);
  await question.getByLabel('I asked: Mehmet has not paid it').check();
  await question.getByRole('button', { name: 'Take over' }).click();
  await paneOf(page).getByText('You are paying this, until').waitFor();
  await paneOf(page).getByText('Mehmet, ').first().waitFor();
});

test('an operator sees at once that another one has taken their withdrawal over', async () => {
  const service = await startOwn();
  const mehmet = await createClient(service, { role: 'operator', name: 'Mehmet', appKey: 'mehmet' });
  const id = await createWithdrawal(service, 'Ada Yılmaz');
  const { page } = await openPage();
  await openAt(page, service, mehmet, id);
  await paneOf(page).getByText('Nobody is paying this yet.').waitFor();
  await page.keyboard.press('p');
  await paneOf(page).getByText('You are paying this, until').waitFor();
  const body = { takeOverFrom: 'mehmet' };
  expectData(await call(service, `/v1/transactions/${id}/claim`, { as: OPERATOR, body, sign: 'timed' }));
  await paneOf(page).getByText('Being paid by Demo operator since').waitFor();
});

testLong(
  'an operator who agreed to take it over from one is told if another one is paying it by then',
  async () => {
    const service = await startOwn();
    const mehmet = await createClient(service, { role: 'operator', name: 'Mehmet', appKey: 'mehmet' });
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
    const { page } = await openPage();
    const id = await createWithdrawal(service, 'Ada Yılmaz');
    const claim = async (as: Credentials, body = {}) =>
      expectData(await call(service, `/v1/transactions/${id}/claim`, { as, body, sign: 'timed' }));
    await claim(mehmet);
    await openAt(page, service, OPERATOR, id);
    await paneOf(page).getByRole('button', { name: 'Take over' }).click();
    const question = page.getByRole('dialog', { name: 'Take over this withdrawal?' });
    await question.getByText('Mehmet may already have sent the money.').waitFor();
    await claim(ayse, { takeOverFrom: 'mehmet' });
    await paneOf(page).getByText('Being paid by Ayşe since').waitFor();
    // The question is still about whom it was asked.
    await question.getByText('Mehmet may already have sent the money.').waitFor();
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('status').getByText('Being paid by Ayşe since').waitFor();
    await paneOf(page).getByRole('button', { name: 'Take over' }).click();
    await question.getByText('Ayşe may already have sent the money.').waitFor();
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Take over' }).click();
    await paneOf(page).getByText('You are paying this, until').waitFor();
  },
);

testLong('what is to be paid is listed with a sum for each bank', async () => {
  const service = await startOwn();
  const { page } = await openPage();
  for (const amount of ['100.10', '200.20', '30.03']) await createWithdrawal(service, 'Ada Yılmaz', amount);
  await openConsole(page, service, { as: OPERATOR });
  await page.getByRole('link', { name: /^To pay 3$/ }).click();
  await page.getByText('To pay, by bank: 3 · 330.33').click();
  const sums = page.getByRole('table', { name: 'To pay, by bank' });
  const cells = sums.getByRole('row').last().getByRole('cell');
  await expect.poll(() => cells.allTextContents()).toEqual(['3', '0', '330.33']);
  await page.keyboard.press('p');
  await expect.poll(() => cells.allTextContents()).toEqual(['3', '1', '330.33']);
});

testLong(
  'a note for the next shift is kept with its author, and reaches other operators at once',
  async () => {
    const service = await startOwn();
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
    const { page: own } = await openInBrowser();
    const { page: other } = await openInBrowser();
    const id = await createWithdrawal(service, 'Ada Yılmaz');
    await openAt(own, service, ayse, id);
    await openAt(other, service, OPERATOR, id);
    await paneOf(other).getByText('No notes yet.').waitFor();
    await paneOf(own).getByRole('button', { name: 'Add the note' }).click();
    await paneOf(own).getByText('Write something first.').waitFor();
    await paneOf(own).getByLabel('New note').fill('The bank asks for the branch');
    await own.keyboard.press('Enter');
    for (const page of [own, other]) {
      await paneOf(page).locator('.notes').getByText('The bank asks for the branch').waitFor();
      await paneOf(page).locator('.notes').getByText('· Ayşe').waitFor();
    }
    // The stream may tell of the note before its answer does.
    await expect.poll(() => paneOf(own).getByLabel('New note').inputValue()).toBe('');
  },
);
