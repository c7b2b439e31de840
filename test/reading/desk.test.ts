import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayIn } from '../../src/kernel/time-zone.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, newIban, type TestClient } from '../support/entities.ts';
import {
  DAY_MS,
  type ManualClockService,
  SECOND_MS,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { payWithdrawal } from '../support/pay-withdrawal.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

const ids: Record<string, string> = {};

describe('desk filters', () => {
  let service: ManualClockService;
  let merchant: TestClient;
  let accountId = '';

  const list = async (filter: string) => {
    const { items } = expectData(await service.ask(`/v1/transactions?${filter}`));
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return items.map((item: { transactionId: string }) => names.get(item.transactionId)).sort();
  };

  const totals = async (filter = '') =>
    expectData(await service.ask(`/v1/queue-totals${filter && `?${filter}`}`));

  beforeAll(async () => {
    service = await startWithoutTimers();
    merchant = await service.merchantOf(undefined);
    const deposit = async (name: string) => {
      const { transactionId } = await service.deposit(merchant);
      ids[name] = transactionId;
      return transactionId as string;
    };
    const { transactions, db, runtime } = service.dependencies;
    const step = (
      verb: 'settle' | 'reject' | 'reverse' | 'correct' | 'cancel',
      name: string,
      sequence: number,
    ) =>
      service.transition(verb, ids[name] ?? '', {
        fields: { sequence: `${sequence}`, reason: 'it expired' },
      });

    const first = await db.read('findTransaction', await deposit('expired'));
    if (first?.type === 'deposit') accountId = first.bankAccountId;
    await transactions.markSent(await deposit('expiredAfterSent'));
    await deposit('paidLate');
    // The end of SENT_TTL: what was reported as sent waits longer than the others.
    service.clock.advance(DAY_MS);
    for (const name of ['expired', 'expiredAfterSent', 'paidLate'])
      await transactions.transition({
        transactionId: ids[name] ?? '',
        command: { kind: 'expire', steadyNowMs: runtime.steadyNowMs() },
        actor: { kind: 'service', clientId: null },
      });
    await step('correct', 'paidLate', 2);
    // Its reason is in the words of another kind, and does not make it one of that kind.
    await deposit('rejected');
    await step('reject', 'rejected', 1);
    ids.cancelled = (await service.withdraw(merchant)).transactionId;
    await service.transition('cancel', ids.cancelled ?? '', { as: merchant });
    await deposit('reversed');
    await step('settle', 'reversed', 1);
    await step('reverse', 'reversed', 2);
    await deposit('corrected');
    await step('settle', 'corrected', 1);
    await step('reverse', 'corrected', 2);
    await step('correct', 'corrected', 3);
    await deposit('waiting');
    await transactions.markSent(await deposit('sent'));
    ids.payout = (await service.withdraw(merchant)).transactionId;
  });

  afterAll(() => service.stop());

  test.each([
    ['reason=expired', ['expired', 'expiredAfterSent']],
    ['reason=cancelled', ['cancelled']],
    ['reason=rejected', ['rejected']],
    ['reason=reversed', ['reversed']],
    ['reason=cancelled,rejected', ['cancelled', 'rejected']],
    ['reason=cancelled&reason=rejected', ['cancelled', 'rejected']],
    ['isLate=true', ['expiredAfterSent', 'paidLate']],
    ['isLate=true&reason=expired', ['expiredAfterSent']],
    ['isSent=true', ['expiredAfterSent', 'sent']],
    ['isSent=true&status=pending', ['sent']],
    ['isSent=false&status=pending', ['payout', 'waiting']],
    ['isLate=false&status=successful', ['corrected']],
  ])('the filter %s tells the exceptions apart', async (filter, names) => {
    expect(await list(filter)).toEqual(names);
  });

  test('an account selects the deposits into it', async () => {
    const found = await list(`accountId=${accountId}`);
    expect(found).toContain('expired');
    expect(found).not.toContain('payout');
    expect(await list('accountId=none')).toEqual([]);
  });

  test('a transaction says how it ended, and whether it is late', async () => {
    const show = async (name: string) => expectData(await service.ask(`/v1/transactions/${ids[name]}`));
    expect(await show('rejected')).toMatchObject({
      endedAs: 'rejected',
      statusReason: 'it expired',
      isLate: false,
    });
    expect(await show('expiredAfterSent')).toMatchObject({ endedAs: 'expired', isLate: true });
    expect(await show('paidLate')).toMatchObject({ status: 'successful', endedAs: null, isLate: true });
    expect(await show('corrected')).toMatchObject({ endedAs: null, isLate: false });
  });

  test('the totals of the queue are those of the pending transactions that the filter selects', async () => {
    expect(await totals()).toEqual({ waiting: 3, sent: 1, deposits: 2, withdrawals: 1, inPayouts: 0 });
    expect(await totals('type=withdrawal')).toEqual({
      waiting: 1,
      sent: 0,
      deposits: 0,
      withdrawals: 1,
      inPayouts: 0,
    });
    expect(await totals('isSent=true&status=pending')).toMatchObject({ waiting: 1, sent: 1 });
    expect(await totals('query=500')).toMatchObject({ waiting: 3 });
    expect(await totals('query=test')).toMatchObject({ waiting: 3 });
    expect(await totals('query=nobody')).toEqual({
      waiting: 0,
      sent: 0,
      deposits: 0,
      withdrawals: 0,
      inPayouts: 0,
    });
    expect(await totals('appKey=demo-merchant')).toMatchObject({ waiting: 0 });
    expect(expectData(await service.ask('/v1/queue-totals', { as: merchant }))).toMatchObject({ waiting: 3 });
    for (const [path, filter] of [
      ['status', 'status=successful'],
      ['reason', 'reason=expired'],
      ['isLate', 'isLate=true'],
    ]) {
      const { fields } = expectFailure(await service.ask(`/v1/queue-totals?${filter}`), 'error_validation');
      expect(fields).toMatchObject([{ path }]);
    }
  });

  test('statistics tell the kinds of unsuccessful outcomes apart', async () => {
    const today = dayIn('UTC', service.clock.nowMs());
    const { groups } = await service.dependencies.db.query('readStatistics', {
      groupBy: 'type',
      fromDay: today - 1,
      toDay: today,
    });
    expect(groups).toMatchObject([
      {
        key: 'deposit',
        unsuccessfulCount: 4,
        expiredCount: 2,
        rejectedCount: 1,
        reversedCount: 1,
        cancelledCount: 0,
      },
      { key: 'withdrawal', unsuccessfulCount: 1, cancelledCount: 1 },
    ]);
    await expectAgreement(service.databasePath);
  });
});

describe('one field', () => {
  const service = useService();
  const IBAN = 'TR33 0006 1005 1978 6457 8413 26';
  let client: TestClient;
  let reference = '';
  let accountIban = '';

  async function find(query: string, filter: Record<string, string> = {}, as = OPERATOR): Promise<string[]> {
    const target = `/v1/transactions?${new URLSearchParams({ query, appKey: client.appKey, ...filter })}`;
    const { items } = expectData(await call(service(), target, { as, sign: 'timed' }));
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return items.map(({ transactionId }: { transactionId: string }) => names.get(transactionId)).sort();
  }

  beforeAll(async () => {
    client = await createClient(service());
    const deposit = async (fields: Record<string, string>) =>
      expectData(await call(service(), DEPOSIT, { as: client, body: depositFields(fields) }));
    const ada = await deposit({ name: 'Ada Yılmaz', amount: '1250.50', userName: 'ada99', userId: 'u-1250' });
    const cagri = await deposit({ name: 'Çağrı Işık', amount: '500', processId: 'order-4711' });
    const wanted = withdrawalFields({
      name: 'Elif Kaya',
      accountName: 'Şükrü Öztürk',
      iban: IBAN,
      amount: '1300',
    });
    const payout = expectData(await call(service(), WITHDRAW, { as: client, body: wanted }));
    Object.assign(ids, { ada: ada.transactionId, cagri: cagri.transactionId, payout: payout.transactionId });
    const gul = await deposit({ name: 'Gül Er', amount: '77', userName: 'gül_42' });
    const phone = await deposit({ name: 'Nil Su', amount: '77', userName: '5321234567' });
    const company = { accountName: 'DEMIR INSAAT A.S.', userName: 'mert.er', iban: newIban(), amount: '77' };
    const body = withdrawalFields({ name: 'Mert Er', ...company });
    const firm = expectData(await call(service(), WITHDRAW, { as: client, body }));
    Object.assign(ids, { gul: gul.transactionId, phone: phone.transactionId, firm: firm.transactionId });
    accountIban = cagri.bankAccountIban;
    await payWithdrawal(service(), payout.transactionId, { finalAmount: '1299.99' });
    const detail = await call(service(), `/v1/transactions/${cagri.transactionId}`, {
      as: client,
      sign: 'timed',
    });
    reference = expectData(detail).reference;
  });

  const FOUND: readonly (readonly [string, readonly string[]])[] = [
    ['1250.5', ['ada']],
    ['1.250,50', ['ada']],
    ['1,250.50 TL', ['ada']],
    // A copy from a page or a chat has marks of direction.
    ['\u20681250.5\u2069', ['ada']],
    ['\u200fyılmaz', ['ada']],
    ['₺500,00', ['cagri']],
    ['1300', ['payout']],
    ['1.299,99', ['payout']],
    ['1299', []],
    ['1326', ['payout']],
    ['6457 8413 26', ['payout']],
    ['6457', []],
    [IBAN, ['payout']],
    [IBAN.toLowerCase().replaceAll(' ', ''), ['payout']],
    ['yılmaz ada', ['ada']],
    ['YILMAZ', ['ada']],
    ['yilmaz', ['ada']],
    ['IŞIK çağrı', ['cagri']],
    ['isik cagri', ['cagri']],
    ['ozturk ŞÜKRÜ', ['payout']],
    ['ada ışık', []],
    ['ada99', ['ada']],
    ['u-1250', ['ada']],
    ['order-4711', ['cagri']],
    ['ORDER-47', ['cagri']],
    ['cagri 500', ['cagri']],
    ['cagri 9876543', []],
    // Right behind an amount letters begin words of the name, in any order.
    ['500ış', ['cagri']],
    ['500ic', ['cagri']],
    ['500ag', []],
    ['501ic', []],
    ['1250,5y ada', ['ada']],
    ['1300e', ['payout']],
    ['1299,99ke', ['payout']],
    // A mark inside a word counts, and is missing in what is stored without it.
    ['gül_42', ['gul']],
    ['gul_42', ['gul']],
    ['gul-42', []],
    ['mert.ér', ['firm']],
    ['a.ş.', ['firm']],
    ['A.S.', ['firm']],
    // Digits can be a name, too.
    ['5321234567', ['phone']],
    ['532 123 45 67', ['phone']],
    ['%', []],
    ['"(', []],
    ['yılmaz ada '.repeat(9), ['ada']],
    ['nobody', []],
  ];

  test.each(FOUND)('%j finds what it means', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  test('a transactionId and a reference find their transaction in every form', async () => {
    const id = ids.ada ?? '';
    for (const typed of [id, id.toUpperCase()]) expect(await find(typed)).toEqual(['ada']);
    const [head, tail] = [reference.slice(0, 4), reference.slice(4)];
    for (const typed of [reference, `${head}-${tail}`, `${head} ${tail}`.toLowerCase()])
      expect(await find(typed)).toEqual(['cagri']);
    // A single wrong character is no reference, and nothing is near to it.
    expect(await find(reference.slice(0, 7) + (reference.endsWith('2') ? '3' : '2'))).toEqual([]);
  });

  test('the whole IBAN of an account finds the deposits into it', async () => {
    const found = await find(accountIban);
    expect(found).toContain('cagri');
    expect(found).not.toContain('payout');
  });

  test('the pages of a search go on with what it began with, though its words became an id meanwhile', async () => {
    const deposit = async (processId: string): Promise<string> =>
      expectData(await call(service(), DEPOSIT, { as: client, body: depositFields({ processId }) }))
        .processId;
    const wanted = [await deposit('a-ord-7'), await deposit('b-ord-7'), await deposit('c-ord-7')];
    const found: string[] = [];
    let after = '';
    do {
      const filter = { query: 'ord-7', limit: '1', ...(after === '' ? {} : { after }) };
      const target = `/v1/transactions?${new URLSearchParams(filter)}`;
      const page = expectData(await call(service(), target, { as: client, sign: 'timed' }));
      found.push(...page.items.map((item: Json) => item.processId));
      if (after === '') await deposit('ord-7');
      after = page.nextCursor;
    } while (after !== null);
    expect(found).toEqual(wanted.toReversed());
  });

  test('a merchant finds its own only', async () => {
    expect(await find('1250.5', {}, client)).toEqual(['ada']);
    expect(await find('1250.5', {}, MERCHANT)).toEqual([]);
  });

  test('other filters narrow a query', async () => {
    expect(await find('1300', { status: 'pending' })).toEqual([]);
    expect(await find('1300', { status: 'successful', type: 'withdrawal' })).toEqual(['payout']);
    expect(await find('yılmaz', { type: 'withdrawal' })).toEqual([]);
  });

  describe('a query is refused:', () => {
    const tooManyWords = Array.from({ length: 11 }, (_, index) => `word${index}`).join(' ');
    test.each(['', ' ', 'x'.repeat(201), tooManyWords])('%j', async (query) => {
      const target = `/v1/transactions?${new URLSearchParams({ query })}`;
      const { fields } = expectFailure(await call(service(), target, { sign: 'timed' }), 'error_validation');
      expect(fields).toMatchObject([{ path: 'query' }]);
    });
  });
});

describe('sums', () => {
  let service: ManualClockService;
  let merchant: TestClient;

  const sums = async (filter = '', as?: TestClient) =>
    expectData(await service.ask(`/v1/transaction-sums${filter && `?${filter}`}`, as && { as }));

  const group = (type: string, status: string, [count, amount, finalAmount]: readonly number[]) => ({
    type,
    status,
    currency: 'TRY',
    count,
    amount,
    finalAmount,
  });

  beforeAll(async () => {
    service = await startWithoutTimers();
    merchant = await service.merchantOf(undefined);
    const other = await service.merchantOf(undefined);
    const deposit = async (amount: string, as = merchant) =>
      (await service.deposit(as, { amount })).transactionId as string;
    const settle = (id: string, finalAmount: string) =>
      service.transition('settle', id, { fields: { sequence: '1', finalAmount, acceptDifference: 'true' } });
    await settle(await deposit('500.10'), '500.10');
    await settle(await deposit('500.20'), '480.05');
    await deposit('600.30');
    await service.transition('reject', await deposit('700'), { fields: { sequence: '1' } });
    const { transactionId } = await service.withdraw(merchant, { amount: '550.70' });
    await service.transition('cancel', transactionId, { as: merchant });
    // One of its own time, which is the newest then.
    service.clock.advance(SECOND_MS);
    await service.withdraw(merchant, { amount: '650.15' });
    await settle(await deposit('1000', other), '1000');
  });

  afterAll(() => service.stop());

  describe('sums of transactions', () => {
    const OWN = [
      group('deposit', 'pending', [1, 600.3, 0]),
      group('deposit', 'successful', [2, 1000.3, 980.15]),
      group('deposit', 'unsuccessful', [1, 700, 0]),
      group('withdrawal', 'pending', [1, 650.15, 0]),
      group('withdrawal', 'unsuccessful', [1, 550.7, 0]),
    ];

    test('are exact by type and status, with what was asked for and what was actually paid', async () => {
      expect(await sums(`appKey=${merchant.appKey}`)).toEqual({ groups: OWN, isComplete: true });
    });

    test('are those of what the filters of the list select', async () => {
      expect(await sums('minAmount=500.15&status=successful')).toEqual({
        groups: [group('deposit', 'successful', [2, 1500.2, 1480.05])],
        isComplete: true,
      });
      expect(await sums('query=nobody')).toEqual({ groups: [], isComplete: true });
    });

    test('are of its own alone for a merchant', async () => {
      expect(await sums('', merchant)).toEqual({ groups: OWN, isComplete: true });
    });

    describe('that the database adds up', () => {
      const add = async (bounds: Readonly<Record<string, number>>) => {
        const { db } = service.dependencies;
        const { items } = expectData(await service.ask('/v1/transactions?limit=1', { as: merchant }));
        const { clientId } = (await db.read('findTransaction', items[0].transactionId))!;
        return db.query('sumTransactions', { filter: { clientId, isTest: false }, ...bounds });
      };

      test('are of the newest alone beyond the bound, and say so', async () => {
        expect(await add({ max: 1 })).toMatchObject({
          groups: [{ type: 'withdrawal', status: 'pending', count: 1, amountMinor: 65_015 }],
          isComplete: false,
        });
      });

      test('are the same from many pages as from one', async () => {
        expect(await add({ pageRows: 1 })).toEqual(await add({ max: 6 }));
        expect(await add({ pageRows: 1 })).toMatchObject({ groups: { length: 5 }, isComplete: true });
      });
    });
  });
});

describe('moved cost', () => {
  const FEW = 3_000;

  /** More than one statement looks at. */
  const MANY = 11_000;

  let service: ManualClockService;
  let paidId = '';

  beforeAll(async () => {
    service = await startWithoutTimers();
    const { transactionId } = await service.withdraw(await createClient(service));
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    paidId = transactionId;
  });

  afterAll(() => service.stop());

  /** Stores copies of a paid withdrawal, until there are this many of it. */
  async function copyUpTo(count: number): Promise<void> {
    await withDatabase(service.databasePath, async (db) => {
      const withdrawals = db.selectFrom('transactions').where('type', '=', 'withdrawal');
      const row = await withdrawals.selectAll().where('id', '=', paidId).executeTakeFirstOrThrow();
      const { length: stored } = await withdrawals.select('id').execute();
      const own = new Map([
        ['id', sql`'copy' || n.i`],
        ['process_id', sql`'copy-' || n.i`],
      ]);
      const names = Object.keys(row).filter((name) => name !== 'number');
      const values = names.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
      await sql`
      insert into transactions (${sql.join(names.map((name) => sql.ref(name)))})
      with recursive n(i) as (select ${sql.lit(stored)} union all select i + 1 from n where i < ${sql.lit(count - 1)})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${paidId}`.execute(db);
    });
  }

  /** Lists what moved on an account of which no withdrawal was paid. */
  async function listMoved(more: { readonly clientId?: string } = {}) {
    const movedFromMs = service.clock.nowMs() - DAY_MS;
    const filter = { ...more, isTest: false, movedAccountId: 'no-such-account', movedFromMs };
    const { items, next, scannedRows } = await service.dependencies.db.query('listTransactions', {
      filter,
      page: { limit: 50 },
    });
    expect([items, next]).toEqual([[], undefined]);
    return scannedRows;
  }

  test('a list of what moved on an account costs all withdrawals that it looks at', async () => {
    await copyUpTo(FEW);
    expect(await listMoved()).toBe(FEW);
  });

  test('where more could have moved than one statement looks at, the list is read in pieces', async () => {
    await copyUpTo(MANY);
    expect(await listMoved()).toBe(10_000);
    const { id: clientId } = await createClient(service);
    // The pieces are of the transactions of the client, which has none.
    expect(await listMoved({ clientId })).toBe(0);
  });
});
