import { isUtf8 } from 'node:buffer';
import bodyParser from 'koa-bodyparser';
import { bodyError, ServiceError } from '../kernel/errors.ts';
import { FORM_TYPE } from './form.ts';
import { BODY_TOO_LARGE, MAX_BODY_BYTES, MAX_SMALL_PARTS } from './limits.ts';
import type { Middleware, RequestContext } from './surface.ts';

/**
 * The least average size of the parts of a body, after the first ones. Each part has a cost, however small it is, so
 * the connection of a client that sends byte by byte is closed.
 */
const MIN_PART_BYTES = 256;

/** The methods of requests without a body. */
const BODILESS = ['GET', 'HEAD', 'DELETE'];

const UTF8_CHARSET = /^charset="?(utf-?8|us-ascii)"?$/;
const EMPTY = Buffer.alloc(0);

/** Reads a body as text only: nothing parses it before its sender is authenticated. */
const readText = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: [FORM_TYPE, 'application/json'] },
  textLimit: String(MAX_BODY_BYTES),
});

/**
 * Reads the bytes of the body into `state.rawBody`, if the route takes one.
 * @throws ServiceError error_unsupported_media_type, error_payload_too_large or error_validation.
 */
export const readBody: Middleware = async (ctx, next) => {
  ctx.state.rawBody = EMPTY;
  ctx.state.mediaType = '';
  refuseStrayBody(ctx);
  const { bodyTypes } = ctx.state.route;
  if (bodyTypes && hasBody(ctx)) {
    ctx.state.mediaType = readMediaType(ctx, bodyTypes);
    const bytes = await readOrdinary(ctx);
    // The parser ignores a body whose type it cannot read.
    if (ctx.request.rawBody === undefined) throw unsupportedMediaType(bodyTypes);
    if (isUtf16(bytes)) throw bodyError('The body is UTF-16: send it in UTF-8, and sign those bytes.');
    if (!isUtf8(bytes)) throw bodyError('The body must be valid UTF-8.');
    ctx.state.rawBody = bytes;
  }
  await next();
};

/** A form or JSON begins with ASCII. In UTF-16 every other byte of it is zero, or a byte order mark precedes it. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const isMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMark || (first === 0 && third === 0) || (second === 0 && fourth === 0);
}

/**
 * In the payload of a timed sign a dot separates the target from the body. The end of a target with a dot could
 * therefore be sent as a body instead, under the same sign.
 */
function refuseStrayBody(ctx: RequestContext): void {
  const { method, state } = ctx;
  if (!BODILESS.includes(method) || !state.route.methods.includes(method) || !hasBody(ctx)) return;
  endConnection(ctx);
  const message = `A ${method} request takes no body: send its parameters in the query.`;
  throw bodyError(message);
}

interface ReadBytesOptions {
  readonly limitBytes: number;
  /** The message for a larger body. */
  readonly tooLarge: string;
  /** Whether it is a file, which a thread reads. */
  readonly isFile?: boolean;
  /** Called with each part of the body. */
  readonly onPart?: (part: Buffer) => void;
  /** Aborts the reading. The promise then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Reads a body that is no file. A sign covers the received bytes, of which the parser keeps only decoded text. */
async function readOrdinary(ctx: RequestContext): Promise<Buffer> {
  const { req } = ctx;
  // The parser reads the length as a 32-bit number, and waits forever for a client that has disconnected.
  if (Number(req.headers['content-length']) > MAX_BODY_BYTES) throw payloadTooLarge(ctx);
  if (req.destroyed) throw bodyCutShort();
  const body = createBodyCollector();
  const arePartsLargeEnough = countParts();
  const onData = (part: Buffer) => {
    body.add(part);
    if (!arePartsLargeEnough(part)) req.destroy();
  };
  req.on('data', onData);
  try {
    await readText(ctx, async () => {});
  } catch (error) {
    throw bodyFailure(ctx, error);
  } finally {
    req.off('data', onData);
  }
  return body.join();
}

function countParts(): (part: Buffer) => boolean {
  let byteCount = 0;
  let partCount = 0;
  return (part) => {
    byteCount += part.length;
    partCount += 1;
    return partCount <= MAX_SMALL_PARTS + byteCount / MIN_PART_BYTES;
  };
}

/**
 * Reads the bytes of a file, up to the limit.
 * @throws ServiceError error_payload_too_large, error_validation when the client has left, or the reason of the signal.
 */
export function readBytes(ctx: RequestContext, options: ReadBytesOptions): Promise<Buffer> {
  const { req } = ctx;
  const { limitBytes, tooLarge, isFile, signal, onPart } = options;
  const { 'content-length': length } = req.headers;
  if (Number(length) > limitBytes) return Promise.reject(payloadTooLarge(ctx, tooLarge));
  return new Promise((resolve, reject) => {
    const declaredBytes = length === undefined ? undefined : Number(length);
    const body = isFile ? createSharedBodyCollector(declaredBytes) : createBodyCollector();
    let byteCount = 0;
    const arePartsLargeEnough = countParts();
    const finish = (end: () => void) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      end();
    };
    const onData = (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount > limitBytes) return finish(() => reject(payloadTooLarge(ctx, tooLarge)));
      onPart?.(chunk);
      if (arePartsLargeEnough(chunk)) return body.add(chunk);
      finish(() => reject(bodyCutShort()));
      req.destroy();
    };
    const onEnd = () => finish(() => resolve(body.join()));
    const onClose = () => finish(() => reject(bodyCutShort()));
    const onAbort = () => finish(() => reject(signal?.reason));
    req.on('data', onData).once('end', onEnd).once('close', onClose);
    signal?.addEventListener('abort', onAbort);
    // A client that disconnected before this turn emits no further `close`.
    if (req.destroyed) onClose();
  });
}

