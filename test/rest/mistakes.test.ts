import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  AmountText,
  amount,
  fields,
  flag,
  oneOf,
  text,
  timestamp,
  wholeNumber,
} from '../../src/operations/fields.ts';
import { fieldReader } from '../../src/operations/text.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import {
  ADMIN,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  OPERATOR,
  startTestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { goodInput, keyFor } from '../support/bad-inputs.ts';
import { COLLECTION_FOLDER, printCollection } from '../support/bruno-collection.ts';
import { environmentOf, expectAsserted, readBruno, sendBruno } from '../support/bruno-runner.ts';
import { WALKS } from '../support/bruno-walks.ts';
import { isCreation } from '../support/example-desk.ts';
import { everyNth } from '../support/long.ts';
import { operationOf } from '../support/operations.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

describe('newcomers mistakes', () => {
  const LIST = '/v1/transactions';
  const SOME_ID = '0123456789abcdef01234567';

  const form = (changes: Readonly<Record<string, string>> = {}) =>
    `${new URLSearchParams(depositFields(changes))}`;

  describe('a line end behind a body', () => {
    test.each(['\n', '\r\n', '\r'])(
      '%j behind a signed form is named, and no field is blamed',
      async (end) => {
        for (const [target, fields] of [
          [DEPOSIT, depositFields()],
          [WITHDRAW, withdrawalFields()],
        ] as const) {
          const answer = await call(service(), target, { body: `${new URLSearchParams(fields)}${end}` });
          expectInvalid(answer, 'body');
          expect(answer.json.error.message).toContain('ends with a line end');
        }
      },
    );

    test('behind JSON is a part of what is signed, and the sentence says so', async () => {
      const json = JSON.stringify({ ...depositFields(), amount: 500 });
      const ask = (sign: string) =>
        call(service(), DEPOSIT, { body: `${json}\n`, contentType: 'application/json', headers: { sign } });
      const { message } = expectFailure(await ask(hmac(MERCHANT.secret, json)), 'error_invalid_sign');
      expect(message).toContain('ends with a line end');
      expectData(await ask(hmac(MERCHANT.secret, `${json}\n`)));
    });
  });

  test.each(['500', '100.5', '0.01'])('the JSON amount "%s" is to be sent without quotes', async (amount) => {
    const body = JSON.stringify({ ...depositFields(), amount });
    const answer = await call(service(), DEPOSIT, { body, contentType: 'application/json' });
    expectInvalid(answer, 'amount');
    expect(answer.json.error.message).toContain(`send ${amount} without quotes`);
  });

  describe('a parameter of a read that is not known is an error:', () => {
    test.each([
      [`${LIST}?staus=pending`, 'staus', 'status'],
      [`${LIST}?Status=pending`, 'Status', 'status'],
      [`${LIST}?process_id=x`, 'process_id', 'processId'],
      [`${LIST}?limt=2&status=pending`, 'limt', 'limit'],
      ['/v1/available-banks?typ=deposit', 'typ', 'type'],
      ['/v1/events?transactionid=x', 'transactionid', 'transactionId'],
      ['/v1/callback-attempts?eventid=x', 'eventid', 'eventId'],
    ])('%s', async (target, name, meant) => {
      const answer = await call(service(), target);
      expectInvalid(answer, name);
      expect(answer.json.error.message).toContain(`Did you mean ${meant}?`);
    });

    test.each([
      ['/v1/available-banks?colour=red', 'colour'],
      ['/v1/who-am-i?x=1', 'x'],
      [`${LIST}/${SOME_ID}?expand=all`, 'expand'],
    ])('%s, which is near none', async (target, name) => {
      const answer = await call(service(), target);
      expectInvalid(answer, name);
      expect(answer.json.error.message).toContain('is not known');
    });

    test('several are named together, and what is no word is not repeated', async () => {
      expectInvalid(await call(service(), `${LIST}?staus=x&typ=y`), 'staus', 'typ');
      const answer = await call(service(), `${LIST}?TR330006100519786457841326=x&Ada+Lovelace=y`);
      expectInvalid(answer, 'parameter');
      expect(answer.text).not.toMatch(/TR33|Ada/);
    });

    test('a parameter of the path cannot be given in the query', async () => {
      expectInvalid(await call(service(), `${LIST}/${SOME_ID}?transactionId=${SOME_ID}`), 'transactionId');
    });

    test('over tRPC too', async () => {
      const input = encodeURIComponent(JSON.stringify({ staus: 'pending' }));
      const answer = await call(service(), `/trpc/transactions.list?input=${input}`);
      expect(answer.status).toBe(400);
      expect(answer.json.error.data.error.fields).toMatchObject([
        { path: 'staus', code: 'unknown_parameter', message: 'staus is not known. Did you mean status?' },
      ]);
      const stream = await call(service(), `/trpc/transactions.onChange?input=${input}`);
      expect(stream.text).toContain('staus is not known');
    });

    test('unknown fields of a create are ignored', async () => {
      expectData(await call(service(), DEPOSIT, { body: form({ staus: 'pending' }) }));
    });
  });

  describe('a query that nothing reads is refused', () => {
    const commands = routes.filter(
      ({ method, operation, takesFile }) => method === 'POST' && !takesFile && !isCreation(operation.name),
    );

    test('by every command of REST but the creates', async () => {
      const inJson = SURFACES.find(({ name }) => name === 'rest json')!;
      const accepted: string[] = [];
      for (const { operation } of everyNth(4, commands)) {
        const definition = operationOf(operation.name);
        const { target, ...body } = inJson.requestOf(operation.name, goodInput(definition));
        const request = { ...body, as: keyFor(definition), sign: 'timed' } as const;
        const { json, text } = await call(service(), `${target}?sequence=1`, request);
        const [field] = json.error?.fields ?? [];
        if (field?.path !== 'sequence' || field.code !== 'misplaced')
          accepted.push(`${operation.name}: ${text.slice(0, 100)}`);
      }
      expect(commands.length).toBeGreaterThan(30);
      expect(accepted).toEqual([]);
    });

    test('by a mutation of tRPC', async () => {
      const request = { body: '{}', contentType: 'application/json', as: OPERATOR, sign: 'timed' } as const;
      const answer = await call(service(), '/trpc/presence.update?input={}', request);
      expect(answer.json.error.data.error.fields).toMatchObject([{ path: 'input', code: 'misplaced' }]);
    });
  });

  test('an answer of REST ends with a line end, and its length counts it', async () => {
    const created = await call(service(), DEPOSIT, { body: form() });
    const { transactionId } = expectData(created);
    for (const answer of [
      created,
      await call(service(), `${LIST}/${transactionId}`),
      await call(service(), LIST, { as: OPERATOR }),
      await call(service(), DEPOSIT, { body: 'x=y' }),
      await rawCall(service(), { target: '/healthz' }),
      await rawCall(service(), { target: '/readyz' }),
      await rawCall(service(), { target: '/v1/nowhere' }),
    ]) {
      expect(answer.text).toMatch(/\}\n$/);
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
    }
  });
});

