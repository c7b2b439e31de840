import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { buildPages } from '../../web/build.ts';
import { buildGuide } from '../../web/guide-build/build.ts';
import { noteBuilt, readSources } from './built.mjs';
import { buildClientDownload, buildDocumentDownloads } from './downloads.dev.ts';
import { writeLicenses } from './licenses.dev.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of all code except the entries of threads: see `keepUrls`. */
const CHUNKS = 'dist/src';
const CHUNK_NAME = /^chunk-[0-9A-Z]{8}[.]js([.]map)?$/;
/** The entries of processes and threads. */
const PROGRAMS = [
  'src/main.ts',
  'src/cli.ts',
  'src/statements/reader-thread.ts',
  'db/engines/sqlite/writing-thread.ts',
  'db/engines/sqlite/reading-thread.ts',
  'db/engines/sqlite/checkpointing-thread.ts',
];
/** Native code, and optional code. */
const NOT_BUNDLED = ['better-sqlite3', 'pg-native'];

/** The modules of this package that call each other directly: its other build looks up each function in an object. */
const GRAPHQL = { graphql: 'graphql/index.mjs' };

const SHARED = {
  absWorkingDir: ROOT,
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  format: 'esm',
  target: 'node20',
  // Traces name the lines of the sources; the sources themselves are not part of the package.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  metafile: true,
} satisfies BuildOptions;

/**
 * Bundles the programs with their packages: finding and reading 1,500 files takes Node longer than the rest of a start.
 */
async function buildPrograms(): Promise<void> {
  const { metafile } = await build({
    ...SHARED,
    entryPoints: PROGRAMS,
    platform: 'node',
    splitting: true,
    chunkNames: 'src/chunk-[hash]',
    external: NOT_BUNDLED,
    alias: GRAPHQL,
    // Packages then leave out checks that are meant for development.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [keepUrls, compressExplorer],
    // CommonJS packages load Node's modules with it.
    banner: {
      js: "import { createRequire as newRequire } from 'node:module';\nconst require = newRequire(import.meta.url);",
    },
  });
  const current = new Set(Object.keys(metafile.outputs));
  for (const name of await readdir(join(ROOT, CHUNKS)))
    if (CHUNK_NAME.test(name) && !current.has(`${CHUNKS}/${name}`)) await rm(join(ROOT, CHUNKS, name));
  writeLicenses(Object.keys(metafile.inputs));
}

/** Rewrites `import.meta.url`, so that bundled sources still find the files next to them. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[.]ts$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      if (path.includes('/node_modules/') || !code.includes('import.meta.url')) return undefined;
      const place = relative(join(ROOT, 'src'), path).replace(/[.]ts$/, '.js');
      const contents = code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`);
      return { contents, loader: 'ts' };
    });
    // Only sources that run without a build load these.
    onResolve({ filter: /[.]dev[.]ts$/ }, () => ({ external: true }));
  },
};

/** Keeps GraphiQL compressed: it is nine megabytes of text, and only development reads it. */
const compressExplorer: Plugin = {
  name: 'compress-explorer',
  setup({ onLoad }) {
    onLoad({ filter: /[/]render-graphiql[/]esm[/]graphiql[.]js$/ }, async ({ path }) => {
      const texts: Record<string, string> = await import(pathToFileURL(path).href);
      const read = Object.entries(texts).map(([name, text]) => {
        const packed = gzipSync(text, { level: 9 }).toString('base64');
        return `export const ${name} = gunzipSync(Buffer.from('${packed}', 'base64')).toString();`;
      });
      return { contents: ["import { gunzipSync } from 'node:zlib';", ...read].join('\n') };
    });
  },
};

/** Writes the declarations of the client, which its package bundles into one file. `npm run types` checks them. */
async function buildDeclarations(): Promise<void> {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript7/package.json')),
    'bin/tsc',
  );
  await promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], {
    cwd: ROOT,
  });
}

/** The explorer reads this file unchanged. */
async function copyExplorer(): Promise<void> {
  const file = 'schema/explorer/explorer-client.mjs';
  await mkdir(join(ROOT, 'dist/schema/explorer'), { recursive: true });
  await copyFile(join(ROOT, file), join(ROOT, 'dist', file));
}

const sources = readSources();
await Promise.all([
  buildPrograms(),
  copyExplorer(),
  buildPages(),
  buildDocumentDownloads(),
  buildDeclarations().then(buildClientDownload),
]);
buildGuide();
noteBuilt(sources);
