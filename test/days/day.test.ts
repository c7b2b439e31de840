import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvFile } from '../../src/kernel/table-files/csv.ts';
import type { TableCell } from '../../src/kernel/table-files/table-cell.ts';
import { xlsxFile } from '../../src/kernel/table-files/xlsx.ts';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { xlsxSheets } from '../../src/statements/xlsx-rows.ts';
import { type Credentials, type Json, OPERATOR } from '../harness.ts';
import { readCsv } from '../support/csv.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { accountIdOf, groupOf, payoutCalls } from '../support/payouts/desk.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankStatement, camtOf } from '../support/statements/bank-files.ts';
import { openVerifier } from '../support/verify-at.ts';

describe('day', () => {
  let desk: Desk;
  let viewer: Credentials;

  /** An account without a statement. */
  let other: { id: string; iban: string };

  const DAY = '2026-11-20';

  /** It is three in the afternoon in Istanbul, on the 20th. */
  beforeAll(async () => {
    const service = await startWithoutTimers({ env: { TIME_ZONE: 'Europe/Istanbul' } });
    desk = await openDesk(undefined, service);
    const deposit = await desk.deposit();
    const withdrawal = await service.withdraw(desk.merchant, { amount: '80' });
    for (const { id, iban } of await service.dependencies.db.read('listEveryAccount'))
      if (iban !== desk.iban)
        await service.dependencies.db.run('updateAccount', { accountId: id, changes: { active: false } });
    await receive({
      iban: desk.iban,
      openingMinor: 100_000,
      lines: [
        {
          amountMinor: 50_000,
          name: '=TEST USER',
          text: deposit.reference,
          iban: PAYER,
          bankReference: 'R1',
        },
        { amountMinor: 12_345, name: 'A STRANGER' },
        { amountMinor: -8_000, name: 'Test User', endToEndId: withdrawal.transactionId },
        { amountMinor: -125, text: 'HESAP ISLETIM UCRETI' },
      ],
    });
    const { items } = expectData(await ask('/v1/statement-lines?limit=10'));
    const { lineId } = items.find(({ direction, amount }: Json) => direction === 'debit' && amount === 80);
    const { transactionId, sequence } = withdrawal;
    expectData(await desk.decide('confirm', lineId, { transactionId, sequence }));
    other = await createAccount(service, { bankId: await bankId() });
    viewer = await createClient(service, { role: 'viewer' });
  });

  afterAll(() => desk.service.stop());

  const PAYER = 'NO9386011117947';

  async function receive(...statements: readonly BankStatement[]): Promise<void> {
    expectData(await upload(desk.service, camtOf(...statements)));
    await desk.service.statementMatcher.matchNow();
  }

  const bankId = async () => (await desk.service.dependencies.db.read('listEveryAccount'))[0]?.bankId ?? '';
  const ask = (path: string, as: Credentials = OPERATOR) => desk.service.ask(path, { as });
  const read = async (query = `?day=${DAY}`): Promise<Json> => expectData(await ask(`/v1/days${query}`));

  const close = (body: Json, as: Credentials = OPERATOR) =>
    desk.service.ask('/v1/days/close', { as, json: { day: DAY, lastClosing: 0, ...body } });

  const accountIn = (day: Json, iban: string) => day.accounts.find((account: Json) => account.iban === iban);

  describe('a day', () => {
    test('has each account once with its figures, and incoming and outgoing payments apart', async () => {
      const day = await read();
      expect(accountIn(day, desk.iban)).toMatchObject({
        opening: 1000,
        credits: 623.45,
        debits: 81.25,
        fees: 1.25,
        closing: 1542.2,
        lineCount: 4,
        missing: null,
      });
      expect(accountIn(day, other.iban)).toMatchObject({ opening: null, credits: 0, missing: 'statement' });
      expect(day.accounts).toHaveLength(2);
      expect(day.total).toMatchObject({ opening: null, credits: 623.45, debits: 81.25, missingCount: 1 });
    });

    test('has the same figures for an account as its own days', async () => {
      const day = await read();
      for (const account of day.accounts) {
        const query = `accountId=${account.accountId}&fromDay=${DAY}&toDay=${DAY}`;
        const [own] = expectData(await ask(`/v1/statements/days?${query}`)).days;
        const { opening, credits, debits, closing, drift, unexplained } = own;
        expect(account).toMatchObject({ opening, credits, debits, closing, drift, unexplained });
        expect(account.waiting).toBeCloseTo(own.waiting + own.held + own.unknown);
      }
    });

    test('is yesterday by default, and is refused before it begins', async () => {
      expect((await read('')).day).toBe('2026-11-19');
      expectInvalid(await ask('/v1/days?day=2026-11-21'), 'day');
    });

    test('counts pending lines and those in other currencies, and has a statement of an account in another one', async () => {
      const iban = 'DE89370400440532013000';
      const { id } = await createAccount(desk.service, { bankId: await bankId(), iban });
      const missing = async () => accountIn(await read(), iban);
      expect(await missing()).toMatchObject({ accountId: id, missing: 'statement' });
      const lines = [{ amountMinor: 900, name: 'ABROAD', currency: 'USD' }];
      await receive({ iban, currency: 'USD', lines, id: 'usd' });
      const counts = { otherCurrencyCount: 1, pendingCount: 0, credits: 0, missing: null };
      expect(await missing()).toMatchObject(counts);
      await desk.service.dependencies.db.run('updateAccount', { accountId: id, changes: { active: false } });
    });
  });

  describe('closing a day', () => {
    test('is refused while figures are missing, unless there is a reason', async () => {
      const { figuresHash } = await read();
      const refused = await close({ figuresHash });
      expectInvalid(refused, 'reason');
      expect(refused.text).toContain(`${other.iban} has no statement of the day`);
      expectFailure(await close({ figuresHash, reason: 'new account' }, viewer), 'not_authorized');
      const day = expectData(await close({ figuresHash, reason: 'new account', note: 'call the bank' }));
      expect(day.closings).toMatchObject([
        { number: 1, reason: 'new account', note: 'call the bank', figuresHash },
      ]);
      expect(day.changes).toEqual([]);
    });

    test('is one row more each time, and none for a repeat', async () => {
      const { figuresHash } = await read();
      const body = { figuresHash, lastClosing: 1, reason: 'new account', note: 'again' };
      expect(expectData(await close(body)).closings).toHaveLength(2);
      expect(expectData(await close(body)).closings).toHaveLength(2);
    });

    test('is refused to a person who has not seen the last closing, and a repeat of an earlier one adds none', async () => {
      const { figuresHash } = await read();
      const late = await close({ figuresHash, lastClosing: 1, reason: 'new account', note: 'mine' });
      expectFailure(late, 'error_stale_sequence');
      expect(late.text).toContain('lastClosing');
      const repeat = { figuresHash, reason: 'new account', note: 'call the bank' };
      expect(expectData(await close(repeat)).closings).toHaveLength(2);
    });

    test('names the same figures after a decision about a line that moves no money', async () => {
      const { figuresHash, total } = await read();
      const { items } = expectData(await ask('/v1/statement-lines?limit=10'));
      const { lineId } = items.find(({ amount }: Json) => amount === 123.45);
      expectData(await desk.decide('put-away', lineId, { note: 'known' }));
      const after = await read();
      expect(after.total.waitingCount).toBe(total.waitingCount - 1);
      expect(after).toMatchObject({ figuresHash, changes: [] });
    });

    test('is refused with figures that nobody has seen', async () => {
      expectFailure(await close({ figuresHash: 'f'.repeat(64), reason: 'x' }), 'error_stale_sequence');
    });

    test('keeps its figures: a later statement is shown as a difference, and the closing itself as it was', async () => {
      await receive({
        iban: other.iban,
        openingMinor: 500,
        lines: [{ amountMinor: 700, name: 'LATE' }],
        id: 'late',
      });
      const day = await read();
      expect(day.changes).toContainEqual({ accountId: other.id, figure: 'credits', closed: 0, now: 7 });
      expect(day.changes).toContainEqual({ accountId: other.id, figure: 'closing', closed: null, now: 12 });
      expect(day.figuresHash).not.toBe(day.closings[0].figuresHash);
      const closed = await read(`?day=${DAY}&closing=1`);
      expect(accountIn(closed, other.iban)).toMatchObject({
        credits: 0,
        closing: null,
        missing: 'statement',
      });
      expect(closed).toMatchObject({ shownClosing: 1, figuresHash: day.closings[1].figuresHash });
      const again = expectData(await close({ figuresHash: day.figuresHash, lastClosing: 2 }));
      expect(again).toMatchObject({ changes: [], closings: [{ number: 3, reason: null }, {}, {}] });
    });

    test('is found by verify if its figures were changed', async () => {
      const set = (figures: string) =>
        withDatabase(desk.service.databasePath, (db) =>
          sql`update day_closings set figures = replace(figures, ${sql.raw(figures)}) where number = 1`.execute(
            db,
          ),
        );
      expect(await kinds()).toEqual([]);
      await set(`'"creditsMinor":62345', '"creditsMinor":62346'`);
      expect(await kinds()).toEqual(['day-closing']);
      await set(`'"creditsMinor":62346', '"creditsMinor":62345'`);
    });
  });

  async function kinds(): Promise<string[]> {
    await using verifier = await openVerifier(desk.service.databasePath);
    return (await verifier.verify()).disagreements.map(({ kind }) => kind);
  }

  describe('the export of movements', () => {
    const range = `fromDay=${DAY}&toDay=2026-11-21`;
    const file = (query: string, as: Credentials = viewer) =>
      ask(`/v1/days/movements/file?${range}&${query}`, as);

    test('has a line for a settlement and one for its reversal, with IBANs, bank reference and fees', async () => {
      const { items } = expectData(await ask('/v1/transactions?type=deposit'));
      const { transactionId, sequence } = items[0];
      desk.service.clock.advance(24 * HOUR_MS);
      expectData(
        await desk.service.ask(`/v1/transactions/${transactionId}/reverse`, {
          as: OPERATOR,
          json: { sequence, reason: 'recalled' },
        }),
      );
      const { text, headers } = await file('language=en');
      expect(headers.get('content-disposition')).toContain('movements-2026-11-20-2026-11-21.csv');
      const [titles = [], ...rows] = readCsv(text);
      const records = rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at]])));
      const moved = records.slice(0, 4);
      const { Merchant: slug } = moved[0] ?? {};
      expect(slug).toBe(desk.merchant.appKey);
      expect(moved).toMatchObject([
        {
          Day: DAY,
          Movement: 'deposit',
          In: '500.00',
          Out: '',
          'Account IBAN': desk.iban,
          'Payer or payee': "'=TEST USER",
          'Payer or payee IBAN': PAYER,
          'Bank reference': 'R1',
        },
        { Movement: 'withdrawal', In: '', Out: '80.00', 'Account IBAN': desk.iban },
        { Movement: 'bank fee', Out: '1.25', Merchant: '' },
        { Day: '2026-11-21', Movement: 'deposit reversed', In: '', Out: '500.00' },
      ]);
      expect(rows.slice(4)).toEqual([
        [''],
        expect.arrayContaining(['Merchant', 'Deposits (in)']),
        [slug, expect.anything(), '3', '500.00', '500.00', '80.00', '0.00', '', 'TRY'],
        ['Total', '', '3', '500.00', '500.00', '80.00', '0.00', '', 'TRY'],
        ['Bank fees', '', '1', '', '', '', '', '1.25', 'TRY'],
      ]);
    });

    test('is a spreadsheet with the sums on a second sheet', async () => {
      const { base64, name } = expectData(
        await ask(`/v1/days/movements?${range}&format=xlsx&language=tr`, viewer),
      );
      expect(name).toMatch(/[.]xlsx$/);
      const sheets = [...xlsxSheets(Buffer.from(base64, 'base64'), READ_LIMITS)];
      expect(sheets.map((sheet) => [...sheet].length)).toEqual([5, 4]);
    });

    test('is of at most 92 days', async () => {
      expectInvalid(await ask('/v1/days/movements?fromDay=2026-01-01&toDay=2026-11-20'), 'fromDay');
    });
  });

  test('a withdrawal counts on the account that paid it, and its reversal on the one that got the money back', async () => {
    const date = '2026-11-21';
    const { transactionId } = await desk.service.withdraw(desk.merchant, {
      amount: '77',
      userId: 'two-accounts',
    });
    const moveOn = async (iban: string, amountMinor: number, sequence: number) => {
      await receive({ iban, lines: [{ date, amountMinor, endToEndId: transactionId }] });
      const { items } = expectData(await ask('/v1/statement-lines?limit=1'));
      expectData(await desk.decide('confirm', items[0].lineId, { transactionId, sequence }));
    };
    await moveOn(desk.iban, -7700, 1);
    await moveOn(other.iban, 7700, 2);
    const { text } = await ask(`/v1/days/movements/file?fromDay=${date}&toDay=${date}&language=en`);
    const [titles = [], ...rows] = readCsv(text);
    const [kind, account] = [titles.indexOf('Movement'), titles.indexOf('Account IBAN')];
    const moved = rows.filter(([, ...cells]) => cells.includes(transactionId));
    expect(moved.map((row) => [row[kind], row[account]])).toEqual([
      ['withdrawal', desk.iban],
      ['withdrawal reversed', other.iban],
    ]);
  });

  test('withdrawals that the bank debits in one sum have its reference in the movements', async () => {
    const accountId = await accountIdOf(desk);
    const payouts = payoutCalls(
      () => desk.service,
      () => accountId,
    );
    const ids = await payouts.withdraw(2);
    const batch = await payouts.exported(ids);
    const debit = { amountMinor: -100 * batch.sum, bankReference: 'ONE-SUM' };
    await receive({ iban: desk.iban, lines: [{ ...debit, batch: { paymentId: groupOf(batch), count: 2 } }] });
    const { text } = await ask(`/v1/days/movements/file?fromDay=${DAY}&toDay=2026-11-22&language=en`);
    const [titles = [], ...rows] = readCsv(text);
    const moved = rows.filter((cells) => ids.some((id) => cells.includes(id)));
    const found = moved.map((row) => row[titles.indexOf('Bank reference')]);
    expect(found).toEqual(['ONE-SUM', 'ONE-SUM']);
  });
});

