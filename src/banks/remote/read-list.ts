import { createSecretKey } from 'node:crypto';
import { errors, fetch, type Response } from 'undici';
import { timedSign } from '../../access/domain/signing.ts';
import { signHeader } from '../../client/signed-text.ts';
import { BankServiceFailure } from './failure.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const NO_BODY = Buffer.alloc(0);

export interface BankListSource {
  /** The URL of the list, requested exactly as it is. */
  readonly url: string;
  /** The key that signs requests. Without one they are not signed. */
  readonly credentials?: { readonly appKey: string; readonly secret: string } | undefined;
  /** Time limit of a whole request, from the connection to the last byte. */
  readonly timeLimitMs: number;
  readonly nowMs: () => number;
}

/** Reads the list. @throws BankServiceFailure unless there is a complete response of status 200 in JSON. */
export type ReadBankList = (stop: AbortSignal) => Promise<string>;

/** Makes a reader that requests `GET url`, with a timed sign if there is a key. */
export function createBankListReader({ url, credentials, timeLimitMs, nowMs }: BankListSource): ReadBankList {
  const { pathname, search } = new URL(url);
  const key = credentials && createSecretKey(credentials.secret, 'utf8');

  function headers(): Record<string, string> {
    const common = { accept: 'application/json', 'user-agent': 'bank-transfers' };
    if (!credentials || !key) return common;
    const time = { timestamp: String(Math.floor(nowMs() / 1000)) };
    const digest = timedSign(key, time, { method: 'GET', target: pathname + search, body: NO_BODY });
    return { ...common, appKey: credentials.appKey, sign: signHeader(time, 'v1', digest) };
  }

  return async (stop) => {
    const request = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      request.abort();
    }, timeLimitMs);
    stop.addEventListener('abort', () => request.abort(), { once: true, signal: request.signal });
    try {
      const response = await fetch(url, { headers: headers(), redirect: 'manual', signal: request.signal });
      checkHead(response);
      return await readText(response);
    } catch (error) {
      if (isLate) throw new BankServiceFailure(`did not answer in full within ${timeLimitMs} ms`);
      throw asFailure(error);
    } finally {
      clearTimeout(timer);
      // This ends an unread body, and removes the listener from `stop`.
      request.abort();
    }
  };
}

function checkHead({ status, headers }: Response): void {
  if (status !== 200) throw new BankServiceFailure(`answered with status ${status}`);
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json')
    throw new BankServiceFailure('answered with another content-type than application/json');
}

async function readText({ body }: Response): Promise<string> {
  const stream: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = body ?? [];
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BankServiceFailure(`sent more than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BankServiceFailure('sent a body that is not UTF-8');
  }
}

/** Messages of fetch name hosts and addresses. Its codes do not. */
function asFailure(error: unknown): unknown {
  if (error instanceof BankServiceFailure || !(error instanceof TypeError)) return error;
  const { cause } = error;
  if (cause instanceof errors.HTTPParserError)
    return new BankServiceFailure('answered with something that is not HTTP', { cause });
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? new BankServiceFailure(`failed with ${code}`, { cause: error }) : error;
}
