import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call, MERCHANT, OPERATOR, startTestService, type TestService } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { readOutcome, readPlannedStatus } from '../support/console-queue.ts';
import { createClient } from '../support/entities.ts';
import { handsOn } from '../support/hands.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

/** The lines of a bank statement, as it prints them. Some amounts are there twice. */
const STATEMENT = [
  ['250,00', 'YILMAZ ADA'],
  ['500,00', 'KAYA MEHMET'],
  ['500,00', 'DEMIR AYSE'],
  ['750,00', 'CELIK HASAN'],
  ['1.250,00', 'SAHIN ZEYNEP'],
  ['1.250,50', 'OZTURK SUKRU'],
  ['300,00', 'AYDIN FATMA'],
  ['1.000,00', 'ARSLAN CAN'],
  ['1.000,00', 'DOGAN ELIF'],
  ['2.000,00', 'KILIC BURAK'],
  ['450,00', 'ASLAN DENIZ'],
  ['620,00', 'CETIN IREM'],
  ['5.000,00', 'KARA OGUZ'],
  ['175,00', 'KOC SELIN'],
  ['175,00', 'KURT UMUT'],
  ['800,00', 'OZDEMIR CAGLA'],
  ['3.400,00', 'SIMSEK ISIL'],
  ['999,90', 'POLAT EMRE'],
  ['150,00', 'TAS GIZEM'],
  ['260,00', 'ACAR BORA'],
] as const;

/** The text that an operator types for a line: the amount without its cents of 0, and the name's first letters if need be. */
function typedFor([amount, name]: readonly [string, string]): string {
  const short = amount.replace(/,00$|0$/, '').replace('.', '');
  const isTwice = STATEMENT.filter(([other]) => other === amount).length > 1;
  return isTwice ? `${short} ${name.slice(0, 2).toLowerCase()}` : short;
}

/** Creates the deposits of the statement and others beside them, in another order. */
async function createDeposits(own: TestService) {
  const made = [];
  for (const [amount, name] of STATEMENT.toReversed()) {
    const turned = name.split(' ').reverse().join(' ');
    const plain = amount.replace('.', '').replace(',', '.');
    made.push({ ...(await createPayable(own, { name: turned, amount: plain })), amount: Number(plain) });
    await createPayable(own, { name: `Someone Else ${made.length}`, amount: `${7000 + made.length}` });
  }
  return made;
}

/** Opens the queue with the deposits of the statement among others, and the one field. */
async function openAtStatement(own: TestService) {
  const deposits = await createDeposits(own);
  const { page } = await openPage();
  await openConsole(page, own, { as: OPERATOR });
  await page.getByText('40 waiting', { exact: true }).waitFor();
  const hands = handsOn(page);
  await hands.press('/');
  return { page, hands, deposits };
}

test('the accounts to filter by begin with what tells them apart', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  const options = page.getByLabel('Account', { exact: true }).getByRole('option');
  const known = async () => (await options.allTextContents()).slice(1);
  await expect.poll(async () => (await known()).length).toBeGreaterThan(1);
  for (const title of await known()) expect(title).toMatch(/^\d{4} · /);
});

test('a line takes its amount and two Enters, and the next amount is typed over it', async () => {
  await using own = await startTestService();
  const { page, hands, deposits } = await openAtStatement(own);
  for (const [amount, name] of [STATEMENT[0], STATEMENT[4], STATEMENT[7]]) {
    await hands.type(typedFor([amount, name]));
    await hands.press('Enter');
    await page.getByRole('dialog').waitFor();
    await hands.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  // "/" once, then "250", "1250" and "1000 ar", each with two Enters.
  expect(hands.count()).toEqual({ keys: 1 + 3 + 4 + 7 + 6, clicks: 0 });
  await page.close();
  const planned = await Promise.all(deposits.map((one) => readPlannedStatus(own, one)));
  expect(planned.filter((status) => status === 'successful')).toHaveLength(3);
});

const rows = (page: Page) => page.locator('tbody tr');

/** Types into the field and waits until the list shows these names. */
async function find(page: Page, typed: string, names: readonly string[]): Promise<void> {
  await page.getByLabel('Find').fill(typed);
  await expect
    .poll(() => page.locator('tbody .at-name bdi').allTextContents(), { message: typed })
    .toEqual(names);
}

test.each(['queue', 'search'])(
  'the field of the %s understands amounts in any form, names in any order, IBAN ends, ids and references',
  async (path) => {
    const merchant = await createClient(service());
    const made = await createPayable(
      service(),
      { name: 'Çağrı Işık Yılmaz', amount: '4321.50', processId: `order-${path}-77` },
      merchant,
    );
    await createPayable(service(), { name: 'Somebody Else', amount: '43.21' }, merchant);
    const detail = expectData(
      await call(service(), `/v1/transactions/${made.transactionId}`, { as: OPERATOR }),
    );
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: `${path}?appKey=${merchant.appKey}` });
    await expect.poll(() => rows(page).count()).toBe(2);
    const forms = ['4321,50', '4.321,50', '4,321.5', '₺4.321,50', '4 321,50 TL'];
    const names = ['yılmaz çağrı', 'CAGRI YILMAZ', 'isik', 'yilmaz 4321,50'];
    const ids = [`order-${path}-77`, made.transactionId, detail.reference, detail.reference.toLowerCase()];
    for (const typed of [...forms, ...names, ...ids]) await find(page, typed, ['Çağrı Işık Yılmaz']);
  },
);

