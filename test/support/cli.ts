import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Json } from '../harness.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const TIME_LIMIT_MS = 25_000;

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly databasePath: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Closes its standard output before it can write. */
  readonly nobodyReads?: boolean;
}

/** Runs the built command line in a process of its own, with nothing of this process's environment but PATH. */
export async function runCli(words: readonly string[], options: CliOptions): Promise<CliRun> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: options.databasePath, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  if (options.nobodyReads) child.stdout.destroy();
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Runs a command that must succeed and say nothing but one JSON document. @returns that document. */
export async function cliJson(databasePath: string, ...words: readonly string[]): Promise<Json> {
  const run = await runCli([...words, '--json'], { databasePath });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(run.stdout);
}

/** Asserts that a command failed with the exit code and exactly one line for people. @returns that line. */
export function expectOneLine(run: CliRun, code: number): string {
  expect(run).toMatchObject({ code, stdout: '' });
  expect(run.stderr).toMatch(/^bank-transfers: [^\n]+\n$/);
  return run.stderr;
}
