import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const bundles = new Map<string, Promise<URL>>();

/**
 * Bundles the TypeScript sources of a thread into one JavaScript file, for tests and development: a worker thread
 * does not inherit the loaders of TypeScript. A process bundles each of them once.
 */
export function bundleThread(source: URL): Promise<URL> {
  const known = bundles.get(source.href) ?? bundle(source);
  bundles.set(source.href, known);
  return known;
}

async function bundle(source: URL): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['better-sqlite3'],
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const name = `${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`;
  // Inside node_modules, so that the file finds the packages that it imports.
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')));
  const folder = join(packages, '.cache', 'bank-transfers');
  const path = join(folder, name);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const draft = join(folder, `${process.pid}-${name}`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  return pathToFileURL(path);
}
