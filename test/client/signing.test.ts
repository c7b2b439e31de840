import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createClient,
  createGraphqlClient,
  createSignedFetch,
  digestSign,
  importSecret,
  plainSign,
  timedSign,
} from '../../src/client/index.ts';
import { hmac } from '../harness.ts';

/** The published test vectors. */
const SECRET = 'e59de9db1246eef0423a8c9045bdc5c9ea5729695cf792d065cac10373add831';
const BODY =
  'bankId=507f1f77bcf86cd799439011&amount=500&userId=987654&name=Test+User&userName=testUserName&processId=123456789';
const PLAIN_SIGN = 'E2ftNgJbcRAEZfWA9Lb8SbhsB7fBS8UJZMVOwRMslr4=';
const TIMED_REQUEST = { method: 'GET', target: '/v1/transactions?limit=2' };
const TIMED_MS = 1_732_100_000_000;
const TIMED_SIGN = 't=1732100000,v1=hOTZ15DvwdEwpn2tEQQaF7vNgD3cHsozLaM0Y+OKQZ4=';

describe('the client signs as the published vectors say:', () => {
  test.each([
    ['the secret as text', () => Promise.resolve(SECRET)],
    ['an imported key', () => importSecret(SECRET)],
  ])('with %s', async (_, makeSecret) => {
    const secret = await makeSecret();
    expect(await plainSign(secret, BODY)).toBe(PLAIN_SIGN);
    expect(await plainSign(secret, new TextEncoder().encode(BODY))).toBe(PLAIN_SIGN);
    expect(await timedSign(secret, TIMED_REQUEST, { nowMs: TIMED_MS })).toBe(TIMED_SIGN);
    expect(await timedSign(secret, { ...TIMED_REQUEST, body: '' }, { nowMs: TIMED_MS + 999 })).toBe(
      TIMED_SIGN,
    );
  });
});

test('the client signs with a nonce as the published vector says', async () => {
  const options = { nowMs: TIMED_MS, nonce: 'order-2026-0001' };
  expect(await timedSign(SECRET, TIMED_REQUEST, options)).toBe(
    't=1732100000,n=order-2026-0001,v1=oxyw4UvcgKoMQYFgoFz9JXOzgLhmQGy3anxqO1TxEOc=',
  );
});

test('the client signs the digest of a file as the published vector says', async () => {
  const file = { method: 'POST', target: '/v1/statements?name=november.sta', body: ':20:S1' };
  expect(await digestSign(SECRET, file, { nowMs: TIMED_MS })).toEqual({
    'content-digest': 'sha-256=:3NYc4i3vbTXH9JpNygWfuG0ogNuYWXXbHbQBJC3Jsvc=:',
    sign: 't=1732100000,v2=nlrjVQbt6/TQhtJdtO7pEligz+Btx6EnaKps03rc/BQ=',
  });
});

