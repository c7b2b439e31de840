import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ServiceError } from '../domain/errors.ts';
import type { Middleware, RequestContext } from '../http/surface.ts';

const FOLDER = '/assets/';
const MANIFEST = 'manifest.json';
const METHODS: readonly string[] = ['GET', 'HEAD'];

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

/** The names of the files that a page needs. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The built pages, in memory. */
export interface Assets {
  /** Files by their paths in URLs. */
  readonly files: ReadonlyMap<string, Asset>;
  /** @throws Error when no page of this name was built. */
  page(name: string): PageFiles;
}

interface ManifestEntry {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

/** Reads what the build made of the pages, by its manifest. @returns undefined when they were never built. */
export function loadAssets(folder: string): Assets | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  const entries: readonly ManifestEntry[] = Object.values(Object(JSON.parse(readFileSync(path, 'utf8'))));
  const names = new Set(entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  return {
    files: new Map([...names].map((name) => [FOLDER + name, loadAsset(join(folder, name))])),
    page(name) {
      const entry = entries.find((candidate) => candidate.isEntry && candidate.name === name);
      if (!entry) throw new Error(`the page ${name} was not built`);
      return { scripts: [entry.file], styles: entry.css ?? [] };
    },
  };
}

function loadAsset(path: string): Asset {
  const type = TYPES[extname(path)];
  if (!type) throw new Error(`the build made a file of an unknown type: ${path}`);
  return {
    type,
    identity: readFileSync(path),
    br: readFileSync(path + ENCODINGS.br),
    gzip: readFileSync(path + ENCODINGS.gzip),
  };
}

/** Serves the files of the pages, to everyone and for ever: another content has another name. */
export function createAssetServer({ files }: Assets): Middleware {
  return async (ctx, next) => {
    const asset = files.get(ctx.path);
    if (!asset) return next();
    ctx.state.target = { route: `${FOLDER}:name`, acceptsPlainSign: false };
    if (!METHODS.includes(ctx.method))
      throw new ServiceError('error_method_not_allowed', 'A file takes GET and HEAD.', { allow: METHODS });
    const encoding = chooseEncoding(ctx);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
    ctx.vary('Accept-Encoding');
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    ctx.type = asset.type;
    ctx.body = asset[encoding];
  };
}

/** The smallest that the client can read. */
function chooseEncoding(ctx: RequestContext): 'br' | 'gzip' | 'identity' {
  return (
    (['br', 'gzip'] as const).find((encoding) => ctx.acceptsEncodings(encoding) === encoding) ?? 'identity'
  );
}
