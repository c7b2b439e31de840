import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const BACKEND_KEY_DATA = 'K'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
/** Greater than any process id: the key of one connection must not be the process id of another. */
const KEY_OFFSET = 1_000_000_000;
const IDLE = 'I'.charCodeAt(0);
const PARAMETER_STATUS = 'S'.charCodeAt(0);

/** A connection to the server, which clients use in turn. */
interface Backend {
  readonly socket: Socket;
  /** The client that gets its responses. */
  client: Client | undefined;
}

interface Client {
  readonly socket: Socket;
  backend: Backend | undefined;
  /** The messages that it has sent while it waits for a connection to the server. */
  waiting: Buffer[];
}

/** The connection that was returned last is used first, as PgBouncer does by default. */
const free: Backend[] = [];

/**
 * A connection pooler, as far as its clients can tell: it gives them its own keys, and in transaction mode it lends
 * them a connection to the server for one transaction at a time.
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
): Promise<AsyncDisposable & { readonly url: string }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  free.length = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    const backend: Backend = {
      socket: keep(connect(Number(target.port), target.hostname)),
      client: undefined,
    };
    const client: Client = { socket: keep(near), backend, waiting: [] };
    backend.client = client;
    near.on('data', (bytes) => send(client, bytes));
    let rest = Buffer.alloc(0);
    backend.socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      // The only response without a length: whether the server has TLS.
      if (rest.length === 1) {
        client.socket.write(rest);
        rest = Buffer.alloc(0);
      }
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const message = Buffer.from(rest.subarray(0, 1 + rest.readUInt32BE(1)));
        rest = rest.subarray(message.length);
        receive(backend, message, mode === 'transaction');
      }
    });
    backend.socket.once('close', () => backend.client?.socket.destroy());
    if (mode === 'session') near.once('close', () => backend.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function send(client: Client, bytes: Buffer): void {
  if (!client.backend) {
    client.backend = free.pop();
    if (client.backend) client.backend.client = client;
  }
  if (client.backend) client.backend.socket.write(bytes);
  else client.waiting.push(bytes);
}

function receive(backend: Backend, message: Buffer, isShared: boolean): void {
  const { client } = backend;
  if (message[0] === BACKEND_KEY_DATA) message.writeUInt32BE(message.readUInt32BE(5) + KEY_OFFSET, 5);
  if (client || message[0] !== PARAMETER_STATUS) client?.socket.write(message);
  if (!isShared || message[0] !== READY_FOR_QUERY || message[5] !== IDLE) return;
  if (client) client.backend = undefined;
  backend.client = undefined;
  free.push(backend);
}
