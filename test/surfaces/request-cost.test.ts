import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Credentials, hmac, MERCHANT, temporaryFolder } from '../harness.ts';
import { mainThreadMs } from '../support/cpu.ts';
import { everyNth } from '../support/long.ts';
import { startServiceProcess } from '../support/service-process.ts';

/**
 * The most of the main thread that one request takes that is refused, or asks for nothing much, as a multiple of what
 * the same machine takes at the same time to parse 64 KiB of JSON (half a millisecond if it is idle). The slowest takes 8.
 */
const MOST = 16;
/** Node parses the chunks that lie in one read before anything can stop it. */
const MOST_OF_CHUNKS = 40;
/** The first requests of a kind are slow until they are compiled. The smallest of the groups after them counts. */
const GROUPS = 15;
const REQUESTS = 5;

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
const FULL = 65_536;
const fill = (text: string, length = FULL) => text.repeat(length / text.length);

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

/** Sends a request on a connection of its own, until the service ends it. */
async function send(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The service may end the connection before it has everything.
  socket.on('error', () => {});
  socket.resume();
  socket.write(bytes);
  await once(socket, 'close');
}

const NUMBERS = `[${fill('1e9,', 65_520)}1]`;

/** The time of the main thread that this process takes to parse 64 KiB of JSON. */
function parsingMs(): number {
  const before = mainThreadMs(process.pid) ?? 0;
  for (let at = 0; at < REQUESTS; at += 1) JSON.parse(NUMBERS);
  return ((mainThreadMs(process.pid) ?? 0) - before) / REQUESTS;
}

test.skipIf(mainThreadMs(process.pid) === undefined)(
  'no request takes more of the main thread than 64 KiB of JSON take 16 times, with a credential or without one',
  async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(folder.path);
    for (let at = 0; at < GROUPS; at += 1) parsingMs();
    const measure = async (bytes: string, most: number): Promise<number> => {
      let least = Number.POSITIVE_INFINITY;
      for (let group = 0; group < GROUPS && least > most / 2; group += 1) {
        const before = mainThreadMs(service.pid) ?? 0;
        for (let at = 0; at < REQUESTS; at += 1) await send(service.url, bytes);
        const requestMs = ((mainThreadMs(service.pid) ?? 0) - before) / REQUESTS;
        least = Math.min(least, requestMs / parsingMs());
      }
      return least;
    };
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
