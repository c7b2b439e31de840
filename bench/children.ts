import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_TIMEOUT_MS = 15_000;

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Ends a child when this process ends. */
function killOnExit<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Starts `node` with these arguments. */
export function startNode(args: readonly string[], options: SpawnOptions): ChildProcess {
  return killOnExit(spawn(process.execPath, args, options));
}

/** Starts a TypeScript module with a message channel. */
export function startModule(path: string): ChildProcess {
  return killOnExit(fork(path, [], { execArgv: ['--import', 'tsx'] }));
}

/** Asks a child to stop, and kills it if it does not. @returns whether it ended by itself without an error. */
export async function stopChild(child: ChildProcess): Promise<boolean> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(deadline);
  }
  return child.exitCode === 0;
}

/**
 * Runs a TypeScript module that receives one message and replies with one.
 * @throws when it ends without a reply, or takes longer than `timeoutMs`.
 */
export async function runModule<T>(path: string, message: object, timeoutMs: number): Promise<T> {
  const child = startModule(path);
  const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    return await new Promise<T>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`${path} ended without a reply (${signal ?? code})`)),
      );
      child.once('message', (reply) => resolve(reply as T));
      child.send(message);
    });
  } finally {
    clearTimeout(deadline);
    await stopChild(child);
  }
}
