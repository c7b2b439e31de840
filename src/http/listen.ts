import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

const MAX_CONNECTIONS = 10_000;

/** How long connections may take. A slow client may hold one, but not for long. */
export interface ServerTimeLimits {
  /** Until the headers of a request are there. */
  readonly headersMs: number;
  /** Until a request is there as a whole. */
  readonly requestMs: number;
  /** How often the two above are looked at. */
  readonly checkEveryMs: number;
  /** How long a connection is kept without a request. */
  readonly keepAliveMs: number;
  /** How long a close waits for the answers that are still due. */
  readonly closeMs: number;
}

export const SERVER_TIME_LIMITS: ServerTimeLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  checkEveryMs: 1000,
  keepAliveMs: 65_000,
  closeMs: 8000,
};

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: ServerTimeLimits;
  readonly logger: Logger;
}

export interface HttpServer {
  /** Where it listens. */
  readonly url: string;
  /** Refuses new connections and answers the requests that are there. Whoever answers says `Connection: close`. */
  close(): Promise<void>;
}

/**
 * Starts the HTTP server.
 * @throws the error of the operating system when it cannot listen there.
 */
export async function listen(
  handle: RequestListener,
  { host, port, limits, logger }: ListenOptions,
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    handle,
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Headers beyond a count would be dropped in silence, also what a proxy added: their size is what is limited.
  server.maxHeadersCount = 0;
  const closeUnused = trackConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Such as too many open files: it must not end the process.
  server.on('error', (err) => logger.error({ err }, 'a connection could not be accepted'));
  const address = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      // What had reached this machine by now counts as sent: one turn to accept it, and one to read it.
      await nextTurn();
      await nextTurn();
      const closed = new Promise((resolve) => server.close(resolve));
      closeUnused();
      const deadline = setTimeout(() => server.closeAllConnections(), limits.closeMs);
      await closed;
      clearTimeout(deadline);
    },
  };
}

/**
 * Follows which connections have a request that is to be answered.
 * @returns what ends all others, also those that have sent no request yet or only half of one's headers:
 *   the server itself waits for these.
 */
function trackConnections(server: Server): () => void {
  const due = new Map<Socket, number>();
  server.on('connection', (socket) => {
    due.set(socket, 0);
    socket.once('close', () => due.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    due.set(socket, (due.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const before = due.get(socket);
      if (before !== undefined) due.set(socket, before - 1);
    });
  });
  return () => {
    for (const [socket, answers] of due) if (answers === 0) socket.destroy();
  };
}
