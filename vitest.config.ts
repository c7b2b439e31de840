import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The package has two builds that do not know each other's classes: tests get the one that its other users get.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    reporters: ['default', './test/count-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // The files share modules: reading the service in anew for each of them costs more than all that they ask of it.
    isolate: false,
  },
});
