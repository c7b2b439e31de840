import { isUtf8 } from 'node:buffer';
import bodyParser from 'koa-bodyparser';
import { ServiceError, validationError } from '../domain/errors.ts';
import { collectBody, collectFile } from './body-bytes.ts';
import { FORM_TYPE, type FormFields, parseForm } from './form.ts';
import type { Middleware, RequestContext } from './surface.ts';

/** The largest body of a request that sends no file. */
export const BODY_LIMIT_BYTES = 64 * 1024;
const TOO_LARGE = `The body must have at most ${BODY_LIMIT_BYTES} bytes.`;

/** The methods of requests without a body. */
const BODILESS = ['GET', 'HEAD', 'DELETE'];

const UTF8_CHARSET = /^charset="?(utf-?8|us-ascii)"?$/;
const EMPTY = Buffer.alloc(0);
const LINE_END = 'The body ends with a line end. Send the form without it, and sign exactly what you send.';

// A key named __proto__ is dropped like in a form: no request has such a field.
const jsonOptions = {
  enableTypes: ['json'],
  jsonLimit: String(BODY_LIMIT_BYTES),
  onProtoPoisoning: 'remove',
};
const parseJsonBody = bodyParser(jsonOptions);

/**
 * Reads the body once, if the route takes one: parsed into `ctx.request.body`, and as it was received into
 * `state.rawBody`, since a sign covers the received bytes.
 * @throws ServiceError error_unsupported_media_type, error_payload_too_large or error_validation.
 */
export const readBody: Middleware = async (ctx, next) => {
  ctx.state.rawBody = EMPTY;
  ctx.state.mediaType = '';
  refuseStrayBody(ctx);
  const { bodyTypes } = ctx.state.route;
  if (bodyTypes && hasBody(ctx)) {
    ctx.state.mediaType = readMediaType(ctx, bodyTypes);
    // The JSON parser reads the length as a 32-bit number.
    if (Number(ctx.req.headers['content-length']) > BODY_LIMIT_BYTES) throw payloadTooLarge(ctx);
    const isForm = ctx.state.mediaType === FORM_TYPE;
    const bytes = isForm ? await readBytes(ctx) : await readJson(ctx, bodyTypes);
    if (!isUtf8(bytes)) throw validationError([{ path: 'body', message: 'The body must be valid UTF-8.' }]);
    ctx.state.rawBody = bytes;
    if (isForm) ctx.request.body = readForm(bytes.toString('utf8'));
  }
  await next();
};

/**
 * In the payload of a timed sign a dot separates the target from the body. The end of a target with a dot could
 * therefore be sent as a body instead, under the same sign.
 */
function refuseStrayBody(ctx: RequestContext): void {
  const { method, state } = ctx;
  if (!BODILESS.includes(method) || !state.route.methods.includes(method) || !hasBody(ctx)) return;
  endConnection(ctx);
  const message = `A ${method} request takes no body: send its parameters in the query.`;
  throw validationError([{ path: 'body', message }]);
}

interface ReadBytesOptions {
  readonly limitBytes: number;
  /** The message for a larger body. */
  readonly tooLarge: string;
  /** Whether it is a file, which a thread reads. */
  readonly isFile?: boolean;
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal;
}

const ORDINARY_BODY: ReadBytesOptions = { limitBytes: BODY_LIMIT_BYTES, tooLarge: TOO_LARGE };

/**
 * Reads the bytes of the body, up to the limit.
 * @throws ServiceError error_payload_too_large, error_validation when the client has left, or the reason of the signal.
 */
export function readBytes(ctx: RequestContext, options: ReadBytesOptions = ORDINARY_BODY): Promise<Buffer> {
  const { req } = ctx;
  const { limitBytes, tooLarge, isFile, signal } = options;
  const { 'content-length': length } = req.headers;
  if (Number(length) > limitBytes) return Promise.reject(payloadTooLarge(ctx, tooLarge));
  return new Promise((resolve, reject) => {
    const body = isFile ? collectFile(length === undefined ? undefined : Number(length)) : collectBody();
    let byteCount = 0;
    const finish = (end: () => void) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      end();
    };
    const onData = (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount <= limitBytes) body.add(chunk);
      else finish(() => reject(payloadTooLarge(ctx, tooLarge)));
    };
    const onEnd = () => finish(() => resolve(body.join()));
    const onClose = () => finish(() => reject(bodyCutShort()));
    const onAbort = () => finish(() => reject(signal?.reason));
    req.on('data', onData).once('end', onEnd).once('close', onClose);
    signal?.addEventListener('abort', onAbort);
    // A client that left before this turn closes no more.
    if (req.destroyed) onClose();
  });
}

/** Parses JSON. @returns the received bytes, since the parser itself keeps only decoded text. */
async function readJson(ctx: RequestContext, bodyTypes: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => chunks.push(chunk);
  ctx.req.on('data', keep);
  try {
    await parseJsonBody(ctx, async () => {});
  } catch (error) {
    throw bodyFailure(ctx, error);
  } finally {
    ctx.req.off('data', keep);
  }
  // The parser skips a body whose content-type has parameters that it cannot read.
  if (ctx.request.rawBody === undefined) throw unsupportedMediaType(bodyTypes);
  return Buffer.concat(chunks);
}

// A sign does not cover the content-type: signed JSON with a `&` in a value must not be replayed as a form
// with other fields.
function readForm(text: string): FormFields {
  if (text.trimStart().startsWith('{'))
    throw validationError([{ path: 'body', message: 'The body is JSON: send it as application/json.' }]);
  // Shells and editors add one, and it would become a part of the last field.
  if (/[\r\n]$/.test(text)) throw validationError([{ path: 'body', message: LINE_END }]);
  return parseForm(text);
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

function payloadTooLarge(ctx: RequestContext, message = TOO_LARGE): ServiceError {
  endConnection(ctx);
  return new ServiceError('error_payload_too_large', message);
}

/** The rest of the body is never read, so the connection ends with this response. */
export function endConnection(ctx: RequestContext): void {
  ctx.set('Connection', 'close');
}

function bodyCutShort(): ServiceError {
  return validationError([{ path: 'body', message: 'The body ended before its content-length.' }]);
}

function bodyFailure(ctx: RequestContext, error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return payloadTooLarge(ctx);
  if (type === 'request.aborted' || type === 'request.size.invalid') return bodyCutShort();
  if (error instanceof SyntaxError)
    return validationError([{ path: 'body', message: 'The body must be one valid JSON object.' }]);
  return error;
}
