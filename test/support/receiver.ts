import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed.ts';

/** What a receiver got. */
export interface Delivery {
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
  /** Tells the connections of one sender apart. */
  readonly fromPort: number | undefined;
}

/** How a receiver treats a request whose body it has read. */
export type Answer = (request: IncomingMessage, response: ServerResponse, delivery: Delivery) => void;

/** A receiver of callbacks on the loopback interface, which answers well or badly, as it is told. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** All that arrived, in order. */
  readonly deliveries: readonly Delivery[];
  answerWith(answer: Answer): void;
  /** Resolves once so many have arrived since the start. */
  arrivals(count: number): Promise<readonly Delivery[]>;
  /** How many connections were opened since the start. */
  connections(): number;
  /** Closes every connection that is open now. */
  dropConnections(): void;
}

export interface ReceiverOptions {
  readonly answer?: Answer;
  /** Whether it speaks https, with a certificate that it signed itself. */
  readonly tls?: boolean;
}

/** Answers with this status, and nothing else. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer {
  return (_request, response) => void response.writeHead(code, headers).end(body);
}

/** Starts one on a free port; unless told otherwise it acknowledges all that it gets. */
export async function startReceiver({
  answer = status(204),
  tls = false,
}: ReceiverOptions = {}): Promise<Receiver> {
  let current = answer;
  let opened = 0;
  const deliveries: Delivery[] = [];
  const sockets = new Set<Socket>();
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    const { url: target = '', headers, socket } = request;
    const delivery = { target, headers, body, atMs: Date.now(), fromPort: socket.remotePort };
    deliveries.push(delivery);
    current(request, response, delivery);
    server.emit('delivery');
  };
  const server = tls
    ? createHttpsServer({ cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY }, onRequest)
    : createHttpServer(onRequest);
  server.setMaxListeners(0);
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/callbacks`,
    port,
    deliveries,
    answerWith(next) {
      current = next;
    },
    async arrivals(count) {
      while (deliveries.length < count) await once(server, 'delivery');
      return deliveries;
    },
    connections: () => opened,
    dropConnections,
    async [Symbol.asyncDispose]() {
      dropConnections();
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
