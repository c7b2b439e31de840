import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

const PATH = '/metrics';
const TIME_LIMIT_MS = 5000;
/** Enough for a few scrapers and a person. */
const MAX_CONNECTIONS = 20;

interface AdminServerOptions {
  readonly host: string;
  readonly port: number;
  readonly contentType: string;
  readonly render: () => Promise<string>;
  readonly logger: Pick<Logger, 'error'>;
}

/** The server of the metrics. It serves nothing else, and asks for no credentials. */
export interface AdminServer {
  /** The URL of the metrics, with the port that was assigned. */
  readonly url: string;
  close(): Promise<void>;
}

/** @throws the error of the operating system when the address cannot be used. */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const { host, port, logger } = options;
  const server = createServer(
    { headersTimeout: TIME_LIMIT_MS, requestTimeout: TIME_LIMIT_MS, keepAliveTimeout: TIME_LIMIT_MS },
    (request, response) => {
      answer(request, response, options).catch((err: unknown) => {
        logger.error({ err }, 'the metrics could not be read');
        refuse(response, 500, 'The metrics could not be read. The log says why.');
      });
    },
  );
  server.timeout = 2 * TIME_LIMIT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (err) => logger.error({ err }, 'a connection for metrics could not be accepted'));
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${PATH}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { contentType, render }: AdminServerOptions,
): Promise<void> {
  const [path] = url.split('?', 1);
  if (path !== PATH) return refuse(response, 404, `There is only ${PATH} here.`);
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, `${PATH} takes GET.`);
  }
  const text = await render();
  response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  response.end(method === 'HEAD' ? undefined : text);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${message}\n`);
}
