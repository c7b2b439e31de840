import { errors } from 'undici';

/** A callback could not be sent. The message is for those who run the receiver. */
export class SendFailure extends Error {}

const CLOSED_EARLY = 'the connection was closed before an answer';
const NO_HTTP = 'the answer is not HTTP';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: CLOSED_EARLY,
  EPIPE: CLOSED_EARLY,
  UND_ERR_SOCKET: CLOSED_EARLY,
  UND_ERR_INFO: CLOSED_EARLY,
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: NO_HTTP,
  // undici asserts what no valid response breaks, such as a status below 100.
  ERR_ASSERTION: NO_HTTP,
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: self-signed certificate in the chain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the chain of certificates is not complete',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS: certificate of an unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: certificate of an unknown issuer',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name',
  EPROTO: 'TLS: no agreement with the receiver',
};

/** A short text for people. It never quotes the message of an error, which can contain what was sent. */
export function describeFailure(error: unknown): string {
  if (error instanceof SendFailure) return error.message;
  if (error instanceof errors.HTTPParserError) return NO_HTTP;
  const code = errorCode(error);
  if (code === undefined) return 'failed unexpectedly';
  const words = WORDS[code];
  if (words !== undefined) return words;
  return code.startsWith('ERR_SSL_') ? 'TLS: no agreement with the receiver' : `failed with ${code}`;
}

/** Checks whether the connection was closed, by the receiver or because it was idle for too long. */
export function isConnectionLoss(error: unknown): boolean {
  return WORDS[errorCode(error) ?? ''] === CLOSED_EARLY;
}

/** The `code` of an error of Node, of the system or of undici. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
