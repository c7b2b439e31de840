/** Why a callback could not be sent, in words for those who run the receiver. */
export class SendFailure extends Error {}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before an answer',
  EPIPE: 'the connection was closed before an answer',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
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

/** A short text for people. It never quotes the message of an error, which can hold what was sent. */
export function describeFailure(error: unknown): string {
  if (error instanceof SendFailure) return error.message;
  const code = errorCode(error);
  if (code === undefined) return 'failed unexpectedly';
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return code.startsWith('ERR_SSL_') ? 'TLS: no agreement with the receiver' : `failed with ${code}`;
}

/** Whether the other side dropped the connection. */
export function isConnectionLoss(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/** The code that Node gives to errors of the system and of its own. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
