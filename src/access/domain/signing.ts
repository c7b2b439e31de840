import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { callbackText, digestText, type SignTime, timedText } from '../../client/signed-text.ts';
import { printAmount } from '../../kernel/money.ts';

/** The most that the time of a timed sign may differ from the server's clock, in both directions. */
export const SIGN_TOLERANCE_SECONDS = 300;

// 32 bytes in canonical base64: the last character before `=` carries only four bits.
const DIGEST = '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=';
const PLAIN_SIGN = new RegExp(`^${DIGEST}$`);
const NONCE = '[A-Za-z0-9_-]{8,64}';
const TIMED_SIGN = new RegExp(`^t=([0-9]{1,12})(?:,n=(${NONCE}))?,(v[12])=(${DIGEST})$`);
const CONTENT_DIGEST = new RegExp(`^sha-256=:(${DIGEST}):$`);

// The beginnings of all other signed texts: timed signs; callbacks and hashes, which begin with an id.
const TIMED_PAYLOAD = new RegExp(`^(v2\\.)?[0-9]{1,12}\\.(${NONCE}\\.)?[A-Z-]+\\.`);
const ID_FIRST = /^[0-9a-f]{24}/i;

/** The signed parts of a request. `target` is the path with its query, `body` the bytes as received. */
export interface SignedRequest {
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
  /** The header `content-digest` (RFC 9530); empty when there is none. A sign of the form `v2` covers it. */
  readonly contentDigest?: string;
}

interface PlainSign {
  readonly kind: 'plain';
  readonly digest: string;
}

interface TimedSign extends SignTime {
  readonly kind: 'timed';
  /** What it covers of the body: its bytes (`v1`), or the header with their digest (`v2`). */
  readonly covers: 'body' | 'digest';
  readonly digest: string;
}

export type Sign = PlainSign | TimedSign;

/** Reads the `sign` header in any of its forms; undefined when it has none of them. */
export function parseSign(header: string): Sign | undefined {
  if (PLAIN_SIGN.test(header)) return { kind: 'plain', digest: header };
  const [, timestamp, nonce, version, digest] = TIMED_SIGN.exec(header) ?? [];
  const covers = version === 'v2' ? 'digest' : 'body';
  return timestamp && digest ? { kind: 'timed', covers, timestamp, nonce, digest } : undefined;
}

function hmacBase64(secret: KeyObject, ...parts: (string | Buffer)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('base64');
}

/** The payload of a plain sign: the body, or the raw query (no `?`) of a request without a body. */
function plainPayload({ target, body }: SignedRequest): string | Buffer {
  if (body.length > 0) return body;
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? '' : target.slice(queryAt + 1);
}

/** The plain sign: over the body, or over the raw query (no `?`) of a request without a body. */
export function plainSign(secret: KeyObject, request: SignedRequest): string {
  return hmacBase64(secret, plainPayload(request));
}

/** The digest of a timed sign `v1`, which covers the body. */
export function timedSign(secret: KeyObject, time: SignTime, request: SignedRequest): string {
  return hmacBase64(secret, timedText(time, request), request.body);
}

/** The digest of a timed sign `v2`, which covers the digest of the body. */
export function digestSign(secret: KeyObject, time: SignTime, request: SignedRequest): string {
  const { method, target, contentDigest = '' } = request;
  return hmacBase64(secret, digestText(time, { method, target, contentDigest }));
}

/** Whether a sign covers the digest of the body instead of its bytes. */
export function coversDigest(sign: Sign): boolean {
  return sign.kind === 'timed' && sign.covers === 'digest';
}

/** Reads the SHA-256 out of the header `content-digest`, in base64; undefined when it has another form. */
export function parseContentDigest(header: string): string | undefined {
  return CONTENT_DIGEST.exec(header)?.[1];
}

/**
 * Characters that a query contains only escaped: blanks, control characters, quotes, angle brackets, and all beyond
 * ASCII.
 */
