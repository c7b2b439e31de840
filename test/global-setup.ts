import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { startBrowserLauncher } from './support/chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where to ask for the one browser of the run. */
    browserLauncher: string;
  }
}

/**
 * Tests that run the service as a process of its own run what `npm start` runs. Those that need a browser share one.
 * @returns what ends it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const launcher = await startBrowserLauncher();
  project.provide('browserLauncher', launcher.url);
  return () => launcher.close();
}
