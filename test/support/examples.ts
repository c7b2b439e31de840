import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './consumer-project.ts';

/** The URL of the service in the examples. */
export const EXAMPLE_URL = 'http://127.0.0.1:3000';

/** A fenced block of a page, with its position. */
export interface Example {
  readonly page: string;
  readonly heading: string;
  readonly language: string;
  readonly code: string;
  /** True if it calls the service. Other examples are declarations or npm commands. */
  readonly calls: boolean;
}

/** The fenced blocks of a page that have a language. */
export function readExamples(page: string): Example[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  let heading = '';
  return [...text.matchAll(/^#+ (.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, title, language, code = '']) => {
      heading = title ?? heading;
      const calls = code.includes(EXAMPLE_URL) && !code.startsWith('npm ');
      return language ? [{ page, heading, language, code, calls }] : [];
    },
  );
}

/** Checks whether all of the programs are installed on this machine. */
export function isInstalled(...programs: readonly string[]): boolean {
  return programs.every((program) => spawnSync(program, ['--help']).status === 0);
}

const TIME_LIMIT_MS = 30_000;

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** True if the program never ends by itself. It is then ended after its first line. */
  readonly endless: boolean;
}

/** Runs an example. @returns the lines of its output. @throws Error with its stderr. */
export function linesOf({ program, args, endless }: Command): Promise<string[]> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT_MS });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (endless && stdout.includes('\n')) child.kill();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 || (endless && stdout.includes('\n'))) resolve(stdout.trimEnd().split('\n'));
      else reject(new Error(`${program} ended with ${code}: ${stderr}`));
    });
  });
}
