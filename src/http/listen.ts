import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Schedule } from '../operations/runtime.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connections.ts';
import { noticeTls } from './tls-notice.ts';

/** Limits of connections. Those of time end the connections of slow clients. */
export interface ServerLimits extends ConnectionLimits {
  /** Time limit for the headers of a request. */
  readonly headersMs: number;
  /** Time limit for a whole request. */
  readonly requestMs: number;
  /** Interval of the check for the two limits above. One check ends all that are over time at once: keep it short. */
  readonly checkEveryMs: number;
  /**
   * Time without a byte in either direction, after which a connection is given up. What is written counts once the
   * client's side has taken it. Live streams send something at least every 15 seconds.
   */
  readonly stallMs: number;
  /** Time for which an idle connection is kept open after a response. */
  readonly keepAliveMs: number;
  /** Time for which `close` waits for pending responses. */
  readonly closeMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  ...CONNECTION_LIMITS,
  headersMs: 10_000,
  requestMs: 20_000,
  checkEveryMs: 200,
  stallMs: 30_000,
  keepAliveMs: 65_000,
  closeMs: 8000,
};

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: ServerLimits;
  readonly schedule: Schedule;
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
  { host, port, limits, schedule, logger }: ListenOptions,
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
  server.timeout = limits.stallMs;
  // Node would silently drop headers beyond this count, also those of a proxy. It limits their total size anyway.
  server.maxHeadersCount = 0;
  const { closeUnused, isBusy } = trackConnections(server);
  const reportLosses = limitConnections(server, { limits, isBusy, schedule, logger });
  const endNotices = noticeTls(server, { schedule, logger });
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
      reportLosses();
      endNotices();
    },
  };
}

/** Counts the pending responses of each connection. */
function trackConnections(server: Server) {
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
  return {
    isBusy: (socket: Socket) => (pendingResponses.get(socket) ?? 0) > 0,
    /**
     * Ends every connection without a pending response, also one that has sent no request yet or only part of its
     * headers: the server itself would wait for these.
     */
    closeUnused() {
      for (const [socket, count] of pendingResponses) if (count === 0) socket.destroy();
    },
  };
}
