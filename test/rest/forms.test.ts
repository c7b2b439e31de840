import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const send = (body: string) => call(service(), DEPOSIT, { body });
/** A valid deposit form with text appended. */
const withMore = (more: string) => send(`${encode(depositFields())}${more}`);

describe('a repeated field is an error:', () => {
  test.each(Object.keys(withdrawalFields()))('%s', async (name) => {
    const fields = withdrawalFields();
    const repeats = [
      `${encode(fields)}&${encode({ [name]: fields[name] ?? '' })}`,
      `${encode(fields)}&${name}=`,
      `${name}&${encode(fields)}`,
      `${encode(fields)}&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=other`,
    ];
    for (const body of repeats) {
      const response = await call(service(), WITHDRAW, { body });
      expectInvalid(response, name);
      expect(response.json.error.message).toBe(`${name} was given more than once. Send it once.`);
    }
  });

  test('each repeated field is named', async () => {
    const body = encode(depositFields());
    expectInvalid(
      await send(`${body}&${body}`),
      'bankId',
      'processId',
      'amount',
      'userId',
      'userName',
      'name',
    );
  });
});

describe('an unknown field is ignored:', () => {
  test.each([
    '&extra=1',
    '&extra=1&extra=2',
    '&Name=other&NAME=other',
    '&name%20=other',
    '&hash=x&transactionId=x&status=successful&type=withdrawal&url=x&alreadyPending=true',
    '&constructor=x&toString=x&hasOwnProperty=x&valueOf=x',
    '&__proto__=x',
    '&__proto__[name]=x&__proto__.name=x',
    '&constructor[prototype][polluted]=x',
    '&name[x]=1&name[]=2&name.x=3',
    '&=nameless&=',
    '&&&',
    '&accountName=&iban=',
  ])('%s', async (more) => {
    const data = expectData(await withMore(more));
    expect(data).toMatchObject({ name: 'Test User', type: 'deposit', status: 'pending' });
    expect(data).not.toHaveProperty('alreadyPending');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('only the exact name fills a field:', () => {
  test.each([
    'name[x]=1',
    'name[]=a',
    'name.x=a',
    'Name=a',
    '__proto__[name]=a',
    '__proto__.name=a',
    ' name=a',
  ])('%s does not fill name', async (more) => {
    const { name: _, ...others } = depositFields();
    expectInvalid(await send(`${encode(others)}&${more}`), 'name');
  });

  test('a query does not fill the fields of a form', async () => {
    const { name: _, ...others } = depositFields();
    expectInvalid(await call(service(), `${DEPOSIT}?name=Test`, { body: encode(others) }), 'name');
  });
});

describe('an escape that is not UTF-8 is an error and not a replacement character:', () => {
  test.each([
    '%',
    '%4',
    '%z1',
    '%1z',
    '100%',
    '%u0041',
    '%ff',
    '%80',
    '%c3',
    '%c3%28',
    '%c0%80',
    '%e0%80%af',
    '%ed%a0%80',
    '%ED%BF%BF',
    '%f4%90%80%80',
    '%f5%80%80%80',
    '%e2%82',
  ])('%s in a value, at either end, or in a name', async (broken) => {
    const { name: _, ...others } = depositFields();
    expectInvalid(await send(`${encode(others)}&name=${broken}`), 'name');
    expectInvalid(await send(`${encode(others)}&name=Test${broken}User`), 'name');
    expectInvalid(await send(`name=${broken}&${encode(others)}`), 'name');
    expectInvalid(await send(`${encode(others)}&name=Test&${broken}=x`), 'body');
  });
});

describe('a form is read as browsers encode it:', () => {
  test.each([
    ['Test+User', 'Test User'],
    ['Test%20User', 'Test User'],
    ['a%2Bb', 'a+b'],
    ['a%2bb', 'a+b'],
    ['a=b=c', 'a=b=c'],
    ['=', '='],
    ['a;b', 'a;b'],
    ['a%26b%3Dc', 'a&b=c'],
    ['%C3%A7a%c4%9F', 'çağ'],
    ['%F0%9F%98%80', '😀'],
    ['çağ', 'çağ'],
    ['%25zz', '%zz'],
    ['a%E2%80%8B', 'a\u200b'],
    ['a?b#c', 'a?b#c'],
  ])('name=%s means %j', async (written, meant) => {
    const { name: _, ...others } = depositFields();
    expect(expectData(await send(`${encode(others)}&name=${written}`)).name).toBe(meant);
  });

  test('fields may have any order', async () => {
    const fields = Object.entries(depositFields());
    const data = expectData(await send(new URLSearchParams(fields.reverse()).toString()));
    expect(data).toMatchObject({ name: 'Test User', amount: 500 });
  });
});

test('a form has at most 200 fields', async () => {
  const count = Object.keys(depositFields()).length;
  expectData(await withMore('&x=1'.repeat(200 - count)));
  expectInvalid(await withMore('&x=1'.repeat(201 - count)), 'body');
});
