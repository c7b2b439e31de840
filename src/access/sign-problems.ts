import { coversDigest, SIGN_TOLERANCE_SECONDS, type Sign } from './domain/signing.ts';

export const TIMED_FORM =
  'sign: t=<unix seconds>,v1=<base64(HMAC-SHA256(secret, "<t>.<METHOD>.<path with query>.<body>"))>';

/** The form of the secrets that the service makes. None of its appKeys has it. */
const SECRET_FORM = /^[0-9a-f]{64}$/i;

/** Messages name the forms of a sign, but never repeat one. None depends on a secret of the client. */
export function unknownKeyMessage(appKey: string): string {
  return SECRET_FORM.test(appKey)
    ? 'The appKey header has the form of a secret. It is the name of the key, not its secret. Never send the ' +
        'secret: if this was one, have it replaced.'
    : 'No active client has this appKey. Check the appKey header: it is the name of the key, not its secret.';
}

/** The message for missing headers, by their names. */
export function missingHeadersMessage(names: readonly string[]): string {
  const subject = names.length > 1 ? `headers ${names.join(' and ')} are` : `header ${names.join()} is`;
  return `The ${subject} missing. Every request carries appKey and sign.`;
}

interface Spelling {
  readonly pattern: RegExp;
  readonly problem: string;
}

const OTHER_ALGORITHM = 'use HMAC-SHA256, and send its 32 bytes as base64';

/** Spellings of a digest that other systems use. The lengths of base64 are those of 20 and of 64 bytes. */
const SPELLINGS: readonly Spelling[] = [
  { pattern: /^[0-9a-f]{64}$/i, problem: 'is hex: send the 32 bytes of the HMAC as base64' },
  { pattern: /^[0-9a-f]{32}$/i, problem: `is hex with 16 bytes like MD5: ${OTHER_ALGORITHM}` },
  { pattern: /^[0-9a-f]{40}$/i, problem: `is hex with 20 bytes like SHA-1: ${OTHER_ALGORITHM}` },
  { pattern: /^[0-9a-f]{128}$/i, problem: `is hex with 64 bytes like SHA-512: ${OTHER_ALGORITHM}` },
  {
    pattern: /^(?=.*[-_])[\w-]{43}=?$/,
    problem: 'is base64url: send base64, with + and / and with = at its end',
  },
  { pattern: /^[A-Za-z0-9+/]{43}$/, problem: 'is base64 without its =: send it with its padding' },
  { pattern: /^[A-Za-z0-9+/]{27}=$/, problem: 'has 20 bytes like SHA-1: use HMAC-SHA256' },
  { pattern: /^[A-Za-z0-9+/]{86}==$/, problem: 'has 64 bytes like SHA-512: use HMAC-SHA256' },
];

/** Forms of the whole header that other systems use, or that come from a blank or swapped parts. */
const FORMS: readonly Spelling[] = [
  { pattern: /^(hmac-)?sha-?\d+[=:]/i, problem: 'begins with the name of an algorithm: leave it out' },
  { pattern: /^t=.*\s/, problem: 'has a blank between its parts: separate them by a comma alone' },
  { pattern: /^t=[^,]*;/, problem: 'has a semicolon between its parts: separate them by a comma' },
  {
    pattern: /^t=(?!\d+,)[^,]*,/,
    problem: 'has a time t that is no whole number of seconds, such as t=1732100000',
  },
  { pattern: /^v[12]=/, problem: 'begins with the digest: the time t comes first' },
  { pattern: /^(Bearer|Basic|HMAC)\s/i, problem: 'begins with a scheme: leave it out' },
];

/** The base64 of 32, 40, 64 or 128 bytes, which may be the digits of a hex digest. */
const BASE64_OF_HEX = /^(?:[A-Za-z0-9+/]{4}){10,42}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const HEX_DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

function isBase64OfHex(digest: string): boolean {
  return BASE64_OF_HEX.test(digest) && HEX_DIGEST.test(Buffer.from(digest, 'base64').toString('latin1'));
}

const TIMED = /^t=([0-9]{1,20})(?:,n=([^,]*))?,v[12]=(.*)$/;
const NONCE = /^[A-Za-z0-9_-]{8,64}$/;
/** Unix seconds have ten digits until the year 2286. */
const SECONDS_DIGITS = 12;
const MAX_SIGN_CHARACTERS = 200;

