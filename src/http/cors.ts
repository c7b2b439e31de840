import { ServiceError } from '../kernel/errors.ts';
import type { Middleware, RequestContext, Surface } from './surface.ts';

const METHODS = 'GET, POST';
const REQUEST_HEADERS = 'accept, appkey, content-type, last-event-id, sign, x-request-id';
const RESPONSE_HEADERS = 'Retry-After, X-Request-Id';
const PREFLIGHT_SECONDS = 600;
/** Origins as browsers send them: nothing that a shell or a log would interpret. */
const WHOLE_ORIGIN = /^https?:[/][/][a-z0-9.-]{1,253}(:[0-9]{1,5})?$/;

/** The surfaces that pages in browsers call. Merchants' back ends need no CORS. */
const BROWSER_SURFACES: readonly Surface['name'][] = ['graphql', 'trpc'];

/**
 * Allows pages of the given origins to call the service. Since there are no cookies, an allowed origin can do
 * nothing without a key. A response to any other origin has no CORS header, as without CORS, and a refused preflight
 * names the setting. A preflight is answered before authentication: browsers send it without credentials.
 */
export function createCors(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return async (ctx, next) => {
    if (!BROWSER_SURFACES.includes(ctx.state.surface.name)) return next();
    // A cache must not give the response for one origin to another.
    if (allowed.size > 0) ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!allowed.has(origin)) {
      if (isPreflight(ctx)) throw originNotAllowed(origin);
      return next();
    }
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', RESPONSE_HEADERS);
    if (!isPreflight(ctx)) return next();
    ctx.state.routeName = 'preflight';
    ctx.set('Access-Control-Allow-Methods', METHODS);
    ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS);
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    ctx.status = 204;
  };
}

function isPreflight(ctx: RequestContext): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';
}

function originNotAllowed(origin: string): ServiceError {
  const example = WHOLE_ORIGIN.test(origin) ? `: CORS_ORIGINS=${origin}` : '.';
  return new ServiceError(
    'error_method_not_allowed',
    `Pages of this origin may not call the service. Name the origin in the service's setting CORS_ORIGINS${example}`,
    { allow: METHODS.split(', ') },
  );
}
