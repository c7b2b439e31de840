import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

const MAX_CONNECTIONS = 10_000;

/** Time limits of connections. They end the connections of slow clients. */
export interface ServerTimeLimits {
  /** Time limit for the headers of a request. */
  readonly headersMs: number;
  /** Time limit for a whole request. */
  readonly requestMs: number;
  /** Interval of the check for the two limits above. */
  readonly checkEveryMs: number;
  /** Time for which an idle connection is kept open. */
  readonly keepAliveMs: number;
  /** Time for which `close` waits for pending responses. */
  readonly closeMs: number;
}

export const SERVER_TIME_LIMITS: ServerTimeLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  checkEveryMs: 1000,
  keepAliveMs: 65_000,
  closeMs: 8000,
};

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: ServerTimeLimits;
  readonly logger: Logger;
}

export interface HttpServer {
  /** The base URL, with the port that was assigned. */
  readonly url: string;
  /** Refuses new connections and waits for pending responses, which must have `Connection: close`. */
  close(): Promise<void>;
}

/**
 * Starts the HTTP server.
 * @throws the error of the operating system when the address cannot be used.
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
  // Node would silently drop headers beyond this count, also those of a proxy. It limits their total size anyway.
  server.maxHeadersCount = 0;
  const closeUnused = trackConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // An error such as too many open files must not end the process.
  server.on('error', (err) => logger.error({ err }, 'a connection could not be accepted'));
  const address = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      // A request that has reached this machine gets a response: one turn accepts its connection, one reads it.
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
 * Counts the pending responses of each connection.
 * @returns a function that ends every connection without any, also one that has sent no request yet or only part
 *   of its headers: the server itself would wait for these.
 */
function trackConnections(server: Server): () => void {
  const pendingResponses = new Map<Socket, number>();
  server.on('connection', (socket) => {
    pendingResponses.set(socket, 0);
    socket.once('close', () => pendingResponses.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    pendingResponses.set(socket, (pendingResponses.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const before = pendingResponses.get(socket);
      if (before !== undefined) pendingResponses.set(socket, before - 1);
    });
  });
  return () => {
    for (const [socket, count] of pendingResponses) if (count === 0) socket.destroy();
  };
}
