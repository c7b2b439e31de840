import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/observe/logger.ts';
import { nodePlatform, type Platform } from '../src/service/platform.ts';
import { type Limits, type Server, type ServerOptions, startServer } from '../src/service/server.ts';
import { DATABASE_FOLDER } from './support/database-folder.ts';
import { expectDescribed } from './support/openapi.ts';
import {
  databaseUrlOf,
  ENGINE_SETTINGS,
  ensureTestDatabase,
  giveBackDatabase,
  makeTestDatabase,
} from './support/test-database.ts';
import { USED_AGAIN } from './support/thread-pool.ts';

export const DEMO_BANK_ID = '507f1f77bcf86cd799439011';
export const VALID_IBAN = 'TR330006100519786457841326';

/** A folder that is deleted at the end of its block, with the database that belongs to it. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(DATABASE_FOLDER, 'bank-transfers-'));
  return {
    path,
    [Symbol.dispose]() {
      giveBackDatabase(path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The clocks of a machine. They stand still until a test moves them. */
export function createClock(startMs = Date.parse('2026-11-20T12:00:00Z')) {
  let passedMs = 0;
  let offsetMs = startMs;
  return {
    nowMs: () => offsetMs + passedMs,
    monotonicMs: () => passedMs,
    /** Advances both clocks. */
    advance(ms: number) {
      passedMs += ms;
    },
    /** Sets the wall clock forward or back. No time passes. */
    jump(ms: number) {
      offsetMs += ms;
    },
  };
}

export interface TestServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces clocks, timers or randomness. */
  readonly platform?: Partial<Platform>;
  readonly limits?: Partial<Limits>;
  /** Replaces parts of the database engine. */
  readonly engine?: ServerOptions['engine'];
  /** The folder of an existing database; by default each service has a new one. */
  readonly folder?: string;
}

export interface TestService extends Server, AsyncDisposable {
  readonly folder: string;
  /** The value of DATABASE_URL: the path of the file, or the URL of a PostgreSQL database. */
  readonly databasePath: string;
  /** Every line that the service logged. */
  readonly logLines: string[];
}

/** Starts the real service on a free port of the loopback interface, with demo data and its own database. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.folder === undefined ? temporaryFolder() : undefined;
  const folder = options.folder ?? own?.path ?? '';
  await (own ? makeTestDatabase(folder) : ensureTestDatabase(folder));
  const databasePath = databaseUrlOf(folder);
  const config = readConfig({
    DATABASE_URL: databasePath,
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '0',
    PUBLIC_URL: 'https://pay.example.com',
    // It listens on the loopback interface only, whatever its links say.
    ALLOW_DEMO_KEYS: '1',
    ...ENGINE_SETTINGS,
    ...options.env,
  });
  const logLines: string[] = [];
  const write = (line: string) => void logLines.push(line);
  const logger = createLogger({ level: 'debug', base: null }, { write });
  const platform: Platform = {
    ...nodePlatform,
    ...options.platform,
  };
  const service = await startServer({
    config,
    logger,
    platform,
    limits: { linkRequestsPerSecond: 0, ...options.limits },
    engine: { ...USED_AGAIN, ...options.engine },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= service.stop().finally(() => own?.[Symbol.dispose]());
    return stopped;
  };
  return { ...service, stop, folder, databasePath, logLines, [Symbol.asyncDispose]: stop };
}

export interface Credentials {
  readonly appKey: string;
  readonly secret: string;
}

export const MERCHANT: Credentials = { appKey: 'demo-merchant', secret: 'demo-merchant-secret' };
export const OPERATOR: Credentials = { appKey: 'demo-operator', secret: 'demo-operator-secret' };
export const ADMIN: Credentials = { appKey: 'demo-admin', secret: 'demo-admin-secret' };

/** HMAC-SHA256 in base64, independent of the service's code. */
export function hmac(secret: string, payload: string | Uint8Array): string {
  return createHmac('sha256', secret).update(payload).digest('base64');
}

