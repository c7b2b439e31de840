import { describe, expect, test } from 'vitest';
import { type Credentials, call, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, openPaymentPage, payerCall } from '../support/payments.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const errorOf = ({ json }: { readonly json: Json }) => json.error.data.error.type;

describe('other sites', () => {
  test('cannot make a browser change anything: neither with a form type nor with the link in the address', async () => {
    const { token } = await createPayable(service());
    const parameters = encodeURIComponent(JSON.stringify({ token }));
    const target = `/trpc/payments.cancel?connectionParams=${parameters}`;
    const json = { 'content-type': 'application/json' };
    const inAddress = await rawCall(service(), { method: 'POST', target, headers: json, body: '{}' });
    expect([inAddress.status, errorOf(inAddress)]).toEqual([401, 'error_missing_credentials']);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, authorization: `Bearer ${token}` };
      const answer = await rawCall(service(), { method: 'POST', target, headers, body: '{}' });
      expect([answer.status, errorOf(answer)]).toEqual([415, 'error_unsupported_media_type']);
    }
    expect((await payerCall(service(), 'payments.get', { token })).json.result.data.data.status).toBe(
      'pending',
    );
  });

  test('get no CORS headers', async () => {
    const { token, path } = await createPayable(service());
    const headers = { origin: 'https://evil.example', authorization: `Bearer ${token}` };
    for (const target of ['/trpc/payments.get', path]) {
      const response = await fetch(service().url + target, { headers });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('the headers of every page', () => {
  test.each(['the payment', 'a wrong link', 'a refused method', 'a response to a form'])(
    '%s',
    async (what) => {
      const { path } = await createPayable(service());
      const responses: Record<string, () => ReturnType<typeof fetch>> = {
        'the payment': () => fetch(service().url + path),
        'a wrong link': () => fetch(`${service().url}/pay/wrong`),
        'a refused method': () => fetch(service().url + path, { method: 'PUT' }),
        'a response to a form': () =>
          fetch(service().url + path, {
            method: 'POST',
            redirect: 'manual',
            body: new URLSearchParams({ action: 'sent' }),
          }),
      };
      const { headers } = await responses[what]!();
      const policy = new Map(
        headers
          .get('content-security-policy')
          ?.split('; ')
          .map((part) => part.split(/ (.*)/) as [string, string]),
      );
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'connect-src': "'self'",
        'img-src': "'self' data:",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      });
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('set-cookie')).toBeNull();
    },
  );

  test('the page names no other host, has no inline script or style, and has noindex', async () => {
    const { text } = await openPaymentPage(service(), (await createPayable(service())).path);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(text).not.toMatch(/<style| style=| on\w+=|<script(?! type="module" src="\.\.\/assets\/)/);
    const links = [...text.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).not.toMatch(/^(https?:)?\/\//);
  });
});

test('no line of the log contains a link, nor one that is nearly right', async () => {
  const { path, token } = await createPayable(service());
  await openPaymentPage(service(), path);
  await payerCall(service(), 'payments.get', { token });
  await payerCall(service(), 'payments.nothing', { token });
  await payerCall(service(), 'payments.markSent', { token });
  await openPaymentPage(service(), path, { action: 'nothing' });
  const parameters = encodeURIComponent(JSON.stringify({ token }));
  for (const target of [
    `${path}?live=`,
    `${path}/`,
    `${path}/more`,
    `/${path}`,
    path.replace('/pay/', '/PAY/'),
    path.replace('/pay/', '/pay//'),
    `/nowhere${path}`,
    `/trpc/payments.get?connectionParams=${parameters}`,
    `/trpc/payments.get?connectionParams=${parameters}&token=${token}&input=%7B`,
    `/v1/transactions?token=${token}`,
  ])
    await (await fetch(service().url + target)).arrayBuffer();
  await expect
    .poll(() => service().logLines.filter((line) => line.includes('/pay/:token')).length)
    .toBeGreaterThan(0);
  for (const line of service().logLines) expect(line).not.toContain(token);
});

test('a key that may only read gets no links, since they can cancel', async () => {
  const { transactionId, token } = await createPayable(service());
  const viewer = await createClient(service(), { role: 'viewer' });
  const input = encodeURIComponent(JSON.stringify({ transactionId }));
  const graphql = {
    json: {
      query: 'query ($id: String!) { transaction(id: $id) { url } transactions(first: 5) { nodes { url } } }',
      variables: { id: transactionId },
    },
  };
  const readAll = async (as: Credentials) => {
    const responses = await Promise.all([
      call(service(), `/v1/transactions/${transactionId}`, { as }),
      call(service(), '/v1/transactions?limit=5', { as }),
      call(service(), `/trpc/transactions.get?input=${input}`, { as }),
      call(service(), '/graphql', { as, sign: 'timed', ...graphql }),
    ]);
    return responses.map(({ status, text }) => [status, text.includes('/pay/') && text.includes(token)]);
  };
  expect(await readAll(viewer)).toEqual(new Array(4).fill([200, false]));
  expect(await readAll(OPERATOR)).toEqual(new Array(4).fill([200, true]));
  expect(await readAll(MERCHANT)).toEqual(new Array(4).fill([200, true]));
});
