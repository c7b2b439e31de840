import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { startBrowserLauncher } from './support/chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the launcher of the one browser of the run. */
    browserLauncher: string;
  }
}

/**
 * Builds the service, because tests that start it as a separate process run the same files as `npm start`, and
 * starts the launcher of the one browser that tests share.
 * @returns a function that ends the browser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const launcher = await startBrowserLauncher();
  project.provide('browserLauncher', launcher.url);
  return () => launcher.close();
}
