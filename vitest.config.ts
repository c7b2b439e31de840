import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The package has two builds with different classes. Tests get the same one as the libraries that use it.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    reporters: ['default', './test/count-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One more than the cores of a small machine: many tests wait for a process, a browser or a lock.
    maxWorkers: 3,
    // Test files share loaded modules, because loading the service for each file takes longer than its tests.
    isolate: false,
  },
});
