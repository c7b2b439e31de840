import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_TIMEOUT_MS = 15_000;

const running = new Set<ChildProcess>();

// Whatever ends this process takes its children along.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Has a child end with this process. */
export function watchChild<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Starts `node` with these arguments. */
export function startNode(args: readonly string[], options: SpawnOptions): ChildProcess {
  return watchChild(spawn(process.execPath, args, options));
}

/** Asks a child to stop, and ends it if it does not. @returns whether it ended well and by itself. */
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
 * Runs a TypeScript module that takes one message and answers with one.
 * @throws when it ends without an answer, or takes longer than `timeoutMs`.
 */
export async function ask<T>(modulePath: string, message: object, timeoutMs: number): Promise<T> {
  const child = watchChild(fork(modulePath, [], { execArgv: ['--import', 'tsx'] }));
  const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    return await new Promise<T>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`${modulePath} ended without an answer (${signal ?? code})`)),
      );
      child.once('message', (answer) => resolve(answer as T));
      child.send(message);
    });
  } finally {
    clearTimeout(deadline);
    await stopChild(child);
  }
}
