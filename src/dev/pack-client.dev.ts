import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClientPackage, measureInBrowser } from './client-package.dev.ts';
import { packClient } from './downloads.dev.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const FOLDER = join(DIST, 'client');

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

await buildClientPackage(FOLDER);
const own: { name: string; version: string } = JSON.parse(
  await readFile(join(FOLDER, 'package.json'), 'utf8'),
);
const archive = `${own.name}-${own.version}.tgz`;
const packed = await packClient(FOLDER);
await writeFile(join(DIST, archive), packed);
process.stdout.write(
  `dist/${archive}: ${kilobytes(packed.length)}. In a browser, with its packages: ${kilobytes(await measureInBrowser())} after gzip.\n`,
);