test('the accounts of a day stand in the order of the filters', async () => {
  await using service = await startWithoutTimers();
  // Its id comes first, and its name last.
  await createBank(service, { id: '0-coast', name: 'Zonguldak Bank' });
  const read = async (path: string) => {
    const { accounts }: Json = expectData(await service.ask(path, { as: OPERATOR }));
    return accounts.map(({ accountId }: Json) => accountId);
  };
  expect(await read('/v1/filter-choices')).toEqual(await read('/v1/days'));
});

describe('table files', () => {
  const textCell = (text: string): TableCell => ({ kind: 'text', text });
  const CSV = { delimiter: ',', decimal: 'point', dateFormat: 'yyyy-mm-dd', guardsFormulas: true } as const;

  test('control characters of a bank never break a spreadsheet', () => {
    const rows = [[textCell('A\u0000B\u001f\uffffC')]];
    const bytes = Buffer.concat([...xlsxFile([{ name: 'S', rows }], 'yyyy-mm-dd')]);
    const [sheet] = [...xlsxSheets(bytes, READ_LIMITS)].map((found) => [...found]);
    expect(sheet?.[0]?.cells).toMatchObject([{ text: 'A\ufffdB\ufffd\ufffdC' }]);
  });

  test.each([
    ['behind a tab', 'name\t=1+1', `"name\t'=1+1"`],
    ['in quotation marks behind a semicolon', 'name;"=1+1;b', `"name;'""=1+1;b"`],
    ['in a line of its own', 'name\r\n=1+1', `"name\r\n'=1+1"`],
  ])('a formula %s is text', (_where, text, written) => {
    const bytes = Buffer.concat([...csvFile(CSV, [[textCell(text)]])]);
    expect(bytes.toString()).toBe(`${written}\r\n`);
  });
});
