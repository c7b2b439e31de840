/** A WebCrypto key for signing. The secret cannot be read from it unless it was made extractable. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The secret of a client: the text that was shown when it was created, or the key that `importSecret` returned. */
export type Secret = string | SigningKey;

const encoder = new TextEncoder();

/** Encodes text as UTF-8. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/**
 * Checks a secret before the first call needs it.
 * @throws TypeError when it is missing or empty, as the value of an unset environment variable is, when it ends with
 * the line end of its file, or when it is neither text nor a key.
 */
export function expectSecret(secret: Secret): void {
  if (!secret) {
    const found = secret === '' ? 'empty' : `missing: it is ${secret}`;
    throw new TypeError(`The secret is ${found}. Check the environment variable that it is read from.`);
  }
  if (typeof secret !== 'string') {
    if ('algorithm' in secret) return;
    throw new TypeError('The secret must be text, or a key that importSecret has returned.');
  }
  if (secret !== secret.trim())
    throw new TypeError('The secret begins or ends with a blank or a line end. Remove it, with trim().');
}

/**
 * Imports a secret as a key from which it cannot be read back. A page can keep the key instead of the secret, in
 * memory or in IndexedDB.
 * @throws TypeError when the secret is empty or has a line end, or without WebCrypto, which a page has over https and
 * on localhost only.
 */
export async function importSecret(secret: string): Promise<SigningKey> {
  expectSecret(secret);
  if (globalThis.crypto?.subtle === undefined)
    throw new TypeError('There is no WebCrypto here. A page has it over https and on localhost only.');
  return crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** Computes the HMAC-SHA256 of the concatenated parts, in base64. */
export async function hmacBase64(
  secret: Secret,
  ...parts: readonly (string | Uint8Array)[]
): Promise<string> {
  const key = typeof secret === 'string' ? await importSecret(secret) : secret;
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, concat(parts))));
}

/** Concatenates bytes and texts, which become UTF-8. */
export function concat(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) => (typeof part === 'string' ? encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Encodes a few bytes as base64. Each becomes an argument of one call, and the number of arguments is limited. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
