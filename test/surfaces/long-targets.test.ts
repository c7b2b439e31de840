import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { mainThreadMs } from '../support/cpu.ts';
import { createCostMeter, MOST } from '../support/request-cost.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const REFUSED = 'The path and its query must have at most 8192 bytes and 200 parameters.';

/** A path of each surface, and the media type of its failures. */
const PATHS = [
  ['/v1/banks', 'application/json'],
  ['/healthz', 'application/json'],
  ['/graphql', 'application/graphql-response+json'],
  ['/trpc/payments.onChange', 'application/json'],
  ['/pay/x', 'text/html'],
  ['/nothing', 'application/json'],
] as const;

const LONG = {
  '201 parameters': (path: string) => `${path}?${'a&'.repeat(200)}`,
  '8193 bytes': (path: string) => `${path}?`.padEnd(8193, 'a'),
};

async function get(target: string) {
  const { statusCode, headers, body } = await request(service().url + target);
  return { status: statusCode, type: String(headers['content-type']), text: await body.text() };
}

test.each(PATHS)('%s refuses a longer target in the form of its surface', async (path, type) => {
  for (const make of Object.values(LONG)) {
    const response = await get(make(path));
    expect(response).toMatchObject({ status: 400, type: expect.stringContaining(type) });
    if (type !== 'text/html') expect(response.text).toContain(REFUSED);
  }
});

test('a target of 8192 bytes and 200 parameters is taken', async () => {
  expect(await get(`/healthz?${'a&'.repeat(199)}`.padEnd(8192, 'a'))).toMatchObject({ status: 200 });
});

describe.skipIf(mainThreadMs(process.pid) === undefined)('costs little', () => {
  /** The service runs in this process: its main thread sends, too. */
  const costOf = (target: string, headers = '') =>
    createCostMeter({ url: service().url, pid: process.pid })(
      `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`,
      MOST,
    );

  test.each(['/v1/a', '/a', '/trpc/a', '/pay/a'])(
    '%s with thousands of slashes before its end',
    async (path) => {
      for (const count of [8000, 15_700])
        expect(await costOf(`${path}${'/'.repeat(count)}b`)).toBeLessThan(MOST);
    },
  );

  test.each(['/nothing', '/graphql'])('%s with thousands of media types in open quotes', async (path) => {
    const accept = `accept: a/b;c="${','.repeat(14_000)}\r\n`;
    expect(await costOf(path, accept)).toBeLessThan(MOST);
  });
});

test('a list of more than 1024 characters counts as if it was not sent', async () => {
  const accept = (length: number) => ({ accept: 'text/html'.padEnd(length, ',text/html') });
  const typeOf = async (length: number) =>
    String((await request(`${service().url}/nothing`, { headers: accept(length) })).headers['content-type']);
  expect(await typeOf(1024)).toContain('text/html');
  expect(await typeOf(1025)).toContain('application/json');
});
