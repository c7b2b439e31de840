import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// This file runs before the packages of the build are known to be there, so it is plain JavaScript.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The sources of the programs, the pages and the guide. */
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
const STAMP = join(ROOT, 'dist/.built');

/** Reads the current sources: a hash of their contents, and the time in milliseconds. */
export function readSources() {
  const atMs = Date.now();
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(pathsBelow).sort())
    if (statSync(join(ROOT, path)).isFile()) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return { hash: hash.digest('hex'), atMs };
}

/** Notes from which sources the files in `dist` were built. */
export function noteBuilt(/** @type {{ hash: string, atMs: number }} */ sources) {
  writeFileSync(STAMP, `${sources.hash} ${sources.atMs}`);
}

/**
 * @returns whether the files in `dist` were built from the current sources. Their contents are read only if something
 * has changed.
 */
export function isBuilt() {
  if (![...OUTPUTS.map((path) => join(ROOT, path)), STAMP].every((path) => existsSync(path))) return false;
  const [hash, atMs] = readFileSync(STAMP, 'utf8').split(' ');
  // The system updates the ctime of a file with every change, and that of a folder when a file in it is added or
  // removed.
  const isSame = (/** @type {string} */ path) => statSync(join(ROOT, path)).ctimeMs < Number(atMs);
  if (SOURCES.flatMap(pathsBelow).every(isSame)) return true;
  const present = readSources();
  if (present.hash !== hash) return false;
  noteBuilt(present);
  return true;
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

/** @returns {string[]} a file, or a folder with all that is in it. */
function pathsBelow(/** @type {string} */ path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true });
  return [path, ...entries.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))];
}
