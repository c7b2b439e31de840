import { validationError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { MAX_ACCEPT_CHARACTERS, MAX_PARAMETERS, MAX_TARGET_BYTES } from './limits.ts';
import type { Middleware, RequestContext } from './surface.ts';

const TOO_LONG =
  `The path and its query must have at most ${MAX_TARGET_BYTES} bytes and ${MAX_PARAMETERS} parameters. ` +
  'Send a long text in a body, or ask for less at once.';

const queries = new WeakMap<RequestContext, URLSearchParams>();

/**
 * Reads the first value of a parameter of the query; undefined when there is none. The time of Koa's own
 * `ctx.query` grows with the square of the number of parameters, so the type of the context omits it.
 */
export function queryValue(ctx: RequestContext, name: string): string | undefined {
  let query = queries.get(ctx);
  if (!query) {
    query = new URLSearchParams(ctx.querystring);
    queries.set(ctx, query);
  }
  return query.get(name) ?? undefined;
}

/** Refuses a target that would take long to parse, before anything parses it. */
export const refuseLongTarget: Middleware = (ctx, next) => {
  if (!isLong(ctx.req.url ?? '')) return next();
  // The failure is written without the parameters that were refused.
  ctx.querystring = '';
  throw validationError([{ path: 'query', ...fault('too_long', { maximum: MAX_TARGET_BYTES }, TOO_LONG) }]);
};

/** Headers are Latin-1: each character is a byte. */
function isLong(target: string): boolean {
  if (target.length > MAX_TARGET_BYTES) return true;
  let separators = 0;
  for (let at = target.indexOf('&'); at !== -1; at = target.indexOf('&', at + 1)) separators += 1;
  return separators >= MAX_PARAMETERS;
}

const NAMES = ['accept', 'accept-language', 'accept-encoding'] as const;

/**
 * Drops an `Accept…` header that is too long, as if it had not been sent. The time to choose from its list grows with
 * up to the square of its length.
 */
export const dropLongAccepts: Middleware = ({ req: { headers } }, next) => {
  for (const name of NAMES) if ((headers[name]?.length ?? 0) > MAX_ACCEPT_CHARACTERS) delete headers[name];
  return next();
};
