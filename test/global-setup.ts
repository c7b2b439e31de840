import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startBrowserLauncher } from './support/chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the launcher of the one browser of the run. */
    browserLauncher: string;
  }
}

const run = promisify(execFile);

/**
 * Builds the service, because tests that start it as a separate process run the same files as `npm start`, and
 * starts the launcher of the one browser that tests share. Vitest calls it for each project of a run: it works once.
 * @returns a function that ends the browser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!project.isRootProject()) return () => Promise.resolve();
  await Promise.all([
    // `npm run types` checks the types; the declarations are made of them either way.
    run('npm', ['run', '--silent', 'build:types', '--', '--noCheck']),
    run('npm', ['run', '--silent', 'build:programs']),
  ]);
  const launcher = await startBrowserLauncher();
  project.provide('browserLauncher', launcher.url);
  return () => launcher.close();
}
