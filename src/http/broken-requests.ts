import {
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorType, ServiceError, validationError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { type Envelopes, type Failure, toFailure } from '../operations/envelope.ts';

/** The answer to a request that never reaches the app: its status, and what the sender can do. */
interface Breach {
  readonly status: number;
  readonly type: ErrorType;
  readonly message: string;
}

const NO_HTTP: Breach = {
  status: 400,
  type: 'error_validation',
  message:
    'The request is not valid HTTP/1.1: its first line, its headers or the chunks of its body are malformed. Send it by an HTTP library, with one content-length or transfer-encoding, and with http:// if no proxy has TLS.',
};

const NO_HOST: Breach = {
  status: 400,
  type: 'error_validation',
  message:
    'The header Host is missing, which every request of HTTP/1.1 has. Send the name and port of the service.',
};

const BREACHES: Readonly<Record<string, Breach>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    type: 'error_payload_too_large',
    message: `The first line and the headers must have at most ${maxHeaderSize} bytes. Send fewer or shorter headers.`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    type: 'error_payload_too_large',
    message: 'The extensions of the chunks of the body are too long. Send chunks without extensions.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    type: 'error_validation',
    message: 'The request has not arrived in time, so nothing of it was done. Send it again, without pauses.',
  },
};

interface BrokenRequestOptions {
  readonly envelopes: Envelopes;
  /** Whether the broken bytes have no answer yet, and no other answer is due before theirs. */
  readonly canAnswer: (socket: Socket) => boolean;
}

/** Answers bytes that Node cannot parse as a request with a REST failure, and closes the connection. */
export function answerBrokenRequests(server: Server, { envelopes, canAnswer }: BrokenRequestOptions): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== 'ECONNRESET' && socket.writable && canAnswer(socket)) {
      const failure = failureOf(BREACHES[error.code ?? ''] ?? NO_HTTP);
      const body = bodyOf(failure, envelopes);
      const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
      const first = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`;
      socket.write([first, ...head, '', body].join('\r\n'));
    }
    socket.destroy(error);
  });
}

/** Refuses requests without a host before they reach `handle`, as RFC 9112 (3.2) asks for. */
export function requireHost(handle: RequestListener, envelopes: Envelopes): RequestListener {
  return (request, response) => {
    if (hasHost(request)) return handle(request, response);
    const failure = failureOf(NO_HOST);
    const body = bodyOf(failure, envelopes);
    response.writeHead(failure.status, headersOf(body)).end(body);
  };
}

function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1';
}

function failureOf({ status, type, message }: Breach): Failure {
  const isInvalid = type === 'error_validation';
  const problem = { path: 'request', ...fault('malformed', message) };
  const error = isInvalid ? validationError([problem]) : new ServiceError(type, message);
  return { ...toFailure(error, () => {}), status };
}

function bodyOf(failure: Failure, envelopes: Envelopes): string {
  return `${JSON.stringify(envelopes.failure(failure, performance.now()))}\n`;
}

function headersOf(body: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
}
