import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, type Json, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const send = (body: string | Uint8Array, target = DEPOSIT) =>
  call(service(), target, { body, contentType: 'application/json' });
/** The fields of a valid deposit as members of a JSON object, without the braces. */
const members = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({ ...depositFields(), amount: 500, ...changes }).slice(1, -1);

test('JSON and a form with the same fields create the same transaction', async () => {
  for (const [target, fields] of [
    [DEPOSIT, depositFields({ name: 'Şükrü Çağlayan' })],
    [WITHDRAW, withdrawalFields({ iban: 'tr33 0006 1005 1978 6457 8413 26' })],
  ] as const) {
    const asForm = expectData(await call(service(), target, { body: fields }));
    const asJson = expectData(await send(JSON.stringify({ ...fields, amount: 500 }), target));
    const { alreadyPending: _, ...repeated } = asJson;
    expect(repeated).toEqual(asForm);
  }
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'Application/JSON',
])('JSON is accepted as %s', async (contentType) => {
  expectData(await call(service(), DEPOSIT, { body: `{${members()}}`, contentType }));
});

describe('a body that is not a JSON object is an error of the body:', () => {
  test.each([
    ['an array', '[]'],
    ['an array with the object', '[{"name":"a"}]'],
    ['a number', '5'],
    ['a string', '"name=a"'],
    ['null', 'null'],
    ['true', 'true'],
    ['white space alone', ' \n '],
    ['a form', 'name=a&amount=5'],
    ['an object that does not end', '{"name":"a"'],
    ['text after the object', '{"name":"a"} x'],
    ['two objects', '{}{}'],
    ['a comma at the end', '{"name":"a",}'],
    ['single quotes', "{'name':'a'}"],
    ['a name without quotes', '{name:"a"}'],
    ['a comment', '{/* x */"name":"a"}'],
    ['NaN', '{"amount":NaN}'],
    ['a number with a plus sign', '{"amount":+5}'],
    ['a number with a zero before', '{"amount":05}'],
    ['a hexadecimal number', '{"amount":0x10}'],
    ['a line feed in a string', '{"name":"a\nb"}'],
    ['a NUL', '{"name":"a\u0000b"}'],
    ['a broken escape', '{"name":"\\u12"}'],
    ['arrays in arrays, thirty thousand deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['brackets that never close', '['.repeat(60_000)],
    ['objects that never close', '{"a":'.repeat(13_000)],
  ])('%s', async (_, body) => {
    expectInvalid(await send(body), 'body');
  });
});

describe('a repeated key of the object is an error:', () => {
  test.each(['bankId', 'processId', 'amount', 'userId', 'userName', 'name'])('%s', async (name) => {
    expectInvalid(await send(`{${members()},"${name}":${name === 'amount' ? 500 : '"other"'}}`), name);
  });

  test.each([
    ['spelled with an escape', '"n\\u0061me":"other"'],
    ['with spaces around it', ' "name" \n : "other"'],
    ['after a string full of quotes and braces', '"x":"\\"}{\\\\","name":"other"'],
    ['after a nested object', '"x":{"y":[{"name":"a"}]},"name":"other"'],
  ])('%s', async (_, more) => {
    expectInvalid(await send(`{${members()},${more}}`), 'name');
  });

  test.each([
    ['an object in it', '"x":{"name":"a","name":"b"}', 'x.name'],
    ['an object in a list', '"items":[{"sequence":1},{"sequence":1,"sequence":2}]', 'items.1.sequence'],
    ['an object whose name may be private', '"x":{"TR33 0006":{"name":"a","name":"b"}}', 'body'],
  ])('in %s', async (_, more, path) => {
    expectInvalid(await send(`{${members()},${more}}`), path);
  });

  test('each repeated key is named', async () => {
    expectInvalid(await send(`{${members()},"name":"a","userId":"b","name":"c"}`), 'name', 'userId');
  });
});

describe('similar keys, nested keys and strings do not count as repeated:', () => {
  test.each([
    '"x":{"name":"a"}',
    '"x":[{"name":"a"},{"name":"a"}]',
    '"x":"\\"name\\":\\"a\\",\\"name\\":\\"b\\""',
    '"x":"name","y":"name"',
    '"x":["name","name"]',
    '"Name":"a","NAME":"b"',
    '"x":"{","y":"}","z":"[]]]"',
    '"x\\\\":"a","x":"b"',
  ])('%s', async (more) => {
    expect(expectData(await send(`{${more},${members()}}`)).name).toBe('Test User');
  });
});

describe('an unknown key is ignored:', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  test.each([
    '"extra":1',
    '"constructor":{"prototype":{"polluted":1}}',
    '"toString":"x","hasOwnProperty":1,"valueOf":null',
    '"__proto__":{"polluted":1}',
    '"__proto__":null',
    '"x":{"__proto__":{"polluted":1}}',
    `"x":${deep(8000)}`,
    '"onBehalfOf ":"demo-operator"',
    '"":1',
  ])('%.60s', async (more) => {
    expectData(await send(`{${members()},${more}}`));
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('a prototype does not fill fields', async () => {
    const { name: _, ...others } = depositFields();
    const body = `{"__proto__":{"name":"a"},${JSON.stringify({ ...others, amount: 500 }).slice(1)}`;
    expectInvalid(await send(body), 'name');
  });
});

test('a JSON string is returned with its escapes decoded', async () => {
  const { data }: Json = (
    await send(`{${members({ name: 'HERE' }).replace('HERE', '\\u00e7\\/\\"\\\\\\ud83d\\ude00')}}`)
  ).json;
  expect(data.name).toBe('ç/"\\😀');
});

test('a number that is not plain is refused also after a byte order mark, beside a prototype key and at any depth', async () => {
  const { amount: _amount, ...fields } = depositFields();
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const good = JSON.stringify(fields).slice(1);
  for (const body of [
    `\uFEFF{"amount":1e2,${good}`,
    `{"amount":1e2,"__proto__":{"amount":5},${good}`,
    `{"amount":1e2,"deep":${deep},${good}`,
  ]) {
    const response = await call(service(), DEPOSIT, { body, contentType: 'application/json' });
    expectInvalid(response, 'amount');
  }
  const body = `{"amount":100,"deep":[1e3,${deep}],${good}`;
  expectData(await call(service(), DEPOSIT, { body, contentType: 'application/json' }));
});
