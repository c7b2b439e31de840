import { createServer, type IncomingMessage } from 'node:http';
import { type Callback, CallbackError, verifyCallback } from '../../client/callback.ts';
import { UsageError } from './command.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** The path of every listener, by which a later listener recognizes a callbackUrl of another one. */
const PATH = '/bank-transfers-listen';
/** A HEAD request is answered with the appKey in it. */
const NAME_HEADER = 'bank-transfers-listen';
const PROBE_TIME_LIMIT_MS = 2000;

interface ListenerOptions {
  readonly appKey: string;
  readonly port: number;
  /** Returns the secrets that are valid now, as text. */
  readonly secrets: () => Promise<readonly string[]>;
  readonly print: (text: string) => void;
}

interface CallbackListener {
  /** The URL to send callbacks to. */
  readonly url: string;
  close(): Promise<void>;
}

const FREE_PORT = 'Give --port another one, or leave it out: listen then takes any free port.';

/**
 * Receives callbacks on the loopback interface, verifies and prints each.
 * @throws UsageError if something else listens on the port.
 * @throws the error of the operating system when it cannot listen for another reason.
 */
export async function startCallbackListener({
  appKey,
  port,
  secrets,
  print,
}: ListenerOptions): Promise<CallbackListener> {
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(204, { [NAME_HEADER]: appKey }).end();
    receive(request, secrets)
      .then(({ status, text }) => {
        print(text);
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end();
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(isTaken ? new UsageError(`Port ${port} of 127.0.0.1 is in use. ${FREE_PORT}`) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Checks whether a callbackUrl is that of a listener, perhaps of one that has ended. */
export function isOfListener(callbackUrl: string): boolean {
  if (!URL.canParse(callbackUrl)) return false;
  const { hostname, pathname } = new URL(callbackUrl);
  return hostname === '127.0.0.1' && pathname === PATH;
}

/** Asks whether the listener of a client is still there. */
export async function isListening(url: string, appKey: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIME_LIMIT_MS);
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch(() => undefined);
  return response?.headers.get(NAME_HEADER) === appKey;
}

async function receive(
  request: IncomingMessage,
  secrets: ListenerOptions['secrets'],
): Promise<{ readonly status: number; readonly text: string }> {
  const refuse = (status: number, reason: string) => ({
    status,
    text: `refused with ${status}: ${reason}\n`,
  });
  if (request.method !== 'POST') return refuse(405, `${request.method} is no callback`);
  const body = await readBody(request);
  if (!body) return refuse(413, `a body of more than ${MAX_BODY_BYTES} bytes`);
  try {
    return { status: 204, text: describe(await verify(request, body, await secrets())) };
  } catch (error) {
    if (error instanceof CallbackError) return refuse(400, error.message);
    throw error;
  }
}

/** During the grace time of a rotated secret, the signature fits one of two secrets. */
async function verify(
  { headers }: IncomingMessage,
  body: Buffer,
  secrets: readonly string[],
): Promise<Callback> {
  let failure = new CallbackError('wrong_signature', 'The client has no secret.');
  for (const secret of secrets) {
    try {
      return await verifyCallback(headers, body, secret);
    } catch (error) {
      if (!(error instanceof CallbackError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function describe(callback: Callback): string {
  const { occurredAt, type, transactionId, status, statusReason } = callback;
  const reason = statusReason === null ? '' : ` (${statusReason})`;
  const head = `${occurredAt} ${type} ${transactionId} is ${status}${reason}; the signature is good`;
  return `${head}\n${JSON.stringify(callback, null, 2)}\n`;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
