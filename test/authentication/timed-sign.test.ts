import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../src/operations/examples.ts';
import {
  ADMIN,
  createClock,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { GRAPHQL_CALLS } from '../support/graphql-calls.ts';
import { OPERATIONS } from '../support/operations.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import {
  countRows,
  graphqlPost,
  NEW_ADMIN,
  refusalOf,
  type SignedPost,
  signOnce,
} from '../support/signed-posts.ts';

const clock = createClock();

describe('timed sign', () => {
  const service = useService({ platform: { nowMs: clock.nowMs } });
  const nowSeconds = () => clock.nowMs() / 1000;
  const LIST = '/v1/transactions';
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  interface Signed {
    readonly method?: string;
    readonly target?: string;
    readonly seconds?: number | string;
    readonly body?: string;
  }

  /** A timed sign over exactly the given parts. */
  function timed({ method = 'GET', target = LIST, seconds = nowSeconds(), body = '' }: Signed = {}): string {
    return `t=${seconds},v1=${hmac(MERCHANT.secret, `${seconds}.${method}.${target}.${body}`)}`;
  }

  /** A call with the given sign, valid or not. */
  function ask(sign: string, { method = 'GET', target = LIST, body }: Signed = {}) {
    const headers = { appKey: MERCHANT.appKey, sign, ...(body !== undefined && FORM) };
    return rawCall(service(), { method, target, headers, ...(body !== undefined && { body }) });
  }

  describe('the time of a sign may differ from the clock of the server by 300 s:', () => {
    test.each([-300, -299, -1, 0, 1, 299, 300])('%d s is accepted', async (offset) => {
      expectData(await ask(timed({ seconds: nowSeconds() + offset })));
    });

    test.each([-301, -302, -3600, -1e9, 301, 302, 3600, 1e9])('%d s is refused', async (offset) => {
      const { message } = expectFailure(
        await ask(timed({ seconds: nowSeconds() + offset })),
        'error_invalid_sign',
      );
      expect(message).toContain('300 seconds');
    });

    test('a sign becomes stale as the clock advances, and not a second earlier', async () => {
      const sign = timed();
      clock.advance(300_000);
      expectData(await ask(sign));
      clock.advance(1000);
      expectFailure(await ask(sign), 'error_invalid_sign');
    });

    test('the time itself is signed', async () => {
      const [, digest] = timed({ seconds: nowSeconds() - 600 }).split(',');
      expectFailure(await ask(`t=${nowSeconds()},${digest}`), 'error_invalid_sign');
    });
  });

  describe('a timed sign is valid for one request only:', () => {
    const body = new URLSearchParams(withdrawalFields()).toString();
    const deposit = { method: 'POST', target: DEPOSIT, body };

    test('it is accepted for its own request', async () => {
      expectData(await ask(timed(deposit), deposit));
    });

    test.each<[string, Signed]>([
      ['another method', { ...deposit, method: 'PUT' }],
      ['a method in lower case', { ...deposit, method: 'post' }],
      ['another path', { ...deposit, target: WITHDRAW }],
      ['a path in another case', { ...deposit, target: DEPOSIT.toUpperCase() }],
      ['a path with a slash at its end', { ...deposit, target: `${DEPOSIT}/` }],
      ['a path with a query', { ...deposit, target: `${DEPOSIT}?x=y` }],
      ['a whole URL', { ...deposit, target: `http://localhost${DEPOSIT}` }],
      ['another body', { ...deposit, body: `${body}&x=y` }],
      ['no body', { ...deposit, body: '' }],
      ['the body in another order', { ...deposit, body: body.split('&').reverse().join('&') }],
    ])('it is refused if it covers %s', async (_, signed) => {
      expectFailure(await ask(timed(signed), deposit), 'error_invalid_sign');
    });

    test('it is refused on another route', async () => {
      const sign = timed(deposit);
      expectFailure(await ask(sign, { ...deposit, target: WITHDRAW }), 'error_invalid_sign');
      expectFailure(await ask(sign, { ...deposit, target: `${DEPOSIT}?x` }), 'error_invalid_sign');
      expectFailure(await ask(timed(), { target: `${LIST}/000000000000000000000000` }), 'error_invalid_sign');
      expectFailure(
        await ask(timed({ target: `${LIST}?limit=1` }), { target: `${LIST}?limit=2` }),
        'error_invalid_sign',
      );
    });

    test('it is not a plain sign of its payload, neither at once nor later', async () => {
      const signed = { ...deposit, body: `x=y&${body}` };
      const [, digest = ''] = timed(signed).split('v1=');
      const replay = `${nowSeconds()}.POST.${DEPOSIT}.${signed.body}`;
      const refused = expectFailure(await ask(digest, { ...deposit, body: replay }), 'error_invalid_sign');
      expect(refused.message).toContain('the start of a timed sign');
      const target = '/v1/available-banks';
      const [, ofBanks = ''] = timed({ target }).split('v1=');
      const query = `${nowSeconds()}.GET.${target}.`;
      expectFailure(await ask(ofBanks, { target: `${target}?${query}` }), 'error_invalid_sign');
    });

    test.each([
      '?limit=2&type=deposit',
      '?type=deposit&limit=2',
      '?type=%64eposit',
      '?limit=2&query=a%20b+c',
      '?query=%C3%A7&userId=%c3%a7',
      "?query='()!*~",
      '?query=[a]',
      '?',
      '?&&',
      '?query=a?b',
    ])('it covers the query as it was sent: %s', async (query) => {
      const target = `${LIST}${query}`;
      expectData(await ask(timed({ target }), { target }));
    });

    test.each([
      ['?limit=2&type=deposit', '?type=deposit&limit=2'],
      ['?type=%64eposit', '?type=deposit'],
      ['?x=a%20b', '?x=a+b'],
      ['?x=%c3%a7', '?x=%C3%A7'],
      ['?', ''],
      ['', '?'],
    ])('the query %s is not %s', async (sent, signed) => {
      const sign = timed({ target: `${LIST}${signed}` });
      expectFailure(await ask(sign, { target: `${LIST}${sent}` }), 'error_invalid_sign');
    });
  });

  describe('a timed sign is refused in any other form:', () => {
    const digest = () => timed().split('v1=')[1] ?? '';
    const t = () => nowSeconds();

    test.each<[string, () => string]>([
      ['the digest first', () => `v1=${digest()},t=${t()}`],
      ['a space after the comma', () => `t=${t()}, v1=${digest()}`],
      ['a semicolon', () => `t=${t()};v1=${digest()}`],
      ['no time', () => `v1=${digest()}`],
      ['an empty time', () => timed({ seconds: '' })],
      ['no digest', () => `t=${t()}`],
      ['an empty digest', () => `t=${t()},v1=`],
      ['another version', () => `t=${t()},v2=${digest()}`],
      ['two digests', () => `t=${t()},v1=${digest()},v1=${digest()}`],
      ['two times', () => `t=0,t=${t()},v1=${digest()}`],
      ['capital letters', () => `T=${t()},V1=${digest()}`],
      ['a time with a fraction', () => timed({ seconds: `${t()}.0` })],
      ['a time with a plus sign', () => timed({ seconds: `+${t()}` })],
      ['a time with a minus sign', () => timed({ seconds: `-${t()}` })],
      ['a time with an exponent', () => timed({ seconds: '1.8e9' })],
      ['a time in hex', () => timed({ seconds: `0x${t().toString(16)}` })],
      ['the time as a date', () => timed({ seconds: new Date(clock.nowMs()).toISOString() })],
      ['the word NaN', () => timed({ seconds: 'NaN' })],
      ['a digest in hex', () => `t=${t()},v1=${Buffer.from(digest(), 'base64').toString('hex')}`],
      ['a digest in base64url', () => `t=${t()},v1=${Buffer.from(digest(), 'base64').toString('base64url')}`],
      ['a digest cut short', () => `t=${t()},v1=${digest().slice(0, 40)}`],
      ['text after it', () => `${timed()}x`],
    ])('%s', async (_, spell) => {
      expectFailure(await ask(spell()), 'error_invalid_sign');
    });
  });
});

