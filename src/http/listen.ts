import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Envelopes } from '../operations/envelope.ts';
import type { Schedule } from '../operations/runtime.ts';
import { answerBrokenRequests, requireHost } from './broken-requests.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections, noticeTls } from './connections.ts';

/** Limits of connections. The time limits end the connections of slow clients. */
export interface ServerLimits extends ConnectionLimits {
  /** Time limit for the headers of a request. */
  readonly headersMs: number;
  /** Time limit for a whole request. */
  readonly requestMs: number;
  /** Interval of the check for the two limits above. One check ends all overdue ones together: keep it short. */
  readonly checkEveryMs: number;
  /**
   * Time without a byte in either direction after which a connection is closed. A written byte counts once the
   * client's side has acknowledged it. Live streams send something at least every 15 seconds.
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
  /** Makes the answers to bytes that are not an HTTP request. */
  readonly envelopes: Envelopes;
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
  { host, port, limits, envelopes, schedule, logger }: ListenOptions,
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node would answer without a body.
      requireHostHeader: false,
    },
    requireHost(handle, envelopes),
  );
  server.timeout = limits.stallMs;
  // Node would silently drop headers beyond this count, even those of a proxy. Their total size is limited anyway.
  server.maxHeadersCount = 0;
  const { closeUnused, isBusy, canAnswer } = trackConnections(server);
  answerBrokenRequests(server, { envelopes, canAnswer });
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

interface Connection {
  pendingResponses: number;
  /** The response to the newest request. */
  lastResponse: ServerResponse | undefined;
}

/** Counts the pending responses of each connection. */
function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, { pendingResponses: 0, lastResponse: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.pendingResponses += 1;
    connection.lastResponse = response;
    response.once('close', () => {
      connection.pendingResponses -= 1;
    });
  });
  return {
    isBusy: (socket: Socket) => (connections.get(socket)?.pendingResponses ?? 0) > 0,
    /**
     * Whether invalid bytes can be answered: no earlier request still waits for its answer. If the bytes belong to the
     * body of the last request, its answer must not have begun.
     */
    canAnswer(socket: Socket): boolean {
      const { pendingResponses = 0, lastResponse } = connections.get(socket) ?? {};
      if (!lastResponse || lastResponse.req.complete) return pendingResponses === 0;
      return pendingResponses === 1 && !lastResponse.headersSent;
    },
    /**
     * Ends every connection without a pending response, including one that has sent no request yet or only part of its
     * headers: Node's own `close` would wait for these.
     */
    closeUnused() {
      for (const [socket, { pendingResponses }] of connections) if (pendingResponses === 0) socket.destroy();
    },
  };
}
