import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { type StaticContent, writeStatic } from '../../http/static.ts';
import type { OpenRoute } from '../../http/surface.ts';

const FOLDER = '/assets/';
const MANIFEST = 'manifest.json';
const GUIDE = 'guide.json';
const DOWNLOADS = 'downloads';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** For files whose name changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The names of the files that a page loads. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The built pages, in memory. */
export interface Assets {
  /** The files by their paths in URLs. */
  readonly files: ReadonlyMap<string, StaticContent>;
  /** @throws Error when no page of this name was built. */
  page(name: string): PageFiles;
  /** The path of the file with the guide. */
  readonly guide: string;
  /** The path of the folder with the files that the service offers for download. */
  readonly downloads: string;
}

/** Vite's manifest: the built files by the paths of their sources. */
const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().default(false),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);

/** The assets that were loaded last: the services of one process share them. */
let last: { readonly folder: string; readonly listed: string; readonly assets: Assets } | undefined;

/** Loads the built pages, as their manifest lists them. @returns undefined when they have not been built. */
export function loadAssets(folder: string): Assets | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  const listed = readFileSync(path, 'utf8');
  if (last?.folder !== folder || last.listed !== listed)
    last = { folder, listed, assets: readAssets(folder, listed) };
  return last.assets;
}

function readAssets(folder: string, listed: string): Assets {
  const entries = Object.values(manifest.parse(JSON.parse(listed)));
  const names = new Set(entries.flatMap(({ file, css, assets }) => [file, ...css, ...assets]));
  return {
    files: new Map([...names].map((name) => [FOLDER + name, loadAsset(folder, name)])),
    guide: join(folder, GUIDE),
    downloads: join(folder, DOWNLOADS),
    page(name) {
      const entry = entries.find((candidate) => candidate.isEntry && candidate.name === name);
      if (!entry) throw new Error(`the page ${name} was not built`);
      return { scripts: [entry.file], styles: entry.css };
    },
  };
}

function loadAsset(folder: string, name: string): StaticContent {
  const path = join(folder, name);
  const type = TYPES[extname(path)];
  if (!type) throw new Error(`the build contains a file of an unknown type: ${path}`);
  const encoded = { br: readFileSync(path + ENCODINGS.br), gzip: readFileSync(path + ENCODINGS.gzip) };
  return { type, tag: name, identity: readFileSync(path), encode: (coding) => encoded[coding] };
}

/** The files of the pages. They are cached forever: other content has another name. */
export function createAssetRoutes({ files }: Assets): readonly OpenRoute[] {
  return [...files].map(([path, asset]) => ({
    path,
    methods: ['GET', 'HEAD'],
    name: `${FOLDER}:name`,
    authentication: 'none',
    handle(ctx) {
      ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
      return writeStatic(ctx, asset, IMMUTABLE);
    },
  }));
}
