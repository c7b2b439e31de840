import { beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from '../../src/operations/field-problems.ts';
import { createWithdrawal } from '../../src/transactions/create.ts';
import {
  ADMIN,
  call,
  DEPOSIT,
  depositFields,
  hmac,
  type Json,
  MERCHANT,
  OPERATOR,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createAccount, createBank, createClient, DEMO_BANK, type TestClient } from '../support/entities.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('strings', () => {
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
    call(service(), WITHDRAW, { json: { ...withdrawalFields(), amount: 500, ...changes } });

  /** The problems of a withdrawal with these fields, in the words of every surface. */
  function problemsWith(changes: Record<string, unknown>) {
    const sent = { ...withdrawalFields(), amount: 500, ...changes };
    const { input } = createWithdrawal;
    return problemsOf(input.safeParse(sent).error?.issues ?? [], input, sent);
  }

  /** Asserts that each value is refused for this field alone. */
  function expectRefused(name: string, values: readonly unknown[], words = name) {
    for (const value of values)
      expect(problemsWith({ [name]: value }), JSON.stringify(value)).toEqual([
        expect.objectContaining({ path: name, message: expect.stringContaining(words) }),
      ]);
  }

  const atEachPlace = (character: string) => [`${character}ab`, `a${character}b`, `ab${character}`];

  describe.each(LIMITS)('%s', (name, maxCharacters) => {
    test('that is refused is named, in a form and in JSON', async () => {
      for (const send of [withdraw, withdrawAsJson]) expectInvalid(await send({ [name]: 'a\u202eb' }), name);
    });

    test('may not be blank', () => {
      // Zero-width characters, fillers and a braille cell without dots show nothing either.
      const fillers = ['\u200b', '\u200c\u200d', '\u2060', '\u00ad', '\u3164', '\u2800', '\u{e0020}'];
      expectRefused(name, ['', ' ', '\t', '  \u00a0', '\u3000', '\ufeff', ...fillers]);
    });

    test(`may have at most ${maxCharacters} characters, each code point counted as one`, () => {
      for (const character of ['x', 'ü', '李', '😀']) {
        expectRefused(name, [character.repeat(maxCharacters + 1)]);
        expect(problemsWith({ [name]: character.repeat(maxCharacters) })).toEqual([]);
      }
    });

    test('may not hold a control character', () => {
      const controls = '\u0000 \u0001 \t \n \r \u001b \u001f \u007f \u0085 \u009f'.split(' ');
      expectRefused(name, controls.flatMap(atEachPlace));
    });

    test('may not hold half of a surrogate pair', () => {
      expectRefused(name, ['\ud800', '\udfff', 'a\ud83d', '\ude00a', '\udc00\ud800']);
    });

    test('must be a string in JSON', () => {
      expectRefused(name, [5, true, false, null, ['a'], { a: 'b' }, {}]);
    });

    test('may not hold what changes the direction of text, and the message names it', () => {
      for (const hex of '061C 200E 200F 202A 202B 202C 202D 202E 2066 2067 2068 2069'.split(' '))
        expectRefused(name, atEachPlace(String.fromCodePoint(Number.parseInt(hex, 16))), `U+${hex}`);
    });
  });

  test('half of a surrogate pair is refused in escapes of JSON, and in the bytes of a form', async () => {
    const json = JSON.stringify({ ...withdrawalFields({ name: 'HERE' }), amount: 500 });
    const body = json.replace('HERE', 'a\\ud83d');
    expectInvalid(await call(service(), WITHDRAW, { body, contentType: 'application/json' }), 'name');
    const escaped = new URLSearchParams(withdrawalFields({ name: 'HERE' })).toString();
    for (const bytes of ['%ED%A0%80', '%ED%BF%BF', '%ED%A0%BD%ED%B8%80'])
      expectInvalid(await call(service(), WITHDRAW, { body: escaped.replace('HERE', bytes) }), 'name');
  });

  test('strings of the most characters are stored', async () => {
    const longest = LIMITS.filter(([name]) => name !== 'bankId').map(([name, most]) => [
      name,
      '😀'.repeat(most),
    ]);
    const fields = Object.fromEntries(longest);
    expect(expectData(await withdraw(fields))).toMatchObject(fields);
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

  test.each(['bankId', 'processId', 'userId'])('%s neither begins nor ends with a blank', (name) => {
    const blanks = [' 905551112233', '905551112233 ', '\u00a0id', 'id\u3000', '\u200bid', 'id\ufeff'];
    // They look the same, but have another class in Unicode.
    const others = ['\u3164id', 'id\u3164', 'id\uffa0', 'id\u2800', 'id\u034f', '\u115fid'];
    expectRefused(name, [...blanks, ...others], '%2B');
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
});

describe('already pending', () => {
  const deposit = async (fields: Record<string, string>, as = MERCHANT) =>
    expectData(await call(service(), DEPOSIT, { body: fields, as }));

  const countOf = async (query: string) =>
    expectData(await call(service(), `/v1/transactions?${query}`)).items.length;

  test('a user with a pending deposit gets the stored one back, whatever the new request contains', async () => {
    const first = depositFields();
    const { userId = '' } = first;
    const stored = await deposit(first);
    expect(stored).not.toHaveProperty('alreadyPending');
    const other = {
      amount: '750',
      bankId: '507f1f77bcf86cd799439012',
      name: 'Another Name',
      userName: 'another',
    };
    for (const fields of [depositFields({ userId }), depositFields({ userId, ...other })])
      expect(await deposit(fields)).toEqual({ ...stored, alreadyPending: true });
    expect(await countOf(`userId=${userId}`)).toBe(1);
  });

  test('a repeat of the pending deposit itself also has the flag', async () => {
    const fields = depositFields();
    const stored = await deposit(fields);
    expect(await deposit(fields)).toEqual({ ...stored, alreadyPending: true });
  });

  test('a processId that returned a pending deposit is still unused', async () => {
    const stored = await deposit(depositFields());
    const second = depositFields({ userId: stored.userId });
    expect((await deposit(second)).processId).toBe(stored.processId);
    expect(await countOf(`processId=${second.processId}`)).toBe(0);
    expectData(
      await call(service(), WITHDRAW, { body: withdrawalFields({ processId: second.processId ?? '' }) }),
    );
  });

  test('a used processId takes precedence over a pending deposit', async () => {
    const used = await deposit(depositFields());
    const pending = await deposit(depositFields());
    const body = depositFields({ processId: used.processId, userId: pending.userId });
    const error = expectFailure(await call(service(), DEPOSIT, { body }), 'error_process_id_conflict');
    expect(error.message).toContain(used.transactionId);
  });

  test('withdrawals do not count as pending and are not affected by a pending deposit', async () => {
    const { userId = '' } = depositFields();
    const withdrawals = [withdrawalFields({ userId }), withdrawalFields({ userId })];
    const ids = new Set<string>();
    for (const body of withdrawals)
      ids.add(expectData(await call(service(), WITHDRAW, { body })).transactionId);
    ids.add((await deposit(depositFields({ userId }))).transactionId);
    const last: Json = expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ userId }) }));
    expect(ids.add(last.transactionId).size).toBe(4);
    expect(last).not.toHaveProperty('alreadyPending');
  });

  test('withdrawals are created even in the same commit as a deposit of the same user', async () => {
    const { dependencies } = service();
    const client = await dependencies.clients.findByAppKey(MERCHANT.appKey);
    const { userId = '', userName = '', name = '', bankId = '' } = depositFields();
    const bank = { bankId, bankName: 'Bank', currency: 'TRY', amountMinor: 5000 };
    const common = { clientId: client?.id ?? '', userId, userName, name, convertedName: 'x', ...bank };
    const deposit = { ...common, type: 'deposit' } as const;
    const account = { accountName: name, iban: VALID_IBAN, ibanNormalized: VALID_IBAN };
    const withdrawal = { ...common, ...account, type: 'withdrawal' } as const;
    const drafts = [withdrawal, deposit, withdrawal, deposit, withdrawal];
    // Requests submitted in one turn of the event loop form one group.
    const outcomes = await Promise.all(
      drafts.map((draft, index) =>
        dependencies.transactions.create({ ...draft, processId: `${userId}-${index}` }, DEMO_BANK),
      ),
    );
    const stored = outcomes.map((outcome) => (outcome.kind === 'stored' ? outcome.transaction : undefined));
    expect(stored.map((one) => one?.type)).toEqual(drafts.map((draft) => draft.type));
    expect(new Set(stored.map((one) => one?.id)).size).toBe(4);
  });

  test("one client's pending deposit does not affect another client", async () => {
    const other = await createClient(service());
    const stored = await deposit(depositFields());
    const theirs = await deposit(depositFields({ userId: stored.userId }), other);
    expect(theirs.transactionId).not.toBe(stored.transactionId);
    expect(theirs).not.toHaveProperty('alreadyPending');
  });

  test('user ids are compared exactly', async () => {
    const { userId = '' } = depositFields();
    for (const spelling of [userId, userId.toUpperCase(), `x ${userId}`, `x  ${userId}`])
      expect(await deposit(depositFields({ userId: spelling }))).not.toHaveProperty('alreadyPending');
  });

  test('a pending deposit is returned even if no account could take another', async () => {
    const bank = await createBank(service(), { withAccount: false });
    await createAccount(service(), { bankId: bank.id, dailyLimitMinor: 50_000 });
    const stored = await deposit(depositFields({ bankId: bank.id }));
    expect(await deposit(depositFields({ bankId: bank.id, userId: stored.userId }))).toEqual({
      ...stored,
      alreadyPending: true,
    });
  });
});

