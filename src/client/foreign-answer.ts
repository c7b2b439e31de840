/** Paths of the service that people mistake for a part of its base URL. */
const NOT_OF_THE_BASE = /[/]+(v1|trpc|graphql|docs|console|guide|openapi[.]json)[/]*$/i;

/**
 * Returns the error for a response that does not come from the service. It says what may be wrong with the base URL.
 */
export function foreignAnswer(baseUrl: string, status: number): Error {
  const [, part] = NOT_OF_THE_BASE.exec(baseUrl) ?? [];
  const cure =
    part === undefined
      ? `Check that url is the base URL of the service, and what a proxy in front of it does: ${baseUrl}`
      : `url must be the base URL alone, without /${part}: ${baseUrl.replace(NOT_OF_THE_BASE, '')}`;
  return new Error(`The response with status ${status} does not come from the service. ${cure}`);
}

/** Thrown when a request got no answer at all: the address is wrong, nothing listens there, or the connection broke. */
export class NoAnswerError extends TypeError {}

/**
 * Returns an error that names the address and the reason, which `fetch` hides in nested causes.
 * @param cause what `fetch` threw.
 */
export function noAnswer(url: URL, cause: unknown): NoAnswerError {
  const origin = url.origin;
  if (url.protocol === 'https:' && SPEAKS_NO_TLS.test(reasonOf(cause))) {
    const plain = `http://${url.host}`;
    const message = `No answer from ${origin}: this port speaks http, not https. Use the port of the proxy with TLS, or ${plain} on your own machine.`;
    return new NoAnswerError(message, { cause });
  }
  // Browsers do not tell scripts the reason, so that these cannot scan a network.
  const isPage = typeof globalThis.location === 'object' && globalThis.location.origin !== origin;
  const reason = reasonOf(cause);
  const cure = isPage
    ? ` If it is running, its setting CORS_ORIGINS must name this page's origin, ${globalThis.location.origin}, for /trpc and /graphql alone.`
    : remedyFor(reason);
  return new NoAnswerError(`No answer from ${origin}: ${reason}.${cure}`, { cause });
}

/** What to do about reasons that a person can fix. */
const CURES: readonly (readonly [reason: RegExp, cure: string])[] = [
  [/ECONNREFUSED/, 'Nothing listens there: start the service, or correct the host and the port of url.'],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'No address is known for this name: correct the host of url, or check the network.',
  ],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/i, 'Check the network, and the firewall in between.'],
  [/ECONNRESET|EPIPE|other side closed/, 'The connection broke: send the call again.'],
  [
    /certificate|CERT_|altname/i,
    'Name the host that the certificate is for, or give Node the file of its issuer in NODE_EXTRA_CA_CERTS.',
  ],
];

function remedyFor(reason: string): string {
  const [, cure] = CURES.find(([pattern]) => pattern.test(reason)) ?? [];
  return cure === undefined ? '' : ` ${cure}`;
}

/** OpenSSL's words for an answer in plain text, which depend on its version. */
const SPEAKS_NO_TLS = /wrong version number|packet length too long/;

/** Returns the message of the innermost cause: `connect ECONNREFUSED 127.0.0.1:3000`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A name with several addresses has one failure for each.
  const inner =
    error.cause ?? ('errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined);
  return inner instanceof Error ? reasonOf(inner) : error.message.replace(/[.]$/, '');
}
