import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runCommandLine } from '../../src/service/command-line/run.ts';
import type { Json } from '../harness.ts';
import { ENGINE_SETTINGS } from './test-database.ts';
import { USED_AGAIN } from './thread-pool.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const TIME_LIMIT_MS = 60_000;

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly databasePath: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The user who runs it. */
  readonly user?: string;
}

export interface CliProcessOptions extends CliOptions {
  /** Closes the standard output of the program before it can write. */
  readonly closeStdout?: boolean;
}

/**
 * Runs the program in this process, since starting another process takes far longer than a command. It gets no settings
 * but these.
 */
export async function runCli(words: readonly string[], options: CliOptions): Promise<CliRun> {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(words, {
    env: { DATABASE_URL: options.databasePath, ...ENGINE_SETTINGS, ...options.env },
    user: options.user,
    engine: USED_AGAIN,
    serve: () => Promise.reject(new Error('the service runs in a process of its own')),
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}

/** Runs the built program in its own process. Of this process's environment it gets PATH only. */
export async function runCliProcess(words: readonly string[], options: CliProcessOptions): Promise<CliRun> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: options.databasePath, ...ENGINE_SETTINGS, ...options.env },
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
  if (options.closeStdout) child.stdout.destroy();
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Runs the built program in its own process, while this one is blocked until its end. */
export function runCliMeanwhile(words: readonly string[], options: CliOptions): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: options.databasePath, ...ENGINE_SETTINGS, ...options.env },
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  return { code: status, stdout, stderr };
}

/** Runs a command with `--json`. Expects success and nothing on stderr. @returns the JSON document. */
export async function cliJson(databasePath: string, ...words: readonly string[]): Promise<Json> {
  const run = await runCli([...words, '--json'], { databasePath });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(run.stdout);
}

/** Expects that a command failed with the exit code and exactly one line on stderr. @returns that line. */
export function expectOneLine(run: CliRun, code: number): string {
  expect(run).toMatchObject({ code, stdout: '' });
  expect(run.stderr).toMatch(/^bank-transfers: [^\n]+\n$/);
  return run.stderr;
}
