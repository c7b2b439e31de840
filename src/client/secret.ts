/** A secret as the platform's own key, which can sign but need not be readable. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The secret of a key: the text that was shown when it was made, or what `importSecret` made of it. */
export type Secret = string | SigningKey;

const encoder = new TextEncoder();

/** Text as the bytes of its UTF-8. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/**
 * Makes a key of a secret from which the secret cannot be read back: what a page keeps in place of it, in
 * memory or in IndexedDB.
 * @throws TypeError when the secret is empty, or where there is no WebCrypto: a page needs https for it.
 */
export async function importSecret(secret: string): Promise<SigningKey> {
  if (secret === '') throw new TypeError('The secret is empty.');
  if (globalThis.crypto?.subtle === undefined)
    throw new TypeError('There is no WebCrypto here. A page has it over https and on localhost only.');
  return crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** HMAC-SHA256 over the parts, one after the other. */
export async function hmac(
  secret: Secret,
  ...parts: readonly (string | Uint8Array)[]
): Promise<Uint8Array<ArrayBuffer>> {
  const key = typeof secret === 'string' ? await importSecret(secret) : secret;
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, concat(parts)));
}

function concat(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) => (typeof part === 'string' ? encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Bytes in base64, few enough of them to be the arguments of one call. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