export interface CallOptions {
  readonly method?: string;
  /** A string is sent unchanged; fields are form-encoded. */
  readonly body?: string | Uint8Array | Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** A value that is sent as JSON, instead of a body. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: Credentials;
  readonly sign?: 'plain' | 'timed' | 'digest';
  /** The clock of a timed sign, in epoch milliseconds. */
  readonly nowMs?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the parts of a response that it reads
export type Json = any;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

/** The headers that `fetch` of Node sends. It takes ten times the CPU of the request that it sends. */
const FETCH_HEADERS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
};

/** Sends one signed HTTP request, and follows no redirect. `target` is the path with its query. */
export async function call(
  service: { url: string },
  target: string,
  { json: value, ...given }: CallOptions = {},
): Promise<ApiResponse> {
  const options = value === undefined ? given : { ...given, ...jsonBody(value) };
  const { as = MERCHANT } = options;
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  const body = encodeBody(options.body);
  const headers: Record<string, string> = {
    ...FETCH_HEADERS,
    appKey: as.appKey,
    ...signFor(as, { ...options, method, target, body }),
    ...(options.body !== undefined && {
      'content-type': options.contentType ?? 'application/x-www-form-urlencoded',
    }),
    ...options.headers,
  };
  const response = await request(service.url + target, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.body.text();
  const { statusCode: status } = response;
  const json = parseOrUndefined(text);
  if (target.startsWith('/v1/') && json !== undefined) expectDescribed({ method, target, status, json });
  return { status, headers: headersOf(response.headers), text, json };
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(received))
    for (const value of [values].flat()) headers.append(name, value);
  return headers;
}

const jsonBody = (value: unknown) => ({ body: JSON.stringify(value), contentType: 'application/json' });

function encodeBody(body: CallOptions['body']): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  return new URLSearchParams(body).toString();
}

function signFor(
  { secret }: Credentials,
  request: Pick<CallOptions, 'sign' | 'nowMs'> & {
    method: string;
    target: string;
    body: string | Uint8Array | undefined;
  },
): Readonly<Record<string, string>> {
  const { method, target, body } = request;
  const kind = request.sign ?? (method === 'GET' ? 'timed' : 'plain');
  if (kind === 'plain') return { sign: hmac(secret, body ?? target.split('?').slice(1).join('?')) };
  const contentDigest = `sha-256=:${createHash('sha256')
    .update(body ?? '')
    .digest('base64')}:`;
  const signAt = (seconds: number) => {
    if (kind === 'digest')
      return `t=${seconds},v2=${hmac(secret, `v2.${seconds}.${method}.${contentDigest}.${target}`)}`;
    const prefix = Buffer.from(`${seconds}.${method}.${target}.`);
    return `t=${seconds},v1=${hmac(secret, Buffer.concat([prefix, Buffer.from(body ?? '')]))}`;
  };
  const seconds = Math.floor((request.nowMs ?? Date.now()) / 1000);
  const isNew = request.nowMs === undefined && method !== 'GET';
  const sign = isNew ? firstNewSign(seconds, signAt) : signAt(seconds);
  return { sign, ...(kind === 'digest' && { 'content-digest': contentDigest }) };
}

const GIVEN_SIGNS_KEPT = 10_000;
const givenSigns = new Set<string>();

/** Signs a second later what was signed in this second: two like commands of a test are two commands. */
function firstNewSign(seconds: number, signAt: (seconds: number) => string): string {
  const sign = signAt(seconds);
  if (givenSigns.has(sign)) return firstNewSign(seconds + 1, signAt);
  if (givenSigns.size >= GIVEN_SIGNS_KEPT) givenSigns.clear();
  givenSigns.add(sign);
  return sign;
}

function parseOrUndefined(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let made = 0;

/** The fields of a valid deposit request, with a new processId and userId each time. */
export function depositFields(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  made += 1;
  return {
    bankId: DEMO_BANK_ID,
    processId: `process-${made}`,
    amount: '500',
    userId: `user-${made}`,
    userName: 'testUserName',
    name: 'Test User',
    ...changes,
  };
}

/** The fields of a valid withdrawal request. */
export function withdrawalFields(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  return depositFields({ accountName: 'Test User', iban: VALID_IBAN, ...changes });
}

export const DEPOSIT = '/v1/transactions/deposit';
export const WITHDRAW = '/v1/transactions/withdraw';
