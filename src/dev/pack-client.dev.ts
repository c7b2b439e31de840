import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClientPackage, measureInBrowser, sizeOf } from './client-package.dev.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const FOLDER = join(DIST, 'client');

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

await buildClientPackage(FOLDER);
const name = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', DIST], {
  cwd: FOLDER,
  encoding: 'utf8',
}).trim();
const [packed, inBrowser] = await Promise.all([sizeOf(join(DIST, name)), measureInBrowser()]);
process.stdout.write(
  `dist/${name}: ${kilobytes(packed)}. In a browser, with its packages: ${kilobytes(inBrowser)} after gzip.\n`,
);
