import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Credentials, hmac, MERCHANT, temporaryFolder } from '../harness.ts';
import { mainThreadMs } from '../support/cpu.ts';
import { everyNth } from '../support/long.ts';
import { createCostMeter, fill, MOST } from '../support/request-cost.ts';
import { startServiceProcess } from '../support/service-process.ts';

/** Node parses the chunks that lie in one read before anything can stop it. */
const MOST_OF_CHUNKS = 40;

interface Hostile {
  readonly name: string;
  readonly method?: string;
  readonly query?: string;
  readonly headers?: string;
  readonly type?: string;
  readonly body?: string;
  /** The bytes of the body as they go over the connection; by default with a content-length. */
  readonly chunks?: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const GETS: readonly Hostile[] = [
  { name: 'the longest target', query: fill('a', 15_000) },
  { name: 'the longest target that is let in', query: fill('a', 8000) },
  { name: 'more parameters than are let in', query: fill('a&', 15_000) },
  { name: 'the most parameters', query: fill('%41=%E2%82%AC&', 2700) },
  { name: 'the most headers', headers: Array.from({ length: 1800 }, (_, at) => `a${at}: b`).join('\r\n') },
  { name: 'a list of languages', headers: `accept-language: ${fill('a;q=0.1,', 14_000)}a` },
  { name: 'a list of media types', headers: `accept: ${fill('a/b;q=0.1,', 14_000)}a/b` },
  { name: 'a list of codings', headers: `accept-encoding: ${fill('a;q=0.1,', 14_000)}a` },
  { name: 'a list of addresses', headers: `x-forwarded-for: ${fill('1.1.1.1,', 14_000)}1.1.1.1` },
];

const POSTS: readonly Hostile[] = [
  { name: 'nested arrays', type: JSON_TYPE, body: fill('[') },
  { name: 'nested objects', type: JSON_TYPE, body: fill('{"a":', 65_535) },
  {
    name: 'many keys',
    type: JSON_TYPE,
    body: `{${Array.from({ length: 7000 }, (_, at) => `"${at}":1`).join()}}`,
  },
  { name: 'one key again and again', type: JSON_TYPE, body: `{${fill('"a":1,', 65_520)}"a":1}` },
  { name: 'numbers that are not plain', type: JSON_TYPE, body: `[${fill('1e9,', 65_520)}1]` },
  { name: 'escapes', type: JSON_TYPE, body: `{"a":"${fill('\\u005f', 65_520)}"}` },
  { name: 'a form of escapes', type: FORM_TYPE, body: fill('%41', 65_535) },
  { name: 'a form of fields', type: FORM_TYPE, body: fill('a&') },
  { name: 'a GraphQL document of names', type: JSON_TYPE, body: `{"query":"{${fill('a ', 65_400)}}"}` },
  { name: 'a body in chunks of a byte', type: JSON_TYPE, chunks: fill('1\r\n[\r\n', 60_000) },
].map((one) => ({ method: 'POST', ...one }));

/** Paths of each surface that take a GET, and those that take a POST. */
const GET_PATHS = [
  '/v1/transactions',
  '/v1/nothing',
  '/graphql',
  '/trpc/transactions.list',
  '/trpc/payments.onChange',
  '/pay/token',
  '/healthz',
  '/docs',
  '/nothing',
];
const POST_PATHS = [
  '/v1/transactions/deposit',
  '/v1/statements',
  '/graphql',
  '/trpc/transactions.createDeposit',
  '/pay/token',
  '/nothing',
];

const REQUESTS_OF_ALL_KINDS = [
  { paths: GET_PATHS, kinds: GETS },
  { paths: POST_PATHS, kinds: POSTS },
].flatMap(({ paths, kinds }) =>
  paths.flatMap((path) => kinds.flatMap((kind) => [undefined, MERCHANT].map((as) => ({ path, kind, as })))),
);

/** The requests of one kind, as bytes. */
function bytesOf(path: string, hostile: Hostile, as: Credentials | undefined): string {
  const { method = 'GET', query, headers, type, body = '', chunks } = hostile;
  const target = query === undefined ? path : `${path}?${query}`;
  const lines = [`${method} ${target} HTTP/1.1`, 'host: localhost'];
  if (as) {
    const seconds = Math.floor(Date.now() / 1000);
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    lines.push(`appKey: ${as.appKey}`, `content-digest: ${digest}`);
    lines.push(`sign: t=${seconds},v2=${hmac(as.secret, `v2.${seconds}.${method}.${digest}.${target}`)}`);
  }
  if (headers !== undefined) lines.push(headers);
  if (type !== undefined) lines.push(`content-type: ${type}`);
  if (chunks !== undefined) lines.push('transfer-encoding: chunked');
  else if (method === 'POST') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${chunks === undefined ? body : `${chunks}0\r\n\r\n`}`;
}

test.skipIf(mainThreadMs(process.pid) === undefined)(
  'no request takes more of the main thread than 64 KiB of JSON take 16 times, with a credential or without one',
  async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(folder.path);
    const measure = createCostMeter(service);
    const slow: string[] = [];
    for (const { path, kind, as } of everyNth(13, REQUESTS_OF_ALL_KINDS)) {
      const most = kind.chunks === undefined ? MOST : MOST_OF_CHUNKS;
      const cost = await measure(bytesOf(path, kind, as), most);
      if (cost > most) slow.push(`${path}, ${kind.name}, ${as?.appKey ?? 'nobody'}: ${cost.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  },
  600_000,
);
