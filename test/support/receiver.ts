import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Json } from '../harness.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed.ts';

/** One request that a receiver got. */
export interface Delivery {
  readonly method: string | undefined;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
  /** Identifies the sender's connection. */
  readonly fromPort: number | undefined;
}

/** Responds to a request whose body was read. */
export type Responder = (request: IncomingMessage, response: ServerResponse, delivery: Delivery) => void;

/** A receiver of callbacks on the loopback interface. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** All deliveries since the start, in order. */
  readonly deliveries: readonly Delivery[];
  respondWith(responder: Responder): void;
  /** Resolves once this many deliveries have arrived since the start. */
  arrivals(count: number): Promise<readonly Delivery[]>;
  /** The number of connections opened since the start. */
  connections(): number;
}

export interface ReceiverOptions {
  readonly respond?: Responder;
  /** Serves https with a self-signed certificate. */
  readonly tls?: boolean;
}

/** Responds with this status. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Responder {
  return (_request, response) => void response.writeHead(code, headers).end(body);
}

/** Starts a receiver on a free port. By default it acknowledges every delivery. */
export async function startReceiver({
  respond = status(204),
  tls = false,
}: ReceiverOptions = {}): Promise<Receiver> {
  let current = respond;
  let opened = 0;
  const deliveries: Delivery[] = [];
  const sockets = new Set<Socket>();
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    const { method, url: target = '', headers, socket } = request;
    const delivery = { method, target, headers, body, atMs: Date.now(), fromPort: socket.remotePort };
    deliveries.push(delivery);
    current(request, response, delivery);
    server.emit('delivery');
  };
  const server = tls
    ? createHttpsServer({ cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY }, onRequest)
    : createHttpServer(onRequest);
  server.setMaxListeners(0);
  // Tests decide when it closes a connection.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/callbacks`,
    port,
    deliveries,
    respondWith(next) {
      current = next;
    },
    async arrivals(count) {
      while (deliveries.length < count) await once(server, 'delivery');
      return deliveries;
    },
    connections: () => opened,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The states of transactions that a receiver was notified of, each as its id and its sequence. */
export const namesOf = ({ deliveries }: Receiver): string[] =>
  deliveries.map(({ body }) => {
    const { transactionId, sequence }: Json = JSON.parse(body);
    return `${transactionId} ${sequence}`;
  });
