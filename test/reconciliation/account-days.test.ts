import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, OPERATOR } from '../harness.ts';
import { createAccount } from '../support/entities.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, type BankStatement, camtOf } from '../support/statements/bank-files.ts';

let desk: Desk;
/** It is noon in London and three in the afternoon in Istanbul, on the 20th. */
beforeAll(async () => {
  const service = await startWithoutTimers({ env: { TIME_ZONE: 'Europe/Istanbul' } });
  desk = await openDesk(undefined, service);
});
afterAll(() => desk.service.stop());

async function newAccount(): Promise<{ accountId: string; iban: string; bankId: string }> {
  const { bankId } = (await desk.service.dependencies.db.read('listEveryAccount'))[0]!;
  const { db } = desk.service.dependencies;
  for (const { id } of await db.read('listEveryAccount'))
    await db.run('updateAccount', { accountId: id, changes: { active: false } });
  const { id: accountId, iban } = await createAccount(desk.service, { bankId });
  return { accountId, iban, bankId };
}

/** Imports statements of an account, and decides about their lines. @returns the lines in the order of the files. */
const receive = (...statements: readonly BankStatement[]) => desk.receiveFile(camtOf(...statements));

const ask = (query: Readonly<Record<string, string>>) =>
  desk.service.ask(`/v1/statements/days?${new URLSearchParams(query)}`);

async function readDays(accountId: string, fromDay: string, toDay: string): Promise<Json> {
  return expectData(await ask({ accountId, fromDay, toDay }));
}

const paying = ({ reference }: Json, amountMinor = 50_000): BankLine => ({
  amountMinor,
  name: 'TEST USER',
  text: reference,
});

test('a day has its balances, and its movement is split by what became of each line', async () => {
  const { accountId, iban } = await newAccount();
  const [exact, short] = [await desk.deposit(), await desk.deposit()];
  const withdrawal = await desk.service.withdraw(desk.merchant, { amount: '80' });
  const dollars = { iban, currency: 'USD', openingMinor: 3, id: 'dollars' };
  await receive({ ...dollars, lines: [{ amountMinor: 5_000, name: 'A DOLLAR', currency: 'USD' }] });
  const lines = await receive({
    iban,
    openingMinor: 100_000,
    id: 'split',
    lines: [
      paying(exact),
      paying(short, 45_000),
      { amountMinor: 12_345, name: 'A STRANGER' },
      { amountMinor: 6_600, name: 'ANOTHER STRANGER' },
      { amountMinor: -8_000, name: 'Test User', endToEndId: withdrawal.transactionId },
      { amountMinor: -125, text: 'HESAP ISLETIM UCRETI' },
      { amountMinor: -9_900, name: 'Landlord', text: 'office' },
      { amountMinor: 77_700, name: 'SOMEBODY', isPending: true },
    ],
    closingMinor: 195_920,
  });
  expect(lines.map(({ state }) => state)).toEqual([
    'matched',
    'underpaid',
    'unknown',
    'unknown',
    'payout',
    'fee',
    'other-debit',
    'pending',
  ]);
  expectData(await desk.decide('put-away', lines[3].lineId, { note: 'Rent' }));
  expectData(await desk.decide('confirm', lines[4].lineId, { transactionId: withdrawal.transactionId }));
  const { days, total, ...rest } = await readDays(accountId, '2026-11-20', '2026-11-20');
  expect(rest).toEqual({ accountId, currency: 'TRY', fromDay: '2026-11-20', toDay: '2026-11-20' });
  expect(days).toEqual([
    {
      day: '2026-11-20',
      opening: 1000,
      closing: 1959.2,
      isOpeningStated: true,
      isClosingStated: true,
      difference: 0,
      gap: null,
      credits: 1139.45,
      debits: 180.25,
      movement: 959.2,
      lineCount: 7,
      deposits: 500,
      payouts: -80,
      fees: -1.25,
      otherDebits: -99,
      unknown: 123.45,
      waiting: 450,
      held: 0,
      putAway: 66,
      pending: 777,
      pendingCount: 1,
      otherCurrencyCount: 1,
      believed: 420,
      believedDeposits: 500,
      believedWithdrawals: 80,
      believedCount: 2,
      drift: 539.2,
      unexplained: 0,
    },
  ]);
  const { day: _, isOpeningStated: __, isClosingStated: ___, difference, gap, ...sums } = days[0];
  expect([difference, gap]).toEqual([0, null]);
  expect(total).toEqual(sums);
});

