import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one line that a machine can read: `N passed, N failed`, from the real counts. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    // A file that could not run, and an error outside any test, are failures too.
    let failed = unhandledErrors.length;
    for (const module of modules) {
      let ran = 0;
      for (const test of module.children.allTests()) {
        ran += 1;
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
      }
      if (ran === 0 || module.state() === 'failed') failed += module.errors().length;
    }
    // After the reporters that print a summary of their own.
    process.once('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`));
  }
}