/** The message for a sign that has neither form. */
export function malformedSignMessage(header: string): string {
  const [, time = '', nonce, digest = header] = TIMED.exec(header.slice(0, MAX_SIGN_CHARACTERS)) ?? [];
  if (time.length > SECONDS_DIGITS)
    return `The time t of the sign header must be in seconds, not milliseconds: ${TIMED_FORM}.`;
  if (nonce !== undefined && !NONCE.test(nonce))
    return 'The nonce n of the sign header must have 8 to 64 characters, of A-Z, a-z, 0-9, _ and -.';
  if (isBase64OfHex(digest))
    return (
      'The sign header is the base64 of a hex digest: encode the 32 bytes of the HMAC themselves, in PHP ' +
      `base64_encode(hash_hmac('sha256', …, true)), in Node digest('base64'). A timed sign is ${TIMED_FORM}.`
    );
  const form = FORMS.find(({ pattern }) => pattern.test(header.slice(0, MAX_SIGN_CHARACTERS)));
  if (form) return `The sign header ${form.problem}. It is base64 of 32 bytes, or ${TIMED_FORM}.`;
  const spelling =
    digest.length <= MAX_SIGN_CHARACTERS ? SPELLINGS.find(({ pattern }) => pattern.test(digest)) : undefined;
  if (spelling) return `The sign header ${spelling.problem}. A timed sign is ${TIMED_FORM}.`;
  return `The sign header is malformed. It is base64 of 32 bytes, or, for every call, ${TIMED_FORM}.`;
}

export const AMBIGUOUS_TARGET =
  'A dot separates the query from the body under this sign, and the body has one before its first blank, or the query has ' +
  'a quote or an angle bracket that is not percent-encoded. Send the sign v2 with a content-digest.';

export const SIGNED_ELSEWHERE =
  'The body, or the query if there is no body, begins with 24 hex digits or with the start of a timed sign, such as ' +
  `1732100000.POST. A plain sign of such a text could be that of something else, so it is never accepted. Send the timed ${TIMED_FORM}.`;

const DIGEST_FORM = 'content-digest: sha-256=:<base64(SHA-256(body))>:';
export const NEEDS_DIGEST = `A sign v2 covers the header ${DIGEST_FORM}. Send it with the request.`;
export const OTHER_BODY = `The body is not the one of the header ${DIGEST_FORM}. Send exactly the bytes that it was made of.`;

/** The message for a sign that does not match the request. */
export function mismatchMessage(sign: Sign, body: Buffer): string {
  const start = sign.kind === 'timed' && sign.nonce !== undefined ? '<t>.<n>' : '<t>';
  if (coversDigest(sign))
    return (
      `The sign does not match. Sign v2.${start}.<METHOD>.<content-digest>.<path with query>, with the header as it is sent, ` +
      'with the secret of this appKey, as text and without a line end.'
    );
  const signed =
    sign.kind === 'plain'
      ? 'Sign exactly the bytes of the body that is sent, or the query without ? if there is no body,'
      : `Sign ${start}.<METHOD>.<path with query>.<body>, the method in upper case, the path without the host, and each dot ` +
        'also before an empty body, with exactly the bytes that are sent,';
  const lineEnd = endsWithLineEnd(body)
    ? ' The body ends with a line end: sign it too, or send the body without it.'
    : '';
  return `The sign does not match. ${signed} with the secret of this appKey, as text and without a line end.${lineEnd}`;
}

function endsWithLineEnd(body: Buffer): boolean {
  const last = body.at(-1);
  return last === 0x0a || last === 0x0d;
}

/** The message for a sign whose time is not the server's. */
export function staleSignMessage(timestamp: string, nowMs: number): string {
  const awaySeconds = Math.round(nowMs / 1000) - Number(timestamp);
  const [away, side] = awaySeconds > 0 ? [awaySeconds, 'behind'] : [-awaySeconds, 'ahead of'];
  return (
    `The time of the sign lies more than ${SIGN_TOLERANCE_SECONDS} seconds from the server's clock: ${away} seconds ${side} ` +
    `${new Date(nowMs).toISOString()}. Make a new sign for each request, and set the clock of the signing machine.`
  );
}
