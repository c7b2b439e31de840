import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserServer, chromium } from 'playwright-core';

/** Nothing runs but what a test asked for, and no name leads anywhere: a browser under test talks to loopback only. */
const ARGUMENTS = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts the packaged browser, which needs no package of the system: it brings its libraries along. */
async function launchBrowserServer(): Promise<BrowserServer> {
  const before = { ...process.env };
  // It unpacks its libraries only where it takes the machine for one that has none.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    const env: Record<string, string | undefined> = { ...process.env };
    return await chromium.launchServer({ executablePath, args: ARGUMENTS, env, host: '127.0.0.1' });
  } finally {
    // What it set is for the browser alone: no other program is to find these libraries.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** What starts the browser of a run when a test first asks for it. */
export interface BrowserLauncher {
  /** Answers with the address of the browser, a WebSocket's. */
  readonly url: string;
  close(): Promise<void>;
}

/** The workers of a run share one browser, and a run that needs none has none: they ask here for it. */
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
