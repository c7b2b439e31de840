import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '../src/dev/built.mjs';
import { unpackBrowser } from './support/chromium.ts';

const execute = promisify(execFile);

/** Each project loads this file by itself, so what has started is noted in the run that they share. */
const PREPARED = Symbol.for('bank-transfers global setup');

/**
 * Builds the service if its sources have changed, because tests that start it as a separate process run the same files
 * as `npm start`, and unpacks the browser. Vitest calls it for each project of a run that has tests to run and needs a
 * service: it works once.
 */
export default async function setup(project: TestProject): Promise<void> {
  const run = project.vitest as { [PREPARED]?: Promise<unknown> };
  run[PREPARED] ??= prepare();
  await run[PREPARED];
}

async function prepare(): Promise<void> {
  if (!isBuilt()) await execute('npm', ['run', '--silent', 'build:programs']);
  await unpackBrowser();
}
