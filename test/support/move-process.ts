import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { queryAt } from './moves.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

interface EndedMove {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

interface MoveProcess {
  readonly isRunning: () => boolean;
  kill(signal: NodeJS.Signals): boolean;
  readonly ended: Promise<EndedMove>;
}

/** Starts the built program, which moves a file with commits of so many rows. */
export function startMove(databasePath: string, url: string, batchRows: number): MoveProcess {
  const child = spawn(process.execPath, [CLI, 'move', '--to', url, '--batch-rows', String(batchRows)], {
    env: { PATH: process.env.PATH, DATABASE_URL: databasePath },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, stderr })),
  };
}

/** Kills a move once it has copied so many events. @returns whether it was killed before its end. */
export async function killAfter(
  move: { readonly databasePath: string; readonly url: string; readonly batchRows: number },
  events: number,
): Promise<boolean> {
  const { isRunning, kill, ended } = startMove(move.databasePath, move.url, move.batchRows);
  while (isRunning()) {
    const [row] = await queryAt(move.url, 'select count(*)::int as events from events').catch(() => []);
    if (row && row.events >= events && kill('SIGKILL')) break;
  }
  return (await ended).signal === 'SIGKILL';
}