describe('text input', () => {
  const schema = fields({
    amount,
    least: amount.optional(),
    limit: amount.nullable().default(null),
    most: amount.nullable().optional(),
    count: wholeNumber(1, 9).default(5),
    sequence: wholeNumber(1, 9).optional(),
    on: flag,
    off: flag.default(true),
    name: text(10),
    kind: oneOf(['1', 'true']),
    at: timestamp.optional(),
  });

  /** Input with the same text in every field. */
  const read = (given: string, input: z.ZodType = schema) =>
    fieldReader(input)(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, given])));

  describe('text is converted to the type of its field:', () => {
    test('a number', () => {
      const sum = new AmountText('12');
      expect(read('12')).toEqual({
        amount: sum,
        least: sum,
        limit: sum,
        most: sum,
        count: 12,
        sequence: 12,
        on: '12',
        off: '12',
        name: '12',
        kind: '12',
        at: '12',
      });
    });

    test.each([
      ['true', true],
      ['false', false],
    ])('%s', (given, flagged) => {
      expect(read(given)).toMatchObject({
        on: flagged,
        off: flagged,
        count: given,
        name: given,
        kind: given,
      });
    });

    test('also in a schema with a check over several fields', () => {
      expect(
        read(
          '12',
          schema.refine(() => true),
        ),
      ).toEqual(read('12'));
      expect(
        read(
          '12',
          schema.check(() => {}),
        ),
      ).toEqual(read('12'));
    });

    test('other values and unknown fields stay unchanged', () => {
      const given = { amount: ['1', '2'], count: 3, unknown: '4' };
      expect(fieldReader(schema)({ ...given })).toEqual(given);
      expect(fieldReader(z.string())({ ...given })).toEqual(given);
    });
  });

  describe('a whole number consists of digits only:', () => {
    test.each(['0', '7', '007', '999999999999999'])('%j is a number', (given) => {
      expect(read(given).count).toBe(Number(given));
    });

    test.each([
      '',
      ' 5',
      '5 ',
      '+5',
      '-5',
      '5.0',
      '5.',
      '1e0',
      '0x5',
      '1,000',
      '1_000',
      'NaN',
      '５',
      '1000000000000000',
    ])('%j is not a number', (given) => {
      expect(read(given).count).toBe(given);
    });

    test.each(['TRUE', 'True', '1', '0', 'yes', 'on', '', ' true'])('%j is not a flag', (given) => {
      expect(read(given).on).toBe(given);
    });
  });

  test('every number and flag of a REST operation can be sent as text', () => {
    const left = routes.flatMap(({ operation }) => {
      const shape = operation.input instanceof z.ZodObject ? operation.input.shape : {};
      return Object.entries(shape).flatMap(([name, field]) => {
        const takes = (value: unknown) => z.safeParse(field, value).success;
        const { [name]: one } = fieldReader(operation.input)({ [name]: '1' });
        const { [name]: yes } = fieldReader(operation.input)({ [name]: 'true' });
        return (takes(1) && !takes(one)) || (takes(true) && !takes(yes)) ? [`${operation.name}.${name}`] : [];
      });
    });
    expect(left).toEqual([]);
  });

  describe('a form and JSON mean the same sequence:', () => {
    async function settle(sequence: string) {
      const created = await call(service(), '/v1/transactions/deposit', { body: depositFields() });
      const target = `/v1/transactions/${created.json.data.transactionId}/settle`;
      const callOptions = { as: OPERATOR, sign: 'timed' as const };
      return [
        await call(service(), target, { ...callOptions, body: { sequence } }),
        await call(service(), target, {
          ...callOptions,
          body: `{"sequence":${sequence}}`,
          contentType: 'application/json',
        }),
      ] as const;
    }

    test('the largest sequence is accepted', async () => {
      for (const response of await settle('1000000')) expectFailure(response, 'error_stale_sequence');
    });

    test.each(['1000001', '0', '-1', '1.5'])('%s is refused', async (sequence) => {
      const [form, json] = await settle(sequence);
      expectInvalid(form, 'sequence');
      expect(form.json.error).toEqual(json.json.error);
    });
  });
});

