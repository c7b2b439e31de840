import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, hmac, MERCHANT } from '../harness.ts';
import { rawCall, writeAndEnd, writeUntilClosed } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const LIMIT_BYTES = 64 * 1024;

/** A valid deposit form of exactly `byteCount` bytes, with more bytes than characters. */
function formOf(byteCount: number): string {
  const form = `${new URLSearchParams(depositFields())}&more=ç`;
  return form + 'x'.repeat(byteCount - Buffer.byteLength(form));
}

const headersFor = (body: string) => ({
  appKey: MERCHANT.appKey,
  sign: hmac(MERCHANT.secret, body),
  'content-type': 'application/x-www-form-urlencoded',
});

/** The request line and headers of a request, as sent over the connection. */
const head = (headers: Record<string, string>) =>
  [
    `POST ${DEPOSIT} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

function expectTooLarge(received: string): void {
  const [answerHead = '', text = ''] = received.split('\r\n\r\n');
  const status = Number(answerHead.split(' ')[1]);
  expectFailure({ status, headers: new Headers(), text, json: JSON.parse(text) }, 'error_payload_too_large');
  expect(answerHead.toLowerCase()).toContain('connection: close');
}

describe('a body of 64 KiB is accepted', () => {
  test('with its content-length', async () => {
    const body = formOf(LIMIT_BYTES);
    expect(Buffer.byteLength(body)).toBe(65_536);
    expectData(await call(service(), DEPOSIT, { body }));
  });

  test('in chunks', async () => {
    const body = formOf(LIMIT_BYTES);
    const headers = { ...headersFor(body), 'transfer-encoding': 'chunked' };
    expectData(await rawCall(service(), { method: 'POST', target: DEPOSIT, headers, body }));
  });

  test('as JSON', async () => {
    const json = JSON.stringify({ ...depositFields(), amount: 500, more: '' });
    const body = json.replace('""', `"${'x'.repeat(LIMIT_BYTES - json.length)}"`);
    expect(body).toHaveLength(65_536);
    expectData(await call(service(), DEPOSIT, { body, contentType: 'application/json' }));
  });
});

describe('a larger body is refused with 413, and its rest is not read:', () => {
  test('with a content-length, before a byte of it is sent', async () => {
    for (const length of [LIMIT_BYTES + 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const headers = { ...headersFor('x'), 'content-length': String(length) };
      expectTooLarge(await writeUntilClosed(service(), head(headers)));
    }
  });

  test('in chunks, at the first byte over the limit', async () => {
    const headers = { ...headersFor('x'), 'transfer-encoding': 'chunked' };
    const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`;
    const start = [head(headers), chunk.repeat(LIMIT_BYTES / 4096)];
    expectTooLarge(await writeUntilClosed(service(), ...start, '1\r\nx\r\n'));
  });

  test('sent in full and signed', async () => {
    const body = formOf(LIMIT_BYTES + 1);
    expect(Buffer.byteLength(body)).toBe(65_537);
    const headers = { ...headersFor(body), 'content-length': String(LIMIT_BYTES + 1) };
    expectTooLarge(await writeUntilClosed(service(), head(headers)));
  });

  test('before authentication', async () => {
    const { appKey: _, ...anonymous } = headersFor('x');
    expectTooLarge(
      await writeUntilClosed(service(), head({ ...anonymous, 'content-length': String(LIMIT_BYTES + 1) })),
    );
  });
});

test('a body that ends before its content-length creates nothing and does not stop the service', async () => {
  const body = `${new URLSearchParams(depositFields())}`;
  const headers = { ...headersFor(body), 'content-length': String(body.length + 5) };
  const received = await writeAndEnd(service(), head(headers) + body);
  expect(received).not.toContain('200 OK');
  expect(expectData(await call(service(), DEPOSIT, { body }))).not.toHaveProperty('alreadyPending');
});
