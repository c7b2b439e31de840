import { defineConfig } from 'vitest/config';
import { FILES_ON_POSTGRES, LEFT_ON_POSTGRES, LEFT_ON_SQLITE } from './test/long-form.ts';
import LongestFirst from './test/longest-first.ts';

/** The tests of pure functions, without a database, a network or a clock. */
const PURE = 'test/domain/**/*.test.ts';

export default defineConfig({
  // The package has two builds with different classes. Tests get the same one as the libraries that use it.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  // Components of the pages are rendered in the process of their tests.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  test: {
    reporters: ['default', './test/count-reporter.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A test that waits for something has no time limit of its own, because a busy machine may take long.
    expect: { poll: { timeout: 20_000 } },
    // Twice the cores of a small machine: many tests wait for a process, a browser or a lock.
    maxWorkers: 4,
    // As `npm start` does: most objects of a request soon become garbage.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // Test files share loaded modules, because loading the service for each file takes longer than its tests.
    isolate: false,
    experimental: { fsModuleCache: true },
    projects: [
      // Pure rules need no service: nothing is built and no browser starts for them.
      { extends: true, test: { name: 'unit', include: [PURE] } },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          exclude: [PURE, 'test/postgres/**', ...LEFT_ON_SQLITE.map((name) => `test/${name}.test.ts`)],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: FILES_ON_POSTGRES.map((name) => `test/${name}.test.ts`),
          exclude: LEFT_ON_POSTGRES.map((name) => `test/${name}.test.ts`),
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['test/global-setup.ts', 'test/global-setup-postgres.ts'],
        },
      },
    ],
  },
});
