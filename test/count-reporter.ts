import type { Reporter, TestModule } from 'vitest/node';

/** Prints one machine-readable line at the end of a run: `N passed, N failed`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    // A file that could not run counts as a failure, and so does an error outside any test.
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
    // This line comes after the summaries of other reporters.
    process.once('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`));
  }
}
