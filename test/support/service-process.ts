import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { databaseUrlOf, ENGINE_SETTINGS, ensureTestDatabase } from './test-database.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** The output of a process, and its exit code. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The service as a separate process, as `npm start` runs it. */
export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly databasePath: string;
  readonly pid: number;
  /** From the spawn to the first response of /healthz. */
  readonly startMs: number;
  readonly exited: Promise<Exit>;
  /** Sends a signal without waiting. */
  signal(name: NodeJS.Signals): void;
  /** Kills the process with SIGKILL, unless it has ended. */
  kill(): Promise<Exit>;
}

export type Environment = Readonly<Record<string, string>>;

/** A spawned service, which may fail to start. */
export interface Launch {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  readonly databasePath: string;
  output(): string;
}

/**
 * Spawns the service on a database in `folder`. Of this process's environment it gets PATH only.
 * @param wrapper a command that runs the command after it.
 */
export function launchService(
  folder: string,
  env: Environment = {},
  wrapper: readonly string[] = [],
): Launch {
  const databasePath = env.DATABASE_URL ?? databaseUrlOf(folder);
  const [command = '', ...args] = [...wrapper, process.execPath, '--max-semi-space-size=32', MAIN];
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databasePath,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      RATE_LIMIT_PER_SECOND: '0',
      ...ENGINE_SETTINGS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithThisProcess = () => child.kill('SIGKILL');
  process.once('exit', endWithThisProcess);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    process.off('exit', endWithThisProcess);
    return { code, signal, stdout, stderr };
  });
  return { child, exited, databasePath, output: () => stdout };
}

/** Spawns the service on a database that it makes if there is none, and waits until it responds. */
export async function startServiceProcess(
  folder: string,
  env: Environment = {},
  wrapper: readonly string[] = [],
): Promise<ServiceProcess> {
  if (env.DATABASE_URL === undefined) await ensureTestDatabase(folder);
  const startedAt = performance.now();
  const launch = launchService(folder, env, wrapper);
  const { child, exited, databasePath } = launch;
  const kill = () => {
    child.kill('SIGKILL');
    return exited;
  };
  try {
    const url = await readUrl(launch);
    const health = await fetch(`${url}/healthz`);
    await health.arrayBuffer();
    if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);
    return {
      url,
      databasePath,
      pid: child.pid ?? 0,
      startMs: performance.now() - startedAt,
      exited,
      signal: (name) => void child.kill(name),
      kill,
      [Symbol.asyncDispose]: async () => void (await kill()),
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** The URL that the service logs once it listens. */
function readUrl({ child, exited, output }: Launch): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no start in time: ${output()}`)), START_TIMEOUT_MS);
    const look = () => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', look);
    void exited.then((exit) => {
      clearTimeout(timer);
      reject(new Error(`the service ended at its start: ${JSON.stringify(exit)}`));
    });
  });
}
