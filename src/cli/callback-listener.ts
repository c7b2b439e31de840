import { createServer, type IncomingMessage } from 'node:http';
import { type Callback, CallbackError, verifyCallback } from '../client/callback.ts';

const MAX_BODY_BYTES = 64 * 1024;

interface ListenerOptions {
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

/**
 * Receives callbacks on the loopback interface, verifies and prints each.
 * @throws the error of the operating system when it cannot listen on the port.
 */
export async function startCallbackListener({
  port,
  secrets,
  print,
}: ListenerOptions): Promise<CallbackListener> {
  const server = createServer((request, response) => {
    receive(request, secrets)
      .then(({ status, text }) => {
        print(text);
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end();
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