function hasBody(ctx: RequestContext): boolean {
  const { headers } = ctx.req;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readMediaType(ctx: RequestContext, bodyTypes: readonly string[]): string {
  const { headers } = ctx.req;
  if (headers['content-encoding'] !== undefined)
    throw new ServiceError(
      'error_unsupported_media_type',
      'Send the body without content-encoding: it is signed as it is.',
    );
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const mediaType = type.trim();
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='));
  if (!bodyTypes.includes(mediaType) || (charset && !UTF8_CHARSET.test(charset)))
    throw unsupportedMediaType(bodyTypes);
  return mediaType;
}

function unsupportedMediaType(bodyTypes: readonly string[]): ServiceError {
  const types = bodyTypes.join(' or ');
  return new ServiceError('error_unsupported_media_type', `Send the body as ${types}, in UTF-8.`);
}

function payloadTooLarge(ctx: RequestContext, message = BODY_TOO_LARGE): ServiceError {
  endConnection(ctx);
  return new ServiceError('error_payload_too_large', message);
}

/** The rest of the body is never read, so the connection is closed after this response. */
export function endConnection(ctx: RequestContext): void {
  ctx.set('Connection', 'close');
}

function bodyFailure(ctx: RequestContext, error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return payloadTooLarge(ctx);
  if (type === 'request.aborted' || type === 'request.size.invalid') return bodyCutShort();
  return error;
}

function bodyCutShort(): ServiceError {
  return bodyError('The body ended before its content-length.');
}

/** Collects the chunks of a body in the order received. */
interface BodyCollector {
  add(chunk: Buffer): void;
  /** Returns the bytes received so far. Do not call `add` afterwards. */
  join(): Buffer;
}

/** Collects a body in ordinary memory, for use on this thread. */
function createBodyCollector(): BodyCollector {
  const chunks: Buffer[] = [];
  return {
    add: (chunk) => void chunks.push(chunk),
    join: () => (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? EMPTY)),
  };
}

/**
 * Collects a file in a SharedArrayBuffer, so that a worker thread can read it without a copy. With a known length each
 * chunk is copied straight into place; otherwise all are copied once at the end.
 * @param lengthBytes the Content-Length, which Node enforces; undefined for a chunked body.
 */
function createSharedBodyCollector(lengthBytes: number | undefined): BodyCollector {
  if (lengthBytes === undefined) {
    const { add, join } = createBodyCollector();
    return { add, join: () => toShared(join()) };
  }
  const bytes = sharedBytes(lengthBytes);
  let received = 0;
  return {
    add(chunk) {
      bytes.set(chunk, received);
      received += chunk.length;
    },
    join: () => bytes.subarray(0, received),
  };
}

function toShared(bytes: Buffer): Buffer {
  const shared = sharedBytes(bytes.length);
  shared.set(bytes);
  return shared;
}

/**
 * Allocates zero-filled shared memory. The operating system assigns physical pages on first write, so a large declared
 * length alone uses no RAM.
 */
function sharedBytes(lengthBytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(lengthBytes));
}
