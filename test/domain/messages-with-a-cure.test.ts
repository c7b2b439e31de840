import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { verifyCallback } from '../../src/client/callback.ts';
import { noAnswer } from '../../src/client/foreign-answer.ts';
import { asAddressError, StartError } from '../../src/config/start-error.ts';
import { describeIgnored } from '../../src/operations/field-problems.ts';

const SECRET = 'a-secret';
const NOW_MS = 1_700_000_000_000;

describe('the client, without an answer, says the cure of', () => {
  test.each([
    ['connect ECONNREFUSED 127.0.0.1:3000', 'start the service, or correct the host and the port of url'],
    ['getaddrinfo ENOTFOUND pay.invalid', 'correct the host of url'],
    ['Connect Timeout Error (UND_ERR_CONNECT_TIMEOUT)', 'firewall'],
    ['read ECONNRESET', 'send the call again'],
    ['self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
  ])('%s', (reason, cure) => {
    const failed = new TypeError('fetch failed', { cause: new Error(reason) });
    const { message } = noAnswer(new URL('https://pay.example.com/trpc'), failed);
    expect(message).toMatch(`No answer from https://pay.example.com: ${reason}. `);
    expect(message).toContain(cure);
  });

  test('a page of another origin, with the paths that the setting opens', () => {
    const failed = new TypeError('fetch failed', { cause: new Error('Failed to fetch') });
    vi.stubGlobal('location', { origin: 'https://shop.example.com' });
    expect(noAnswer(new URL('https://pay.example.com/v1/banks'), failed).message).toContain(
      "CORS_ORIGINS must name this page's origin, https://shop.example.com, for /trpc and /graphql alone.",
    );
    vi.unstubAllGlobals();
  });

  test('https at a port that speaks http', () => {
    const failed = new TypeError('fetch failed', { cause: new Error('wrong version number') });
    expect(noAnswer(new URL('https://127.0.0.1:3000/trpc'), failed).message).toContain(
      'speaks http, not https. Use the port of the proxy with TLS, or http://127.0.0.1:3000',
    );
  });
});

describe('a callback that is refused says the cure of', () => {
  const sign = (body: string, seconds: number) => ({
    'webhook-id': 'an-event',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${createHmac('sha256', SECRET).update(`an-event.${seconds}.${body}`).digest('base64')}`,
  });
  const signed = sign('{}', NOW_MS / 1000);

  test.each([
    ['a missing header', { ...signed, 'webhook-id': undefined }, 'let a proxy in front keep those'],
    ['a time in milliseconds', { ...signed, 'webhook-timestamp': String(NOW_MS) }, 'as it arrived'],
    ['a wrong signature', { ...signed, 'webhook-signature': 'v1,AAAA' }, 'Check the secret, and that body'],
    ['an old time', sign('{}', NOW_MS / 1000 - 301), 'Set the clock'],
    ['another body', signed, 'Check that this URL is the callbackUrl of this service alone'],
  ])('%s', async (_, headers, cure) => {
    await expect(verifyCallback(headers, '{}', SECRET, { nowMs: NOW_MS })).rejects.toMatchObject({
      name: 'CallbackError',
      message: expect.stringContaining(cure),
    });
  });
});

describe('an address on which the service cannot listen is one line with the cure:', () => {
  test.each([
    ['EADDRINUSE', 'HOST and PORT: port 3000 of 127.0.0.1 is in use', 'another port, such as PORT=3001.'],
    ['EACCES', 'HOST and PORT: port 3000 needs more rights', 'let a proxy have 3000'],
    ['EADDRNOTAVAIL', 'HOST and PORT: this machine has no address 127.0.0.1', 'Set HOST to'],
    ['EMFILE', 'HOST and PORT: listen', 'EMFILE'],
  ])('%s', async (code, problem, cure) => {
    const address = { host: '127.0.0.1', port: 3000, settings: ['HOST', 'PORT'] } as const;
    const failure = asAddressError(address, async () => {
      throw Object.assign(new Error(`listen ${code}`), { code });
    });
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(problem);
    await expect(failure).rejects.toThrow(cure);
  });
});

describe('the warning of ignored fields', () => {
  test('names each, what was meant, and where the fields are', () => {
    expect(describeIgnored(z.object({ amount: z.number() }), { amount: 1, amount_minor: 100 })).toBe(
      'amount_minor is not known and was ignored. Did you mean amount? Leave it out: /docs lists the fields of each call.',
    );
  });
});
