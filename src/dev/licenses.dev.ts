import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUT = join(ROOT, 'dist/licenses.txt');
/** The innermost package of the path of a module. */
const PACKAGE = /^(?:.*[/])?node_modules[/](?:@[^/]+[/])?[^/]+(?=[/])/;
/** The packages in the pages, whose files do not name them. */
const IN_PAGES = ['preact', 'swagger-ui-dist', '@trpc/client', '@trpc/server'];

interface Description {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * Writes the licences of the packages that are part of the built files, as those licences ask.
 * @param modules the paths of the modules in the programs, from the folder of the project.
 */
export function writeLicenses(modules: readonly string[]): void {
  const folders = new Set(modules.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []));
  for (const name of IN_PAGES) folders.add(`node_modules/${name}`);
  const notices = [...folders].map(noticeOf).sort();
  const line = '-'.repeat(80);
  writeFileSync(
    OUTPUT,
    `The programs and pages of bank-transfers contain these packages.\n\n${notices.join(`\n${line}\n\n`)}`,
  );
}

function noticeOf(folder: string): string {
  const path = join(ROOT, folder);
  const { name, version, license }: Description = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  );
  const texts = existsSync(path)
    ? readdirSync(path).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    : [];
  const bodies = texts.sort().map((file) => readFileSync(join(path, file), 'utf8').trim());
  return [`${name} ${version} (${license ?? 'see the text'})`, ...bodies].join('\n\n').concat('\n');
}
