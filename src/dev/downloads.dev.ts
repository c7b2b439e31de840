import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, zipSync } from 'fflate';
import { buildClientPackage } from './client-package.dev.ts';
import { type TarFile, writeTar } from './tar.dev.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The downloads of a running service: see src/surfaces/pages/downloads.ts. */
const OUTPUT = join(ROOT, 'dist/web/downloads');
/** The earliest time that a zip archive can hold. */
const ZIP_TIME = new Date(1980, 0, 1);
const PROGRAM = 'cli.js';

/** Writes the archive of the client, as npm would pack it. It reads the declarations in `dist`. */
export async function buildClientDownload(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bank-transfers-client-'));
  try {
    await buildClientPackage(folder);
    await replace('client.tgz', await packClient(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packs the folder of a package. The same files give the same bytes, so the hash in lock files stays valid. */
export async function packClient(folder: string): Promise<Uint8Array> {
  const files = await Promise.all(
    (await filesBelow(folder)).map(
      async (path): Promise<TarFile> => ({
        path: posix.join('package', path),
        content: await readFile(join(folder, path)),
        runs: path === PROGRAM,
      }),
    ),
  );
  return gzipSync(writeTar(files), { level: 9, mtime: 0 });
}

/** Writes the collection of requests and the GraphQL schema. */
export async function buildDocumentDownloads(): Promise<void> {
  const collection = join(ROOT, 'docs/collection');
  const files = await Promise.all(
    (await filesBelow(collection)).map(
      async (path) => [posix.join('bank-transfers', path), await readFile(join(collection, path))] as const,
    ),
  );
  await replace('collection.zip', zipSync(Object.fromEntries(files), { level: 9, mtime: ZIP_TIME }));
  await replace('schema.graphql', await readFile(join(ROOT, 'schema/schema.graphql')));
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Replaces a file in one step: a service may be starting meanwhile. */
async function replace(name: string, content: Uint8Array): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const temporary = join(OUTPUT, `.${name}.${process.pid}`);
  await writeFile(temporary, content);
  await rename(temporary, join(OUTPUT, name));
}