const NEVER_IN_QUERY = /[^!#-;=?-~]/;
/** Longer than any accepted target. */
const MAX_QUERY_BYTES = 16_384;

/**
 * Whether the beginning of the body could be read as the end of the query under the same sign: in the payload of `v1`
 * only a dot separates them. Of all possible splits only the one at the last dot is accepted, so each sign matches
 * one request. No path of a route that takes a body continues after a dot.
 */
export function isAmbiguous(sign: Sign, { method, target, body }: SignedRequest): boolean {
  const queryAt = target.indexOf('?');
  if (sign.kind === 'plain' || coversDigest(sign) || method !== 'POST' || queryAt === -1) return false;
  const begin = body.subarray(0, MAX_QUERY_BYTES).toString('latin1');
  const [couldBeQuery = ''] = begin.split(NEVER_IN_QUERY, 1);
  return NEVER_IN_QUERY.test(target.slice(queryAt)) || couldBeQuery.includes('.');
}

/**
 * Whether the payload of a plain sign begins like a text that something else signs: a timed sign, a callback or a hash.
 * Rejecting such payloads stops the replay of one as a plain sign.
 */
export function isSignedElsewhere(sign: Sign, request: SignedRequest): boolean {
  if (sign.kind !== 'plain') return false;
  const payload = plainPayload(request).toString('latin1');
  return TIMED_PAYLOAD.test(payload) || ID_FIRST.test(payload);
}

/** Verifies the sign of a request against the secrets. Compares in constant time. */
export function signMatches(sign: Sign, secrets: readonly KeyObject[], request: SignedRequest): boolean {
  if (isSignedElsewhere(sign, request)) return false;
  const given = Buffer.from(sign.digest, 'base64');
  let matches = false;
  for (const secret of secrets) {
    const expected = expectedDigest(sign, secret, request);
    if (timingSafeEqual(given, Buffer.from(expected, 'base64'))) matches = true;
  }
  return matches;
}

function expectedDigest(sign: Sign, secret: KeyObject, request: SignedRequest): string {
  if (sign.kind === 'plain') return plainSign(secret, request);
  const make = sign.covers === 'digest' ? digestSign : timedSign;
  return make(secret, sign, request);
}

/** Checks that the time of the sign lies within the tolerance. */
export function signIsFresh(sign: TimedSign, nowMs: number): boolean {
  return Math.abs(nowMs - Number(sign.timestamp) * 1000) <= SIGN_TOLERANCE_SECONDS * 1000;
}

/**
 * Returns the digest by which a used sign is recognised, and the time when it may be forgotten. A sign is fresh for two
 * tolerances at most; the third one is for a clock that is set back a little.
 * @param steadyNowMs the clock that never jumps: after a jump of the wall clock and back, the sign is fresh again.
 */
export function usedSign(clientId: string, { timestamp, digest }: TimedSign, steadyNowMs: number) {
  return {
    digest: createHash('sha256').update(`${clientId} ${timestamp} ${digest}`).digest('base64'),
    endsAtMs: steadyNowMs + 3 * SIGN_TOLERANCE_SECONDS * 1000,
  };
}

/**
 * The `hash` of a transaction, by which its client verifies callbacks: HMAC-SHA256 in base64 over
 * transactionId, bankId and the amount as a JSON number, joined without a separator.
 */
export function transactionHash(
  secret: KeyObject,
  transaction: { readonly id: string; readonly bankId: string; readonly amountMinor: number },
): string {
  return hmacBase64(secret, transaction.id + transaction.bankId + printAmount(transaction.amountMinor));
}

/** The secrets that are valid at a time of the wall clock, in their order. */
export function liveSecrets(
  secrets: readonly { readonly key: KeyObject; readonly expiresAtMs: number | null }[],
  nowMs: number,
): KeyObject[] {
  return secrets
    .filter(({ expiresAtMs }) => expiresAtMs === null || nowMs < expiresAtMs)
    .map(({ key }) => key);
}

/** A signature of a callback by the Standard Webhooks convention: `v1,` and the HMAC-SHA256 in base64. */
export function callbackSignature(
  secret: KeyObject,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: string },
): string {
  return `v1,${hmacBase64(secret, callbackText(id, timestamp), body)}`;
}