describe('used signs', () => {
  const service = useService({ platform: { nowMs: clock.nowMs, monotonicMs: clock.monotonicMs } });

  /** Signs a POST by the service's clock. @returns a function that sends the same bytes each time. */
  function prepare(post: SignedPost, nowMs = clock.nowMs()) {
    const send = signOnce(post, nowMs);
    return (to: { url: string } = service()) => send(to);
  }

  test('the same signed bytes make one admin, however often they are sent', async () => {
    const send = prepare(NEW_ADMIN);
    const before = await countRows(service(), 'clients');
    expect((await send()).json.data.createClient.secret).toBeTypeOf('string');
    for (let turn = 0; turn < 2; turn += 1) {
      const error = refusalOf(await send());
      expect(error.type).toBe('error_invalid_sign');
      expect(error.message).toBe(
        'The sign was used before, and this command accepts each sign once. Make a new sign, with a new time t or nonce n, for each request.',
      );
    }
    expect(await countRows(service(), 'clients')).toBe(before + 1);
  });

  test('the same signed bytes sent at once make one admin', async () => {
    clock.advance(1000);
    const before = await countRows(service(), 'clients');
    const send = prepare(NEW_ADMIN);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(answers.filter(({ json }) => json.data?.createClient)).toHaveLength(1);
    expect(await countRows(service(), 'clients')).toBe(before + 1);
  });

  test('a used sign stays used while the clock jumps ahead and back, with another command meanwhile', async () => {
    clock.advance(1000);
    const send = prepare(NEW_ADMIN);
    expect((await send()).json.errors).toBeUndefined();
    clock.jump(1_200_000);
    expect((await prepare(NEW_ADMIN)()).json.errors).toBeUndefined();
    clock.jump(-1_200_000);
    expect(refusalOf(await send()).type).toBe('error_invalid_sign');
  });

  test('a new time makes a new sign', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(1000);
      expect((await prepare(NEW_ADMIN)()).json.errors).toBeUndefined();
    }
  });

  test('two equal commands in one second both run if each has a nonce, and each nonce is accepted once', async () => {
    clock.advance(1000);
    const before = await countRows(service(), 'clients');
    const send = (nonce: string) => signOnce(NEW_ADMIN, clock.nowMs(), nonce)(service());
    for (const nonce of ['nonce-01', 'x'.repeat(64)]) {
      expect((await send(nonce)).json.errors).toBeUndefined();
      expect(refusalOf(await send(nonce)).type).toBe('error_invalid_sign');
    }
    for (const nonce of ['seven77', 'x'.repeat(65), 'with.dot', ''])
      expect((await send(nonce)).text).toContain(
        'The nonce n of the sign header must have 8 to 64 characters',
      );
    expect(await countRows(service(), 'clients')).toBe(before + 2);
  });

  describe('over REST and tRPC', () => {
    test.each([
      ['/v1/callbacks/redeliver-failed', JSON.stringify({ appKey: MERCHANT.appKey })],
      ['/trpc/callbacks.redeliverFailed', JSON.stringify({ appKey: MERCHANT.appKey })],
    ])('%s accepts each sign once', async (target, body) => {
      clock.advance(1000);
      const send = prepare({ target, body, as: OPERATOR });
      expect((await send()).status).toBe(200);
      const { status, text } = await send();
      expect(status).toBe(403);
      expect(text).toContain('error_invalid_sign');
    });
  });

  test('an idempotent call gives the same answer to the same bytes', async () => {
    const json = (fields: Record<string, string>) => JSON.stringify({ ...fields, amount: 500 });
    const twice = async (call: SignedPost) => {
      const send = prepare(call);
      const [first, second] = [expectData(await send()), expectData(await send())];
      expect(second).toEqual({ ...first, ...(second.alreadyPending && { alreadyPending: true }) });
      return first;
    };
    const used = await countRows(service(), 'used_signs');
    const deposit = await twice({
      target: '/v1/transactions/deposit',
      body: json(depositFields()),
      as: MERCHANT,
    });
    await twice({ target: '/v1/transactions/withdraw', body: json(withdrawalFields()), as: MERCHANT });
    const cancel = `/v1/transactions/${deposit.transactionId}/cancel`;
    await twice({ target: cancel, body: '{}', as: MERCHANT });
    const { transactionId } = await twice({
      target: '/v1/transactions/deposit',
      body: json(depositFields()),
      as: MERCHANT,
    });
    const settle = prepare({
      target: `/v1/transactions/${transactionId}/settle`,
      body: '{"sequence":1}',
      as: OPERATOR,
    });
    const settled = expectData(await settle());
    expect(expectData(await settle())).toEqual(settled);
    // Their signs were not stored: a create writes no more than before.
    expect(await countRows(service(), 'used_signs')).toBe(used);
  });

  test('a request uses its sign once, however many commands it holds', async () => {
    clock.advance(1000);
    const used = await countRows(service(), 'used_signs');
    const clients = await countRows(service(), 'clients');
    const create = (alias: string) =>
      `${alias}: createClient(input: { name: "New", role: viewer }) { secret }`;
    const send = prepare(graphqlPost(`mutation { ${['a', 'b', 'c'].map(create).join(' ')} }`));
    const first = await send();
    expect(Object.keys(first.json.data)).toEqual(['a', 'b', 'c']);
    expect(first.json.errors).toBeUndefined();
    expect(await countRows(service(), 'used_signs')).toBe(used + 1);
    const again = await send();
    expect(again.text).toContain('error_invalid_sign');
    expect(again.text).not.toContain('"secret":"');
    expect(await countRows(service(), 'clients')).toBe(clients + 3);
  });

  test('a request that was refused for its role or its input does not use its sign up', async () => {
    clock.advance(1000);
    const used = await countRows(service(), 'used_signs');
    const create = 'mutation { createClient(input: { name: "", role: viewer }) { secret } }';
    for (const as of [ADMIN, OPERATOR]) {
      const send = prepare(graphqlPost(create, {}, as));
      const types = [refusalOf(await send()).type, refusalOf(await send()).type];
      expect(types).toEqual(
        as === ADMIN ? Array(2).fill('error_validation') : Array(2).fill('not_authorized'),
      );
    }
    expect(await countRows(service(), 'used_signs')).toBe(used);
  });

  test('the sign of one client is not used up by another', async () => {
    clock.advance(1000);
    const { appKey } = MERCHANT;
    // The same secret, so that the signs are equal.
    const others = ['first-twin', 'second-twin'].map((name) => ({ appKey: name, secret: 'shared-secret' }));
    for (const as of others) {
      await createClient(service(), { ...as, role: 'operator' });
      const send = prepare({
        target: '/v1/callbacks/redeliver-failed',
        body: JSON.stringify({ appKey }),
        as,
      });
      expectData(await send());
      expectFailure(await send(), 'error_invalid_sign');
    }
  });

  /** The commands that accept each sign once, whatever becomes of them. */
  const ONCE = OPERATIONS.filter(
    (one) =>
      one.kind === 'command' &&
      one.modes !== 'test' &&
      !one.roles.includes('payer') &&
      one.isIdempotent === undefined &&
      // A file over REST alone.
      one.name in GRAPHQL_CALLS,
  );

  test.each(ONCE)('$name accepts each sign once', async (operation) => {
    clock.advance(1000);
    const { document, variables } = GRAPHQL_CALLS[operation.name]!;
    const send = prepare(graphqlPost(document, variables(exampleOf(operation))));
    expect((await send()).text).not.toContain('error_invalid_sign');
    expect(refusalOf(await send()).type).toBe('error_invalid_sign');
  });
});
