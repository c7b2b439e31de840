import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy that serves the service below a path prefix, on a free port of the loopback interface. */
export async function startPrefixProxy(
  service: { readonly url: string },
  prefix: string,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const { hostname, port } = new URL(service.url);
  const server = createServer((incoming, outgoingResponse) => {
    const { method, headers, url = '' } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      outgoingResponse.writeHead(421).end();
      return;
    }
    const outgoing = request({ hostname, port, method, headers, path: url.slice(prefix.length) });
    outgoing.on('response', (response) => {
      outgoingResponse.writeHead(response.statusCode ?? 502, response.headers);
      outgoingResponse.flushHeaders();
      response.pipe(outgoingResponse);
    });
    outgoing.on('error', () => outgoingResponse.destroy());
    outgoingResponse.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
