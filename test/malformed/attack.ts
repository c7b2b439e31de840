import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { ADMIN, type Credentials, MERCHANT, OPERATOR, type TestService } from '../harness.ts';
import { createPayable } from '../support/payments.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type MalformedRequest, makeMalformed } from './bodies.ts';
import { PAYMENT_PATH } from './seeds.ts';

export interface AttackReport {
  /** The responses by their status; `none` where the connection ended without one. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that the service failed at: a 5xx, or an unexpected error inside a response. */
  readonly failures: readonly string[];
  /** Lines of the log about unexpected errors. */
  readonly errorLines: readonly string[];
}

const CONCURRENCY = 24;
/** One request in so many has a length that its body does not have. */
const WRONG_LENGTHS = 20;
/** One request in so many has a sign that does not match. */
const WRONG_SIGNS = 15;
const MAX_KEPT = 20;
/** A problem of a field without a code is one as well. */
const UNEXPECTED = /error_internal|error_unavailable|\{"path":"[^"]*","(?!code")/;
/** One file is imported at a time, and the requests come side by side. */
const BUSY = /Another file is being imported|Other files are being (read|received)/;

interface Reply {
  readonly status: string;
  readonly text: string;
}

/** Sends so many malformed requests to the service, over every surface, and counts what comes back. */
export async function attack(service: TestService, count: number, seed: number): Promise<AttackReport> {
  const random = createRandom(seed);
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const errorLines: string[] = [];
  const { path, token } = await createPayable(service);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let left = count;

  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const made = makeMalformed(random);
      const asked = { ...made, target: made.target.replace(PAYMENT_PATH, path) };
      const headers = { ...headersOf(asked, random), authorization: `Bearer ${token}` };
      const { status, text } =
        random.below(WRONG_LENGTHS) === 0
          ? await sendWrongLength(service, asked, { headers, random })
          : await send(service, asked, { headers, agent });
      statuses[status] = (statuses[status] ?? 0) + 1;
      const isUnexpected = (status.startsWith('5') || UNEXPECTED.test(text)) && !BUSY.test(text);
      if (isUnexpected && failures.length < MAX_KEPT)
        failures.push(
          `${status} ${asked.method} ${asked.target} ${asked.body.toString('latin1').slice(0, 300)}: ${text}`,
        );
      // The log of a long attack does not fit into memory.
      if (left % 1000 === 0) errorLines.push(...takeErrors(service));
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  agent.destroy();
  return { statuses, failures, errorLines: [...errorLines, ...takeErrors(service)].slice(0, MAX_KEPT) };
}

/** Takes all lines out of the log. @returns those of errors. */
function takeErrors({ logLines }: TestService): string[] {
  return logLines.splice(0).filter((line) => /"level":(50|60)/.test(line));
}

/** Credentials over exactly the bytes that are sent: what is malformed gets past the authentication. */
function headersOf(
  { method, target, contentType, body }: MalformedRequest,
  random: Random,
): Record<string, string> {
  const { appKey, secret }: Credentials = random.pick([MERCHANT, OPERATOR, ADMIN]);
  const seconds = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret)
    .update(`${seconds}.${method}.${target}.`)
    .update(body)
    .digest('base64');
  const sign =
    random.below(WRONG_SIGNS) === 0
      ? random.pick(['x', digest, `t=${seconds}000,v1=${digest}`])
      : `t=${seconds},v1=${digest}`;
  const more = {
    accept: random.pick(['*/*', 'text/event-stream', 'application/json', ';q=', 'a/b;q=2']),
    'x-request-id': random.pick(['mine', '', '"', 'a'.repeat(65), '\u00ff', '%00', '{}']),
  };
  return { appKey, sign, ...more, ...(contentType && { 'content-type': contentType }) };
}

interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

function send(
  service: TestService,
  asked: MalformedRequest,
  { headers, agent }: SendOptions,
): Promise<Reply> {
  const { method, target, body } = asked;
  const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
  return new Promise((resolve) => {
    const { hostname, port } = new URL(service.url);
    const outgoing = request({
      hostname,
      port,
      method,
      path: target,
      agent,
      headers: { ...headers, ...length },
    });
    outgoing.once('error', () => resolve({ status: 'none', text: '' }));
    outgoing.once('response', (incoming) => {
      let text = '';
      const isStream = incoming.headers['content-type']?.startsWith('text/event-stream');
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        // Only its client ends a stream that was accepted.
        if (isStream) outgoing.destroy();
      });
      incoming.once('close', () => resolve({ status: String(incoming.statusCode), text }));
    });
    outgoing.end(body);
  });
}

/** Sends a body of another length than the announced one, or in broken chunks, and ends the connection there. */
function sendWrongLength(
  service: TestService,
  { method, target, body }: MalformedRequest,
  { headers, random }: { readonly headers: Readonly<Record<string, string>>; readonly random: Random },
): Promise<Reply> {
  const lengths = [
    `content-length: ${body.length + 1 + random.below(100)}`,
    `content-length: ${Math.max(0, body.length - 1 - random.below(100))}`,
    'content-length: -1',
    'content-length: 99999999999999999999',
    'content-length: 1\r\ncontent-length: 2',
    'transfer-encoding: chunked',
    'transfer-encoding: gzip, chunked',
    'content-encoding: gzip\r\ncontent-length: 5',
    '',
  ];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    random.pick(lengths),
  ].filter((line) => line !== '');
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (/content-type: text\/event-stream/i.test(text)) socket.destroy();
    });
    socket
      .on('error', () => {})
      .once('close', () => resolve({ status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'none', text }));
    socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
  });
}

/** The report for people. */
export function describeAttack({ statuses, failures, errorLines }: AttackReport): string {
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  const rest = `${failures.length} failures, ${errorLines.length} unexpected errors in the log`;
  return `${total} malformed requests; ${counts.join(', ')}; ${rest}`;
}
