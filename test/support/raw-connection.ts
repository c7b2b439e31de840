import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hmac, type Json, MERCHANT } from '../harness.ts';

/** One response as received over the connection. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
}

/** A connection on which a test writes any bytes, including incomplete requests. */
export interface RawConnection extends Disposable {
  readonly socket: Socket;
  write(bytes: string | Uint8Array): void;
  /**
   * Resolves with the next response, in the order of arrival. Rejects when the connection ends before it is
   * complete.
   */
  response(): Promise<RawResponse>;
  /** Resolves when the connection has ended, with the received bytes that no call has read. */
  readonly closed: Promise<string>;
}

/** Opens a connection to a service. */
export async function openRaw(service: { readonly url: string }): Promise<RawConnection> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return wrap(socket);
}

function wrap(socket: Socket): RawConnection {
  let received: Buffer = Buffer.alloc(0);
  let ended = false;
  const waiting: { resolve(response: RawResponse): void; reject(error: Error): void }[] = [];
  const deliver = () => {
    while (waiting.length > 0) {
      const next = takeResponse(received);
      if (!next) break;
      received = next.rest;
      waiting.shift()?.resolve(next.response);
    }
    if (ended)
      for (const { reject } of waiting.splice(0)) reject(new Error('the connection ended before the answer'));
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    deliver();
  });
  // A reset ends the connection too; the `close` event follows.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      ended = true;
      deliver();
      resolve(received.toString('latin1'));
    });
  });
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    response() {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        deliver();
      });
    },
    closed,
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function takeResponse(received: Buffer): { response: RawResponse; rest: Buffer } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (received.length < bodyEnd) return undefined;
  const body = received.toString('utf8', headEnd + 4, bodyEnd);
  const status = Number(statusLine.split(' ')[1]);
  const json: Json = body === '' ? undefined : JSON.parse(body);
  return { response: { status, headers, json }, rest: received.subarray(bodyEnd) };
}

/**
 * Sends a request together with an earlier one that is answered at once. Resolves with that response, when the process
 * that has the connection has read the second request too.
 */
export async function writeUntilRead(connection: RawConnection, bytes: string): Promise<void> {
  connection.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n${bytes}`);
  const { status } = await connection.response();
  if (status !== 200) throw new Error(`/healthz answered ${status}`);
}

/** The bytes of a signed POST of a form. */
export function signedPost(
  target: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = new URLSearchParams(fields).toString();
  const all = {
    host: 'localhost',
    appKey: MERCHANT.appKey,
    sign: hmac(MERCHANT.secret, body),
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${target} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
