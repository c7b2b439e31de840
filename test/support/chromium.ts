import type { Browser } from 'playwright-core';
import { DATABASE_FOLDER } from './database-folder.ts';

/** The browser has no background activity and resolves no names, so it connects to loopback only. */
const ARGUMENTS = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-site-isolation-trials',
  '--disable-sync',
  '--disable-quic',
  // Draws in software, without a separate process that emulates a graphics card.
  '--disable-gpu',
  '--in-process-gpu',
  '--no-first-run',
  '--renderer-process-limit=1',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

let running: Promise<Browser> | undefined;

/** The browser of this worker, started at the first call. It ends with the worker. */
export function workerBrowser(): Promise<Browser> {
  running ??= launch();
  return running;
}

/**
 * Unpacks the packaged browser if this machine does not have it yet.
 * @returns its path, and the variables that it needs.
 */
export async function unpackBrowser() {
  const before = { ...process.env };
  // The package unpacks its libraries only on AWS Lambda.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    const env: Record<string, string | undefined> = { ...process.env };
    return { executablePath, env };
  } finally {
    // The package's variables are for the browser only; other programs must not find these libraries.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Starts a browser. @param more additional arguments. */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  // Loading it takes a second, and a caller that only unpacks the browser does not need it.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    ...(await unpackBrowser()),
    args: [...ARGUMENTS, ...more],
    ignoreDefaultArgs: DATABASE_FOLDER === '/dev/shm' ? ['--disable-dev-shm-usage'] : [],
  });
}
