import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestContext } from './surface.ts';

/** The content codings that are sent, smallest first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** The highest quality, 11, takes more than twenty times as long to save another twelve per cent. */
const BROTLI_QUALITY = 6;

const COMPRESS: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};

/**
 * Public bytes. Only these are compressed, because the compressed length of other responses would reveal secrets in
 * them.
 */
export interface StaticContent {
  /** The media type. */
  readonly type: string;
  /** Identifies the bytes: different bytes have different tags. */
  readonly tag: string;
  readonly identity: Buffer;
  /** Returns the bytes in a coding; missing if compression does not make them smaller. */
  readonly encode?: ((coding: Coding) => Buffer | Promise<Buffer>) | undefined;
}

/** Content that is compressed on its first request, since most of it is never requested. */
export function createStaticContent(type: string, content: string | Buffer): StaticContent {
  const identity = Buffer.from(content);
  const encoded = new Map<Coding, Promise<Buffer>>();
  return {
    type,
    tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    identity,
    encode(coding) {
      const known = encoded.get(coding) ?? COMPRESS[coding](identity);
      encoded.set(coding, known);
      return known;
    },
  };
}

/** Writes the content in the smallest coding that the client accepts, or 304 if the client has it (RFC 9110 §13). */
export async function writeStatic(
  ctx: RequestContext,
  { type, tag, identity, encode }: StaticContent,
  cacheControl: string,
): Promise<void> {
  const coding = encode && CODINGS.find((name) => ctx.acceptsEncodings(name) === name);
  ctx.set('Cache-Control', cacheControl);
  if (encode) ctx.vary('Accept-Encoding');
  // Each coding is a separate representation, so it has a different strong tag.
  ctx.etag = coding ? `${tag}-${coding}` : tag;
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.type = type;
  ctx.body = encode && coding ? await encode(coding) : identity;
}
