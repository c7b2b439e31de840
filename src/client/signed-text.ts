/** The time of a timed sign, and a nonce that distinguishes it from other signs of the same request and second. */
export interface SignTime {
  /** Unix seconds, in decimal digits. */
  readonly timestamp: string;
  /** 8 to 64 characters of A-Z, a-z, 0-9, `_` and `-`. */
  readonly nonce?: string | undefined;
}

interface RequestLine {
  /** In upper case. */
  readonly method: string;
  /** The path with its query, as it is sent. */
  readonly target: string;
}

/**
 * The text before the method. No method can be read as a nonce: it has no slash, and the text after it begins with one.
 */
function startOf({ timestamp, nonce }: SignTime): string {
  return nonce === undefined ? timestamp : `${timestamp}.${nonce}`;
}

/** What a timed sign `v1` signs before the bytes of the body: `<t>.<METHOD>.<target>.`, or `<t>.<n>.<METHOD>.<target>.` */
export function timedText(time: SignTime, { method, target }: RequestLine): string {
  return `${startOf(time)}.${method}.${target}.`;
}

/**
 * What a timed sign `v2` signs: `v2.<t>.<METHOD>.<content-digest>.<target>`, with a nonce `v2.<t>.<n>.<METHOD>.…`. It can
 * be verified before the body is read. The target comes last, so that no part of it can be read as a digest.
 */
export function digestText(
  time: SignTime,
  { method, target, contentDigest }: RequestLine & { readonly contentDigest: string },
): string {
  return `v2.${startOf(time)}.${method}.${contentDigest}.${target}`;
}

/** Writes the header `sign`: `t=<unix seconds>,v1=<base64>`, with a nonce `t=<unix seconds>,n=<nonce>,v1=<base64>`. */
export function signHeader({ timestamp, nonce }: SignTime, version: 'v1' | 'v2', digest: string): string {
  return `t=${timestamp}${nonce === undefined ? '' : `,n=${nonce}`},${version}=${digest}`;
}

/** What a callback signs, by the Standard Webhooks convention: `<webhook-id>.<webhook-timestamp>.` before the body. */
export function callbackText(id: string, timestamp: string): string {
  return `${id}.${timestamp}.`;
}
