import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file that becomes a page of the guide. */
export interface Source {
  /** The path below the root of the project. */
  readonly file: string;
  /** The path of the page below `/guide/`. */
  readonly path: string;
}

/**
 * The menu: pages in the order in which a reader meets them. A page that is not named here ends up in the last group.
 */
const MENU: readonly (readonly [title: string, paths: readonly string[]])[] = [
  ['Start', ['start', 'figures']],
  ['Integrate', ['tools', 'examples', 'receivers', 'rest', 'callbacks', 'sandbox', 'graphql', 'typescript']],
  ['Work with it', ['console', 'pages', 'reconciliation', 'payouts', 'cli']],
  ['Run it', ['running', 'settings', 'runbook', 'monitoring']],
  ['Make it bigger', ['scale', 'postgresql', 'moving', 'available-banks']],
  [
    'Understand it',
    ['comparison', 'architecture', 'permissions', 'decisions', 'contributing', 'security', 'changelog'],
  ],
];
const OTHERS = 'Other pages';
const DECISIONS = 'decisions/';

/** Pages that are not in `docs`, by their files. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'README.md': 'start',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'CHANGELOG.md': 'changelog',
  LICENSE: 'license',
  'schema/schema.graphql': 'schema.graphql',
};

/** Files that the service itself serves, by their URLs relative to `/guide/`. */
export const SERVED: Readonly<Record<string, string>> = {
  'schema/openapi.json': '../openapi.json',
  'docs/collection': '../collection.zip',
};

/** A picture in a page. It is not a page itself. */
export const PICTURE = /[.](svg|webp)$/;

/** Lists the files of the guide: everything in `docs` except the collection of requests, and a few others. */
export function listSources(): Source[] {
  const files = readdirSync(join(ROOT, 'docs'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join('docs', join(entry.parentPath, entry.name).slice(join(ROOT, 'docs/').length)))
    .filter((file) => !file.startsWith('docs/collection/') && !PICTURE.test(file))
    .sort();
  return [
    ...Object.entries(OUTSIDE).map(([file, path]) => ({ file, path })),
    ...files.map((file) => ({ file, path: pathOf(file) })),
  ];
}

/** `docs/rest.md` is the page `rest`, `docs/decisions/README.md` the page `decisions`. */
function pathOf(file: string): string {
  return file
    .slice('docs/'.length)
    .replace(/[/]README[.]md$/, '')
    .replace(/[.]md$/, '');
}

export interface MenuGroup {
  readonly title: string;
  readonly paths: readonly string[];
}

/**
 * Arranges the pages. Decisions have a page that lists them, and files one that links to them.
 * @throws Error when the menu names a page that is not there.
 */
export function arrangeMenu(sources: readonly Source[]): MenuGroup[] {
  const listed = sources.filter(({ file }) => file.endsWith('.md')).map(({ path }) => path);
  const named = MENU.flatMap(([, paths]) => paths);
  const missing = named.filter((path) => !listed.includes(path));
  if (missing.length > 0) throw new Error(`the menu names pages that are not there: ${missing.join(', ')}`);
  const others = listed.filter((path) => !named.includes(path) && !path.startsWith(DECISIONS));
  const groups = MENU.map(([title, paths]) => ({ title, paths }));
  return others.length > 0 ? [...groups, { title: OTHERS, paths: others }] : groups;
}