test('tabs and chips narrow by kind, sent, bank, account and merchant, in both screens and in the URL', async () => {
  const merchant = await createClient(service(), { name: 'Chips and Co' });
  const sent = await createPayable(service(), { name: 'Chip Sent' }, merchant);
  await payerCall(service(), 'payments.markSent', { token: sent.token, method: 'POST' });
  await createPayable(service(), { name: 'Chip Waiting' }, merchant);
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByLabel('Merchant', { exact: true }).selectOption({ label: 'Chips and Co' });
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole('link', { name: /^Says sent/ }).click();
  await find(page, 'chip', ['Chip Sent']);
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('link', { name: /^To pay 0/ }).click();
  await page.getByText('No waiting transaction matches').waitFor();
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('isSent')).toBe(null);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    appKey: merchant.appKey,
    query: 'chip',
    type: 'withdrawal',
  });
  await page.goto(consoleUrl(service(), `search?appKey=${merchant.appKey}&isSent=true&query=chip`));
  await find(page, 'chip', ['Chip Sent']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
});

test('the keys of the queue work in the search, too: j, k, x, s, r, Enter, Escape and the field', async () => {
  const merchant = await createClient(service());
  const made = [];
  for (const name of ['Key One', 'Key Two', 'Key Three', 'Key Four'])
    made.push(await createPayable(service(), { name }, merchant));
  const [one, two, three] = made;
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await expect.poll(() => rows(page).count()).toBe(4);
  const hands = handsOn(page);
  const selected = page.locator('tr.selected .party bdi');
  // Among several, Enter goes to the first; the newest is the first.
  await hands.press('/');
  await hands.type('key');
  await hands.press('Enter');
  await expect.poll(() => selected.textContent()).toBe('Key Four');
  await hands.press('j');
  expect(await selected.textContent()).toBe('Key Three');
  await hands.press('s');
  await page.getByLabel('Final amount').waitFor();
  await hands.press('Enter');
  await page.getByText('Settled: 500.00 · Key Three').waitFor();
  await hands.press('j', 'r');
  await page.getByLabel('Reason (optional)').waitFor();
  await hands.press('Enter');
  await page.getByText('Rejected: 500.00 · Key Two').waitFor();
  await hands.press('j', 'x', 'k', 'k', 'k', 'x');
  await page.getByText('2 chosen').waitFor();
  await hands.press('s');
  await page.getByRole('dialog').waitFor();
  await hands.press('Enter');
  await page.getByText('Settled 2').waitFor();
  await hands.press('Enter');
  await page.getByRole('complementary', { name: 'Transaction' }).waitFor();
  await hands.press('Escape');
  await page.getByRole('complementary', { name: 'Transaction' }).waitFor({ state: 'detached' });
  const outcomes = async () =>
    (await Promise.all([one!, two!, three!].map((each) => readOutcome(service(), each)))).map(
      ({ status }) => status,
    );
  await expect.poll(outcomes).toEqual(['successful', 'unsuccessful', 'successful']);
});

test('Shift+Enter settles nothing unless exactly one waits, and says how many do', async () => {
  const made = [];
  for (const name of ['Twice One', 'Twice Two'])
    made.push(await createPayable(service(), { name, amount: '2222' }, MERCHANT));
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByLabel('Find').fill('2222');
  await page.keyboard.press('Shift+Enter');
  await page.getByText('“2222”: 2 waiting. Nothing was settled.').waitFor();
  await page.getByLabel('Find').fill('2222 nobody');
  await page.keyboard.press('Shift+Enter');
  await page.getByText('“2222 nobody”: 0 waiting. Nothing was settled.').waitFor();
  for (const one of made) expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending' });
});

test('a viewer searches in the same way, and is never asked to settle', async () => {
  const viewer = await createClient(service(), { role: 'viewer' });
  const made = await createPayable(service(), { name: 'Seen Only' });
  const { page } = await openPage();
  await openConsole(page, service(), { as: viewer, path: 'search' });
  for (const key of ['Enter', 'Shift+Enter']) {
    await page.getByLabel('Find').fill('seen only');
    await page.keyboard.press(key);
    await expect.poll(() => page.locator('tr.selected .party bdi').textContent()).toBe('Seen Only');
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await readOutcome(service(), made)).toMatchObject({ status: 'pending' });
});

test.each(['queue', 'search'])(
  'too many words in the %s are reported with what to change',
  async (screen) => {
    const { page } = await openPage();
    const query = 'gelen fast havale ada yilmaz dan siparis no bir iki uc odeme';
    await openConsole(page, service(), { as: OPERATOR, path: `${screen}?${new URLSearchParams({ query })}` });
    await page.getByText('Write at most 10 different words.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  },
);
