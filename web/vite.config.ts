import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const PAGES = ['pay', 'console', 'docs', 'home', 'guide'] as const;

/** The entry file of each page, by name. Each page is built separately, so that no page loads code of another. */
export const entries: readonly (readonly [name: string, path: string])[] = PAGES.flatMap((page) =>
  ['main.ts', 'main.tsx']
    .map((file) => fileURLToPath(new URL(`${page}/${file}`, import.meta.url)))
    .filter((path) => existsSync(path))
    .map((path) => [page, path] as const),
);

/** All shared code, except what is shared only by parts that the first screen does not need. */
const NOT_LATER =
  /^(?!.*console\/(fold\.ts|callbacks\/redeliver-all|search\/(csv|export|save|results|read-pages)|detail\/field-list|texts\/(lazy-texts|callbacks|payouts|reconciliation)\.ts|(reconciliation|payouts)\/(?!.*counts)|styles\/(export|filters|stacked)|ui\/(filter-inputs|date-time-field)))/;

/** Build of the code for browsers. The service serves it under /assets/ and finds the files in the manifest. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The base is relative, so that a proxy can serve the pages under any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  // Tests build what ships: a development build contains paths of this machine.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    assetsDir: '',
    // The content security policy of the pages allows no `data:`, so inlined files would not load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    rolldownOptions: {
      // On a busy machine the report of slow plugins looks like a failure.
      checks: { pluginTimings: false },
      output: {
        // One chunk for all code that several parts of a page share: more chunks would each cost a request, and
        // compress less well. The first screen does not need exports.
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 2, test: NOT_LATER }],
        },
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});
