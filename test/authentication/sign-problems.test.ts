import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, hmac, MERCHANT } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const form = (changes: Readonly<Record<string, string>> = {}) =>
  `${new URLSearchParams(depositFields(changes))}`;

/** The message about a sign that is not accepted. */
async function aboutSign(sign: string, body = form()): Promise<string> {
  return expectFailure(await call(service(), DEPOSIT, { body, headers: { sign } }), 'error_invalid_sign')
    .message;
}

describe('a sign in another form is named:', () => {
  const body = form();
  const digest = (algorithm: string) => createHmac(algorithm, MERCHANT.secret).update(body).digest();
  const seconds = () => Math.floor(Date.now() / 1000);

  test.each([
    ['lower', (hex: string) => hex],
    ['upper', (hex: string) => hex.toUpperCase()],
  ])('hex in %s case', async (_, write) => {
    const hex = write(digest('sha256').toString('hex'));
    for (const sign of [hex, `t=${seconds()},v1=${hex}`]) {
      const message = await aboutSign(sign, body);
      expect(message).toContain('is hex');
      expect(message).toContain('base64');
    }
  });

  test('base64url, with and without padding', async () => {
    // Bytes whose base64 has both characters that base64url writes otherwise.
    const bytes = Buffer.alloc(32, 0xfb);
    for (const text of [bytes.toString('base64url'), `${bytes.toString('base64url')}=`])
      for (const sign of [text, `t=${seconds()},v1=${text}`])
        expect(await aboutSign(sign)).toContain('base64url');
  });

  test('base64 without its padding', async () => {
    expect(await aboutSign(Buffer.alloc(32).toString('base64').slice(0, -1))).toContain('without its =');
  });

  test.each([
    ['sha1', 'SHA-1'],
    ['sha512', 'SHA-512'],
  ])('a digest of %s', async (algorithm, name) => {
    expect(await aboutSign(digest(algorithm).toString('base64'), body)).toContain(name);
  });

  test('a time in milliseconds', async () => {
    for (const t of [Date.now(), Date.now() * 1000]) {
      const message = await aboutSign(
        `t=${t},v1=${hmac(MERCHANT.secret, `${t}.POST.${DEPOSIT}.${body}`)}`,
        body,
      );
      expect(message).toContain('seconds, not milliseconds');
    }
  });

  test('anything else is malformed, as before', async () => {
    for (const sign of ['x', `t=x,v1=${hmac('a', 'b')}`, `${hmac('a', 'b')}A`, 'A'.repeat(8000)])
      expect(await aboutSign(sign)).toContain('is malformed');
  });
});

describe('key and secret exchanged', () => {
  const secret = createHash('sha256').update('a secret').digest('hex');

  test('an appKey in the form of a secret is told that it looks like one, whether or not it is one', async () => {
    const client = await createClient(service(), { secret });
    const messages = [secret, createHash('sha256').update('no secret of anybody').digest('hex')].map(
      async (appKey) => {
        const as = { appKey, secret: client.appKey };
        return expectFailure(await call(service(), DEPOSIT, { body: form(), as }), 'error_site_not_found')
          .message;
      },
    );
    const [real, made] = await Promise.all(messages);
    expect(real).toContain('has the form of a secret');
    expect(real).toBe(made);
    expect(real).not.toContain(secret);
  });

  test('any other unknown appKey is told that the header holds the name of the key', async () => {
    const as = { appKey: MERCHANT.secret, secret: MERCHANT.appKey };
    const { message } = expectFailure(
      await call(service(), DEPOSIT, { body: form(), as }),
      'error_site_not_found',
    );
    expect(message).toContain('not its secret');
    expect(message).not.toContain(MERCHANT.secret);
  });
});

test('the sentence about a wrong sign names the secret among the causes', async () => {
  const as = { appKey: MERCHANT.appKey, secret: `${MERCHANT.secret}\n` };
  for (const sign of ['plain', 'timed'] as const) {
    const answer = await call(service(), DEPOSIT, { body: form(), as, sign });
    expect(expectFailure(answer, 'error_invalid_sign').message).toContain('secret');
  }
});

test('both headers missing are missing', async () => {
  const answer = await rawCall(service(), { method: 'POST', target: DEPOSIT });
  expect(expectFailure(answer, 'error_missing_credentials').message).toContain(
    'The headers appKey and sign are missing.',
  );
});
