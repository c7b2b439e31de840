import { beforeAll, describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, MERCHANT, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { payWithdrawal } from '../support/pay-withdrawal.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const IBAN = 'TR33 0006 1005 1978 6457 8413 26';

let client: TestClient;
const ids: Record<string, string> = {};
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
