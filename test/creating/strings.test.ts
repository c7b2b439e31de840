import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const LIMITS = [
  ['bankId', 128],
  ['processId', 128],
  ['userId', 128],
  ['userName', 200],
  ['name', 200],
  ['accountName', 200],
] as const;
const NAMES = LIMITS.map(([name]) => name);

const withdraw = (changes: Record<string, string>) =>
  call(service(), WITHDRAW, { body: withdrawalFields(changes) });
const withdrawAsJson = (changes: Record<string, unknown>) =>
  call(service(), WITHDRAW, {
    body: JSON.stringify({ ...withdrawalFields(), amount: 500, ...changes }),
    contentType: 'application/json',
  });

describe.each(LIMITS)('%s', (name, maxCharacters) => {
  test.each(
    // Zero-width characters, fillers and a braille cell without dots show nothing either.
    [
      '',
      ' ',
      '\t',
      '  \u00a0',
      '\u3000',
      '\ufeff',
      '\u200b',
      '\u200c\u200d',
      '\u2060',
      '\u00ad',
      '\u3164',
      '\u2800',
      '\u{e0020}',
    ],
  )('may not be blank: %j', async (blank) => {
    expectInvalid(await withdraw({ [name]: blank }), name);
    expectInvalid(await withdrawAsJson({ [name]: blank }), name);
  });

  test(`may have at most ${maxCharacters} characters, each code point counted as one`, async () => {
    // A different first letter, because ids must be unique across the tests of this file.
    const text = (character: string, count: number) =>
      Array.from(character.repeat(count)).with(0, name.charAt(0)).join('');
    for (const character of ['x', 'ü', '李', '😀']) {
      expectInvalid(await withdraw({ [name]: text(character, maxCharacters + 1) }), name);
      const { status, json } = await withdraw({ [name]: text(character, maxCharacters) });
      if (name === 'bankId') expect(json.error.type).toBe('error_bank_not_found');
      else expect(status).toBe(200);
    }
  });

  test.each(['\u0000', '\u0001', '\t', '\n', '\r', '\u001b', '\u001f', '\u007f', '\u0085', '\u009f'])(
    'may not hold the control character %j at its start, middle or end',
    async (control) => {
      for (const value of [`${control}ab`, `a${control}b`, `ab${control}`]) {
        expectInvalid(await withdraw({ [name]: value }), name);
        expectInvalid(await withdrawAsJson({ [name]: value }), name);
      }
    },
  );

  test.each(['\\ud800', '\\udfff', 'a\\ud83d', '\\ude00a', '\\udc00\\ud800'])(
    'may not hold half of a surrogate pair: %s',
    async (half) => {
      const body = JSON.stringify({ ...withdrawalFields({ [name]: 'HERE' }), amount: 500 });
      const response = await call(service(), WITHDRAW, {
        body: body.replace('HERE', half),
        contentType: 'application/json',
      });
      expectInvalid(response, name);
      const escaped = new URLSearchParams(withdrawalFields({ [name]: 'HERE' })).toString();
      for (const bytes of ['%ED%A0%80', '%ED%BF%BF', '%ED%A0%BD%ED%B8%80'])
        expectInvalid(await call(service(), WITHDRAW, { body: escaped.replace('HERE', bytes) }), name);
    },
  );

  test.each([5, true, false, null, ['a'], { a: 'b' }, {}])(
    'must be a string in JSON, not %j',
    async (value) => {
      expectInvalid(await withdrawAsJson({ [name]: value }), name);
    },
  );
});

test.each([
  '  spaces kept  ',
  'Şükrü Çağlayan',
  'I\u0307stanbul e\u0301', // not composed, and not to be
  '李雷 😀 👩‍👩‍👧',
  `"quotes" 'and' <b>tags</b> & \\backslashes\\`,
  "'); drop table transactions; --",
  '100% {{y}} %s %d',
  'a+b=c&d;e#f?g',
  '~\u200b\u2028 ~',
  'constructor',
  '__proto__',
  'null',
])('a string is returned exactly as sent, at creation and when read back: %j', async (value) => {
  const fields = withdrawalFields();
  const id = `x${value}${fields.processId}`;
  const echoed = { processId: id, userId: id, userName: value, name: value, accountName: value };
  const created = expectData(await call(service(), WITHDRAW, { body: { ...fields, ...echoed } }));
  expect(created).toMatchObject(echoed);
  expect(expectData(await call(service(), `/v1/transactions/${created.transactionId}`))).toMatchObject(
    echoed,
  );
});

describe.each(NAMES)('%s', (name) => {
  test.each(['061C', '200E', '200F', '202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069'])(
    'may not hold U+%s, which changes the direction of text, and the message names it',
    async (hex) => {
      const control = String.fromCodePoint(Number.parseInt(hex, 16));
      for (const value of [`${control}ab`, `a${control}b`, `ab${control}`]) {
        for (const answer of [await withdraw({ [name]: value }), await withdrawAsJson({ [name]: value })]) {
          expectInvalid(answer, name);
          expect(answer.json.error.message).toContain(`U+${hex}`);
        }
      }
    },
  );
});

test.each(['bankId', 'processId', 'userId'])('%s neither begins nor ends with a blank', async (name) => {
  const blanks = [' 905551112233', '905551112233 ', '\u00a0id', 'id\u3000', '\u200bid', 'id\ufeff'];
  // They look the same, but have another class in Unicode.
  const others = ['\u3164id', 'id\u3164', 'id\uffa0', 'id\u2800', 'id\u034f', '\u115fid'];
  for (const value of [...blanks, ...others]) {
    for (const answer of [await withdraw({ [name]: value }), await withdrawAsJson({ [name]: value })]) {
      expectInvalid(answer, name);
      expect(answer.json.error.message).toContain('%2B');
    }
  }
});

test('a plus sign at the start of an id that was not encoded is refused; encoded it is kept', async () => {
  const fields = withdrawalFields();
  const body = (userId: string) =>
    `${new URLSearchParams({ ...fields, userId: '' })}`.replace('userId=', `userId=${userId}`);
  expectInvalid(await call(service(), WITHDRAW, { body: body('+905551112233') }), 'userId');
  expect(expectData(await call(service(), WITHDRAW, { body: body('%2B905551112233') })).userId).toBe(
    '+905551112233',
  );
});

test('all missing fields are reported together, in the order of the specification', async () => {
  const deposit = ['bankId', 'processId', 'amount', 'userId', 'userName', 'name'];
  expectInvalid(await call(service(), DEPOSIT, { body: 'x=y' }), ...deposit);
  expectInvalid(await call(service(), DEPOSIT, { body: '' }), ...deposit);
  expectInvalid(await call(service(), WITHDRAW, { body: 'x=y' }), ...deposit, 'accountName', 'iban');
  expectInvalid(
    await call(service(), WITHDRAW, { body: '{}', contentType: 'application/json' }),
    ...deposit,
    'accountName',
    'iban',
  );
});

test.each([...NAMES, 'amount', 'iban'])('%s is required', async (name) => {
  const fields: Record<string, string> = withdrawalFields();
  delete fields[name];
  const response = await call(service(), WITHDRAW, { body: fields });
  expectInvalid(response, name);
  expect(response.json.error.message).toBe(`${name} is required.`);
});

test('a deposit needs neither accountName nor iban, and ignores both', async () => {
  const data = expectData(
    await call(service(), DEPOSIT, { body: { ...depositFields(), accountName: ' ', iban: 'none' } }),
  );
  expect(data).not.toHaveProperty('accountName');
  expect(data).not.toHaveProperty('iban');
});
