import { isUtf8 } from 'node:buffer';
import bodyParser from 'koa-bodyparser';
import { ServiceError, validationError } from '../domain/errors.ts';
import { parseForm } from './form.ts';
import type { RequestContext, Step } from './mount.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

const EMPTY = Buffer.alloc(0);

const parserOptions = {
  enableTypes: ['json', 'form'],
  jsonLimit: String(BODY_LIMIT_BYTES),
  formLimit: String(BODY_LIMIT_BYTES),
  // Forms stay text here: its own parser accepts broken escapes and invents nested objects.
  qs: { parse: (text: string) => text },
  // A field of this name is one that nobody knows, as in a form.
  onProtoPoisoning: 'remove',
};
const parseBody = bodyParser(parserOptions);

/**
 * Reads the body once: parsed into `ctx.request.body`, and as it was received into `state.rawBody`,
 * which is what a sign was made over. The parser alone would hand on text that it had decoded.
 */
export const readBody: Step = async (ctx, next) => {
  ctx.state.rawBody = EMPTY;
  if (hasBody(ctx)) {
    checkHeaders(ctx);
    const chunks: Buffer[] = [];
    const keep = (chunk: Buffer) => chunks.push(chunk);
    ctx.req.on('data', keep);
    try {
      await parseBody(ctx, async () => {});
    } catch (error) {
      throw bodyFailure(ctx, error);
    } finally {
      ctx.req.off('data', keep);
    }
    ctx.state.rawBody = Buffer.concat(chunks);
    if (!isUtf8(ctx.state.rawBody))
      throw validationError([{ path: 'body', message: 'The body must be valid UTF-8.' }]);
    if (typeof ctx.request.body === 'string') ctx.request.body = parseForm(ctx.request.body);
  }
  await next();
};

function hasBody(ctx: RequestContext): boolean {
  const { headers } = ctx.req;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function checkHeaders(ctx: RequestContext): void {
  const { headers } = ctx.req;
  if (headers['content-encoding'] !== undefined)
    throw new ServiceError(
      'error_unsupported_media_type',
      'Send the body without content-encoding: it is signed as it is.',
    );
  const types = ctx.state.surface.bodyTypes;
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (!ctx.is(...types) || (charset && !/^(utf-?8|us-ascii)$/i.test(charset)))
    throw new ServiceError(
      'error_unsupported_media_type',
      `Send the body as ${types.join(' or ')}, in UTF-8.`,
    );
}

function bodyFailure(ctx: RequestContext, error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    // What was not read is never read: the connection ends with this answer.
    ctx.set('Connection', 'close');
    return new ServiceError(
      'error_payload_too_large',
      `The body must have at most ${BODY_LIMIT_BYTES} bytes.`,
    );
  }
  if (type === 'request.aborted' || type === 'request.size.invalid')
    return validationError([{ path: 'body', message: 'The body ended before its content-length.' }]);
  if (error instanceof SyntaxError)
    return validationError([{ path: 'body', message: 'The body must be one valid JSON object.' }]);
  return error;
}