describe('on behalf of', () => {
  let merchant: TestClient;

  beforeAll(async () => {
    merchant = await createClient(service());
  });

  const send = (body: Record<string, string>, as = OPERATOR, target = DEPOSIT) =>
    call(service(), target, { body, as, sign: 'timed' });

  describe.each([
    ['an operator', OPERATOR],
    ['an admin', ADMIN],
  ])('%s', (_, as) => {
    test('creates for the named merchant, who owns the transaction in every respect', async () => {
      for (const [target, fields] of [
        [DEPOSIT, depositFields()],
        [WITHDRAW, withdrawalFields()],
      ] as const) {
        const data = expectData(await send({ ...fields, onBehalfOf: merchant.appKey }, as, target));
        expect(data.hash).toBe(hmac(merchant.secret, `${data.transactionId}${data.bankId}500`));
        expect(data).not.toHaveProperty('onBehalfOf');
        const path = `/v1/transactions/${data.transactionId}`;
        expect(expectData(await call(service(), path, { as: merchant }))).toMatchObject(data);
        expectFailure(await call(service(), path, { as: MERCHANT }), 'error_transaction_not_found');
      }
    });

    test('shares the processIds and the pending deposits of that merchant', async () => {
      const fields = depositFields();
      const own = expectData(await call(service(), DEPOSIT, { body: fields, as: merchant }));
      const again = expectData(await send({ ...fields, onBehalfOf: merchant.appKey }, as));
      expect(again).toEqual({ ...own, alreadyPending: true });
      const conflict = await send({ ...fields, name: 'Another', onBehalfOf: merchant.appKey }, as);
      expectFailure(conflict, 'error_process_id_conflict');
      const elsewhere = expectData(await send({ ...fields, onBehalfOf: MERCHANT.appKey }, as));
      expect(elsewhere.transactionId).not.toBe(own.transactionId);
    });

    test('must name the merchant', async () => {
      expectInvalid(await send(depositFields(), as), 'onBehalfOf');
    });

    test.each(['', ' ', 'nobody', OPERATOR.appKey, ADMIN.appKey, 'DEMO-MERCHANT', 'x'.repeat(129)])(
      'cannot act for %j',
      async (onBehalfOf) => {
        expectInvalid(await send(depositFields({ onBehalfOf }), as), 'onBehalfOf');
      },
    );

    test('cannot act for a merchant that is disabled', async () => {
      const { appKey } = await createClient(service(), { disabledAtMs: 1 });
      expectInvalid(await send(depositFields({ onBehalfOf: appKey }), as), 'onBehalfOf');
    });
  });

  describe('a merchant', () => {
    test('may name itself', async () => {
      expectData(await send(depositFields({ onBehalfOf: merchant.appKey }), merchant));
    });

    test.each([MERCHANT.appKey, OPERATOR.appKey, 'nobody'])(
      'may not name %s, whether or not the client exists',
      async (onBehalfOf) => {
        const error = expectFailure(await send(depositFields({ onBehalfOf }), merchant), 'not_authorized');
        expect(error.message).not.toContain(onBehalfOf);
      },
    );
  });
});
