import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createClient } from '../../src/client/index.ts';
import { faultOf } from '../../src/kernel/problems.ts';
import { call, DEPOSIT, depositFields, hmac, MERCHANT, OPERATOR } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import { OPERATIONS } from '../support/operations.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('answers that teach', () => {
  const { appKey, secret } = MERCHANT;

  /** Sends a form with its plain sign, or another sign. */
  async function post(
    body: string,
    { sign = hmac(secret, body), path = DEPOSIT, type = 'application/x-www-form-urlencoded' } = {},
  ) {
    const headers = { appKey, sign, 'content-type': type };
    const response = await fetch(service().url + path, { method: 'POST', headers, body });
    const { error } = await response.json();
    return {
      status: response.status,
      message: error?.message ?? '',
      warning: response.headers.get('warning'),
    };
  }

  const form = (fields: Record<string, unknown> = {}) => {
    const all = Object.entries({ ...depositFields(), ...fields }).filter(([, value]) => value !== undefined);
    return new URLSearchParams(all.map(([name, value]) => [name, String(value)])).toString();
  };

  describe('a digest of another form is described by its length and alphabet:', () => {
    const body = 'a=1';
    const digest = (algorithm: string) => createHmac(algorithm, secret).update(body);
    const hex = digest('sha256').digest('hex');
    // Bytes whose base64 has both characters that base64url writes otherwise.
    const url = Buffer.alloc(32, 0xfb).toString('base64url');
    test.each([
      ['hex', hex, 'is hex: send the 32 bytes'],
      ['hex in capitals', hex.toUpperCase(), 'is hex: send the 32 bytes'],
      ['hex in a timed sign', `t=1,v1=${hex}`, 'is hex: send the 32 bytes'],
      ['base64url', url, 'is base64url'],
      ['base64url with its padding, in a timed sign', `t=1,v1=${url}=`, 'is base64url'],
      ['base64 without its padding', Buffer.alloc(32).toString('base64').slice(0, -1), 'without its ='],
      ['a time in milliseconds', `t=${Date.now()},v1=${hmac('a', 'b')}`, 'seconds, not milliseconds'],
      ['none of these', 'x', 'is malformed'],
      ['a character too many', `${hmac('a', 'b')}A`, 'is malformed'],
      ['a text too long', 'A'.repeat(8000), 'is malformed'],
      ['base64 of hex', Buffer.from(hex).toString('base64'), 'is the base64 of a hex digest'],
      ['SHA-1', digest('sha1').digest('base64'), '20 bytes like SHA-1'],
      ['SHA-1 in hex', digest('sha1').digest('hex'), 'is hex with 20 bytes like SHA-1'],
      ['MD5 in hex', createHash('md5').update(body).digest('hex'), 'is hex with 16 bytes like MD5'],
      ['SHA-512', digest('sha512').digest('base64'), '64 bytes like SHA-512'],
      ['SHA-512 in hex', digest('sha512').digest('hex'), 'is hex with 64 bytes like SHA-512'],
      ['a prefix', `sha256=${digest('sha256').digest('base64')}`, 'begins with the name of an algorithm'],
      ['a blank', `t=1, v1=${digest('sha256').digest('base64')}`, 'has a blank between its parts'],
      ['a semicolon', `t=1;v1=${digest('sha256').digest('base64')}`, 'has a semicolon between its parts'],
      [
        'a time with a fraction',
        `t=1732100000.25,v1=${digest('sha256').digest('base64')}`,
        'no whole number',
      ],
      [
        'a time of ISO 8601',
        `t=2026-11-30T10:00:00Z,v1=${digest('sha256').digest('base64')}`,
        'no whole number',
      ],
      ['v1 first', `v1=${digest('sha256').digest('base64')},t=1`, 'begins with the digest'],
    ])('%s', async (_, sign, says) => {
      expect((await post(body, { sign })).message).toContain(says);
    });
  });

  test('a sign of another time is refused with the direction and the time of the server', async () => {
    const target = '/v1/transactions';
    const get = async (awaySeconds: number, ofKey = secret) => {
      const t = Math.floor(Date.now() / 1000) + awaySeconds;
      const sign = `t=${t},v1=${hmac(ofKey, `${t}.GET.${target}.`)}`;
      const response = await fetch(service().url + target, { headers: { appKey, sign } });
      return (await response.json()).error;
    };
    const behind = await get(-3600);
    expect(behind.message).toMatch(/360\d seconds behind 20\d\d-.*Z[.]/);
    // A program tells it from a sign of a wrong secret, whose owner learns nothing about the time.
    expect(behind.fields).toMatchObject([{ path: 'sign', code: 'sign_stale' }]);
    expect((await get(3600)).message).toMatch(/3(600|59\d) seconds ahead of 20/);
    expect(await get(-3600, 'another-secret')).not.toHaveProperty('fields');
  });

  describe('a field of a similar name', () => {
    test.each([
      ['processID', 'processId'],
      ['bank_id', 'bankId'],
      ['amount_minor', 'amount'],
      ['user_name', 'userName'],
    ])('%s is named where %s is missing', async (sent, required) => {
      const { status, message } = await post(form({ [required]: undefined, [sent]: '500' }));
      expect([status, message]).toEqual([
        400,
        expect.stringContaining(`${required} is required; you sent ${sent}.`),
      ]);
    });

    test('is named in a warning where the create succeeds', async () => {
      const { status, warning } = await post(form({ currency: 'USD', amount_minor: '1', callBack: 'x' }));
      expect(status).toBe(200);
      expect(warning).toBe(
        '299 - "currency is not known and was ignored. amount_minor is not known and was ignored. Did you mean amount? callBack is not known and was ignored. Leave it out: /docs lists the fields of each call."',
      );
      expect((await post(form())).warning).toBeNull();
      expect((await post(form({ '<b>': '1' }))).warning).toBeNull();
    });
  });

  describe('the cure is named of', () => {
    test('a form that is sent as JSON', async () => {
      expect((await post(form(), { type: 'application/json' })).message).toContain(
        'send it as application/x-www-form-urlencoded',
      );
    });

    test('fields in the query of a POST', async () => {
      const query = form();
      const path = `${DEPOSIT}?${query}`;
      const sign = hmac(secret, query);
      expect((await post('', { path, sign })).message).toContain('none is read out of the query');
    });

    test('an empty file, whose other fields are rightly in the query', async () => {
      const upload = { method: 'POST', sign: 'digest', as: OPERATOR, body: '' } as const;
      const path = '/v1/statements?name=a.sta';
      const { error } = (await call(service(), path, { ...upload, contentType: 'application/octet-stream' }))
        .json;
      expect(error.message).toBe('file: The file is empty.');
    });

    test('an amount with a comma', async () => {
      expect((await post(form({ amount: '1.000,50' }))).message).toContain(
        'with a point and without a comma',
      );
    });

    test('an id that is a number in JSON', async () => {
      const body = JSON.stringify({ ...depositFields(), processId: 12 });
      expect((await post(body, { type: 'application/json' })).message).toContain(
        'processId must be a string: in JSON, send it in quotes.',
      );
    });

    test('a processId in the place of a transactionId', async () => {
      const { json } = await call(service(), '/v1/transactions/order-1', { sign: 'timed' });
      expect(json.error.message).toContain('GET /v1/transactions?processId=…');
    });
  });

  test.each([
    ['/v1/deposit', 'POST /v1/transactions/deposit'],
    ['/v1/deposits', 'POST /v1/transactions/deposit'],
    ['/v1/payments', 'POST /v1/transactions/deposit'],
    ['/v1/withdraw', 'POST /v1/transactions/withdraw'],
    ['/v1/banks', 'GET /v1/available-banks'],
    ['/api/v1/transactions', 'GET /v1/transactions'],
    ['/transactions/deposit', 'POST /v1/transactions/deposit'],
    ['/v1/transactionz', 'GET /v1/transactions'],
  ])('the path %s leads to %s', async (path, meant) => {
    const { error } = await (await fetch(service().url + path)).json();
    expect(error.message).toBe(
      `There is no such route. Did you mean ${meant}? All paths are in /openapi.json.`,
    );
  });

  test('a POST to the list says where transactions are created', async () => {
    const { error } = await (await fetch(`${service().url}/v1/transactions`, { method: 'POST' })).json();
    expect(error.message).toMatch(/^This route takes GET[.] POST is for .*\/v1\/transactions\/deposit/);
  });

  test('a misspelt call of POST, which looks like an id below the list, is refused with the right name', async () => {
    const path = '/v1/transactions/withdrawal';
    const { error } = await (await fetch(service().url + path, { method: 'POST' })).json();
    expect(error.message).toBe('This route takes GET. Did you mean POST /v1/transactions/withdraw?');
  });

  test('a misspelt procedure of tRPC is told the nearest, with its method', async () => {
    const { error } = await (await fetch(`${service().url}/trpc/banks.lst`)).json();
    expect(error.message).toBe('There is no such procedure. Did you mean GET /trpc/banks.list?');
  });

  test('a client whose url ends with /trpc is told to leave it out', async () => {
    const url = `${service().url}/trpc`;
    const called = createClient({ url, appKey, secret, retry: false }).banks.list.query({});
    await expect(called).rejects.toThrow('url of a client is the base URL alone, without /trpc.');
  });

  test.each([
    ['without a mark', ''],
    ['behind a byte order mark', '\uFEFF'],
  ])('a body in UTF-16 %s is named as such', async (_, mark) => {
    const body = Buffer.from(`${mark}${form()}`, 'utf16le');
    const headers = { appKey, sign: hmac(secret, body), 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(service().url + DEPOSIT, { method: 'POST', headers, body });
    expect((await response.json()).error.message).toBe(
      'The body is UTF-16: send it in UTF-8, and sign those bytes.',
    );
  });

  describe('the command line', () => {
    const run = (...words: string[]) => runCli(words, { databasePath: service().databasePath });

    test('names its own options where a request has fields', async () => {
      const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
      const { code, stderr } = await run(
        'transactions',
        'settle',
        transactionId,
        '--sequence',
        '1',
        '--final-amount',
        '1',
      );
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('run the same command with --accept-difference.'),
      ]);
    });

    test('sees with `--as` what the key sees', async () => {
      const post = { body: depositFields(), as: { appKey: 'demo-test', secret: 'demo-test-secret' } };
      const { transactionId } = expectData(await call(service(), DEPOSIT, post));
      expect((await run('transactions', 'list', '--as', 'demo-test')).stdout).toContain(transactionId);
      expect((await run('transactions', 'list')).stdout).not.toContain(transactionId);
    });

    test.each([
      ['a list of a test key', 'transactions list --client demo-test', 'Add --as demo-test to see'],
      [
        'a live client beside a test key',
        'events list --client demo-merchant --as demo-test',
        'leave --client out',
      ],
      [
        'another client than the merchant',
        'events list --client acme --as demo-merchant',
        'leave --client out',
      ],
      [
        'a list of the desk, by a test key',
        'callbacks failed demo-test',
        'callbacks attempts --as demo-test',
      ],
      [
        'a view that may not',
        'callbacks failed demo-test --as demo-test',
        'callbacks attempts --as demo-test',
      ],
      ['a command of admins', 'clients list --as demo-operator', 'Use a key with the role admin'],
      ['an unknown view', 'transactions list --as nobody', 'command clients list'],
      ['an unknown client', 'transactions list --client nobody', 'command clients list'],
    ])('says what to type instead of %s', async (_, words, cure) => {
      const { code, stderr } = await run(...words.split(' '));
      expect([code, stderr]).toEqual([expect.toBeOneOf([1, 2]), expect.stringContaining(cure)]);
    });

    const makeTest = async () => {
      const post = { body: depositFields(), as: { appKey: 'demo-test', secret: 'demo-test-secret' } };
      return expectData(await call(service(), DEPOSIT, post)).transactionId as string;
    };

    test.each([
      ['transactions', 'show'],
      ['events', 'list', '--transaction'],
      ['callbacks', 'attempts', '--transaction'],
    ])('names the key for `--as` that sees a test: %s %s', async (...words) => {
      const id = await makeTest();
      const { code, stderr } = await run(...words, id);
      expect([code, stderr]).toEqual([
        1,
        `bank-transfers: Transaction ${id} is a test of demo-test. Add --as demo-test to see it.\n`,
      ]);
      expect((await run(...words, id, '--as', 'demo-test')).code).toBe(0);
    });

    test('says who decides a test', async () => {
      const id = await makeTest();
      const { stderr } = await run('transactions', 'settle', id, '--sequence', '1');
      expect(stderr).toContain(`Transaction ${id} is a test of demo-test. Only that key decides it`);
    });

    test('offers `--as` only where a command has it', async () => {
      const { stderr } = await run('callbacks', 'redeliver-failed', 'demo-test');
      expect(stderr).toContain('A test key with the role operator does it over REST.');
      expect(stderr).not.toContain('--as');
    });
  });
});