describe('collection', () => {
  const files = [...printCollection().keys()].filter(
    (path) => path.includes('/') && !/^environments[/]|[/]folder[.]bru$/.test(path),
  );

  const isOfWalk = (path: string) => path.startsWith('walks/');
  const requests = files.filter((path) => !isOfWalk(path));

  interface Sending {
    readonly as: Credentials;
    readonly variables?: Readonly<Record<string, string>>;
    readonly edit?: (text: string) => string;
  }

  function send(path: string, { as, variables, edit = (text) => text }: Sending) {
    const known = { ...environmentOf('demo-merchant'), baseUrl: service().url, ...variables };
    return sendBruno(path, { as, variables: known, edit });
  }

  test('docs/collection has the present calls; if not: npm run schema', () => {
    const printed = printCollection();
    const present = readdirSync(COLLECTION_FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(COLLECTION_FOLDER.length));
    expect(present.sort()).toEqual([...printed.keys()].sort());
    for (const [path, text] of printed) expect(readBruno(path), path).toBe(text);
  });

  test.each(everyNth(3, requests))('the service accepts the sign and the fields of %s', async (path) => {
    const testKey = { appKey: 'demo-test', secret: 'demo-test-secret' };
    const { status, error } = await send(path, { as: path.startsWith('test-keys/') ? testKey : ADMIN });
    // The ids are those of the reader, an admin creates for a merchant, and some examples need what others made.
    const isAsExpected =
      status === 200 ||
      [404, 409, 422].includes(status) ||
      /onBehalfOf|Id is (the id of )?no /.test(error.message);
    expect(isAsExpected, JSON.stringify(error)).toBe(true);
    expect(error?.type).not.toBe('error_route_not_found');
  });

  describe('a merchant', () => {
    test('creates a deposit with letters of all kinds, and reads it', async () => {
      const edit = (text: string) => text.replace('Ada Yılmaz', 'Şükrü 😀');
      const { data } = await send('transactions/createDeposit.bru', { as: MERCHANT, edit });
      expect(data).toMatchObject({
        processId: expect.stringMatching(/^order-[0-9a-f-]{36}$/),
        name: 'Şükrü 😀',
      });
      const variables = { transactionId: data.transactionId };
      expect((await send('transactions/getTransaction.bru', { as: MERCHANT, variables })).data).toMatchObject(
        variables,
      );
    });

    test('searches for what a URL must encode', async () => {
      const edit = (text: string) => text.replace('status=pending', 'query=Şükrü 😀');
      const { status, error } = await send('transactions/listTransactions.bru', { as: MERCHANT, edit });
      expect([status, error]).toEqual([200, undefined]);
    });

    test('reaches a service below the path of a proxy', async () => {
      await using proxy = await startPrefixProxy(service(), '/money/in');
      const variables = { baseUrl: proxy.url };
      const { status } = await send('transactions/listTransactions.bru', { as: MERCHANT, variables });
      expect(status).toBe(200);
    });

    test('is refused with another secret', async () => {
      const as = { ...MERCHANT, secret: 'another' };
      const { error } = await send('transactions/listTransactions.bru', { as });
      expect(error.type).toBe('error_invalid_sign');
    });
  });

  test('environments of demo keys are ready, and that of another service has no secret', () => {
    const ready = WALKS.map(({ key }) => environmentOf(key));
    expect(ready.map(({ appKey, secret }) => [appKey, secret])).toEqual(
      WALKS.map(({ key }) => [key, `${key}-secret`]),
    );
    expect(environmentOf('my-service').secret).toBeUndefined();
    expect(readBruno('environments/my-service.bru')).toContain('vars:secret [\n  secret\n]');
  });

  test.each(WALKS)(
    '$name: each call uses what those before have made, and is asserted',
    async ({ key, steps }) => {
      await using fresh = await startTestService();
      const variables: Record<string, string> = { ...environmentOf(key), baseUrl: fresh.url };
      let asserted = 0;
      for (const path of files.filter((one) => one.startsWith(`walks/${key}/`)).sort())
        asserted += expectAsserted(path, await sendBruno(path, { variables }));
      expect(asserted).toBe(steps.reduce((sum, step) => sum + 1 + Object.keys(step.asserts).length, 0));
    },
  );
});
