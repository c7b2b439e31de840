import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = join(ROOT, 'dist/web');
const MANIFEST = 'manifest.json';
/** The stamp is outside the folder of the pages, because an installed package does not need it. */
const STAMP = '../.web-inputs';

/** Sources of the pages. The pages can import nothing else of the project. */
const INPUTS = ['web', 'src/client', 'package-lock.json'];

/**
 * Builds the pages into dist/web, each file also compressed, unless their sources are unchanged. A service that
 * starts meanwhile sees either the old pages or the new ones, because the manifest is replaced last and atomically.
 */
export async function buildPages(): Promise<void> {
  const stamp = hashInputs();
  if (readStamp() === stamp) return;
  mkdirSync(OUTPUT, { recursive: true });
  // Vite takes longer to load than everything else, so it is loaded only when there is something to build.
  const { entries } = await import('./vite.config.ts');
  const manifest: Record<string, unknown> = {};
  for (const [name, path] of entries) Object.assign(manifest, await buildPage(name, path));
  replace(MANIFEST, JSON.stringify(manifest, null, 2));
  replace(STAMP, stamp);
}

/** Builds one page and writes its files. @returns its entries of the manifest. */
async function buildPage(name: string, path: string): Promise<unknown> {
  const { build } = await import('vite');
  const built = await build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    build: { write: false, rolldownOptions: { input: { [name]: path } } },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('a page was built in parts');
  let manifest = '{}';
  for (const file of built.output) {
    const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
    if (file.fileName === MANIFEST) manifest = content.toString('utf8');
    else writeCompressed(file.fileName, content);
  }
  return JSON.parse(manifest);
}

function writeCompressed(name: string, content: Buffer): void {
  writeFileSync(join(OUTPUT, name), content);
  writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(content, { level: 9 }));
  writeFileSync(join(OUTPUT, `${name}.br`), brotliCompressSync(content));
}

function replace(name: string, content: string | Uint8Array): void {
  const path = join(OUTPUT, name);
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
}

function readStamp(): string | undefined {
  const path = join(OUTPUT, STAMP);
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path, 'utf8');
}

function hashInputs(): string {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesBelow)) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}