test('a secret cannot be read back from an imported key', async () => {
  const key = await importSecret(SECRET);
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('an empty secret is refused with an error of its own', async () => {
  await expect(importSecret('')).rejects.toThrow('The secret is empty.');
  await expect(plainSign('', BODY)).rejects.toThrow('The secret is empty.');
});

test.each([
  ['a line end, as of a file', `${SECRET}\n`],
  ['a blank before it', ` ${SECRET}`],
])('a secret with %s is refused before the first call', async (_, secret) => {
  const says = 'The secret begins or ends with a blank or a line end.';
  expect(() => createClient({ url: 'http://127.0.0.1:3000', appKey: 'demo', secret })).toThrow(says);
  await expect(plainSign(secret, BODY)).rejects.toThrow(says);
});

test('a secret that is neither text nor a key is refused by its kind', () => {
  const secret = Buffer.from(SECRET) as unknown as string;
  expect(() => createSignedFetch({ appKey: 'demo', secret })).toThrow('The secret must be text');
});

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly redirect: string | undefined;
}

/** A signed fetch that records requests instead of sending them. */
function recordingFetch(nowMs = TIMED_MS) {
  const sent: Sent[] = [];
  const signedFetch = createSignedFetch({
    appKey: 'demo',
    secret: SECRET,
    nowMs: () => nowMs,
    async fetch(url, { method, headers, body, redirect }) {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array();
      sent.push({ url, method, headers: new Headers(headers), bytes, redirect });
      return new Response('{}');
    },
  });
  return { sent, signedFetch };
}

test('equal requests within one second have different signs of that second', async () => {
  const { sent, signedFetch } = recordingFetch();
  const request = { method: 'POST', body: '{}' };
  await Promise.all([signedFetch('https://a.b/c', request), signedFetch('https://a.b/c', request)]);
  const signs = sent.map(({ headers }) => headers.get('sign') ?? '');
  expect(new Set(signs).size).toBe(2);
  for (const sign of signs) expect(sign).toMatch(/^t=1732100000,n=[0-9a-f-]{36},v1=/);
});

describe('the sign covers what is sent:', () => {
  test.each<[string, RequestInit]>([
    ['/', {}],
    ['/v1/transactions?limit=2', {}],
    ['/a?', {}],
    ['/a?#fragment', {}],
    ["/it's?name='O’Brien'&x=ç 😀%20+", {}],
    ['/%7euser/./../b?x=[1]|{2}^`"<>', {}],
    ['/v1', { method: 'post', body: 'ç=1&😀' }],
    ['/v1', { method: 'POST', body: new Uint8Array([0, 255, 128]) }],
    ['/v1', { method: 'patch', body: '' }],
  ])('%s %j', async (target, init) => {
    const { sent, signedFetch } = recordingFetch();
    await signedFetch(`http://127.0.0.1:3000${target}`, init);
    const [request] = sent;
    if (!request) throw new Error('nothing was sent');
    expect(request.method).toBe((init.method ?? 'GET').toUpperCase());
    const sentTarget = request.url.slice('http://127.0.0.1:3000'.length);
    // The target must need no change before it is sent: no fragment, no character to escape, no lone `?`.
    expect(sentTarget).toMatch(/^[/][\x21-\x7e]*$/);
    expect(sentTarget).not.toMatch(/[#"<>]|[?]$/);
    const { method, bytes, headers } = request;
    const digest = headers.get('content-digest');
    if (digest !== null)
      expect(digest).toBe(`sha-256=:${createHash('sha256').update(Buffer.from(bytes)).digest('base64')}:`);
    const nonce = /,n=([0-9a-f-]{36}),/.exec(headers.get('sign') ?? '')?.[1];
    const start = `1732100000.${nonce}.${method}`;
    const payload = Buffer.concat([Buffer.from(`${start}.${sentTarget}.`), Buffer.from(bytes)]);
    const isFile = init.body instanceof Uint8Array;
    expect(headers.get('sign')).toBe(
      isFile
        ? `t=1732100000,n=${nonce},v2=${hmac(SECRET, `v2.${start}.${digest}.${sentTarget}`)}`
        : `t=1732100000,n=${nonce},v1=${hmac(SECRET, payload)}`,
    );
    expect(request.headers.get('appKey')).toBe('demo');
    expect(request.redirect).toBe('manual');
  });

  test.each<[string, RequestInit]>([
    ['without a body', { headers: { accept: 'text/csv' } }],
    ['of text', { method: 'POST', body: 'ç=1&😀', headers: { 'content-type': 'text/plain' } }],
    ['of a file', { method: 'POST', body: 'é', headers: { 'content-type': 'application/octet-stream' } }],
  ])('a Request %s', async (_, init) => {
    const [asRequest, asUrl] = [recordingFetch(), recordingFetch()];
    const url = 'http://127.0.0.1:3000/v1?x=[1]';
    await asRequest.signedFetch(new Request(url, init));
    const isFile = init.body === 'é';
    await asUrl.signedFetch(url, isFile ? { ...init, body: new TextEncoder().encode('é') } : init);
    const withoutNonce = ({ headers, ...rest }: Sent) => {
      const sign = headers.get('sign')?.replace(/n=.*,(v\d)=.*/, '$1') ?? '';
      headers.set('sign', sign);
      return { ...rest, headers: [...headers] };
    };
    expect(asRequest.sent.map(withoutNonce)).toEqual(asUrl.sent.map(withoutNonce));
  });

  test('a Request keeps what the options leave undefined', async () => {
    const { signedFetch, sent } = recordingFetch();
    const request = new Request('http://127.0.0.1:3000/v1', { method: 'POST', body: 'a=1' });
    await signedFetch(request, { method: undefined, body: undefined });
    expect(sent).toMatchObject([{ method: 'POST', bytes: new TextEncoder().encode('a=1') }]);
  });

  test('a Request whose text is no UTF-8 is not sent', async () => {
    const { signedFetch, sent } = recordingFetch();
    const body = Uint8Array.from([0xe9]);
    const headers = { 'content-type': 'application/xml' };
    const request = new Request('http://127.0.0.1:3000/v1', { method: 'POST', body, headers });
    await expect(signedFetch(request)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test.each(['/v1/transactions', 'pay.example.com'])(
    '%s is refused by name, because it is not an absolute URL',
    async (url) => {
      await expect(recordingFetch().signedFetch(url)).rejects.toThrow(
        `Only a whole URL can be signed, not ${url}.`,
      );
    },
  );

  test('headers of the caller are sent too, except appKey and sign', async () => {
    const { sent, signedFetch } = recordingFetch();
    await signedFetch('http://127.0.0.1:3000/', { headers: { 'x-mine': '1', sign: 'x', appkey: 'y' } });
    expect(sent[0]?.headers.get('x-mine')).toBe('1');
    expect(sent[0]?.headers.get('appKey')).toBe('demo');
    expect(sent[0]?.headers.get('sign')).toMatch(/^t=1732100000,n=[0-9a-f-]{36},v1=[A-Za-z0-9+/]{43}=$/);
  });

  test('URLSearchParams are sent as a form, as fetch does', async () => {
    const { sent, signedFetch } = recordingFetch();
    const body = new URLSearchParams({ name: 'Ada Yılmaz' });
    await signedFetch('http://127.0.0.1:3000/v1', { method: 'POST', body });
    const headers = { 'content-type': 'application/json' };
    await signedFetch('http://127.0.0.1:3000/v1', { method: 'POST', body, headers });
    expect(sent.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(Array(2).fill(String(body)));
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/x-www-form-urlencoded;charset=UTF-8',
      'application/json',
    ]);
    expect(sent[0]?.headers.get('sign')).toContain(',v1=');
  });

  test('a body that cannot be signed is not sent', async () => {
    const { sent, signedFetch } = recordingFetch();
    const body = new FormData();
    await expect(signedFetch('http://127.0.0.1:3000/', { method: 'POST', body })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});

test.each([
  '',
  '/trpc',
  'pay.example.com',
  'ftp://pay.example.com',
  'http://',
  'https://?',
  'https://pay.example.com/?a=b',
  'https://pay.example.com#a',
])('the url %j is refused at once', (url) => {
  const options = { url, appKey: 'demo', secret: SECRET };
  expect(() => createClient(options)).toThrow(/url must be a whole http or https URL/);
  expect(() => createGraphqlClient(options)).toThrow(/url must be a whole http or https URL/);
});
