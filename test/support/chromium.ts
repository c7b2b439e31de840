import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserServer, chromium } from 'playwright-core';

/** The browser does nothing in the background and resolves no names, so it connects to loopback only. */
const ARGUMENTS = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // The threads of V8 that help its main thread take more CPU than they save, where cores are busy anyway.
  '--js-flags=--single-threaded',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts the packaged browser, which includes its libraries and needs no system package. */
async function launchBrowserServer(): Promise<BrowserServer> {
  const before = { ...process.env };
  // The package unpacks its libraries only on AWS Lambda.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    const env: Record<string, string | undefined> = { ...process.env };
    return await chromium.launchServer({ executablePath, args: ARGUMENTS, env, host: '127.0.0.1' });
  } finally {
    // The package's variables are for the browser only; other programs must not find these libraries.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** An HTTP server that starts the browser of a run at the first request. */
export interface BrowserLauncher {
  /** A GET returns the WebSocket URL of the browser. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the launcher. All workers of a run share one browser, and a run without browser tests starts none. */
export async function startBrowserLauncher(): Promise<BrowserLauncher> {
  let browser: Promise<BrowserServer> | undefined;
  const server = createServer(async (_request, response) => {
    browser ??= launchBrowserServer();
    try {
      response.end((await browser).wsEndpoint());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.close();
      await (await browser?.catch(() => undefined))?.close();
    },
  };
}
