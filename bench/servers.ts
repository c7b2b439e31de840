import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNode, stopChild } from './children.ts';
import { databaseUrl, MASTER_KEY } from './database.ts';

const READY_TIMEOUT_MS = 30_000;

/** Options of Node for the service, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const NODE_ARGS = process.env.NODE_ARGS?.split(' ') ?? [];

/** A server to measure, as a separate process. */
export interface RunningServer {
  readonly port: number;
  readonly pid: number;
  /** @throws when it does not end by itself without an error. */
  stop(): Promise<void>;
}

/** Starts node:http alone. */
export function startBareServer(folder: string): Promise<RunningServer> {
  return start(['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')], folder, {});
}

/** Starts the same creates on Fastify, with its own database at the path of the service's database. */
export function startFastify(folder: string): Promise<RunningServer> {
  return start(['--import', 'tsx', join(import.meta.dirname, 'fastify-server.ts')], folder, {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl(folder),
  });
}

/**
 * Starts the service as deployed, on the database of a folder. Its log goes to a file, and its rate limit is too high
 * to be reached but is still counted.
 */
export function startService(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return start(
    ['--max-semi-space-size=32', ...NODE_ARGS, join(import.meta.dirname, '../dist/src/main.js')],
    folder,
    {
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl(folder),
      MASTER_KEY,
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_SECOND: '1000000',
      ...settings,
    },
  );
}

/** Runs the command line on the database of a folder. */
export function runCli(folder: string, words: readonly string[]): void {
  const { PATH = '', HOME = '' } = process.env;
  execFileSync(process.execPath, [join(import.meta.dirname, '../dist/src/cli.js'), ...words], {
    env: { PATH, HOME, DATABASE_URL: databaseUrl(folder), MASTER_KEY },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function start(
  args: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const outputPath = join(folder, 'output.log');
  const output = openSync(outputPath, 'w');
  const { PATH = '', HOME = '' } = process.env;
  const child = startNode(args, {
    env: { PATH, HOME, ...settings, PORT: String(port) },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const problem = (what: string) => new Error(`${args.at(-1)} ${what}:\n${tail(outputPath)}`);
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stopChild(child);
      throw problem('did not start');
    }
    await sleep(50);
  }
  return {
    port,
    pid: child.pid ?? Number.NaN,
    async stop() {
      if (!(await stopChild(child))) throw problem('did not stop without an error');
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** Finds a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function tail(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
}
