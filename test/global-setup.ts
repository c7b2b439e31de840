import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '../src/dev/built.mjs';
import { startBrowserLauncher } from './support/chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the launcher of the one browser of the run. */
    browserLauncher: string;
  }
}

const execute = promisify(execFile);

type Launcher = Awaited<ReturnType<typeof startBrowserLauncher>>;

/** Each project loads this file by itself, so what has started is noted in the run that they share. */
const STARTED = Symbol.for('bank-transfers global setup');

/**
 * Builds the service if its sources have changed, because tests that start it as a separate process run the same files as `npm start`, and
 * starts the launcher of the one browser that tests share. Vitest calls it for each project of a run that has tests to
 * run and needs a service: it works once.
 * @returns a function that ends the browser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = project.vitest as { [STARTED]?: Promise<Launcher> };
  const isFirst = run[STARTED] === undefined;
  run[STARTED] ??= start();
  const launcher = await run[STARTED];
  project.provide('browserLauncher', launcher.url);
  return () => (isFirst ? launcher.close() : Promise.resolve());
}

async function start(): Promise<Launcher> {
  if (!isBuilt()) await execute('npm', ['run', '--silent', 'build:programs']);
  return startBrowserLauncher();
}