test('a withdrawal counts on the account that its payer has named, until a line shows another', async () => {
  const [named, shown] = [await newAccount(), await newAccount()];
  const withdrawal = await desk.service.withdraw(desk.merchant, { amount: '93' });
  const target = `/v1/transactions/${withdrawal.transactionId}`;
  expectData(await desk.service.ask(`${target}/claim`, { method: 'POST', body: {} }));
  const paid = { sequence: '1', paidFromAccountId: named.accountId };
  expectData(await desk.service.ask(`${target}/settle`, { body: paid }));
  const believed = async ({ accountId }: { readonly accountId: string }) =>
    (await readDays(accountId, '2026-11-20', '2026-11-20')).total.believedWithdrawals;
  expect([await believed(named), await believed(shown)]).toEqual([93, 0]);
  const [line] = await receive({
    iban: shown.iban,
    lines: [{ amountMinor: -9_300, name: 'Test User', endToEndId: withdrawal.transactionId }],
  });
  expectData(await desk.decide('confirm', line.lineId, { transactionId: withdrawal.transactionId }));
  expect([await believed(named), await believed(shown)]).toEqual([0, 93]);
});

test('the service counts an event on its day in TIME_ZONE, and the bank a line on the day of its booking', async () => {
  const { accountId, iban } = await newAccount();
  const first = await desk.deposit();
  // An hour before midnight in Istanbul the 20th is not over; two hours later it is the 21st there, and not in UTC.
  desk.service.clock.jump(8 * HOUR_MS);
  await desk.service.transition('settle', first.transactionId, { fields: { sequence: '1' } });
  desk.service.clock.jump(2 * HOUR_MS);
  const second = await desk.deposit();
  await desk.service.transition('settle', second.transactionId, {
    fields: { sequence: '1', finalAmount: '450.50' },
  });
  const third = await desk.deposit();
  await desk.service.transition('settle', third.transactionId, { fields: { sequence: '1' } });
  desk.service.clock.jump(14 * HOUR_MS);
  await desk.service.transition('reverse', third.transactionId, { fields: { sequence: '2', reason: 'x' } });
  const before = await readDays(accountId, '2026-11-20', '2026-11-22');
  const shown = ({ days }: Json, ...names: readonly string[]) =>
    days.map((day: Json) => names.map((name) => day[name]));
  expect(shown(before, 'movement', 'believed', 'drift', 'unexplained')).toEqual([
    [0, 500, -500, -500],
    [0, 450.5, -450.5, -450.5],
    [0, 0, 0, 0],
  ]);
  // The lines come, and each is noted as the payment of what was settled by hand.
  const lines = await receive({
    iban,
    lines: [paying(first), { ...paying(second, 45_050), date: '2026-11-21' }],
  });
  expect(lines.map(({ transactionId }) => transactionId)).toEqual([
    first.transactionId,
    second.transactionId,
  ]);
  const after = await readDays(accountId, '2026-11-20', '2026-11-22');
  expect(shown(after, 'deposits', 'believed', 'drift', 'unexplained')).toEqual([
    [500, 500, 0, 0],
    [450.5, 450.5, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(shown(after, 'opening', 'closing')).toEqual([
    [1000, 1500],
    [1500, 1950.5],
    [1950.5, 1950.5],
  ]);
  expect(after.total).toMatchObject({ opening: 1000, closing: 1950.5, drift: 0, believedCount: 4 });
  desk.service.clock.jump(-24 * HOUR_MS);
});

test('the transactions that moved on an account and a day are those of its sums, and are listed for no other day', async () => {
  const { accountId, iban } = await newAccount();
  const { service } = desk;
  const id = async (made: Promise<Json>) => String((await made).transactionId);
  const settle = (transactionId: string, fields: Readonly<Record<string, string>> = {}) =>
    service.transition('settle', transactionId, { fields: { sequence: '1', ...fields } });
  const [paid, reversed] = [await id(desk.deposit()), await id(desk.deposit())];
  const waiting = await id(desk.deposit());
  const [payout, withoutLine] = [
    await id(service.withdraw(desk.merchant, { amount: '80' })),
    await id(service.withdraw(desk.merchant, { amount: '90' })),
  ];
  // One of another account, and the money of one that goes out of this one.
  const [line] = await receive({ iban, lines: [{ amountMinor: -8_000, endToEndId: payout }] });
  expectData(await desk.decide('confirm', line.lineId, { transactionId: payout }));
  for (const one of [paid, reversed, withoutLine]) await settle(one);
  const other = await newAccount();
  const elsewhere = await id(desk.deposit());
  await settle(elsewhere);
  service.clock.jump(24 * HOUR_MS);
  const reversal = { fields: { sequence: '2', reason: 'x' } };
  await service.transition('reverse', reversed, reversal);

  const names = { paid, reversed, waiting, payout, withoutLine, elsewhere };
  const nameOf = new Map(Object.entries(names).map(([name, transactionId]) => [transactionId, name]));
  const list = async (
    query: Readonly<Record<string, string>>,
    options: { as?: typeof desk.merchant } = {},
  ) => {
    const target = `/v1/transactions?${new URLSearchParams(query)}`;
    const { items } = expectData(await service.ask(target, options));
    return items.map((item: Json) => nameOf.get(item.transactionId));
  };
  const of = (day: number) => ({
    movedFrom: `2026-11-${day}T00:00:00+03:00`,
    movedTo: `2026-11-${day + 1}T00:00:00+03:00`,
  });
  const on = (account: { readonly accountId: string }, day: number) => ({
    ...of(day),
    movedAccountId: account.accountId,
  });
  expect(await list(on({ accountId }, 20))).toEqual(['payout', 'reversed', 'paid']);
  expect(await list(on({ accountId }, 21))).toEqual(['reversed']);
  expect(await list(on({ accountId }, 19))).toEqual([]);
  expect(await list(on(other, 20))).toEqual(['elsewhere']);
  const { days } = await readDays(accountId, '2026-11-20', '2026-11-21');
  expect(days.map(({ believedCount, believed }: Json) => [believedCount, believed])).toEqual([
    [3, 920],
    [1, -500],
  ]);
  // All other filters narrow it, and a page follows another.
  expect(await list({ ...on({ accountId }, 20), type: 'deposit', status: 'successful' })).toEqual(['paid']);
  expect(await list({ ...on({ accountId }, 20), userId: 'nobody' })).toEqual([]);
  expect(await list({ ...on({ accountId }, 20), query: payout })).toEqual(['payout']);
  expect(await list({ ...on({ accountId }, 20), appKey: desk.merchant.appKey })).toEqual([
    'payout',
    'reversed',
    'paid',
  ]);
  const { nextCursor } = expectData(
    await service.ask(`/v1/transactions?${new URLSearchParams({ ...on({ accountId }, 20), limit: '2' })}`),
  );
  expect(await list({ ...on({ accountId }, 20), after: nextCursor })).toEqual(['paid']);
  const everywhere = await list({ ...of(20), from: '2026-11-20T00:00:00Z' });
  expect(everywhere.filter((name: string | undefined) => name !== undefined)).toEqual([
    'elsewhere',
    'withoutLine',
    'payout',
    'reversed',
    'paid',
  ]);
  service.clock.jump(-24 * HOUR_MS);
});

test('a merchant asks for what moved by time alone: it knows no accounts', async () => {
  const movedFrom = '2026-11-20T00:00:00Z';
  const ask = (query: Readonly<Record<string, string>>) =>
    desk.service.ask(`/v1/transactions?${new URLSearchParams(query)}`, { as: desk.merchant });
  const { fields } = expectFailure(await ask({ movedFrom, movedAccountId: 'a' }), 'error_validation');
  expect(fields).toMatchObject([
    {
      path: 'movedAccountId',
      message:
        'movedAccountId is for keys that see all accounts. Leave it out, and ask with movedFrom and movedTo.',
    },
  ]);
  expectData(await ask({ movedFrom }));
});

test('a movement is asked for with its time, of an account for a year at most', async () => {
  const refused = async (query: Readonly<Record<string, string>>) => {
    const response = await desk.service.ask(`/v1/transactions?${new URLSearchParams(query)}`);
    return expectFailure(response, 'error_validation').fields;
  };
  const movedFrom = '2026-11-20T00:00:00Z';
  for (const [query, message] of [
    [{ movedAccountId: 'a' }, 'movedFrom is required with movedAccountId: say since when.'],
    [{ movedFrom, movedTo: movedFrom }, 'movedFrom must be before movedTo.'],
    [
      { movedAccountId: 'a', movedFrom: '2025-11-01T00:00:00Z' },
      'movedFrom must be at most 366 days before movedTo. Ask for one year after another.',
    ],
  ] as const)
    expect(await refused(query)).toMatchObject([{ path: 'movedFrom', message }]);
  const totals = await desk.service.ask(`/v1/queue-totals?movedFrom=${movedFrom}`);
  expect(expectFailure(totals, 'error_validation').fields).toMatchObject([{ path: 'movedFrom' }]);
});

test('a held statement shows its difference, and a balance before the range is carried into it', async () => {
  const { accountId, iban } = await newAccount();
  await receive({ iban, id: 'a', openingMinor: 0, lines: [{ amountMinor: 700, date: '2026-11-02' }] });
  await receive({
    iban,
    id: 'b',
    openingMinor: 700,
    closingMinor: 1_500,
    lines: [{ amountMinor: 300, date: '2026-11-05' }],
  });
  const { days, total } = await readDays(accountId, '2026-11-04', '2026-11-06');
  expect(
    days.map(({ opening, closing, difference, gap, held }: Json) => [
      opening,
      closing,
      difference,
      gap,
      held,
    ]),
  ).toEqual([
    [7, 7, null, null, 0],
    [7, 15, 5, 0, 3],
    [15, 15, null, null, 0],
  ]);
  expect(total).toMatchObject({ opening: 7, closing: 15, movement: 3 });
  const outside = await readDays(accountId, '2026-10-01', '2026-11-01');
  expect(outside.days).toHaveLength(32);
  expect(outside.total).toMatchObject({ opening: null, closing: null, movement: 0 });
});

test('a range that begins within a statement has its balances from the first day on', async () => {
  const { accountId, iban } = await newAccount();
  await receive({
    iban,
    id: 'month',
    openingMinor: 10_000,
    closingMinor: 11_500,
    lines: [
      { amountMinor: 700, date: '2026-11-02' },
      { amountMinor: 500, date: '2026-11-10' },
      { amountMinor: 300, date: '2026-11-19' },
    ],
  });
  const balances = ({ days }: Json) => days.map(({ opening, closing }: Json) => [opening, closing]);
  const month = [
    [107, 107],
    [107, 112],
    [112, 112],
    [112, 112],
  ];
  expect(balances(await readDays(accountId, '2026-11-09', '2026-11-12'))).toEqual(month);
  // The statement of a week that ends within the month takes nothing from it, whichever came first.
  await receive({
    iban,
    id: 'week',
    openingMinor: 10_700,
    closingMinor: 11_200,
    lines: [{ amountMinor: 500, date: '2026-11-10' }],
  });
  expect(balances(await readDays(accountId, '2026-11-09', '2026-11-12'))).toEqual(month);
  const end = await readDays(accountId, '2026-11-11', '2026-11-19');
  expect(end.total).toMatchObject({ opening: 112, closing: 115 });
  expect(end.days.at(-1)).toMatchObject({ difference: 0 });
});

test('money of transactions in another currency than the one of the service is in no sum', async () => {
  const { accountId } = await newAccount();
  const [first, second] = [await desk.deposit(), await desk.deposit()];
  for (const { transactionId } of [first, second])
    await desk.service.transition('settle', transactionId, { fields: { sequence: '1' } });
  const day = await readDays(accountId, '2026-11-20', '2026-11-20');
  expect(day.total).toMatchObject({ believed: 1000, believedCount: 2 });
  // CURRENCY was another one when the first was created.
  await withDatabase(desk.service.databasePath, (db) =>
    db.updateTable('transactions').set({ currency: 'EUR' }).where('id', '=', first.transactionId).execute(),
  );
  const { total } = await readDays(accountId, '2026-11-20', '2026-11-20');
  expect(total).toMatchObject({ believed: 500, believedCount: 1, drift: -500 });
});

test('without a range the last 31 days are listed, and a bad range is refused by name with its cure', async () => {
  const { accountId } = await newAccount();
  const { fromDay, toDay, days } = expectData(await ask({ accountId }));
  expect([fromDay, toDay, days.length]).toEqual(['2026-10-21', '2026-11-20', 31]);
  expect(expectData(await ask({ accountId, toDay: '2024-03-01' })).fromDay).toBe('2024-01-31');
  const year = await readDays(accountId, '2024-01-01', '2024-12-31');
  expect(year.days).toHaveLength(366);
  const refusals = [
    [{ fromDay: '2026-11-21', toDay: '2026-11-20' }, 'fromDay must not be after toDay.'],
    [
      { fromDay: '2024-01-01', toDay: '2025-01-01' },
      'fromDay must be at most 365 days before toDay. Ask for one year after another.',
    ],
    [{ fromDay: '2026-02-30' }, 'fromDay must be a day, such as 2026-11-22.'],
    [{ toDay: '20.11.2026' }, 'toDay must be a day, such as 2026-11-22.'],
  ] as const;
  for (const [range, message] of refusals)
    expect(expectFailure(await ask({ accountId, ...range }), 'error_validation').fields).toMatchObject([
      { path: message.split(' ')[0], message },
    ]);
  expect(expectFailure(await ask({ accountId: 'none' }), 'error_validation').message).toContain(
    'accountId is the id of no bank account.',
  );
});

test('lines are listed by the days of their booking, and by the account', async () => {
  const [one, two] = [await newAccount(), await newAccount()];
  const dated = (...dates: readonly string[]) => dates.map((date) => ({ amountMinor: 100, date }));
  await receive(
    { iban: one.iban, lines: dated('2026-09-01', '2026-09-02', '2026-09-03') },
    { iban: two.iban, lines: dated('2026-09-02') },
  );
  const list = async (query: Readonly<Record<string, string>>) =>
    expectData(await desk.service.ask(`/v1/statement-lines?${new URLSearchParams(query)}`)).items;
  const range = { fromDay: '2026-09-02', toDay: '2026-09-03' };
  expect((await list(range)).map(({ bookingDate }: Json) => bookingDate)).toEqual([
    '2026-09-02',
    '2026-09-03',
    '2026-09-02',
  ]);
  expect(await list({ ...range, accountId: two.accountId })).toHaveLength(1);
  expect(await list({ fromDay: '2026-09-03', accountId: one.accountId })).toHaveLength(1);
  const bad = await desk.service.ask('/v1/statement-lines?fromDay=2026-09-03&toDay=2026-09-02');
  expect(expectFailure(bad, 'error_validation').message).toContain('fromDay must not be after toDay.');
});

test('the list of files says what is in each, who imported it, and whether it is done', async () => {
  const [one, two] = [await newAccount(), await newAccount()];
  const content = camtOf(
    { iban: one.iban, lines: [{ amountMinor: 4_711, date: '2026-08-01' }] },
    { iban: two.iban, lines: [{ amountMinor: 4_712, date: '2026-08-01' }], closingMinor: 1 },
  );
  const imported = expectData(await upload(desk.service, content, 'name=two.xml'));
  expect(imported.file).toMatchObject({
    name: 'two.xml',
    format: 'camt',
    lineCount: 2,
    addedCount: 2,
    statementCount: 2,
    heldCount: 1,
    accountIds: [one.accountId, two.accountId].sort(),
    matchedAt: null,
    importedBy: 'Demo operator',
  });
  await desk.service.statementMatcher.matchNow();
  const list = async (query: string) =>
    expectData(await desk.service.ask(`/v1/statements/files?${query}`)).items;
  const [file] = await list('limit=1');
  expect(file).toEqual({
    ...imported.file,
    matchedAt: expect.stringMatching(/^2026-11-20T/),
    waitingCount: expect.any(Number),
  });
  expect(await list(`fileId=${file.fileId}`)).toEqual([file]);
  expect(await list('fileId=none')).toEqual([]);
  const [line] = expectData(await desk.service.ask('/v1/statement-lines?limit=1')).items;
  expect(line.fileId).toBe(file.fileId);
  const held = imported.statements.find(({ heldReason }: Json) => heldReason !== null);
  const release = { as: OPERATOR, body: { reason: 'The bank says so' } };
  expectData(await desk.service.ask(`/v1/statements/${held.statementId}/release`, release));
  expect((await list('limit=1'))[0]).toMatchObject({ heldCount: 0, matchedAt: null });
});

describe('a final statement is of', () => {
  const line = { amountMinor: 700, date: '2026-11-13' };

  const CASES: readonly (readonly [string, readonly number[], Partial<BankStatement>])[] = [
    ['the day of its closing balance where it has no lines', [13], { closingDate: '2026-11-13' }],
    [
      'the days up to that of its closing balance',
      [13, 14, 15],
      { lines: [line], closingDate: '2026-11-15' },
    ],
    ['its lines beyond its closing balance', [13], { lines: [line], closingDate: '2026-11-12' }],
    [
      'the days that it names, up to the midnight that ends them',
      [12, 13, 14],
      { lines: [line], period: ['2026-11-12T00:00:00', '2026-11-15T00:00:00'] },
    ],
    [
      'the days that it names, up to their last second',
      [12, 13],
      { period: ['2026-11-12', '2026-11-13T23:59:59.999+03:00'], closingDate: '2026-11-13' },
    ],
    [
      'its lines alone where it begins in the last minute of a day',
      [13],
      { lines: [line], period: ['2026-11-11T23:59:00', '2026-11-15T23:59:59'] },
    ],
    [
      'its lines alone where it names times of another zone',
      [13],
      { lines: [line], period: ['2026-11-11T21:00:00Z', '2026-11-15T20:59:59Z'] },
    ],
  ];

  /** The accounts that are covered on each day, of one for each case. */
  const coveredOn = new Map<number, ReadonlySet<string>>();
  const accountIds: string[] = [];
  beforeAll(async () => {
    const statements: BankStatement[] = [];
    for (const [, , statement] of CASES) {
      const { accountId, iban } = await newAccount();
      accountIds.push(accountId);
      statements.push({ iban, id: iban, lines: [], ...statement });
    }
    await receive(...statements);
    for (let day = 11; day <= 17; day += 1) {
      const { accounts } = expectData(await desk.service.ask(`/v1/days?day=2026-11-${day}`));
      const covered = accounts.filter(({ missing }: Json) => missing === null);
      coveredOn.set(day, new Set(covered.map(({ accountId }: Json) => accountId)));
    }
  });

  test.each(CASES.map(([title, days], place) => [title, days, place] as const))(
    '%s',
    (_title, days, place) => {
      const covered = [...coveredOn].filter(([, ids]) => ids.has(accountIds[place] ?? ''));
      expect(covered.map(([day]) => day)).toEqual(days);
    },
  );
});
