import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const PAGES = ['pay', 'console'] as const;

/** The entry of each page that there is, under its name. Each is built alone, so that none pays for another. */
export const entries: readonly (readonly [name: string, path: string])[] = PAGES.flatMap((page) =>
  ['main.ts', 'main.tsx']
    .map((file) => fileURLToPath(new URL(`${page}/${file}`, import.meta.url)))
    .filter((path) => existsSync(path))
    .map((path) => [page, path] as const),
);

/** What runs in browsers. The service serves it under /assets/, and finds it by the manifest. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that the service may stand behind any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    assetsDir: '',
    // A page whose policy allows no `data:` could not use what is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});
