import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

interface EndedMove {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

interface MoveProcess {
  kill(signal: NodeJS.Signals): boolean;
  readonly ended: Promise<EndedMove>;
}

/** Starts the built program, which moves a file. */
export function startMove(databasePath: string, url: string): MoveProcess {
  const child = spawn(process.execPath, [CLI, 'move', '--to', url], {
    env: { PATH: process.env.PATH, DATABASE_URL: databasePath },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, stderr })),
  };
}