test('a read refuses a parameter that it does not know, and names it', () => {
  const reads = OPERATIONS.filter(({ kind }) => kind !== 'command');
  expect(reads.length).toBeGreaterThan(10);
  for (const { name, input } of reads) {
    const { error } = input.safeParse({ colour: 'red' });
    const unknown = error?.issues.find(({ code }) => code === 'unrecognized_keys');
    expect(unknown, name).toMatchObject({ keys: ['colour'] });
  }
});

/** Values that are wrong in the ways in which a value can be. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '\u0000',
  '\u202e',
  '\ud800',
  ' x',
  'x'.repeat(70_000),
  'https://a:b@c/#d',
  -1,
  0,
  0.001,
  1e12,
  Number.NaN,
  true,
  {},
  { minAmount: 5, maxAmount: 1 },
  [],
  ['x', 'x'],
  [{}],
  '10.0.0.1/8',
  'demo-x',
  'iVBORw0KGgo=',
  Array.from({ length: 2000 }, (_, at) => `${at}`),
];

/** The issues of an input in which one field is wrong, or all of it. */
function issuesOf({ input }: { readonly input: z.ZodType }): readonly z.core.$ZodIssue[] {
  const names = Object.keys('shape' in input ? Object(input.shape) : {});
  const inputs = WRONG.flatMap((value) => [
    value,
    { unknown: value },
    ...names.map((name) => ({ [name]: value })),
  ]);
  return inputs.flatMap((given) => input.safeParse(given).error?.issues ?? []);
}

describe('the problem of a field', () => {
  test.each(OPERATIONS)('has a code of the list, whatever is wrong with the input of $name', (operation) => {
    for (const issue of issuesOf(operation)) {
      // A sentence of zod itself would have the code of its kind only.
      const isOurs = issue.code === 'unrecognized_keys' || issue.message.startsWith('{"code":');
      expect(
        isOurs,
        `${issue.path.join('.')}: ${issue.message}: take a field of src/operations/fields.ts`,
      ).toBe(true);
      expect(faultOf(issue).message).not.toMatch(/undefined|NaN/);
    }
  });
});
