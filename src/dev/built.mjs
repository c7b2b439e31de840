import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// This file runs before the packages of the build are known to be there, so it is plain JavaScript.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the programs, the pages and the guide are made of. */
const SOURCES = [
  'src',
  'db',
  'schema',
  'web',
  'docs',
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
];
const OUTPUTS = [
  'dist/src/main.js',
  'dist/src/cli.js',
  'dist/src/client/index.d.ts',
  'dist/web/manifest.json',
  'dist/web/guide.json',
  'dist/web/downloads/client.tgz',
];
const STAMP = join(ROOT, 'dist/.inputs');

/** A hash of all sources, which takes a fraction of a second. */
export function hashSources() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesBelow))
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

/** Notes from which sources the files in `dist` were built. */
export function noteBuilt(/** @type {string} */ hash) {
  writeFileSync(STAMP, hash);
}

/** @returns whether the files in `dist` are those of the present sources. */
export function isBuilt() {
  if (![...OUTPUTS.map((path) => join(ROOT, path)), STAMP].every((path) => existsSync(path))) return false;
  return readFileSync(STAMP, 'utf8') === hashSources();
}

/** Builds programs and pages if their sources have changed, and says so. Ends the process if that fails. */
export function ensureBuilt() {
  if (isBuilt()) return;
  process.stderr.write('Building the programs and pages, which takes about half a minute the first time …\n');
  const began = Date.now();
  try {
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
  process.stderr.write(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.\n`);
}

/** @returns {string[]} */
function filesBelow(/** @type {string} */ path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (/[.]\w+$/.test(path)) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}
