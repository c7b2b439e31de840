import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';
import type { OpenRoute, RequestContext } from '../http/surface.ts';

const FOLDER = '/assets/';
const MANIFEST = 'manifest.json';
const GUIDE = 'guide.json';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

interface Asset {
  readonly type: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** The names of the files that a page loads. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The built pages, in memory. */
export interface Assets {
  /** The files by their paths in URLs. */
  readonly files: ReadonlyMap<string, Asset>;
  /** @throws Error when no page of this name was built. */
  page(name: string): PageFiles;
  /** The path of the file with the guide. */
  readonly guide: string;
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

/** What was loaded last: the services of one process have the same pages. */
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
    files: new Map([...names].map((name) => [FOLDER + name, loadAsset(join(folder, name))])),
    guide: join(folder, GUIDE),
    page(name) {
      const entry = entries.find((candidate) => candidate.isEntry && candidate.name === name);
      if (!entry) throw new Error(`the page ${name} was not built`);
      return { scripts: [entry.file], styles: entry.css };
    },
  };
}

function loadAsset(path: string): Asset {
  const type = TYPES[extname(path)];
  if (!type) throw new Error(`the build contains a file of an unknown type: ${path}`);
  return {
    type,
    identity: readFileSync(path),
    br: readFileSync(path + ENCODINGS.br),
    gzip: readFileSync(path + ENCODINGS.gzip),
  };
}

/** The files of the pages. They are cached without an end: another content has another name. */
export function createAssetRoutes({ files }: Assets): readonly OpenRoute[] {
  return [...files].map(([path, asset]) => ({
    path,
    methods: ['GET', 'HEAD'],
    name: `${FOLDER}:name`,
    authentication: 'none',
    handle: (ctx) => writeAsset(ctx, asset),
  }));
}

function writeAsset(ctx: RequestContext, asset: Asset): void {
  const encoding = chooseEncoding(ctx);
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.vary('Accept-Encoding');
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.type = asset.type;
  ctx.body = asset[encoding];
}

/** Chooses the smallest encoding that the client accepts. */
function chooseEncoding(ctx: RequestContext): 'br' | 'gzip' | 'identity' {
  return (
    (['br', 'gzip'] as const).find((encoding) => ctx.acceptsEncodings(encoding) === encoding) ?? 'identity'
  );
}
